package io.acp4j.transport.http.internal.server;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.schema.RequestId;
import io.acp4j.transport.http.internal.MessageHead;
import io.acp4j.transport.ws.internal.InboundQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One ACP connection over HTTP, whichever requests it is made of. A response goes where its request came from: to the stream of its
 * session, or to that of the connection; every other message to the stream of the session that it names. So it is known for each
 * message where it goes, and none is parsed for that which the engine has written from a typed value.
 */
public final class HttpConnection implements Transport {

    /** How many requests may be held at once because the engine has no room for what they bring. */
    static final int MAX_HELD = 64;

    private final String id;
    private final String principal;
    private final RequestId initialize;
    private final Opening opening;
    private final ConnectionHost host;
    private final EventStreams streams;
    private final InboundQueue inbound;
    /** Where the responses to the requests of the client go; empty for the stream of the connection. */
    private final Map<RequestId, String> routes = new ConcurrentHashMap<>();

    private final Deque<Runnable> held = new ArrayDeque<>();
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean gone = new AtomicBoolean();
    private final AtomicBoolean initialized = new AtomicBoolean();
    private final AtomicReference<@Nullable CloseReason> reason = new AtomicReference<>();
    private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();
    private final ConnectionWatch watch;
    private volatile @Nullable Runnable onQuiet;

    /** Receives the response to {@code initialize}, which is the body of that very request's response. */
    interface Opening {

        /** Is given the response; an error means that there is no connection. */
        void responded(String connection, byte[] response, boolean isError);

        /** Is told that there will be none. */
        void failed(CloseReason why);
    }

    HttpConnection(String id, String principal, RequestId initialize, Opening opening, ConnectionHost host) {
        this.id = id;
        this.principal = principal;
        this.initialize = initialize;
        this.opening = opening;
        this.host = host;
        this.streams = new EventStreams(host.limits());
        this.inbound = new InboundQueue(
                host.workers(),
                () -> false,
                (listener, bytes, offset, length) -> {
                    Envelope unused = listener.onFrame(bytes, offset, length);
                },
                this::releaseHeld,
                this::delivered);
        this.watch = new ConnectionWatch(host.limits(), streams, this::lost);
    }

    String id() {
        return id;
    }

    @Override
    public String principal() {
        return principal;
    }

    // The engine's side.

    @Override
    public void start(TransportListener listener) {
        Objects.requireNonNull(listener, "listener");
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("the transport was started before");
        }
        inbound.start(listener);
        if (inbound.hasRoom()) {
            releaseHeld();
        }
    }

    boolean isStarted() {
        return started.get();
    }

    @Override
    public void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        boolean unused = send(frame, Long.MAX_VALUE / 2, TimeUnit.NANOSECONDS);
    }

    @Override
    public boolean send(OutboundFrame frame, long timeout, TimeUnit unit)
            throws TransportClosedException, InterruptedException {
        Routed routed = route(frame);
        if (routed.stream() == null) {
            respondToInitialize(routed.frame());
            return true;
        }
        boolean sent = routed.stream().send(routed.frame(), unit.toNanos(timeout));
        if (sent) {
            sent(routed.frame().envelope());
        }
        return sent;
    }

    @Override
    public boolean offer(OutboundFrame frame) throws TransportClosedException {
        Routed routed = route(frame);
        if (routed.stream() == null) {
            respondToInitialize(routed.frame());
            return true;
        }
        boolean sent = routed.stream().offer(routed.frame());
        if (sent) {
            sent(routed.frame().envelope());
        }
        return sent;
    }

    @Override
    public long queuedBytes() {
        return streams.queuedBytes();
    }

    /**
     * A frame and where it goes.
     *
     * @param stream the stream; null for the response to {@code initialize}
     */
    private record Routed(OutboundFrame frame, @Nullable EventStream stream) {}

    private Routed route(OutboundFrame frame) throws TransportClosedException {
        Envelope envelope = frame.envelope();
        if (envelope.kind() == Envelope.Kind.RESPONSE) {
            RequestId to = envelope.id();
            if (initialize.equals(to) && !initialized.get()) {
                return new Routed(frame, null);
            }
            String session = to == null ? null : routes.get(to);
            return new Routed(frame, stream(session == null ? "" : session));
        }
        if (envelope.session() != null) {
            return new Routed(frame, stream(envelope.session().value()));
        }
        // Parameters of an unknown shape may name a session, too.
        WrittenFrame written = WrittenFrame.of(frame);
        return new Routed(written, stream(written.session()));
    }

    private EventStream stream(String session) throws TransportClosedException {
        if (session.isEmpty()) {
            return streams.connection();
        }
        EventStream found = streams.session(session);
        if (found == null) {
            lost("there are more than " + host.limits().maxStreams()
                    + " session streams with something for the client");
            throw new TransportClosedException(settle(CloseReason.local()));
        }
        return found;
    }

    private void respondToInitialize(OutboundFrame frame) throws TransportClosedException {
        CloseReason why = reason.get();
        if (why != null) {
            throw new TransportClosedException(why);
        }
        FrameBuffer buffer = new FrameBuffer();
        try {
            frame.writeTo(buffer);
        } catch (IOException e) {
            throw new UncheckedIOException("frame could not be written: " + e.getMessage(), e);
        }
        if (!initialized.compareAndSet(false, true)) {
            return;
        }
        byte[] response = Arrays.copyOf(buffer.array(), buffer.size());
        MessageHead head = MessageHead.read(response, 0, response.length).head();
        boolean isError = head == null || head.isError();
        opening.responded(id, response, isError);
        if (isError) {
            close(
                    new CloseReason.Simple(CloseReason.Kind.LOCAL, "initialize was responded to with an error", null),
                    "");
        } else {
            watch.begin();
            host.every(watch.periodNanos(), watch, closed);
            quieter();
        }
    }

    private void sent(Envelope envelope) {
        if (envelope.kind() == Envelope.Kind.RESPONSE && envelope.id() != null) {
            routes.remove(envelope.id());
            quieter();
        }
    }

    private void quieter() {
        Runnable action = onQuiet;
        if (action != null && initialized.get() && routes.isEmpty()) {
            onQuiet = null;
            action.run();
        }
    }

    /** Runs an action when no request of the client is without a response. */
    void whenQuiet(Runnable action) {
        onQuiet = action;
        quieter();
    }

    @Override
    public void close() {
        close(CloseReason.local(), "the agent has closed the connection");
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return closed.minimalCompletionStage();
    }

    // The client's side.

    boolean isOpen() {
        return reason.get() == null;
    }

    /**
     * Notes where the response to a request goes.
     *
     * @return false when another request with that id has no response yet
     */
    boolean remember(RequestId request, String session) {
        return !(initialize.equals(request) && !initialized.get()) && routes.putIfAbsent(request, session) == null;
    }

    /** Takes back what {@link #remember} has noted. */
    void forget(@Nullable RequestId request) {
        if (request != null) {
            routes.remove(request);
        }
    }

    /**
     * Takes a message.
     *
     * @param done run when there is room for the next one: at once, or on any thread
     * @return false when too many requests are held already; the message is not taken then
     */
    boolean receive(byte[] message, Runnable done) {
        synchronized (held) {
            if (held.size() >= MAX_HELD) {
                return false;
            }
            held.add(done);
        }
        watch.active();
        inbound.add(message);
        if (!isOpen() || inbound.hasRoom()) {
            releaseHeld();
        }
        return true;
    }

    private void releaseHeld() {
        while (true) {
            Runnable next;
            synchronized (held) {
                next = held.poll();
            }
            if (next == null) {
                return;
            }
            next.run();
        }
    }

    /** Returns its streams. */
    public EventStreams streams() {
        return streams;
    }

    /** Is told that a response carries a stream. */
    public void attached(EventResponse response) {
        // Proxies such as nginx pass on the head of a response with the first byte of its body: clients would wait for
        // an event.
        response.keepAlive(0);
        CloseReason why = reason.get();
        if (why != null) {
            response.finish(why.description());
        }
    }

    /** Is told that a response no longer carries a stream. */
    public void detached(EventStream stream, EventResponse response) {
        streams.detach(stream, response);
        goneWhenFinished();
    }

    /** Ends the connection, as the client has asked for. */
    void deleted() {
        breakOff(CloseReason.peer("the client has ended the connection"), "the client has ended the connection");
    }

    // The end.

    private void lost(String problem) {
        breakOff(new CloseReason.Simple(CloseReason.Kind.FAILURE, problem, null), "closed: " + problem);
    }

    /** Ends the connection at once; what is queued for the client is dropped. */
    void breakOff(CloseReason why, String comment) {
        CloseReason first = settle(why);
        streams.breakOff(first, comment);
        goneNow(first);
    }

    /** Ends the connection once what is queued has been written, or the close time-out is over. */
    void close(CloseReason why, String comment) {
        if (reason.get() != null) {
            return;
        }
        CloseReason first = settle(why);
        streams.finish(first, comment);
        host.later(host.limits().closeTimeout().toNanos(), () -> {
            streams.breakOff(first, comment);
            goneNow(first);
        });
        goneWhenFinished();
    }

    private void goneWhenFinished() {
        CloseReason why = reason.get();
        if (why != null && streams.isFinished()) {
            streams.breakOff(why, "");
            goneNow(why);
        }
    }

    private void goneNow(CloseReason why) {
        if (!gone.compareAndSet(false, true)) {
            return;
        }
        host.gone(this);
        if (initialized.compareAndSet(false, true)) {
            opening.failed(why);
        }
        inbound.end(why);
        releaseHeld();
        host.later(host.limits().closeTimeout().toNanos(), streams::cut);
        if (inbound.isDone()) {
            complete();
        } else {
            // A listener that is held for long may be waiting for just this.
            host.later(host.limits().closeTimeout().toNanos(), this::complete);
        }
    }

    private void delivered() {
        if (gone.get()) {
            complete();
        }
    }

    private void complete() {
        CloseReason why = settle(CloseReason.local());
        host.workers().execute(() -> closed.complete(why));
    }

    /** The first reason stands. */
    private CloseReason settle(CloseReason candidate) {
        CloseReason first = reason.compareAndExchange(null, candidate);
        return first == null ? candidate : first;
    }
}
