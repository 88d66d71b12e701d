/** One JSON-RPC message in each text message of a WebSocket: a server and a client. */
@SuppressWarnings("module") // the module that sees internals is compiled later
module io.acp4j.transport.ws {
    requires transitive io.acp4j.rpc;
    requires static transitive jakarta.websocket;
    requires static transitive jakarta.websocket.client;
    requires static transitive org.jspecify;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.compression;
    requires io.netty.codec.http;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.handler.proxy;
    requires io.netty.resolver;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires org.slf4j;

    exports io.acp4j.transport.ws;
    exports io.acp4j.transport.ws.internal to
            io.acp4j.transport.http;
    exports io.acp4j.transport.ws.internal.door to
            io.acp4j.transport.http;
    exports io.acp4j.transport.ws.internal.netty to
            io.acp4j.transport.http;
    exports io.acp4j.transport.ws.jakarta;
}
