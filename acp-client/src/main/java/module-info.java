/** The client side of the Agent Client Protocol. */
@SuppressWarnings("module") // programs with access to internals are not modules
module io.acp4j.client {
    requires transitive io.acp4j.rpc;
    requires static transitive org.jspecify;
    requires io.acp4j.process;
    requires org.slf4j;

    exports io.acp4j.client;
    exports io.acp4j.client.host;
    exports io.acp4j.client.internal.feed to
            io.acp4j.benchmarks,
            io.acp4j.inspector;
    exports io.acp4j.client.supervise;
    exports io.acp4j.client.transcript;
}
