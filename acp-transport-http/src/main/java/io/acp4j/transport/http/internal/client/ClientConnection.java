package io.acp4j.transport.http.internal.client;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.transport.http.HttpCloseReason;
import io.acp4j.transport.ws.internal.InboundQueue;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The client's side of one ACP connection over HTTP, from its start to its end. */
public final class ClientConnection implements Transport, ClientStream.Owner {

    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

    private final ClientSettings settings;
    private final Requests requests;
    private final ClientStreams streams;
    private final ServerState server = new ServerState();
    private final InboundQueue inbound;
    private final Receiving receiving;
    private final StreamEnds ends;
    private final Posting posting;
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean gone = new AtomicBoolean();
    private final AtomicBoolean deleteDone = new AtomicBoolean();
    private final AtomicReference<@Nullable CloseReason> reason = new AtomicReference<>();
    private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();

    /** Creates a connection, which is opened by the first message that is sent. */
    public ClientConnection(ClientSettings settings) {
        this.settings = settings;
        this.requests = new Requests(settings);
        this.streams = new ClientStreams(settings.maxStreams(), this);
        this.inbound = new InboundQueue(
                settings.workers(),
                () -> false,
                (listener, bytes, offset, length) -> {
                    Envelope unused = listener.onFrame(bytes, offset, length);
                },
                this::resume,
                this::delivered);
        OpenRequests pending = new OpenRequests();
        RequestFailures failures = new RequestFailures(pending, inbound::add);
        Loss loss = this::lost;
        LateStreams late = new LateStreams(streams, pending, failures, this::after, () -> reason.get() != null);
        this.receiving = new Receiving(streams, pending, server, inbound, late, this::pong, settings.workers());
        this.ends = new StreamEnds(
                streams,
                pending,
                server,
                failures,
                loss,
                inbound::add,
                this::after,
                () -> reason.get() != null,
                settings.closeTimeout(),
                settings.openTimeout());
        this.posting =
                new Posting(settings, requests, ends, late, pending, server, receiving, failures, loss, this::watch);
    }

    /** Returns the identifier that the server has given the connection; null before. */
    public @Nullable String id() {
        return server.id();
    }

    // The engine's side.

    @Override
    public void start(TransportListener listener) {
        Objects.requireNonNull(listener, "listener");
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("the transport was started before");
        }
        inbound.start(listener);
    }

    @Override
    public void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        boolean unused = posting.queue(frame).send(frame, Long.MAX_VALUE / 2);
    }

    @Override
    public boolean send(OutboundFrame frame, long timeout, TimeUnit unit)
            throws TransportClosedException, InterruptedException {
        return posting.queue(frame).send(frame, unit.toNanos(timeout));
    }

    @Override
    public boolean offer(OutboundFrame frame) throws TransportClosedException {
        return posting.queue(frame).offer(frame);
    }

    @Override
    public long queuedBytes() {
        return posting.queuedBytes();
    }

    // Receiving.

    @Override
    public CompletableFuture<?> request(
            @Nullable String session, @Nullable String lastSeen, HttpResponse.BodyHandler<@Nullable Void> onHead) {
        CompletableFuture<Boolean> late = new CompletableFuture<Boolean>()
                .completeOnTimeout(true, settings.openTimeout().toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<?> sent = requests.events(Objects.requireNonNull(server.id()), session, lastSeen, head -> {
            late.complete(false);
            return onHead.apply(head);
        });
        CompletableFuture<@Nullable Void> outcome = new CompletableFuture<>();
        var unusedEnd = sent.whenComplete((response, failure) -> {
            late.complete(false);
            if (failure == null) {
                outcome.complete(null);
            } else {
                outcome.completeExceptionally(failure);
            }
        });
        var unusedTimeout = late.thenAcceptAsync(
                isLate -> {
                    if (isLate) {
                        outcome.completeExceptionally(
                                new HttpTimeoutException("the server has not opened a stream of events for "
                                        + DurationText.of(settings.openTimeout())));
                        // Closes the socket, or resets the stream: another one is to take its place.
                        sent.cancel(true);
                    }
                },
                settings.workers());
        return outcome;
    }

    @Override
    public Executor workers() {
        return settings.workers();
    }

    @Override
    public int maxMessageBytes() {
        return settings.maxMessageBytes();
    }

    @Override
    public void received(ClientStream stream, byte[] message) {
        receiving.received(stream, message);
    }

    @Override
    public void numbered() {
        server.numbered();
    }

    @Override
    public void goOn(EventReader reader) {
        receiving.goOn(reader);
    }

    private void pong(OutboundFrame response) {
        try {
            // If the queue is full, its messages are signs of life, too.
            boolean unused = posting.queue(response).offer(response);
        } catch (TransportClosedException e) {
            LOG.debug("The connection was closed before a response to a ping was sent", e);
        }
    }

    private void resume() {
        receiving.resume();
    }

    @Override
    public void ended(ClientStream stream, @Nullable Throwable failure) {
        ends.ended(stream, failure);
    }

    @Override
    public void refused(byte[] beginning, int length) {
        receiving.refused(FrameError.tooLarge(settings.maxMessageBytes(), 0, beginning, 0, length));
    }

    @Override
    public void tooLong(ClientStream stream) {
        lost(
                0,
                "a message exceeds the limit of " + settings.maxMessageBytes() + " bytes by more than can be skipped",
                null);
    }

    private void watch() {
        long timeout = settings.silenceTimeout().toNanos();
        if (timeout > 0 && !gone.get()) {
            after(Math.max(TimeUnit.NANOSECONDS.toMillis(timeout / 4), 1), () -> {
                if (streams.all().stream().anyMatch(stream -> stream.silentNanos() >= timeout)) {
                    lost(
                            0,
                            "the server has shown no sign of life for " + DurationText.of(settings.silenceTimeout()),
                            null);
                } else {
                    watch();
                }
            });
        }
    }

    // The end.

    @Override
    public void close() {
        if (reason.get() != null) {
            return;
        }
        CloseReason first = settle(new HttpCloseReason(CloseReason.Kind.LOCAL, 0, "closed by this side", null));
        var unused = posting.end(first, false).thenRun(() -> goneNow(first));
        giveUpWithoutProgress(first, queuedBytes());
    }

    /** Ends the wait for what is queued once the server has taken nothing of it for as long as closing waits. */
    private void giveUpWithoutProgress(CloseReason why, long queuedBefore) {
        after(settings.closeTimeout().toMillis(), () -> {
            long queued = queuedBytes();
            if (queued == queuedBefore) {
                goneNow(why);
            } else if (!gone.get()) {
                giveUpWithoutProgress(why, queued);
            }
        });
    }

    private void lost(int status, String problem, @Nullable Throwable cause) {
        lost(CloseReason.Kind.FAILURE, status, problem, cause);
    }

    private void lost(CloseReason.Kind kind, int status, String problem, @Nullable Throwable cause) {
        goneNow(settle(new HttpCloseReason(kind, status, problem, cause)));
    }

    private void goneNow(CloseReason why) {
        if (!gone.compareAndSet(false, true)) {
            return;
        }
        CompletableFuture<?> unused = posting.end(why, true);
        requests.giveUp();
        String connection = server.id();
        CompletableFuture<?> deleted =
                connection == null ? CompletableFuture.completedFuture(null) : requests.delete(connection);
        streams.cancel();
        inbound.end(why);
        unused = deleted.<@Nullable Void>handle((done, failure) -> null)
                .completeOnTimeout(null, settings.closeTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .thenRunAsync(this::deletedOrNot, settings.workers());
    }

    private void deletedOrNot() {
        deleteDone.set(true);
        if (inbound.isDone()) {
            complete();
        } else {
            // A listener that is held for long may be waiting for just this.
            after(settings.closeTimeout().toMillis(), this::complete);
        }
    }

    private void delivered() {
        if (deleteDone.get()) {
            settings.workers().execute(this::complete);
        }
    }

    private void complete() {
        closed.complete(Objects.requireNonNull(reason.get()));
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return closed.minimalCompletionStage();
    }

    private void after(long millis, Runnable task) {
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, settings.workers())
                .execute(task);
    }

    /** The first reason stands. */
    private CloseReason settle(CloseReason candidate) {
        CloseReason first = reason.compareAndExchange(null, candidate);
        return first == null ? candidate : first;
    }
}
