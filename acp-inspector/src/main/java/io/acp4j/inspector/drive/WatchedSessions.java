package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.session.SessionInfo;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The sessions of a watched wire, whose IDs are unique only within a connection. Guarded by the wire. */
final class WatchedSessions {

    private final String source;
    private final StateBoard board;
    private final ForkRegistry forks;
    private final Runnable onChange;
    private final Map<SessionId, WatchedSession> sessions = new LinkedHashMap<>();

    /** The first connection of each session. */
    private final Map<SessionId, Integer> connections = new HashMap<>();

    /** The sessions whose IDs a later connection uses for other sessions, with the first connection that does so. */
    private final Map<SessionId, NavigableMap<Integer, SessionId>> replaced = new HashMap<>();

    private int created;

    WatchedSessions(String source, StateBoard board, ForkRegistry forks, Runnable onChange) {
        this.source = source;
        this.board = board;
        this.forks = forks;
        this.onChange = onChange;
    }

    /**
     * Returns a session, which is created if it is not known.
     *
     * @param connection the number of the connection
     * @param id the ID that the connection uses
     * @param about an object with the session's directory
     * @param isSecond true if the connection uses version 2 of the protocol
     */
    WatchedSession get(int connection, String id, JsonNode about, boolean isSecond) {
        SessionId known = known(connection, id);
        connections.putIfAbsent(known, connection);
        return sessions.computeIfAbsent(
                known,
                key -> new WatchedSession(
                        source + "-" + ++created,
                        SessionInfo.of(key, about.path("cwd").asText("/")),
                        isSecond,
                        board,
                        onChange));
    }

    /** Returns the unique ID of a session that a connection refers to by its own ID. */
    SessionId known(int connection, String id) {
        SessionId sent = new SessionId(id);
        NavigableMap<Integer, SessionId> older = replaced.get(sent);
        Map.Entry<Integer, SessionId> found = older == null ? null : older.higherEntry(connection);
        return found == null ? sent : found.getValue();
    }

    /** Renames the session of an earlier connection that has the same ID as a new session. Some agents reuse IDs on each connection. */
    void replace(int connection, String id) {
        SessionId sent = new SessionId(id);
        WatchedSession older = sessions.get(sent);
        Integer first = connections.get(sent);
        if (older == null || first == null || first >= connection) {
            return;
        }
        SessionId renamed = new SessionId(id + " (connection " + first + ")");
        if (sessions.containsKey(renamed)) {
            return;
        }
        remove(sent);
        SessionInfo info = older.info();
        older.info(SessionInfo.builder(renamed, info.cwd())
                .additionalDirectories(info.additionalDirectories())
                .title(info.title())
                .updatedAt(info.updatedAt())
                .archived(info.archived())
                .meta(info.meta())
                .build());
        sessions.put(renamed, older);
        connections.put(renamed, first);
        replaced.computeIfAbsent(sent, unused -> new TreeMap<>()).put(connection, renamed);
        ForkOrigin origin = forks.origin(sent);
        if (origin != null) {
            forks.origin(renamed, origin);
        }
    }

    @Nullable
    WatchedSession find(SessionId id) {
        return sessions.get(id);
    }

    @Nullable
    WatchedSession withKey(String key) {
        return sessions.values().stream()
                .filter(session -> session.key().equals(key))
                .findFirst()
                .orElse(null);
    }

    Collection<WatchedSession> all() {
        return sessions.values();
    }

    @Nullable
    WatchedSession remove(SessionId id) {
        connections.remove(id);
        return sessions.remove(id);
    }

    void close() {
        sessions.values().forEach(WatchedSession::close);
        sessions.clear();
    }
}
