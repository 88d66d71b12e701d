package io.acp4j.tck.internal.launch;

import static io.acp4j.tck.internal.launch.LoopbackServer.begun;

import io.acp4j.tck.internal.http.ClientTraffic;
import io.acp4j.tck.internal.wire.WireListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Waits on one port for clients that speak Streamable HTTP, and on another for those that can be lured there; each has a path. */
public final class HttpPlace implements AutoCloseable {

    /** Longest body of a request, in bytes. */
    private static final int MAX_BODY = 64 * 1024 * 1024;

    private final Map<String, HttpEnd> ends = new ConcurrentHashMap<>();
    private final LoopbackServer server;
    private final LoopbackServer elsewhere;

    /** Starts to listen on a port, 0 for any. */
    public HttpPlace(int wantedPort) throws IOException {
        server = new LoopbackServer(wantedPort, "tck-http", channel -> prepare(channel, false));
        try {
            elsewhere = new LoopbackServer(0, "tck-http-elsewhere", channel -> prepare(channel, true));
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    private void prepare(SocketChannel channel, boolean other) {
        channel.pipeline()
                .addLast(new HttpServerCodec())
                .addLast(new HttpObjectAggregator(MAX_BODY))
                .addLast(new Requests(other));
    }

    /** Makes a place for one client. */
    public AgentEnd end(WireListener listener, ClientTraffic traffic) {
        String path = "/" + Token.next();
        HttpEnd end = new HttpEnd(
                listener,
                traffic,
                "http://127.0.0.1:" + server.port() + path,
                "http://127.0.0.1:" + elsewhere.port() + path,
                () -> ends.remove(path));
        ends.put(path, end);
        return end;
    }

    /** Frees the ports, and ends the connections that there still are. */
    @Override
    public void close() {
        server.close();
        elsewhere.close();
    }

    /** The requests of one connection. */
    private final class Requests extends SimpleChannelInboundHandler<FullHttpRequest> {

        private final boolean other;

        Requests(boolean other) {
            this.other = other;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            HttpResponder responder = new HttpResponder(context.channel());
            HttpEnd end = ends.get(new QueryStringDecoder(request.uri()).path());
            if (end == null) {
                responder.respond(HttpResponder.UNKNOWN, Map.of(), new byte[0]);
                return;
            }
            byte[] body = new byte[request.content().readableBytes()];
            request.content().readBytes(body);
            end.take(responder, request.method().name(), HttpResponder.headers(request), body, other);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // A client that breaks HTTP, or has gone; what it owes is missed by who waits for it.
            begun(context.close());
        }
    }
}
