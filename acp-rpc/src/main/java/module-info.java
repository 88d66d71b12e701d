/** Symmetric JSON-RPC 2.0 peer with ordering guarantees, and the transport SPI. */
@SuppressWarnings("module") // the modules that see internals are compiled later
module io.acp4j.rpc {
    requires transitive io.acp4j.schema;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports io.acp4j.rpc;
    exports io.acp4j.rpc.internal.dialect to
            io.acp4j.agent,
            io.acp4j.client,
            io.acp4j.test;
    exports io.acp4j.rpc.internal.handler to
            io.acp4j.agent,
            io.acp4j.client,
            io.acp4j.test;
    exports io.acp4j.rpc.internal.lane to
            io.acp4j.agent;
    exports io.acp4j.rpc.internal.protocol to
            io.acp4j.agent,
            io.acp4j.client,
            io.acp4j.test;
    exports io.acp4j.rpc.internal.receipt to
            io.acp4j.proxy;
    exports io.acp4j.rpc.internal.text to
            io.acp4j.agent,
            io.acp4j.client,
            io.acp4j.langchain4j,
            io.acp4j.proxy,
            io.acp4j.springai,
            io.acp4j.store.jdbc,
            io.acp4j.test,
            io.acp4j.transport.http,
            io.acp4j.transport.stdio,
            io.acp4j.transport.ws;
    exports io.acp4j.rpc.internal.transport to
            io.acp4j.client,
            io.acp4j.transport.http,
            io.acp4j.transport.stdio,
            io.acp4j.transport.ws;
    exports io.acp4j.rpc.record;
    exports io.acp4j.rpc.transport;
}
