package io.acp4j.transport.ws.internal.server;

import io.acp4j.transport.ws.internal.Handshake;
import io.acp4j.transport.ws.internal.WireTransport;
import io.acp4j.transport.ws.internal.netty.HeadLines;
import io.acp4j.transport.ws.internal.netty.PendingBytes;
import io.acp4j.transport.ws.internal.netty.PendingHandshakes;
import io.acp4j.transport.ws.internal.netty.Refusal;
import io.acp4j.transport.ws.internal.netty.SocketAccess;
import io.acp4j.transport.ws.internal.netty.Unwatched;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A socket on which not only a WebSocket may be asked for. */
final class HttpSocket implements SocketAccess {

    private static final Logger LOG = LoggerFactory.getLogger(HttpSocket.class);

    private final NettyServer server;
    private final ServerSettings settings;
    private final Channel socket;
    private final PendingHandshakes.Pending pending;
    private final HeadLines lines = new HeadLines();
    private final Future<?> timeout;
    private boolean admitted;

    HttpSocket(NettyServer server, ServerSettings settings, Channel socket, PendingHandshakes.Pending pending) {
        this.server = server;
        this.settings = settings;
        this.socket = socket;
        this.pending = pending;
        this.timeout = socket.eventLoop()
                .schedule(
                        () -> Unwatched.ignore(socket.close()),
                        settings.handshakeTimeout().toMillis(),
                        TimeUnit.MILLISECONDS);
        Unwatched.ignore(socket.closeFuture().addListener(closed -> timeout.cancel(false)));
    }

    @Override
    public @Nullable Refusal refusal(HttpRequest request) {
        RequestChecks checks = server.checks();
        Refusal malformed = checks.malformed(request, lines.isFolded());
        if (malformed != null) {
            return malformed;
        }
        if (checks.asksForHealth(request)) {
            return server.isOpen()
                    ? Refusal.of(HttpResponseStatus.OK, "ok")
                    : Refusal.of(HttpResponseStatus.SERVICE_UNAVAILABLE, WireTransport.SHUTTING_DOWN);
        }
        Refusal refusal = checks.plainRefusal(request);
        return refusal == null && !admitted ? server.overload((InetSocketAddress) socket.remoteAddress()) : refusal;
    }

    @Override
    public boolean allowsOrigin(String origin) {
        return server.checks().isAllowedOrigin(origin);
    }

    @Override
    public void authenticate(Channel channel, HttpRequest request, Decision decision) {
        Handshake asked = ServerHandshake.asked(socket, request);
        ServerSettings.Asker authenticator = settings.authenticator();
        if (authenticator == null) {
            decision.decided(ServerHandshake.unauthenticated(asked), null);
            return;
        }
        if (!admitted && !pending.keep()) {
            return;
        }
        Authentication authentication = new Authentication(authenticator, asked, (principal, refusal) -> {
            pending.release();
            later(channel, () -> decision.decided(principal, refusal));
        });
        Unwatched.ignore(channel.closeFuture().addListener(closed -> authentication.cancel()));
        server.workers().execute(authentication);
    }

    private static void later(Channel channel, Runnable next) {
        try {
            channel.eventLoop().execute(() -> {
                if (channel.isActive()) {
                    next.run();
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("The server has been closed before an authenticator was done", e);
        }
    }

    @Override
    public void admitted() {
        if (admitted) {
            return;
        }
        admitted = true;
        timeout.cancel(false);
        if (socket.pipeline().get(PendingBytes.class) != null) {
            socket.pipeline().remove(PendingBytes.class);
        }
        pending.leave();
    }

    @Override
    public void nextHead() {
        lines.next();
    }

    @Override
    public void joinHeads(ChannelPipeline pipeline) {
        pipeline.addLast(lines).addLast(new HttpServerCodec(ServerInitializer.decoder(settings)));
    }

    @Override
    public void joinWebSocket(ChannelPipeline pipeline) {
        timeout.cancel(false);
        ServerInitializer.joinWebSocket(pipeline, server, settings, pending, lines);
    }
}
