package io.acp4j.transport.http.internal.netty;

import io.acp4j.rpc.internal.transport.WorkerThreads;
import io.acp4j.transport.http.internal.server.Connections;
import io.acp4j.transport.http.internal.server.RequestRules;
import io.acp4j.transport.http.internal.server.ServingSettings;
import io.acp4j.transport.ws.internal.netty.HttpSide;
import io.acp4j.transport.ws.internal.netty.SocketAccess;
import io.acp4j.transport.ws.internal.netty.Unwatched;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Serves HTTP/1.1 and HTTP/2 on the sockets of a WebSocket server. */
public final class HttpSockets implements HttpSide {

    /** How many requests and streams of events one socket may have at once with HTTP/2. */
    private static final int MAX_STREAMS = 2048;

    /**
     * How many streams a client may reset in a window of time, else its socket is closed: a client resets the stream of each session that it
     * closes, all of them at once where it closes a connection. More than that is an attack by requests that are given up at once.
     */
    private static final int MAX_RESETS = 2 * MAX_STREAMS;

    private static final int RESET_WINDOW_SECONDS = 10;

    /** How much of one request may be on its way before it has been taken. */
    private static final int WINDOW_BYTES = 1024 * 1024;

    private static final int MAX_HEADER_BYTES = 16 * 1024;

    /**
     * How long clients of HTTP/2 have to read the last that was sent to them, in ms: some, as that of the JDK, drop what they have not read
     * when the socket is closed.
     */
    private static final long LAST_READ_MILLIS = 2_000;

    private final ServingSettings settings;
    private final Connections connections;
    private final RequestRules rules;
    private final WorkerThreads workers;
    private final ChannelGroup http2Sockets = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);

    /**
     * Creates what serves the sockets.
     *
     * @param workers where it may be waited
     */
    public HttpSockets(ServingSettings settings, WorkerThreads workers) {
        this.settings = settings;
        this.connections = new Connections(settings, workers);
        this.rules = new RequestRules(connections);
        this.workers = workers;
    }

    /** Returns how many ACP connections there are. */
    public int connections() {
        return connections.count();
    }

    @Override
    public List<String> protocols() {
        return List.of(ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1);
    }

    @Override
    public CompletionStage<Void> shutdown(Duration grace, Runnable served) {
        return connections
                .shutdown(grace)
                .thenRun(served)
                .thenCompose(ended -> whenRead(Math.min(grace.toMillis(), LAST_READ_MILLIS)))
                .thenCompose(read -> closeHttp2());
    }

    /** Closes what is left of HTTP/2: the codec would wait for streams, such as those of requests that are being authenticated. */
    private CompletableFuture<Void> closeHttp2() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        Unwatched.ignore(http2Sockets.newCloseFuture().addListener(all -> closed.complete(null)));
        for (Channel socket : http2Sockets) {
            socket.eventLoop().execute(() -> {
                Unwatched.ignore(socket.close()); // Says goodbye.
                ChannelHandlerContext codec = socket.pipeline().context(Http2FrameCodec.class);
                if (codec != null) {
                    Unwatched.ignore(codec.close());
                }
            });
        }
        return closed;
    }

    private CompletableFuture<@Nullable Void> whenRead(long millis) {
        CompletableFuture<@Nullable Void> read = new CompletableFuture<>();
        Unwatched.ignore(http2Sockets.newCloseFuture().addListener(closed -> read.complete(null)));
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, workers)
                .execute(() -> read.complete(null));
        return read;
    }

    @Override
    public void join(Channel socket, SocketAccess access) {
        ChannelHandler choice = socket.pipeline().get(SslHandler.class) == null
                ? new Preface(access)
                : new ApplicationProtocolNegotiationHandler(ApplicationProtocolNames.HTTP_1_1) {
                    @Override
                    protected void configurePipeline(ChannelHandlerContext ctx, String protocol) {
                        if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                            speakHttp2(ctx.pipeline(), access);
                        } else {
                            speakHttp1(ctx.pipeline(), access);
                        }
                    }
                };
        socket.pipeline().addLast(choice);
    }

    private void speakHttp1(ChannelPipeline pipeline, SocketAccess access) {
        access.joinHeads(pipeline);
        pipeline.addLast(new RequestHandler(rules, access, settings, false));
    }

    private void speakHttp2(ChannelPipeline pipeline, SocketAccess access) {
        Http2Settings initial = Http2Settings.defaultSettings()
                .maxConcurrentStreams(MAX_STREAMS)
                .initialWindowSize(WINDOW_BYTES)
                .maxHeaderListSize(MAX_HEADER_BYTES);
        Http2FrameCodec codec = Http2FrameCodecBuilder.forServer()
                .initialSettings(initial)
                .decoderEnforceMaxRstFramesPerWindow(MAX_RESETS, RESET_WINDOW_SECONDS)
                .build();
        pipeline.addLast(codec);
        pipeline.addLast(new Http2MultiplexHandler(new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel stream) {
                if (!access.streamOpened()) {
                    Unwatched.ignore(stream.parent().close());
                    return;
                }
                stream.pipeline().addLast(new Http2StreamFrameToHttpObjectCodec(true));
                stream.pipeline().addLast(new RequestHandler(rules, access, settings, true));
            }
        }));
        pipeline.addLast(new Http2Watch(codec, settings));
        http2Sockets.add(pipeline.channel());
    }

    /** Distinguishes HTTP/2 from HTTP/1.1 by the first bytes of a socket without TLS. */
    private final class Preface extends ByteToMessageDecoder {

        private final SocketAccess access;
        private final ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();

        Preface(SocketAccess access) {
            this.access = access;
        }

        @Override
        protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
            int seen = Math.min(in.readableBytes(), preface.readableBytes());
            boolean isHttp2 = ByteBufUtil.equals(in, in.readerIndex(), preface, preface.readerIndex(), seen);
            if (isHttp2 && seen < preface.readableBytes()) {
                return;
            }
            if (isHttp2) {
                speakHttp2(ctx.pipeline(), access);
            } else {
                speakHttp1(ctx.pipeline(), access);
            }
            // Passes on what has been read.
            ctx.pipeline().remove(this);
        }

        @Override
        protected void handlerRemoved0(ChannelHandlerContext ctx) {
            preface.release();
        }
    }
}
