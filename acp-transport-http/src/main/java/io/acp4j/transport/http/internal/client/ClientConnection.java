package io.acp4j.transport.http.internal.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.schema.RequestId;
import io.acp4j.transport.http.HttpCloseReason;
import io.acp4j.transport.http.internal.MessageHead;
import io.acp4j.transport.ws.internal.InboundQueue;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The client's side of one ACP connection over HTTP. Requests and notifications are posted one after the other; responses have a
 * queue of their own, so that none waits behind a request that the server holds until it has got just that response. Behind
 * notifications they wait: a cancellation has to arrive before what the agent goes on with.
 */
public final class ClientConnection implements Transport, ClientStream.Owner {

    private final ClientSettings settings;
    private final Requests requests;
    private final ClientStreams streams;
    private final Reopenings reopenings;
    private final PostQueue calls;
    private final PostQueue responses;
    private final InboundQueue inbound;
    private final OpenRequests pending = new OpenRequests();
    private final ReplayOrder replays;
    /** The sessions of requests of the server, whose responses have to name them. */
    private final Map<RequestId, String> asked = new ConcurrentHashMap<>();

    private final Deque<EventReader> paused = new ArrayDeque<>();
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean gone = new AtomicBoolean();
    private final AtomicBoolean deleteDone = new AtomicBoolean();
    private final AtomicReference<@Nullable CloseReason> reason = new AtomicReference<>();
    private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();
    private volatile @Nullable String id;
    private volatile int protocolVersion;
    private volatile boolean serverNumbers;

    /** Creates a connection, which is opened by the first message that is sent. */
    public ClientConnection(ClientSettings settings) {
        this.settings = settings;
        this.requests = new Requests(settings);
        this.streams = new ClientStreams(settings.maxStreams(), this);
        this.reopenings = new Reopenings(streams, this::after, this::notReopened);
        this.calls = new PostQueue(settings.maxQueuedBytes(), this::address, this::post);
        this.responses = new PostQueue(settings.maxQueuedBytes(), this::address, this::post);
        this.inbound = new InboundQueue(
                settings.workers(),
                () -> false,
                (listener, bytes, offset, length) -> {
                    Envelope unused = listener.onFrame(bytes, offset, length);
                },
                this::resume,
                this::delivered);
        this.replays = new ReplayOrder(streams, settings.workers(), inbound::add);
    }

    /** Returns the identifier that the server has given the connection; null before. */
    public @Nullable String id() {
        return id;
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
        boolean unused = queue(frame).send(frame, Long.MAX_VALUE / 2);
    }

    @Override
    public boolean send(OutboundFrame frame, long timeout, TimeUnit unit)
            throws TransportClosedException, InterruptedException {
        return queue(frame).send(frame, unit.toNanos(timeout));
    }

    @Override
    public boolean offer(OutboundFrame frame) throws TransportClosedException {
        return queue(frame).offer(frame);
    }

    @Override
    public long queuedBytes() {
        return calls.queuedBytes() + responses.queuedBytes();
    }

    private PostQueue queue(OutboundFrame frame) {
        return frame.envelope().kind() == Envelope.Kind.RESPONSE ? responses : calls;
    }

    /** Returns what is to be posted for a frame; called in the order in which frames are posted. */
    private Post address(OutboundFrame frame, byte[] body) {
        Envelope envelope = frame.envelope();
        RequestId to = envelope.id();
        String session = null;
        CompletableFuture<Void> after = CompletableFuture.completedFuture(null);
        if (envelope.kind() == Envelope.Kind.RESPONSE) {
            session = to == null ? null : asked.remove(to);
            after = calls.notified();
        } else if (envelope.session() != null) {
            session = envelope.session().value();
        } else {
            // Parameters of an unknown shape may name a session, too.
            MessageHead head = MessageHead.read(body, 0, body.length).head();
            session = head == null ? null : head.session();
        }
        if (envelope.kind() == Envelope.Kind.REQUEST && to != null) {
            pending.add(to, session == null || session.isEmpty() ? null : session, String.valueOf(envelope.method()));
        }
        return new Post(envelope, session == null || session.isEmpty() ? null : session, body, after);
    }

    // Posting.

    private CompletableFuture<Void> post(Post post) {
        String session = post.session();
        CompletableFuture<Void> ready = session == null || post.envelope().kind() == Envelope.Kind.RESPONSE
                ? post.after()
                : streams.session(session);
        return ready.thenCompose(open -> postNow(post))
                .thenCompose(response -> responded(post, response))
                .exceptionally(failure -> {
                    notPosted(post, ClientStream.cause(failure));
                    return null;
                });
    }

    private CompletableFuture<Requests.Response> postNow(Post post) {
        if (post.isInitialize() && id == null) {
            return requests.open(post.body(), settings.maxMessageBytes());
        }
        RequestId request = post.envelope().id();
        if (post.isRequest() && request != null) {
            pending.posted(request);
        }
        return requests.post(id, post.session(), post.body());
    }

    private void notPosted(Post post, Throwable failure) {
        if (failure instanceof Requests.PostTimeoutException timeout) {
            String problem = Objects.requireNonNull(timeout.getMessage());
            if (post.isRequest() && id != null) {
                fail(post.envelope().id(), problem, "post_timeout");
            } else {
                lost(0, problem, timeout);
            }
        } else if (failure instanceof ClientStream.RefusedException refused
                && !ClientStream.endsAll(refused.status)
                && post.isRequest()) {
            fail(post.envelope().id(), Objects.requireNonNull(refused.getMessage()), refused.status, "");
        } else if (failure instanceof ClientStream.RefusedException refused) {
            lost(refused.status, Objects.requireNonNull(refused.getMessage()), null);
        } else {
            lost(0, "the server cannot be reached at " + Requests.describe(settings.uri()), failure);
        }
    }

    private CompletableFuture<Void> responded(Post post, Requests.Response response) {
        int status = response.status();
        if (post.isInitialize() && id == null) {
            return initialized(response);
        }
        if (status / 100 == 2) {
            return CompletableFuture.completedFuture(null);
        }
        String problem = "the server responded to a message with status " + status;
        if (post.isRequest() && !ClientStream.endsAll(status)) {
            fail(post.envelope().id(), problem, status, new String(response.body(), UTF_8));
        } else {
            lost(status, problem, null);
        }
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> initialized(Requests.Response response) {
        int status = response.status();
        if (status != 200) {
            lost(status, Refusals.explain(settings.uri(), status), null);
            return CompletableFuture.completedFuture(null);
        }
        byte[] body = response.body();
        String given = response.headers().firstValue(Requests.CONNECTION_ID).orElse(null);
        MessageHead head = MessageHead.read(body, 0, body.length).head();
        if (head == null || (given == null && !head.isError())) {
            lost(
                    status,
                    head == null
                            ? "the body of the server's response to initialize is no message"
                            : "the server has given the connection no " + Requests.CONNECTION_ID
                                    + "; it does not speak Streamable HTTP as ACP has it",
                    null);
            return CompletableFuture.completedFuture(null);
        }
        if (given == null) {
            deliver(head, body, "");
            return CompletableFuture.completedFuture(null);
        }
        id = given;
        protocolVersion = InboundLook.protocolVersion(body);
        return streams.openConnection().handle((open, failure) -> {
            if (failure == null) {
                watch();
                deliver(head, body, "");
            } else {
                Throwable cause = ClientStream.cause(failure);
                int refused = cause instanceof ClientStream.RefusedException e ? e.status : 0;
                lost(refused, "the stream of the connection could not be opened", cause);
            }
            return null;
        });
    }

    private void fail(@Nullable RequestId request, String problem, int status, String body) {
        if (request != null && pending.remove(request) != null) {
            inbound.add(
                    status == 0
                            ? ErrorResponse.ofReason(request, problem, "not_sent")
                            : ErrorResponse.ofStatus(request, problem, status, body));
        }
    }

    private void fail(@Nullable RequestId request, String problem, String reason) {
        if (request != null && pending.remove(request) != null) {
            inbound.add(ErrorResponse.ofReason(request, problem, reason));
        }
    }

    // Receiving.

    @Override
    public CompletableFuture<?> request(
            @Nullable String session, @Nullable String lastSeen, HttpResponse.BodyHandler<@Nullable Void> onHead) {
        CompletableFuture<Boolean> late = new CompletableFuture<Boolean>()
                .completeOnTimeout(true, settings.openTimeout().toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<?> sent = requests.events(Objects.requireNonNull(id), session, lastSeen, head -> {
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
        if (InboundLook.isPlainUpdate(message)) {
            update(message);
            return;
        }
        MessageHead head = MessageHead.read(message, 0, message.length).head();
        if (head == null) {
            inbound.add(message);
        } else if (head.kind() == Envelope.Kind.NOTIFICATION && "session/update".equals(head.method())) {
            update(message);
        } else {
            deliver(head, message, stream.session() == null ? "" : stream.session());
        }
    }

    @Override
    public void numbered() {
        serverNumbers = true;
    }

    private void update(byte[] message) {
        String child = InboundLook.child(message);
        ClientStream opening = child == null ? null : streams.reserve(child, 0);
        inbound.add(message);
        open(opening);
    }

    private void deliver(MessageHead head, byte[] message, String session) {
        RequestId of = head.id();
        if (head.kind() == Envelope.Kind.REQUEST && of != null) {
            asked.put(of, session);
        }
        boolean response = head.kind() == Envelope.Kind.RESPONSE;
        if (response && of != null && pending.isFailing(of)) {
            return;
        }
        // Its first updates may be on their way already, and must not overtake what tells of the session.
        ClientStream opening =
                response && head.session() != null && id != null ? streams.reserve(head.session(), 0) : null;
        OpenRequests.Open to = response && of != null ? pending.remove(of) : null;
        if (to == null) {
            inbound.add(message);
        } else {
            responded(to, head, message, session);
        }
        open(opening);
    }

    private void open(@Nullable ClientStream stream) {
        if (stream != null) {
            var unused = streams.open(stream);
        }
    }

    private void responded(OpenRequests.Open request, MessageHead head, byte[] message, String stream) {
        String over = pending.overBehind(request, head.isError());
        if (over != null) {
            streams.close(over);
        }
        if (stream.isEmpty() && request.opens() && !head.isError()) {
            replays.afterStream(Objects.requireNonNull(request.session()), message);
        } else {
            inbound.add(message);
        }
    }

    @Override
    public void goOn(EventReader reader) {
        synchronized (paused) {
            paused.add(reader);
        }
        if (inbound.hasRoom()) {
            resume();
        }
    }

    private void resume() {
        while (true) {
            EventReader next;
            synchronized (paused) {
                next = paused.poll();
            }
            if (next == null) {
                return;
            }
            next.requestMore();
        }
    }

    @Override
    public void ended(ClientStream stream, @Nullable Throwable failure) {
        String session = stream.session();
        if (session == null) {
            connectionEnded(stream, failure);
            return;
        }
        streams.ended(stream);
        List<RequestId> owed = pending.of(session);
        // However it has ended: where a body ends with its socket, a cut looks like an end.
        String after = stream.resumeAfter(serverNumbers);
        if (after == null && failure != null && turnsOutliveResponses()) {
            lost(
                    0,
                    "the stream of a session was cut off, and events may be lost: the server does not number them",
                    failure);
            return;
        }
        streams.resumeAfter(session, after);
        if (failure != null && !owed.isEmpty()) {
            reopenAndFail(session, owed);
            return;
        }
        failOwed(owed);
        if (reason.get() == null) {
            reopenings.plan(stream);
        }
    }

    /** In version 2 no request waits for the end of a turn, so that none can be failed when the turn's updates are lost. */
    private boolean turnsOutliveResponses() {
        return protocolVersion >= 2;
    }

    /** Where the network has cut everything off, the connection is lost, and its end tells what was lost with it. */
    private void reopenAndFail(String session, List<RequestId> owed) {
        if (!turnsOutliveResponses()) {
            // Updates before their responses may be lost: they must not look complete.
            pending.failing(owed);
        }
        var unused = streams.session(session).whenComplete((open, problem) -> {
            Throwable cause = problem == null ? null : ClientStream.cause(problem);
            int status = cause instanceof ClientStream.RefusedException refused ? refused.status : 0;
            if (status == ClientStream.LOST && !turnsOutliveResponses()) {
                // The errors of the requests say so.
                failOwed(owed);
                streams.resumeAfter(session, null);
                var unusedOpening = streams.session(session);
            } else if (cause == null
                    || (cause instanceof ClientStream.RefusedException && !ClientStream.endsAll(status))) {
                failOwed(owed);
            } else {
                lost(
                        status,
                        status == ClientStream.LOST
                                ? Objects.requireNonNull(cause.getMessage())
                                : "the stream of a session was cut off and cannot be opened again",
                        cause);
            }
        });
    }

    private void notReopened(int status, @Nullable Throwable failure) {
        if (status == ClientStream.LOST) {
            lost(status, Objects.requireNonNull(Objects.requireNonNull(failure).getMessage()), failure);
        } else if (turnsOutliveResponses()) {
            lost(status, "the stream of a session cannot be kept open, and its events would be missed", failure);
        }
    }

    private void connectionEnded(ClientStream stream, @Nullable Throwable failure) {
        String said = stream.lastComment();
        String problem = "the server has ended the stream of the connection"
                + (said.isEmpty() ? "" : ": " + VisibleText.line(said.substring(0, Math.min(200, said.length()))));
        if (failure != null) {
            lost(CloseReason.Kind.FAILURE, 0, problem, failure);
            return;
        }
        // A server that shuts down ends its streams one by one: the last responses may still be on their way on the
        // others.
        var unused = streams.awaitSessions()
                .completeOnTimeout(null, settings.closeTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .thenRun(() -> lost(CloseReason.Kind.PEER, 0, problem, null));
    }

    private void failOwed(List<RequestId> owed) {
        String problem = "the event stream of the session ended before the response; it may have been executed";
        owed.forEach(request -> fail(request, problem, "stream_ended"));
    }

    @Override
    public void tooLong(ClientStream stream) {
        lost(0, "a message is longer than " + settings.maxMessageBytes() + " bytes", null);
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
        CompletableFuture<Void> empty = CompletableFuture.allOf(calls.end(first, false), responses.end(first, false));
        var unused = empty.thenRun(() -> goneNow(first));
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
        var unused = calls.end(why, true);
        unused = responses.end(why, true);
        requests.giveUp();
        String connection = id;
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
