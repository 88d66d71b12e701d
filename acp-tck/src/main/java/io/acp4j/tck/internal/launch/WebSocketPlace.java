package io.acp4j.tck.internal.launch;

import io.acp4j.tck.internal.wire.WireListener;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Waits on one port for the WebSocket connections of clients; each has a path of its own. */
final class WebSocketPlace implements AutoCloseable {

    private static final int MAX_REQUEST = 64 * 1024;

    /** Longest message that is kept whole, in bytes. */
    private static final int MAX_MESSAGE = 64 * 1024 * 1024;

    /** How long connections may take to end, in seconds. */
    private static final long SHUTDOWN_SECONDS = 2;

    private static final ThreadFactory DAEMONS = task -> {
        Thread thread = new Thread(task, "tck-websocket");
        thread.setDaemon(true);
        return thread;
    };

    private final Map<String, End> ends = new ConcurrentHashMap<>();
    private final EventLoopGroup loops;
    private final Channel listening;
    private final int port;

    WebSocketPlace(int wantedPort) throws IOException {
        loops = new MultiThreadIoEventLoopGroup(1, DAEMONS, NioIoHandler.newFactory());
        ServerBootstrap server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        prepare(channel);
                    }
                });
        var bound = server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wantedPort))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            begun(loops.shutdownGracefully());
            throw new IOException("Cannot listen on port " + wantedPort + ": " + bound.cause(), bound.cause());
        }
        this.listening = bound.channel();
        this.port = ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** Frees the port, and ends the connections that there still are. */
    @Override
    public void close() {
        begun(listening.close());
        // A closed channel holds its port until its selector has let go of it: at the end of the loop at the latest.
        var unused = loops.shutdownGracefully(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(2 * SHUTDOWN_SECONDS, TimeUnit.SECONDS);
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

    /** What cannot be done on a connection ends it, which its handler sees. */
    private static void begun(Future<?> unused) {}

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
            return "ws://127.0.0.1:" + port + path;
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
