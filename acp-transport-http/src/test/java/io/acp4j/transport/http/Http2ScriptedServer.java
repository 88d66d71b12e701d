package io.acp4j.transport.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.transport.ws.testing.Certificates;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server over HTTP/2 with TLS whose every frame the test sends itself. */
final class Http2ScriptedServer extends ScriptedPeer<Http2ScriptedServer.OverHttp2> {

    private final Certificates certificates = Certificates.localhost();
    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Channel listening;
    private final List<Channel> sockets = new CopyOnWriteArrayList<>();
    private final Map<Channel, Integer> lastTaken = new ConcurrentHashMap<>();

    Http2ScriptedServer() throws Exception {
        this(Integer.MAX_VALUE);
    }

    /**
     * Starts a server.
     *
     * @param maxStreams how many requests and streams of events it lets a client have at once on a socket
     */
    Http2ScriptedServer(int maxStreams) throws Exception {
        SslContext tls = SslContextBuilder.forServer(
                        certificates.certificate().toFile(), certificates.key().toFile())
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        ApplicationProtocolNames.HTTP_2))
                .build();
        listening = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel socket) {
                        sockets.add(socket);
                        socket.pipeline()
                                .addLast(
                                        tls.newHandler(socket.alloc()),
                                        Http2FrameCodecBuilder.forServer()
                                                .initialSettings(Http2Settings.defaultSettings()
                                                        .maxConcurrentStreams(maxStreams))
                                                .build(),
                                        new Http2MultiplexHandler(new ChannelInitializer<>() {
                                            @Override
                                            protected void initChannel(Channel stream) {
                                                stream.pipeline().addLast(new Collector());
                                            }
                                        }),
                                        new ChannelInboundHandlerAdapter() {
                                            @Override
                                            public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                                                // The client has gone.
                                                ctx.close();
                                            }
                                        });
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .sync()
                .channel();
    }

    /** Collects one request. */
    private final class Collector extends ChannelInboundHandlerAdapter {

        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private @Nullable Http2Headers head;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) throws IOException {
            boolean isLast = false;
            if (message instanceof Http2HeadersFrame headers) {
                head = headers.headers();
                isLast = headers.isEndStream();
            } else if (message instanceof Http2DataFrame data) {
                data.content().readBytes(body, data.content().readableBytes());
                isLast = data.isEndStream();
            }
            ReferenceCountUtil.release(message);
            Http2Headers complete = head;
            if (isLast && complete != null) {
                received(new OverHttp2((Http2StreamChannel) ctx.channel(), complete, body.toString(UTF_8)));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    @Override
    URI uri() {
        return URI.create("https://localhost:" + ((InetSocketAddress) listening.localAddress()).getPort() + "/acp");
    }

    @Override
    HttpTransportBuilder client() throws Exception {
        return HttpTransport.builder(uri()).tls(Certificates.context(certificates, null));
    }

    /** Returns how many sockets there have been. */
    int sockets() {
        return sockets.size();
    }

    /** Sends on every socket that it has taken so many requests there, and takes no more. */
    void goAwayBehind(int requests) {
        // The streams of a client have odd numbers; that of the first request is 1.
        int last = 2 * requests - 1;
        for (Channel socket : sockets) {
            lastTaken.put(socket, last);
            ByteBuf frame = Unpooled.buffer()
                    .writeMedium(8)
                    .writeByte(Http2FrameTypes.GO_AWAY)
                    .writeByte(0)
                    .writeInt(0)
                    .writeInt(last)
                    .writeInt((int) Http2Error.NO_ERROR.code());
            socket.pipeline()
                    .context(Http2FrameCodec.class)
                    .writeAndFlush(frame)
                    .syncUninterruptibly();
        }
    }

    /** Returns whether a request is one of those that its socket takes. */
    boolean takes(OverHttp2 asked) {
        Integer last = lastTaken.get(asked.channel().parent());
        return last == null || asked.channel().stream().id() <= last;
    }

    /** Closes all sockets. */
    void closeSockets() {
        sockets.forEach(socket -> socket.close().syncUninterruptibly());
    }

    @Override
    public void close() {
        listening.close().syncUninterruptibly();
        closeSockets();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** A request over HTTP/2. */
    record OverHttp2(Http2StreamChannel channel, Http2Headers head, String body) implements Asked {

        @Override
        public String method() {
            return head.method().toString();
        }

        @Override
        public @Nullable String header(String name) {
            CharSequence value = head.get(name.toLowerCase(Locale.ROOT));
            return value == null ? null : value.toString();
        }

        private static Http2Headers responding(int status, String... headers) {
            Http2Headers response = new DefaultHttp2Headers().status(String.valueOf(status));
            for (int i = 0; i < headers.length; i += 2) {
                response.add(headers[i].toLowerCase(Locale.ROOT), headers[i + 1]);
            }
            return response;
        }

        @Override
        public void reply(int status, String text, String... headers) {
            channel.write(new DefaultHttp2HeadersFrame(responding(status, headers), text.isEmpty()));
            if (!text.isEmpty()) {
                channel.write(new DefaultHttp2DataFrame(Unpooled.copiedBuffer(text, UTF_8), true));
            }
            channel.flush();
        }

        @Override
        public void cutOff() {
            reset(Http2Error.INTERNAL_ERROR);
        }

        void reset(Http2Error why) {
            channel.writeAndFlush(new DefaultHttp2ResetFrame(why)).syncUninterruptibly();
        }

        @Override
        public EventsOverHttp2 events() {
            // The client may have closed the socket by now.
            channel.writeAndFlush(new DefaultHttp2HeadersFrame(responding(200, "content-type", "text/event-stream")))
                    .awaitUninterruptibly();
            return new EventsOverHttp2(channel);
        }
    }

    /** A stream of events over HTTP/2. */
    record EventsOverHttp2(Channel channel) implements Stream {

        @Override
        public void raw(byte[] bytes) {
            channel.writeAndFlush(new DefaultHttp2DataFrame(Unpooled.copiedBuffer(bytes)));
        }

        @Override
        public void end() {
            channel.writeAndFlush(new DefaultHttp2DataFrame(true)).syncUninterruptibly();
        }

        void reset(Http2Error why) {
            channel.writeAndFlush(new DefaultHttp2ResetFrame(why)).syncUninterruptibly();
        }
    }
}
