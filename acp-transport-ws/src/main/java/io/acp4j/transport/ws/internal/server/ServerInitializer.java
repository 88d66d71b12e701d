package io.acp4j.transport.ws.internal.server;

import io.acp4j.transport.ws.internal.TlsFiles;
import io.acp4j.transport.ws.internal.netty.HeadLines;
import io.acp4j.transport.ws.internal.netty.HttpSide;
import io.acp4j.transport.ws.internal.netty.PendingBytes;
import io.acp4j.transport.ws.internal.netty.PendingHandshakes;
import io.acp4j.transport.ws.internal.netty.Unwatched;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketServerExtensionHandler;
import io.netty.handler.codec.http.websocketx.extensions.compression.PerMessageDeflateServerExtensionHandshaker;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sets up what listens to a new socket. */
final class ServerInitializer extends ChannelInitializer<Channel> {

    private static final int MAX_LINE_BYTES = 8 * 1024;

    /** The splitter of long frames limits the input, and thus the output, of each decompression. */
    private static final int UNLIMITED = 0;

    private static final int COMPRESSION_LEVEL = 6;

    private final NettyServer server;
    private final ServerSettings settings;
    private final @Nullable TlsContext tls;

    /**
     * Creates the set-up.
     *
     * @throws java.io.UncheckedIOException when key and certificates cannot be read
     */
    ServerInitializer(NettyServer server, ServerSettings settings) {
        this.server = server;
        this.settings = settings;
        TlsFiles files = settings.tls();
        this.tls = files == null
                ? null
                : new TlsContext(
                        files, server.http() == null ? List.of() : server.http().protocols());
    }

    /** Is told of the loop that runs for as long as the server listens. */
    void started(EventLoop loop) {
        TlsContext context = tls;
        if (context != null) {
            long millis = context.reloadMillis();
            var unused = loop.scheduleWithFixedDelay(
                    () -> server.workers().execute(context::reloadWhenChanged), millis, millis, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    protected void initChannel(Channel socket) {
        if (!server.enter(socket)) {
            Unwatched.ignore(socket.close());
            return;
        }
        PendingHandshakes.Pending pending = server.pending().enter(() -> Unwatched.ignore(socket.close()));
        if (pending == null) {
            Unwatched.ignore(socket.close());
            return;
        }
        Unwatched.ignore(socket.closeFuture().addListener(closed -> pending.leave()));
        ChannelPipeline pipeline = socket.pipeline();
        pipeline.addLast(new PendingBytes(pending));
        TlsContext context = tls;
        if (context != null) {
            SslHandler handler = context.current().newHandler(socket.alloc());
            handler.setHandshakeTimeoutMillis(settings.handshakeTimeout().toMillis());
            pipeline.addLast(handler);
        }
        HttpSide http = server.http();
        if (http != null) {
            http.join(socket, new HttpSocket(server, settings, socket, pending));
            return;
        }
        HeadLines lines = new HeadLines();
        pipeline.addLast(lines);
        pipeline.addLast(new HttpServerCodec(decoder(settings)));
        joinWebSocket(pipeline, server, settings, pending, lines);
    }

    /** Returns how requests are parsed. */
    static HttpDecoderConfig decoder(ServerSettings settings) {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(MAX_LINE_BYTES)
                .setMaxHeaderSize(settings.maxHeaderBytes());
    }

    /** Adds what makes a WebSocket of a request. */
    static void joinWebSocket(
            ChannelPipeline pipeline,
            NettyServer server,
            ServerSettings settings,
            PendingHandshakes.Pending pending,
            HeadLines lines) {
        if (settings.compression()) {
            pipeline.addLast(new WebSocketServerExtensionHandler(new PerMessageDeflateServerExtensionHandshaker(
                    COMPRESSION_LEVEL,
                    true,
                    PerMessageDeflateServerExtensionHandshaker.MAX_WINDOW_SIZE,
                    true,
                    true,
                    UNLIMITED)));
        }
        pipeline.addLast(new ServerHandshake(server, settings, pending, lines));
    }
}
