package io.acp4j.tck.internal.launch;

import static io.acp4j.tck.internal.launch.LoopbackServer.begun;

import io.acp4j.tck.internal.wire.WireListener;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Waits on one port for the WebSocket connections of clients; each has a path of its own. */
final class WebSocketPlace implements AutoCloseable {

    private static final int MAX_REQUEST = 64 * 1024;

    /** Longest message that is kept whole, in bytes. */
    private static final int MAX_MESSAGE = 64 * 1024 * 1024;

    private final Map<String, End> ends = new ConcurrentHashMap<>();
    private final LoopbackServer server;

    WebSocketPlace(int wantedPort) throws IOException {
        server = new LoopbackServer(wantedPort, "tck-websocket", this::prepare);
    }

    /** Frees the port, and ends the connections that there still are. */
    @Override
    public void close() {
        server.close();
    }

    private void prepare(SocketChannel channel) {
        WebSocketServerProtocolConfig config = WebSocketServerProtocolConfig.newBuilder()
                .websocketPath("/")
                .checkStartsWith(true)
                .maxFramePayloadLength(MAX_MESSAGE)
                .withUTF8Validator(false)
                .build();
        channel.pipeline()
                .addLast(new HttpServerCodec())
                .addLast(new HttpObjectAggregator(MAX_REQUEST))
                .addLast(new WebSocketServerProtocolHandler(config))
                .addLast(new WebSocketFrameAggregator(MAX_MESSAGE))
                .addLast(new Connection());
    }

    /** Makes a place for one client. */
    AgentEnd end(WireListener listener) {
        End end = new End(listener);
        ends.put(end.path, end);
        return end;
    }

    /** One connection: the first that names a path has it. */
    private final class Connection extends SimpleChannelInboundHandler<WebSocketFrame> {

        private @Nullable End end;

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
            if (event instanceof WebSocketServerProtocolHandler.HandshakeComplete handshake) {
                end = ends.remove(handshake.requestUri());
                if (end == null) {
                    begun(context.close());
                } else {
                    end.attach(context.channel());
                }
            }
            super.userEventTriggered(context, event);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
            End mine = end;
            if (mine == null) {
                return;
            }
            byte[] bytes = new byte[frame.content().readableBytes()];
            frame.content().readBytes(bytes);
            // Binary frames are no messages of the protocol; the purity check sees them as what they are not.
            byte[] message = frame instanceof TextWebSocketFrame
                    ? bytes
                    : ("[binary frame of " + bytes.length + " bytes]").getBytes(StandardCharsets.UTF_8);
            mine.listener.received(message, true);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (end != null) {
                end.listener.ended("the client closed the connection");
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (end != null) {
                end.listener.ended("the connection failed: " + cause);
            }
            begun(context.close());
        }
    }

    private final class End implements AgentEnd {

        private final String path = "/" + Token.next();
        private final WireListener listener;
        private final List<byte[]> early = new ArrayList<>();
        private @Nullable Channel channel;
        private boolean left;

        End(WireListener listener) {
            this.listener = listener;
        }

        private synchronized void attach(Channel connected) {
            channel = connected;
            early.forEach(this::write);
            early.clear();
            if (left) {
                begun(connected.close());
            }
        }

        @Override
        public String address() {
            return "ws://127.0.0.1:" + server.port() + path;
        }

        @Override
        public synchronized void write(byte[] bytes) {
            if (channel == null) {
                early.add(bytes);
            } else {
                begun(channel.writeAndFlush(new TextWebSocketFrame(Unpooled.wrappedBuffer(bytes))));
            }
        }

        @Override
        public void send(byte[] message) {
            write(message);
        }

        @Override
        public boolean isStream() {
            return false;
        }

        @Override
        public synchronized boolean isMet() {
            return channel != null;
        }

        @Override
        public synchronized void leave() {
            left = true;
            if (channel != null) {
                begun(channel.close());
            }
        }

        @Override
        public void close() {
            ends.remove(path);
            leave();
        }
    }
}
