package io.acp4j.transport.http.internal.client;

import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.schema.RequestId;
import io.acp4j.transport.http.internal.MessageHead;
import io.acp4j.transport.http.internal.Ping;
import io.acp4j.transport.ws.internal.InboundQueue;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands over what the streams receive, in order, and opens the streams of the sessions that it tells of. */
final class Receiving {

    private final ClientStreams streams;
    private final OpenRequests pending;
    private final ServerState server;
    private final InboundQueue inbound;
    private final ReplayOrder replays;
    private final LateStreams late;
    private final Consumer<OutboundFrame> pong;
    /** The sessions of requests of the server, whose responses have to name them. */
    private final Map<RequestId, String> asked = new ConcurrentHashMap<>();

    private final Deque<EventReader> paused = new ArrayDeque<>();

    Receiving(
            ClientStreams streams,
            OpenRequests pending,
            ServerState server,
            InboundQueue inbound,
            LateStreams late,
            Consumer<OutboundFrame> pong,
            Executor workers) {
        this.streams = streams;
        this.late = late;
        this.pong = pong;
        this.pending = pending;
        this.server = server;
        this.inbound = inbound;
        this.replays = new ReplayOrder(streams, workers, inbound::add);
    }

    /** Forgets a request of the server, and returns the session that its response has to name; null or empty for none. */
    @Nullable
    String takeSession(RequestId request) {
        return asked.remove(request);
    }

    /** Takes what a stream has received. */
    void received(ClientStream stream, byte[] message) {
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

    /** Delivers the fault of a message that was skipped. */
    void refused(FrameError fault) {
        Envelope message = fault.beginning();
        if (message != null && message.kind() == Envelope.Kind.RESPONSE && message.id() != null) {
            var unused = pending.remove(message.id());
            late.forget(message.id());
        }
        inbound.add(fault);
    }

    private void update(byte[] message) {
        String child = InboundLook.child(message);
        ClientStream opening = child == null ? null : streams.reserve(child, 0);
        inbound.add(message);
        open(opening);
    }

    /** Hands a message over that is no update, and opens the stream of a session that it tells of. */
    void deliver(MessageHead head, byte[] message, String session) {
        RequestId of = head.id();
        if (Ping.isRequest(head) && of instanceof RequestId.Text ping) {
            pong.accept(Ping.response(ping));
            return;
        }
        if (head.kind() == Envelope.Kind.REQUEST && of != null) {
            asked.put(of, session);
        }
        boolean response = head.kind() == Envelope.Kind.RESPONSE;
        if (response && of != null && pending.isFailing(of)) {
            return;
        }
        // Its first updates may be on their way already, and must not overtake what tells of the session.
        ClientStream opening =
                response && head.session() != null && server.id() != null ? streams.reserve(head.session(), 0) : null;
        OpenRequests.Open to = response && of != null ? pending.remove(of) : null;
        if (of == null || to == null) {
            inbound.add(message);
        } else {
            responded(of, to, head, message, session);
        }
        open(opening);
    }

    private void open(@Nullable ClientStream stream) {
        if (stream != null) {
            var unused = streams.open(stream);
        }
    }

    private void responded(RequestId id, OpenRequests.Open request, MessageHead head, byte[] message, String stream) {
        String over = pending.overBehind(request, head.isError());
        if (over != null) {
            streams.close(over);
        }
        String session = request.session();
        if (session == null || !stream.isEmpty() || !request.opens() || head.isError()) {
            late.forget(id);
            inbound.add(message);
        } else if (!late.keep(id, () -> replays.afterStream(session, message))) {
            replays.afterStream(session, message);
        }
    }

    /** Has a reader go on when there is room for what it reads. */
    void goOn(EventReader reader) {
        synchronized (paused) {
            paused.add(reader);
        }
        if (inbound.hasRoom()) {
            resume();
        }
    }

    /** Has all readers go on that wait for room. */
    void resume() {
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
}
