package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.SessionNode;
import io.acp4j.client.SessionTreeView;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.page.PageException;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.inspector.recording.RequestKey;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.session.SessionInfo;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that others have, or have had: from its frames come the agent, the sessions and their conversations, to be looked
 * at. Frames are given by one thread at a time; whatever is no message, or cannot be read, is left out here.
 */
public final class WatchedWire implements AutoCloseable {

    /** How many requests may wait for a response before the oldest is forgotten. */
    static final int MAX_PENDING = 10_000;

    /** The states in which more may come. */
    private static final Set<String> GOES_ON = Set.of("tapped", "replaying");

    private static final Logger LOG = LoggerFactory.getLogger(WatchedWire.class);

    private record Asked(String method, JsonNode params) {}

    private final String name;
    private final String source;
    private final StateBoard board;
    private final TerminalOutputs terminals;
    private final WatchedSessions sessions;
    private final Map<RequestKey, Asked> pending = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<RequestKey, Asked> eldest) {
            return size() > MAX_PENDING;
        }
    };
    private final Map<Integer, JsonNode> results = new HashMap<>();
    private JsonNode initialized = Shown.NODES.missingNode();
    private String state;
    private Instant now = Instant.EPOCH;
    private final ForkRegistry forks = new ForkRegistry();
    private final RecordedOrigins origins = new RecordedOrigins(forks);
    private volatile SessionTreeView forest = SessionTreeView.of(List.of(), SessionTreeView.Orphans.GRANDPARENT);

    /**
     * Creates a connection on which nothing was said.
     *
     * @param name what pages call it
     * @param source its id, of letters and digits: its topics end with {@code @} and this
     * @param state what it is: {@code recorded}, {@code tapped} or {@code replaying}
     * @param log has its frames, each before it is given here
     * @param board shows it
     */
    public WatchedWire(String name, String source, String state, FrameLog log, StateBoard board) {
        this.name = name;
        this.source = source;
        this.state = state;
        this.board = board;
        this.sessions = new WatchedSessions(source, board, forks, this::show);
        this.terminals = new TerminalOutputs(log, board, this::key);
        board.put("connection@" + source, this::connection);
        show();
    }

    /**
     * Adds the next frame.
     *
     * @param connection the number of its connection
     * @param fromClient true if the client has sent it
     * @param time the time of the frame
     * @param bytes the frame
     */
    public void frame(int connection, boolean fromClient, Instant time, byte[] bytes) {
        try {
            JsonNode frame = FrameJson.read(bytes);
            if (frame == null || !frame.isObject()) {
                return;
            }
            synchronized (this) {
                now = time;
                if (!frame.has("method")) {
                    response(connection, fromClient, frame);
                } else if (fromClient) {
                    asked(connection, frame, frame.path("method").asText(), frame.path("params"));
                } else {
                    told(connection, frame.path("method").asText(), frame.path("params"));
                }
            }
        } catch (SchemaException e) {
            LOG.debug("a message that is not of the protocol is in the log only", e);
        } catch (IOException e) {
            LOG.debug("a frame that is no JSON is in the log only", e);
        }
    }

    /**
     * Shows that something has happened to it.
     *
     * @param now what it is: {@code tapped}, {@code ended} or {@code replayed}
     */
    public void state(String now) {
        synchronized (this) {
            state = now;
        }
        board.put("connection@" + source, this::connection);
        show();
    }

    private void asked(int connection, JsonNode frame, String method, JsonNode params) throws SchemaException {
        if (frame.has("id")) {
            pending.put(new RequestKey(connection, FrameJson.id(frame)), new Asked(method, params.deepCopy()));
        }
        if (!params.path("sessionId").isTextual()) {
            return;
        }
        WatchedSession session = session(connection, params.path("sessionId").textValue(), params);
        switch (method) {
            case "session/prompt" -> {
                session.isUsed();
                session.active(now);
                origins.prompted(session, params);
                session.prompted(params);
            }
            case "session/cancel" -> session.cancelled();
            case "session/load" -> session.replayStarted();
            case "session/resume" -> {
                if (params.path("replayFrom").isObject()) {
                    session.replayStarted();
                }
            }
            default -> {}
        }
        show();
    }

    private void told(int connection, String method, JsonNode params) throws SchemaException {
        if (!params.path("sessionId").isTextual()) {
            return;
        }
        WatchedSession session = session(connection, params.path("sessionId").textValue(), params);
        if (method.equals("session/update")) {
            session.isUsed();
            session.active(now);
            session.update(params);
        } else if (method.equals("session/request_permission")) {
            session.permissionRequested(params);
        }
    }

    private void response(int connection, boolean fromClient, JsonNode frame) throws SchemaException {
        Asked request = fromClient ? null : pending.remove(new RequestKey(connection, FrameJson.id(frame)));
        if (request == null) {
            return;
        }
        boolean succeeded = !frame.has("error");
        JsonNode result = frame.path("result");
        String id = request.params().path("sessionId").asText();
        switch (request.method()) {
            case "initialize" -> {
                initialized = result.deepCopy();
                results.put(connection, initialized);
                board.put("connection@" + source, this::connection);
            }
            case "session/new" -> {
                if (result.path("sessionId").isTextual()) {
                    sessions.replace(connection, result.path("sessionId").textValue());
                    WatchedSession session =
                            session(connection, result.path("sessionId").textValue(), request.params());
                    session.isUsed();
                    session.active(now);
                    session.opened(result);
                    origins.created(session, request.params());
                }
            }
            case "session/load", "session/resume" -> {
                WatchedSession session = session(connection, id, request.params());
                if (request.method().equals("session/load")
                        || request.params().path("replayFrom").isObject()) {
                    session.replayEnded(succeeded);
                }
                if (succeeded) {
                    session.isUsed();
                    session.opened(result);
                }
            }
            case "session/fork" -> forked(connection, request.params(), result);
            case "session/list" -> listed(connection, result.path("sessions"));
            case "session/prompt" -> {
                if (succeeded) {
                    session(connection, id, request.params()).promptEnded(result);
                } else {
                    session(connection, id, request.params()).promptFailed(request.params(), frame.path("error"));
                }
            }
            case "session/delete" -> {
                if (succeeded) {
                    SessionId deleted = sessions.known(connection, id);
                    WatchedSession gone = sessions.remove(deleted);
                    if (gone != null) {
                        SessionNode node = forest.find(deleted);
                        origins.deleted(deleted, node == null ? null : name(node, gone));
                        gone.close();
                    }
                }
            }
            default -> {}
        }
        show();
    }

    private void forked(int connection, JsonNode params, JsonNode result) throws SchemaException {
        if (!result.path("sessionId").isTextual() || !params.path("sessionId").isTextual()) {
            return;
        }
        WatchedSession parent = session(connection, params.path("sessionId").textValue(), params);
        sessions.replace(connection, result.path("sessionId").textValue());
        WatchedSession fork = session(connection, result.path("sessionId").textValue(), params);
        fork.isUsed();
        fork.active(now);
        fork.inherits(RecordedFork.history(parent.conversation(), params, initialized(connection)));
        fork.opened(result);
        origins.forked(parent, fork, params);
    }

    private String name(SessionNode node, WatchedSession session) {
        Conversation conversation = session.conversation();
        String title = conversation.title() == null ? node.info().title() : conversation.title();
        return RowNames.of(node, title, conversation, forks.origin(node.id()));
    }

    private void listed(int connection, JsonNode rows) {
        for (JsonNode row : rows) {
            try {
                SessionInfo info = SessionInfo.CODEC
                        .in(isSecond(connection) ? WireVersion.V2 : WireVersion.V1)
                        .decode(RawJson.of(row));
                WatchedSession session = session(connection, info.sessionId().value(), row);
                SessionLineage known = SessionLineage.of(session.info().meta());
                boolean told = SessionLineage.of(info.meta()) != null;
                session.info((known == null || told) ? info : SessionDesk.withMeta(info, known));
            } catch (SchemaException e) {
                LOG.debug("a row of a list is in the log only", e);
            }
        }
    }

    private WatchedSession session(int connection, String id, JsonNode about) {
        return sessions.get(connection, id, about, isSecond(connection));
    }

    private JsonNode initialized(int connection) {
        return results.getOrDefault(connection, initialized);
    }

    private boolean isSecond(int connection) {
        return isSecond(initialized(connection));
    }

    private static boolean isSecond(JsonNode result) {
        return result.path("protocolVersion").asInt() == 2;
    }

    private synchronized @Nullable String key(SessionId id) {
        WatchedSession session = sessions.find(id);
        return session == null ? null : session.key();
    }

    private void show() {
        board.put("sessions@" + source, this::forest);
    }

    private synchronized ObjectNode forest() {
        forest = forest.refreshed(
                sessions.all().stream().map(WatchedSession::info).toList());
        ObjectNode shown = Shown.NODES.objectNode().put("cut", false);
        ArrayNode nodes = shown.putArray("nodes");
        Map<SessionId, String> names = new HashMap<>();
        for (SessionNode node : forest.nodes()) {
            WatchedSession session = Objects.requireNonNull(sessions.find(node.id()));
            SessionNode parent = node.parent();
            WatchedSession above = parent == null ? null : sessions.find(parent.id());
            String name = name(node, session);
            names.put(node.id(), Shown.line(name));
            ObjectNode row = SessionRows.row(
                    node, session.key(), above == null ? null : above.key(), name, session.conversation());
            forks.describe(node, row, names::get);
            SessionRows.activity(row, node.info().updatedAt(), session.activeAt());
            row.put("open", !session.isListedOnly());
            row.put("running", GOES_ON.contains(state) && session.conversation().isTurnInProgress());
            row.put("waiting", 0);
            nodes.add(row);
        }
        return shown;
    }

    private synchronized ObjectNode connection() {
        ObjectNode node = Shown.NODES.objectNode();
        node.put("source", Shown.line(name)).put("state", state).put("readOnly", true);
        JsonNode result = initialized;
        if (result.isObject()) {
            node.put("version", result.path("protocolVersion").asInt());
            JsonNode info = isSecond(result) ? result.path("info") : result.path("agentInfo");
            if (info.isObject()) {
                node.put(
                        "agent",
                        Shown.line(info.path("title").asText(info.path("name").asText())));
                node.put("agentVersion", Shown.line(info.path("version").asText()));
            }
            JsonNode capabilities = result.path(isSecond(result) ? "capabilities" : "agentCapabilities");
            if (capabilities.isObject()) {
                node.set("capabilities", Shown.visible(capabilities));
            }
        }
        node.putObject("can");
        return node;
    }

    /** The text of a message. */
    synchronized @Nullable String text(String key, int position) {
        return conversation(key).messages().stream()
                .filter(message -> message.position() == position)
                .map(message -> message.text())
                .findFirst()
                .orElse(null);
    }

    synchronized boolean has(String key) {
        return sessions.withKey(key) != null;
    }

    /** Returns the present state of a conversation. */
    synchronized Conversation conversation(String key) {
        WatchedSession session = sessions.withKey(key);
        if (session == null) {
            throw new PageException("this session no longer exists");
        }
        return session.conversation();
    }

    /** Removes all topics of this connection. */
    @Override
    public synchronized void close() {
        terminals.close();
        sessions.close();
        board.removeAll("t/" + source + "-");
        board.remove("sessions@" + source);
        board.remove("connection@" + source);
    }
}
