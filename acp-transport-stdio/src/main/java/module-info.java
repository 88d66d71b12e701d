/** Newline-delimited JSON over a child process or over the standard streams of this one. */
module io.acp4j.transport.stdio {
    requires transitive io.acp4j.rpc;
    requires static transitive org.jspecify;
    requires io.acp4j.process;
    requires org.slf4j;

    exports io.acp4j.transport.stdio;
}
