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
import io.acp4j.transport.http.internal.Ping;
import io.acp4j.transport.ws.internal.InboundQueue;
import io.acp4j.transport.ws.internal.Quiet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One ACP connection over HTTP, whichever requests it is made of. A response goes where its request came from: to the stream of its
 * session, or to that of the connection; every other message to the stream of the session that it names. So it is known for each
 * message where it goes, and none is parsed for that which the engine has written from a typed value.
 */
public final class HttpConnection implements Transport {

    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

    private final String id;
    private final String principal;
    private final RequestId initialize;
    private final Opening opening;
    private final ConnectionHost host;
    private final EventStreams streams;
    private final InboundQueue inbound;
    /** Methods behind whose responses nothing comes about a session any more. */
    private static final Set<String> ENDING = Set.of("session/close", "session/delete");

    /** Where the responses to the requests of the client go. */
    private final Map<RequestId, Route> routes = new ConcurrentHashMap<>();

    private final AtomicInteger responding = new AtomicInteger();

    private final HeldRequests held;
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean gone = new AtomicBoolean();
    private final AtomicBoolean initialized = new AtomicBoolean();
    private final AtomicReference<@Nullable CloseReason> reason = new AtomicReference<>();
    private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();
    private final ConnectionWatch watch;
    private final Quiet quiet = new Quiet(this::owesNothing);

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
        this.held = new HeldRequests(host.limits().maxMessageBytes());
        this.inbound = new InboundQueue(
                host.workers(),
                () -> false,
                (listener, bytes, offset, length) -> {
                    Envelope unused = listener.onFrame(bytes, offset, length);
                },
                held::release,
                this::delivered);
        this.watch = new ConnectionWatch(host.limits(), streams, new WatchedClient());
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
        quiet.started(listener);
        inbound.start(listener);
        if (inbound.hasRoom()) {
            held.release();
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
        long nanos = unit.toNanos(timeout);
        return pass(frame, (stream, written) -> stream.send(written, nanos));
    }

    @Override
    public boolean offer(OutboundFrame frame) throws TransportClosedException {
        return pass(frame, EventStream::offer);
    }

    /** How a frame gets into a stream. */
    private interface Way<X extends Exception> {

        boolean pass(EventStream stream, OutboundFrame frame) throws X, TransportClosedException;
    }

    private <X extends Exception> boolean pass(OutboundFrame frame, Way<X> way) throws X, TransportClosedException {
        Envelope envelope = frame.envelope();
        if (envelope.kind() != Envelope.Kind.RESPONSE) {
            if (envelope.session() != null) {
                return pass(frame, envelope.session().value(), way);
            }
            // Parameters of an unknown shape may name a session, too.
            WrittenFrame written = WrittenFrame.of(frame);
            return pass(written, written.session(), way);
        }
        RequestId to = envelope.id();
        if (to == null) {
            return pass(frame, "", way);
        }
        if (initialize.equals(to) && !initialized.get()) {
            respondToInitialize(frame);
            return true;
        }
        return respond(frame, to, way);
    }

    private <X extends Exception> boolean pass(OutboundFrame frame, String session, Way<X> way)
            throws X, TransportClosedException {
        EventStream stream = stream(session);
        try {
            return way.pass(stream, frame);
        } finally {
            stream.unuse();
        }
    }

    private <X extends Exception> boolean respond(OutboundFrame frame, RequestId to, Way<X> way)
            throws X, TransportClosedException {
        responding.incrementAndGet();
        // Before the client can have the response, and use the id again.
        Route route = routes.remove(to);
        boolean sent = false;
        try {
            if (route != null && route.ends()) {
                WrittenFrame written = WrittenFrame.of(frame);
                sent = pass(written, route.session(), way);
                if (sent && !written.isError()) {
                    streams.over(route.session(), true);
                }
            } else {
                sent = pass(frame, route == null ? "" : route.session(), way);
            }
            return sent;
        } finally {
            if (!sent && route != null) {
                routes.putIfAbsent(to, route);
            }
            responding.decrementAndGet();
            quiet.look();
        }
    }

    @Override
    public long queuedBytes() {
        return streams.queuedBytes();
    }

    /**
     * Where the response to a request goes.
     *
     * @param session the session; empty for the stream of the connection
     * @param ends whether nothing comes about the session behind it, unless it is an error
     */
    private record Route(String session, boolean ends) {}

    private EventStream stream(String session) throws TransportClosedException {
        EventStream found = streams.use(session);
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
            quiet.look();
        }
    }

    /** View of the client for the watch of the connection. */
    private final class WatchedClient implements ConnectionWatch.Client {

        private long pings;

        @Override
        public boolean isHeld() {
            return !held.isEmpty();
        }

        @Override
        public void ping() {
            try {
                pings++;
                boolean unused = pass(Ping.request(pings), "", EventStream::offer);
            } catch (TransportClosedException e) {
                LOG.debug("A connection was closed before a ping was sent", e);
            }
        }

        @Override
        public void lost(String problem) {
            HttpConnection.this.lost(problem);
        }
    }

    private boolean owesNothing() {
        return initialized.get() && routes.isEmpty() && responding.get() == 0;
    }

    /** Runs an action when no request of the client is without a response, and nothing that one has begun goes on. */
    void whenQuiet(Runnable action) {
        quiet.whenQuiet(action);
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
    boolean remember(RequestId request, String session, @Nullable String method) {
        boolean ends = ENDING.contains(String.valueOf(method)) && !session.isEmpty();
        if (!ends) {
            // It may be opened again.
            streams.over(session, false);
        }
        return !(initialize.equals(request) && !initialized.get())
                && routes.putIfAbsent(request, new Route(session, ends)) == null;
    }

    /** Returns whether there is a stream for what the agent says in a session, or room for one. */
    boolean hasStreamFor(String session) {
        EventStream found = streams.use(session);
        if (found != null) {
            found.unuse();
        }
        return found != null;
    }

    /** Takes back what {@link #remember} has noted. */
    void forget(@Nullable RequestId request) {
        if (request != null) {
            routes.remove(request);
            quiet.look();
        }
    }

    /**
     * Takes a message.
     *
     * @param done run when there is room for the next one: at once, or on any thread
     * @return false when too many requests are held already, or too much in them; the message is not taken then
     */
    boolean receive(byte[] message, Runnable done) {
        if (!held.add(done, message.length, inbound.hasRoom())) {
            return false;
        }
        watch.active();
        inbound.add(message);
        if (!isOpen() || inbound.hasRoom()) {
            held.release();
        }
        return true;
    }

    /** Records a sign of life of the client. */
    void active() {
        watch.active();
    }

    /** Records that the client responds to pings. */
    void respondsToPings() {
        watch.respondsToPings();
    }

    /** Returns its streams. */
    public EventStreams streams() {
        return streams;
    }

    /** Is told that a response carries a stream. */
    public void attached(EventResponse response) {
        response.begin(!host.limits().keepAliveInterval().isZero());
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
        held.release();
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
