/** Symmetric JSON-RPC 2.0 peer with ordering guarantees, and the transport SPI. */
module io.acp4j.rpc {
    requires transitive io.acp4j.schema;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports io.acp4j.rpc;
    exports io.acp4j.rpc.process;
    exports io.acp4j.rpc.record;
    exports io.acp4j.rpc.transport;
}
