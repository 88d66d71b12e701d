package io.acp4j.client.internal.session;

import io.acp4j.client.ClientLimits;
import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionOrigin;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.UpdateListener;
import io.acp4j.client.internal.protocol.CancellationPolicy;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.MalformedMessageException;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.SessionMovedNotification;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.update.SessionNotification;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sessions of a client: those that it has opened, and those that the agent has spoken of. */
final class Sessions {

    private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

    private final DefaultAcpClient client;
    private final AgentLink link;
    private final int maxSessions;
    private final int maxEarlyUpdates;
    private final @Nullable UpdateListener listener;
    private final @Nullable TranscriptOptions transcripts;
    private final HostLink host;
    private final CancellationPolicy cancellation;
    private final Map<SessionId, DefaultClientSession> known = new ConcurrentHashMap<>();

    /** Sessions that were open and have ended. The agent may still mention them; the oldest ones are dropped. */
    private final Map<SessionId, Boolean> ended = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionId, Boolean> eldest) {
            return size() > maxSessions;
        }
    });

    Sessions(
            DefaultAcpClient client,
            AgentLink link,
            ClientLimits limits,
            @Nullable UpdateListener listener,
            @Nullable TranscriptOptions transcripts,
            HostLink host,
            CancellationPolicy cancellation) {
        this.client = client;
        this.link = link;
        this.maxSessions = limits.maxSessions();
        this.maxEarlyUpdates = limits.maxEarlyUpdates();
        this.listener = listener;
        this.transcripts = transcripts;
        this.host = host;
        this.cancellation = cancellation;
        host.bind(this);
    }

    /** Takes an update; runs on the lane of its session. */
    void update(SessionNotification notification, Connection connection) {
        link.opened(connection);
        DefaultClientSession session = findOrAdd(notification.sessionId());
        host.updated(session.id(), notification.update());
        Runnable delivery = session.turns().assign(notification.update());
        told(session, notification);
        delivery.run();
    }

    /** Follows a session that the agent has moved, perhaps before the response that opens it; runs on the lane of the session. */
    void moved(SessionMovedNotification notification, Connection connection) {
        link.opened(connection);
        var unused = findOrAdd(notification.sessionId()).moved();
    }

    /** Takes what an update tells, or a response as an update would. */
    void told(DefaultClientSession session, SessionNotification notification) {
        session.follow(notification);
        if (listener != null) {
            try {
                listener.onNotification(session, notification);
            } catch (Throwable e) {
                LOG.error(
                        "the client's listener failed on an update of session {}",
                        LogText.of(session.id().value()),
                        e);
            }
        }
        session.updates().deliver(notification);
    }

    /** Finds the session of a message, making it when the agent speaks of it before the response that opens it. */
    DefaultClientSession findOrAdd(SessionId id) {
        DefaultClientSession session = known.get(id);
        return session != null ? session : knownOrNew(id);
    }

    private DefaultClientSession knownOrNew(SessionId id) {
        makeRoom();
        if (known.size() >= maxSessions) {
            LOG.warn(
                    "the agent speaks of a session that is not open, while {} are; it is not kept track of",
                    maxSessions);
            return create(id);
        }
        return known.computeIfAbsent(id, this::create);
    }

    private DefaultClientSession create(SessionId id) {
        return new DefaultClientSession(
                id,
                client,
                link,
                this,
                maxEarlyUpdates,
                listener != null || transcripts != null,
                transcripts,
                cancellation);
    }

    /** Forgets sessions that nobody here has opened, when there are too many. */
    private void makeRoom() {
        if (known.size() < maxSessions) {
            return;
        }
        for (DefaultClientSession session : List.copyOf(known.values())) {
            if (!session.openingState().isOpen()
                    && !session.openingState().isAwaited()
                    && known.remove(session.id(), session)) {
                host.ended(session.id());
            }
        }
    }

    /** Refuses to open one more session than the limit. */
    void requireRoom() {
        makeRoom();
        if (known.size() >= maxSessions) {
            throw new AcpException(
                    maxSessions + " sessions are open, which is the limit; close or detach some, or raise maxSessions",
                    null);
        }
    }

    /** Takes in a session that the agent has just made. */
    DefaultClientSession made(SessionId id, SessionParameters parameters, String method) {
        DefaultClientSession session = known.computeIfAbsent(id, this::create);
        if (!session.openingState().open(parameters)) {
            throw new MalformedMessageException(
                    "the response to " + method + " names a session that is open already; this one is lost");
        }
        return session;
    }

    /** Takes in a session that is live without having been opened here. */
    DefaultClientSession adopt(SessionId id, SessionParameters parameters, @Nullable Meta meta) {
        DefaultClientSession open = findOpen(id);
        if (open != null) {
            return open;
        }
        if (!known.containsKey(id)) {
            requireRoom();
        }
        DefaultClientSession session = known.computeIfAbsent(id, this::create);
        if (session.openingState().open(parameters)) {
            session.openingState().origin(new SessionOrigin(Methods.SESSION_LIST, meta));
            session.opened();
        }
        return session;
    }

    void forget(DefaultClientSession session) {
        if (known.remove(session.id(), session)) {
            session.turns().forgotten();
            if (session.openingState().isOpen()) {
                ended.put(session.id(), true);
            }
            host.ended(session.id());
        }
    }

    /** Forgets what was spoken of before the version of the connection was known. */
    void beginAnew() {
        known.clear();
    }

    /** Marks a loss of messages in the transcript of its session. */
    void lost(MessageLoss loss) {
        LOG.warn("messages of the agent were lost: {}", LogText.of(loss.problem()));
        DefaultClientSession session = loss.session() == null ? null : known.get(loss.session());
        if (session != null && session.openingState().isOpen()) {
            session.messagesLost();
        }
    }

    /** Returns the IDs of the open sessions. */
    List<SessionId> openSessions() {
        return known.values().stream()
                .filter(session -> session.openingState().isOpen())
                .map(DefaultClientSession::id)
                .toList();
    }

    void connectionClosed(CloseReason reason) {
        known.values().forEach(session -> session.turns().connectionClosed(reason));
    }

    /** Finds a session whose directories are known, be it open or about to be. */
    @Nullable
    ClientSession findSetUp(SessionId id) {
        DefaultClientSession session = known.get(id);
        return session != null && session.parameters() != null ? session : null;
    }

    /** Finds a session that is open or that the agent has mentioned, unless it has been open and has ended. */
    @Nullable
    ClientSession findMentioned(SessionId id) {
        DefaultClientSession session = known.get(id);
        return session != null && (session.parameters() != null || !ended.containsKey(id)) ? session : null;
    }

    @Nullable
    DefaultClientSession findOpen(SessionId id) {
        DefaultClientSession session = known.get(id);
        return session != null && session.openingState().isOpen() ? session : null;
    }

    List<ClientSession> open() {
        List<ClientSession> open = new ArrayList<>();
        for (DefaultClientSession session : known.values()) {
            if (session.openingState().isOpen()) {
                open.add(session);
            }
        }
        return List.copyOf(open);
    }
}
