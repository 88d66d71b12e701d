package io.acp4j.proxy.internal.relay;

import com.fasterxml.jackson.core.JsonFactory;
import io.acp4j.proxy.ProxyCloseReason;
import io.acp4j.proxy.ProxyConnection;
import io.acp4j.proxy.ProxyLimits;
import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.schema.json.JsonReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The transports of one proxy, from the first frame until all have ended. */
public final class Relay implements ProxyConnection {

    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

    /** How long JSON strings may be, in characters; transports limit frames to less. */
    private static final int MAX_STRING_LENGTH = Integer.MAX_VALUE;

    /** Whose interceptor or wire listener a thread may be calling. */
    private static final ThreadLocal<@Nullable Relay> CALLING = new ThreadLocal<>();

    private final ProxyLimits limits;
    private final JsonFactory json;
    private final List<Hop> hops = new ArrayList<>();
    private final AtomicReference<@Nullable ProxyCloseReason> first = new AtomicReference<>();
    private final CompletableFuture<ProxyCloseReason> closed = new CompletableFuture<>();
    private final RefusedMessageResponder refusals = new RefusedMessageResponder(this);
    private @Nullable Forwarder forwarder;

    public Relay(ProxyLimits limits) {
        this.limits = limits;
        this.json = JsonReader.factory(limits.maxDepth(), MAX_STRING_LENGTH);
    }

    /** Adds the transport to the client, or to a conductor in its place, before {@link #start}. */
    public Hop addClient(String name, Transport transport, List<WireListener> listeners) {
        return add(new Hop(name, true, transport, listeners, this));
    }

    /** Adds the transport to an agent or a proxy, before {@link #start}. */
    public Hop add(String name, Transport transport, List<WireListener> listeners) {
        return add(new Hop(name, false, transport, listeners, this));
    }

    private Hop add(Hop hop) {
        hops.add(hop);
        return hop;
    }

    /** Starts to pass messages on. */
    public Relay start(Router router, Interceptors interceptors) {
        forwarder = new Forwarder(this, router, interceptors);
        CompletableFuture<?>[] ends = hops.stream()
                .map(hop -> hop.transport()
                        .closed()
                        .whenComplete((reason, impossible) -> ended(hop, reason, false))
                        .toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new);
        var unused = CompletableFuture.allOf(ends).whenComplete((done, impossible) -> closed.complete(reason()));
        for (Hop hop : hops) {
            hop.transport().start(hop);
        }
        return this;
    }

    Forwarder forwarder() {
        Forwarder started = forwarder;
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        return started;
    }

    ProxyLimits limits() {
        return limits;
    }

    JsonFactory json() {
        return json;
    }

    /** Notes that this thread calls interceptors or wire listeners of this proxy; returns what {@link #leave} takes. */
    @Nullable
    Relay enter() {
        Relay outer = CALLING.get();
        CALLING.set(this);
        return outer;
    }

    /** Notes that this thread calls none of them any more, but for those of an outer proxy. */
    static void leave(@Nullable Relay outer) {
        if (outer == null) {
            CALLING.remove();
        } else {
            CALLING.set(outer);
        }
    }

    /**
     * Sends a frame, and waits for space in the queue. If the transport refuses the frame, only its own request fails.
     *
     * @return false when the transport has ended
     */
    boolean send(Hop to, OutboundFrame frame) {
        try {
            return sendOrRefuse(to, frame);
        } catch (UncheckedIOException e) {
            refusals.refused(to, frame.envelope(), e);
            return true;
        }
    }

    /**
     * Sends a frame as {@link #send} does.
     *
     * @throws UncheckedIOException if the transport refuses the frame, for example because it is too long
     */
    boolean sendOrRefuse(Hop to, OutboundFrame frame) {
        try {
            if (!to.transport().offer(frame)) {
                sendWatched(to, frame);
            }
            return true;
        } catch (TransportClosedException e) {
            return false;
        } catch (InterruptedException e) {
            // Only a transport that is being closed interrupts its reader; everything is about to end.
            LOG.debug("a message to the {} was given up, as the sender is being closed", to.name());
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void sendWatched(Hop to, OutboundFrame frame) throws TransportClosedException, InterruptedException {
        Duration stall = limits.stallTimeout();
        if (stall.isZero()) {
            to.transport().send(frame);
            return;
        }
        if (!to.transport().send(frame, stall.toMillis(), TimeUnit.MILLISECONDS)) {
            String problem = "nothing was taken for " + DurationText.of(stall);
            CloseReason reason = CloseReason.failure(problem, new TimeoutException(problem));
            end(to, reason);
            throw new TransportClosedException(reason);
        }
    }

    /** Called when a transport delivers nothing more. */
    void ended(Hop hop, CloseReason reason, boolean canSend) {
        noteFirst(hop, reason);
        for (Hop other : hops) {
            if (other != hop) {
                other.transport().close(reason);
            }
        }
        // What the others still have to say may still reach a peer that has only stopped sending.
        if (!canSend || hops.stream().allMatch(Hop::hasEnded)) {
            hops.forEach(each -> each.transport().close(reason));
        }
    }

    /** Ends everything because of one transport. */
    private void end(Hop hop, CloseReason reason) {
        LOG.warn("the {} is given up: {}", hop.name(), reason.description());
        noteFirst(hop, reason);
        hops.forEach(each -> each.transport().close(reason));
    }

    private void noteFirst(Hop hop, CloseReason reason) {
        first.compareAndSet(null, new ProxyCloseReason(hop.name(), reason));
    }

    private ProxyCloseReason reason() {
        ProxyCloseReason known = first.get();
        return known == null ? new ProxyCloseReason("proxy", CloseReason.local()) : known;
    }

    @Override
    public CompletionStage<ProxyCloseReason> closed() {
        return closed.minimalCompletionStage();
    }

    @Override
    public ProxyCloseReason awaitClosed() throws InterruptedException {
        if (!closed.isDone() && equals(CALLING.get())) {
            throw new IllegalStateException(
                    "awaitClosed() was called by an interceptor or a wire listener of the same proxy,"
                            + " which cannot end before that has returned; wait on a thread of your own, or continue on closed()");
        }
        try {
            return closed.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a proxy cannot fail", e);
        }
    }

    @Override
    public void close() {
        first.compareAndSet(null, new ProxyCloseReason("proxy", CloseReason.local()));
        hops.forEach(hop -> hop.transport().close());
    }
}
