package io.acp4j.tck.reference;

import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.http.HttpExchange;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerUpgradeHandler;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.CleartextHttp2ServerUpgradeHandler;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ServerUpgradeCodec;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Takes requests over HTTP/2, with which clients begin at once or by an upgrade, and passes each on with HTTP/1.1. */
final class ReferenceHttp2Front implements AutoCloseable {

    private static final int MAX_BODY = 64 * 1024 * 1024;
    private static final int BUFFER = 8 * 1024;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** What belongs to a socket, and not to what is passed on. */
    private static final Set<String> OF_THE_SOCKET =
            Set.of("host", "connection", "upgrade", "http2-settings", "transfer-encoding", "content-length");

    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Channel listening;
    private final Faults faults;

    /**
     * Starts to listen.
     *
     * @param faults what is wrong with it
     * @param front the port to which requests are passed on
     */
    ReferenceHttp2Front(Faults faults, int front) {
        this.faults = faults;
        URI uri = URI.create("http://127.0.0.1:" + front + "/acp");
        listening = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel socket) {
                        HttpServerCodec first = new HttpServerCodec();
                        HttpServerUpgradeHandler upgrade = new HttpServerUpgradeHandler(
                                first,
                                protocol -> new Http2ServerUpgradeCodec(
                                        Http2FrameCodecBuilder.forServer().build(),
                                        new Http2MultiplexHandler(new Streams(uri, "http2-is-200"))),
                                MAX_BODY);
                        socket.pipeline()
                                .addLast(new CleartextHttp2ServerUpgradeHandler(first, upgrade, new AtOnce(uri)));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** Takes a client that begins with HTTP/2. */
    private final class AtOnce extends ChannelInitializer<Channel> {

        private final URI uri;

        AtOnce(URI uri) {
            this.uri = uri;
        }

        @Override
        protected void initChannel(Channel socket) {
            socket.pipeline()
                    .addLast(
                            Http2FrameCodecBuilder.forServer().build(),
                            new Http2MultiplexHandler(new Streams(uri, "http2-at-once-is-200")));
        }
    }

    /** Prepares each request, which has a channel of its own. */
    private final class Streams extends ChannelInitializer<Channel> {

        private final URI uri;
        private final String fault;

        Streams(URI uri, String fault) {
            this.uri = uri;
            this.fault = fault;
        }

        @Override
        protected void initChannel(Channel stream) {
            stream.pipeline()
                    .addLast(
                            new Http2StreamFrameToHttpObjectCodec(true),
                            new HttpObjectAggregator(MAX_BODY),
                            new SimpleChannelInboundHandler<FullHttpRequest>() {
                                @Override
                                protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
                                    HttpCall call = call(request);
                                    ReferenceConnector.THREADS.execute(() -> pass(uri, call, context.channel(), fault));
                                }

                                @Override
                                public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                                    // A client that is gone.
                                    context.close();
                                }
                            });
        }
    }

    private static HttpCall call(FullHttpRequest request) {
        Map<String, String> headers = new LinkedHashMap<>();
        request.headers().forEach(header -> {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (!OF_THE_SOCKET.contains(name) && !name.startsWith("x-http2-")) {
                headers.put(header.getKey(), header.getValue());
            }
        });
        byte[] body = ByteBufUtil.getBytes(request.content());
        return new HttpCall(
                request.method().name(), headers, request.method().name().equals("POST") ? body : null);
    }

    private void pass(URI uri, HttpCall call, Channel stream, String fault) {
        try (HttpExchange exchange = new HttpExchange(uri, call, LIMIT)) {
            stream.closeFuture().addListener(closed -> exchange.close());
            int status = exchange.head().status();
            boolean differs = status == 202 && faults.has(fault);
            DefaultHttpResponse response =
                    new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(differs ? 200 : status));
            exchange.head().headers().forEach((name, values) -> {
                if (!OF_THE_SOCKET.contains(name)) {
                    response.headers().add(name, values);
                }
            });
            stream.writeAndFlush(response);
            InputStream in = exchange.body();
            byte[] bytes = new byte[BUFFER];
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                stream.writeAndFlush(new DefaultHttpContent(Unpooled.copiedBuffer(bytes, 0, read)));
            }
            stream.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
        } catch (IOException e) {
            // The server has cut the response off, or the client has gone.
            stream.close();
        }
    }

    @Override
    public void close() {
        listening.close().syncUninterruptibly();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
