package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client that begins with HTTP/2 without TLS, as the JDK's cannot, with one socket for all that it asks. */
final class Http2Client implements AutoCloseable {

    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Channel socket;

    Http2Client(int port) {
        socket = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel made) {
                        made.pipeline()
                                .addLast(
                                        Http2FrameCodecBuilder.forClient().build(),
                                        new Http2MultiplexHandler(new ChannelInitializer<>() {
                                            @Override
                                            protected void initChannel(Channel pushed) {
                                                pushed.close();
                                            }
                                        }));
                    }
                })
                .connect("localhost", port)
                .syncUninterruptibly()
                .channel();
    }

    /** Completed when the server has closed the socket. */
    CompletableFuture<Void> closed() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        socket.closeFuture().addListener(done -> closed.complete(null));
        return closed;
    }

    /** Sends a request, and collects what comes of it. */
    Response send(String method, Map<String, String> headers, @Nullable String body) {
        return send(
                new DefaultFullHttpRequest(
                        HttpVersion.HTTP_1_1,
                        HttpMethod.valueOf(method),
                        "/acp",
                        body == null ? Unpooled.EMPTY_BUFFER : Unpooled.copiedBuffer(body, UTF_8)),
                headers);
    }

    /** Sends the head of a request whose body never follows. */
    Response sendHead(String method, String path, Map<String, String> headers) {
        return send(new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(method), path), headers);
    }

    private Response send(HttpRequest request, Map<String, String> headers) {
        Response response = new Response();
        Channel stream = new Http2StreamChannelBootstrap(socket)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel made) {
                        made.pipeline().addLast(new Http2StreamFrameToHttpObjectCodec(false), response.reader);
                    }
                })
                .open()
                .syncUninterruptibly()
                .getNow();
        request.headers().set("host", "localhost").set("x-http2-scheme", "http");
        headers.forEach(request.headers()::set);
        stream.writeAndFlush(request);
        return response;
    }

    /** What comes of a request. */
    static final class Response {

        private final CompletableFuture<HttpResponse> head = new CompletableFuture<>();
        private final CompletableFuture<String> end = new CompletableFuture<>();
        private final StringBuilder text = new StringBuilder();
        private final Reader reader = new Reader();

        HttpResponse head() throws Exception {
            return head.get(60, TimeUnit.SECONDS);
        }

        /** Returns the whole body once the server has ended it. */
        String body() throws Exception {
            return end.get(60, TimeUnit.SECONDS);
        }

        /** Returns what has come of the body. */
        String text() {
            synchronized (text) {
                return text.toString();
            }
        }

        /** Waits until the body has some words. */
        void await(String words) throws InterruptedException {
            synchronized (text) {
                long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
                while (text.indexOf(words) < 0) {
                    long left = until - System.nanoTime();
                    if (left <= 0) {
                        throw new AssertionError("there is no " + words + " in " + text);
                    }
                    TimeUnit.NANOSECONDS.timedWait(text, left);
                }
            }
        }

        private final class Reader extends SimpleChannelInboundHandler<HttpObject> {

            @Override
            protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
                if (part instanceof HttpResponse first) {
                    if (first.status().code() < 200) {
                        return;
                    }
                    head.complete(first);
                }
                synchronized (text) {
                    if (part instanceof HttpContent content) {
                        text.append(content.content().toString(UTF_8));
                        text.notifyAll();
                    }
                    if (part instanceof LastHttpContent) {
                        end.complete(text.toString());
                    }
                }
            }

            @Override
            public void channelInactive(ChannelHandlerContext context) {
                end.completeExceptionally(new IllegalStateException("the stream was cut off behind " + text));
            }
        }
    }

    @Override
    public void close() {
        socket.close();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
