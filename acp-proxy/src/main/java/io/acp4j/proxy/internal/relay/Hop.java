package io.acp4j.proxy.internal.relay;

import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.internal.text.PeerWarnings;
import io.acp4j.rpc.internal.text.RequestNumber;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One of the transports of a proxy: takes what arrives there, and knows which requests are under way on it. */
public final class Hop implements TransportListener {

    /** The name of the transport to the client. */
    public static final String CLIENT = "client";

    private static final Logger LOG = LoggerFactory.getLogger(Hop.class);

    private final String name;
    private final boolean isClient;
    private final Transport transport;
    private final List<WireListener> listeners;
    private final Relay relay;
    private final PeerWarnings warnings = new PeerWarnings();

    /** Requests that have been passed on to this transport, by the ids that they have there. */
    private final Map<RequestId, Pending> sent = new ConcurrentHashMap<>();

    /** IDs of the requests to this transport that a response without an ID may have ended. */
    private final Set<RequestId> doubtful = ConcurrentHashMap.newKeySet();

    /** Requests received from this transport, by their original IDs. */
    private final Map<RequestId, Pending> received = new ConcurrentHashMap<>();

    private final AtomicInteger receivedCount = new AtomicInteger();
    private final AtomicLong lastId = new AtomicLong();
    private volatile boolean ended;
    private volatile @Nullable CloseReason end;

    /** True after a response to input without an ID; for the reading thread. */
    private boolean noiseAnswered;

    Hop(String name, boolean isClient, Transport transport, List<WireListener> listeners, Relay relay) {
        this.name = name;
        this.isClient = isClient;
        this.transport = transport;
        this.listeners = List.copyOf(listeners);
        this.relay = relay;
    }

    String name() {
        return name;
    }

    Transport transport() {
        return transport;
    }

    /** Shows a frame to those who watch the transport. */
    void observe(WireListener.Direction direction, byte[] buffer, int offset, int length) {
        if (listeners.isEmpty()) {
            return;
        }
        Relay outer = relay.enter();
        try {
            for (WireListener listener : listeners) {
                tell(listener, direction, buffer, offset, length);
            }
        } finally {
            Relay.leave(outer);
        }
    }

    private static void tell(
            WireListener listener, WireListener.Direction direction, byte[] buffer, int offset, int length) {
        try {
            listener.onFrame(direction, buffer, offset, length);
        } catch (Throwable e) {
            LOG.error("a wire listener failed", e);
        }
    }

    /** Returns what is logged of what arrives here. */
    PeerWarnings warnings() {
        return warnings;
    }

    /** Returns whether nothing more will arrive. */
    boolean hasEnded() {
        return ended;
    }

    /** Returns the reason for the end of the input; null while messages arrive. */
    @Nullable
    CloseReason endReason() {
        return end;
    }

    /** Returns whether input without an ID gets a response: always for a client, once for an agent, which may not read it. */
    boolean mayAnswerNoise() {
        boolean first = !noiseAnswered;
        noiseAnswered = true;
        return first || isClient;
    }

    /** Lists the requests that have been passed on to this transport and have no response. */
    List<Pending> sentRequests() {
        return List.copyOf(sent.values());
    }

    /** Returns the requests from this transport that have no response. */
    List<Pending> receivedRequests() {
        return List.copyOf(received.values());
    }

    /** Notes that a response without an ID may have ended any request to this transport. */
    void markDoubtful() {
        doubtful.addAll(sent.keySet());
        doubtful.retainAll(sent.keySet()); // Requests that have ended since.
    }

    /** Notes that a response without a readable ID may have ended a request to this transport. */
    void markDoubtful(Pending request) {
        doubtful.add(request.targetId());
        if (!sent.containsKey(request.targetId())) {
            doubtful.remove(request.targetId());
        }
    }

    /** Returns whether a response without an ID may have ended a request to this transport. */
    boolean isDoubtful(RequestId id) {
        return doubtful.contains(id);
    }

    /** Makes an id that nobody uses for requests to this transport. */
    RequestId nextId() {
        return RequestId.of(lastId.incrementAndGet());
    }

    /** Notes a request that is about to be passed on; returns the error to respond with when it cannot be. */
    @Nullable
    ErrorObject begin(Pending request) {
        int most = relay.limits().maxRequests();
        if (receivedCount.incrementAndGet() > most) {
            relay.forwarder().releaseDoubtful(this);
        }
        if (receivedCount.get() > most) {
            receivedCount.decrementAndGet();
            return ErrorObject.of(
                    ErrorCode.INTERNAL_ERROR, "Too many requests at once; wait for responses before sending more");
        }
        if (received.putIfAbsent(request.originId(), request) != null) {
            receivedCount.decrementAndGet();
            return ErrorObject.of(
                    ErrorCode.INVALID_REQUEST, "Invalid request: a request with this id is still being served");
        }
        request.target().sent.put(request.targetId(), request);
        return null;
    }

    /** Ends a request that was sent to this transport; null when none of that id is under way. */
    @Nullable
    Pending end(RequestId id) {
        Pending request = sent.remove(id);
        RequestId number = request == null ? RequestNumber.of(id) : null;
        if (number != null) {
            request = sent.remove(number);
        }
        if (request != null) {
            doubtful.remove(request.targetId());
        }
        if (request != null && request.origin().received.remove(request.originId(), request)) {
            request.origin().receivedCount.decrementAndGet();
        }
        return request;
    }

    /** Finds a request that has come from this transport. */
    @Nullable
    Pending find(RequestId id) {
        return received.get(id);
    }

    /** Finds a request that has been passed on to this transport. */
    @Nullable
    Pending findSent(RequestId id) {
        return sent.get(id);
    }

    /** Finds the request of a damaged response, whose ID may be the number as a string. */
    @Nullable
    Pending findDamaged(RequestId id) {
        RequestId number = RequestNumber.of(id);
        return sent.get(number == null ? id : number);
    }

    @Override
    public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
        observe(WireListener.Direction.INBOUND, buffer, offset, length);
        Relay outer = relay.enter();
        try {
            Scan scan = Scan.message(relay.json(), buffer, offset, length);
            relay.forwarder().take(this, scan);
            return new Envelope(scan.kind(), scan.id, scan.method, null);
        } catch (NoMessageException e) {
            warnings.warn(LOG, "refused a message of {} bytes from the {}: {}", length, name, e.problem());
            relay.forwarder().refuse(this, e);
            boolean isRequest = !e.isResponse() && !(e.id() instanceof RequestId.Null);
            return isRequest ? new Envelope(Envelope.Kind.REQUEST, e.id(), null, null) : null;
        } finally {
            Relay.leave(outer);
        }
    }

    /** The protocol has no message that would pass the loss on. */
    @Override
    public void onLoss(MessageLoss loss) {
        warnings.warn(LOG, "{}: messages were lost: {}", name, loss.problem());
    }

    @Override
    public void onFault(FrameError fault) {
        warnings.warn(LOG, "unreadable input from the {} after byte {}: {}", name, fault.position(), fault.problem());
        relay.forwarder()
                .refuse(this, NoMessageException.unreadable(ErrorCode.PARSE_ERROR, fault.problem(), fault.beginning()));
    }

    @Override
    public void onEnd(CloseReason reason, boolean canSend) {
        ended = true;
        end = reason;
        failSent();
        relay.ended(this, reason, canSend);
    }

    /** Responds to the requests that this transport will not respond to any more. */
    void failSent() {
        for (RequestId id : sent.keySet()) {
            Pending request = end(id);
            if (request != null) {
                relay.forwarder().answerGone(request);
            }
        }
    }
}
