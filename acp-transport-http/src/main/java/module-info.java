/** Streamable HTTP, and WebSockets on the same path: a server and a client. */
module io.acp4j.transport.http {
    requires transitive io.acp4j.rpc;
    requires transitive io.acp4j.transport.ws;
    requires static transitive jakarta.servlet;
    requires static jakarta.websocket;
    requires static transitive org.jspecify;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http;
    requires io.netty.codec.http2;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires java.net.http;
    requires org.slf4j;

    exports io.acp4j.transport.http;
    exports io.acp4j.transport.http.servlet;
}
