package io.acp4j.transport.ws.internal.server;

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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A socket on which not only a WebSocket may be asked for. */
final class HttpSocket implements SocketAccess {

    private static final Logger LOG = LoggerFactory.getLogger(HttpSocket.class);

    /** What a stream of HTTP/2 takes at least, however few bytes have made it. */
    private static final int STREAM_BYTES = 2 * 1024;

    private final NettyServer server;
    private final ServerSettings settings;
    private final Channel socket;
    private final PendingHandshakes.Pending pending;
    private final HeadLines lines = new HeadLines();
    private final Future<?> timeout;
    /** The requests that wait for the authenticator's word about the one before, while nobody is admitted. */
    private final Deque<Question> waiting = new ArrayDeque<>();

    private final IdentityHashMap<Question, Authentication> running = new IdentityHashMap<>();
    private boolean isAsking;
    private boolean admitted;

    private record Question(
            Channel channel, HttpRequest request, ServerSettings.Asker authenticator, Decision decision) {}

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
        // One listener for all requests: a socket may have any number of them.
        Unwatched.ignore(socket.closeFuture().addListener(closed -> {
            timeout.cancel(false);
            running.values().forEach(Authentication::cancel);
        }));
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
    public boolean streamOpened() {
        return admitted || pending.add(STREAM_BYTES);
    }

    /** Asks about one request at a time until the socket is admitted: each holds a thread, and there may be thousands of streams. */
    @Override
    public void authenticate(Channel channel, HttpRequest request, Decision decision) {
        ServerSettings.Asker authenticator = settings.authenticator();
        if (authenticator == null) {
            decision.decided(ServerHandshake.unauthenticated(ServerHandshake.asked(socket, request)), null);
            return;
        }
        Question question = new Question(channel, request, authenticator, decision);
        if (admitted) {
            ask(question, (principal, refusal) -> later(() -> decide(question, principal, refusal)));
        } else if (isAsking) {
            waiting.add(question);
        } else {
            askFirst(question);
        }
    }

    private void askFirst(Question question) {
        if (!pending.keep()) {
            return;
        }
        isAsking = true;
        ask(question, (principal, refusal) -> {
            pending.release();
            later(() -> {
                isAsking = false;
                decide(question, principal, refusal);
                askNext();
            });
        });
    }

    private void askNext() {
        while (!isAsking && !waiting.isEmpty()) {
            Question next = waiting.remove();
            if (next.channel().isActive()) {
                authenticate(next.channel(), next.request(), next.decision());
            }
        }
    }

    private void decide(Question question, @Nullable String principal, @Nullable Refusal refusal) {
        running.remove(question);
        if (question.channel().isActive()) {
            question.decision().decided(principal, refusal);
        }
    }

    private void ask(Question question, BiConsumer<@Nullable String, @Nullable Refusal> onDecision) {
        Authentication authentication = new Authentication(
                question.authenticator(), ServerHandshake.asked(socket, question.request()), onDecision);
        running.put(question, authentication);
        if (!question.channel().equals(socket)) {
            Unwatched.ignore(question.channel().closeFuture().addListener(closed -> authentication.cancel()));
        }
        server.workers().execute(authentication);
    }

    private void later(Runnable next) {
        try {
            socket.eventLoop().execute(next);
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
