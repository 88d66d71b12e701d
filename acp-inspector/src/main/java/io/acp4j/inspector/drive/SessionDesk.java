package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionNode;
import io.acp4j.client.SessionTreeView;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.inspector.page.PageException;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.session.SessionInfo;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one connection: those that the agent lists and those that are open here, as a forest. Each has a key of its
 * own for pages, since ids are the agent's and may be anything. Safe for use by many threads.
 */
final class SessionDesk {

    /** How many sessions of the agent's list are shown. */
    static final int MAX_LISTED = 2_000;

    private final StateBoard board;
    private final Questions questions;
    private final String prefix;
    private final ForkRegistry forks;
    private final Map<SessionId, String> keys = new LinkedHashMap<>();
    private final Map<String, OpenSession> open = new LinkedHashMap<>();
    private final Map<SessionId, String> names = new LinkedHashMap<>();
    private final Map<SessionId, SessionInfo> own = new LinkedHashMap<>();
    private final Set<String> asides = new HashSet<>();
    private final Set<String> resumed = new HashSet<>();
    private final Map<String, String> summaries = new HashMap<>();
    private List<SessionInfo> listed = List.of();
    private boolean isCut;
    private final Map<SessionId, Instant> activity = new LinkedHashMap<>();
    private SessionTreeView forest = SessionTreeView.of(List.of(), SessionTreeView.Orphans.GRANDPARENT);

    SessionDesk(StateBoard board, Questions questions, String prefix, ForkRegistry forks) {
        this.board = board;
        this.questions = questions;
        this.prefix = prefix;
        this.forks = forks;
    }

    /** The key of a session, which it gets when it is first seen. */
    synchronized String key(SessionId id) {
        return keys.computeIfAbsent(id, unused -> prefix + (keys.size() + 1));
    }

    private synchronized @Nullable SessionId id(String key) {
        for (Map.Entry<SessionId, String> entry : keys.entrySet()) {
            if (entry.getValue().equals(key)) {
                return entry.getKey();
            }
        }
        return null;
    }

    /** Returns what is known of a session. */
    synchronized SessionInfo info(String key) {
        SessionId id = id(key);
        SessionNode node = id == null ? null : forest.find(id);
        if (node == null) {
            throw new PageException("this session no longer exists; refresh the list");
        }
        return node.info();
    }

    /** Returns the session with a key, or null if it is unknown. */
    synchronized @Nullable SessionInfo find(String key) {
        SessionId id = id(key);
        return id == null ? null : known(id);
    }

    /** A session that is open here. */
    synchronized OpenSession opened(String key) {
        OpenSession session = open.get(key);
        if (session == null) {
            throw new PageException("this session is not open; open it first");
        }
        return session;
    }

    synchronized boolean isOpen(String key) {
        return open.containsKey(key);
    }

    /** Shows a session that has just been created. */
    synchronized String created(ClientSession session) {
        SessionId id = session.id();
        forks.created(id);
        activity.put(id, now());
        return take(session, null);
    }

    /** Shows a fork that has just been created. */
    synchronized String forked(ClientSession fork, SessionLineage lineage, @Nullable ForkOrigin origin) {
        SessionId id = fork.id();
        forks.created(id, lineage, origin);
        activity.put(id, now());
        return take(fork, lineage);
    }

    /** The time in the precision of the page, so that a stream of updates does not change the list with each of them. */
    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    /** Shows that something was sent or received in a session. */
    private void active(SessionId id) {
        synchronized (this) {
            activity.put(id, now());
        }
        show();
    }

    /** Takes a session that has just been opened, and shows it. */
    synchronized String take(ClientSession session, @Nullable SessionLineage lineage) {
        String key = key(session.id());
        OpenSession before =
                open.put(key, new OpenSession(key, session, board, this::show, () -> active(session.id())));
        if (before != null) {
            before.close();
        }
        SessionInfo known = known(session.id());
        String cwd = session.parameters() == null
                ? (known == null ? "/" : known.cwd())
                : session.parameters().cwd();
        SessionInfo info = known == null ? SessionInfo.of(session.id(), cwd) : known;
        own.put(session.id(), lineage == null ? info : withMeta(info, lineage));
        show();
        return key;
    }

    /** Takes a fork for one question, which is to be thrown away; the question is what it is called here. */
    synchronized String aside(ClientSession fork, SessionLineage lineage, String question) {
        SessionId id = fork.id();
        asides.add(key(id));
        if (!question.isEmpty()) {
            names.put(id, question);
        }
        return forked(fork, lineage, null);
    }

    /** Shows that a session was opened without what was said in it before. */
    void resumed(String key) {
        synchronized (this) {
            resumed.add(key);
        }
        show();
    }

    /**
     * Shows that a summary of a session is being written, or no longer.
     *
     * @param aside the fork in which it is; empty while there is none, null when the summary is at its end
     */
    void summarised(String key, @Nullable String aside) {
        synchronized (this) {
            if (aside == null) {
                summaries.remove(key);
            } else {
                summaries.put(key, aside);
            }
        }
        show();
    }

    private synchronized @Nullable SessionInfo known(SessionId id) {
        SessionNode node = forest.find(id);
        return node == null ? own.get(id) : node.info();
    }

    static SessionInfo withMeta(SessionInfo info, SessionLineage lineage) {
        return new SessionInfo(
                info.sessionId(),
                info.cwd(),
                info.additionalDirectories(),
                info.title(),
                info.updatedAt(),
                info.archived(),
                lineage.into(info.meta()));
    }

    /** Forgets a session that is closed; the agent may still list it. */
    synchronized void forget(String key) {
        OpenSession session = open.remove(key);
        asides.remove(key);
        resumed.remove(key);
        if (session != null) {
            session.close();
        }
        show();
    }

    /** Removes a session that was deleted. */
    synchronized SessionDeletion deleted(SessionId id) {
        SessionId next = forest.selectionAfter(id);
        SessionNode node = forest.find(id);
        String name = node == null ? id.value() : name(node);
        List<SessionId> children = node == null
                ? List.of()
                : node.children().stream().map(SessionNode::id).toList();
        forks.deleted(id, name);
        activity.remove(id);
        own.remove(id);
        names.remove(id);
        listed = listed.stream().filter(info -> !info.sessionId().equals(id)).toList();
        forget(key(id));
        return new SessionDeletion(name, next == null ? null : key(next), children);
    }

    /** Writes where the forks of a deleted session are now: {@code moved} with their names, {@code under} with that of their parent. */
    synchronized ObjectNode describe(SessionDeletion deletion) {
        ObjectNode result = Shown.NODES.objectNode().put("select", deletion.next());
        result.put("name", Shown.line(deletion.name())).putNull("under");
        ArrayNode moved = result.putArray("moved");
        for (SessionId child : deletion.children()) {
            SessionNode node = forest.find(child);
            if (node != null) {
                moved.add(Shown.line(name(node)));
                result.put("under", node.parent() == null ? null : Shown.line(name(node.parent())));
            }
        }
        return result;
    }

    /** Returns the name of a session in the tree. */
    private String name(SessionNode node) {
        String renamed = names.get(node.id());
        OpenSession session = open.get(key(node.id()));
        Conversation conversation = session == null ? null : session.conversation();
        return renamed == null
                ? RowNames.of(node, SessionRows.title(node, conversation), conversation, forks.origin(node.id()))
                : renamed;
    }

    synchronized void renamed(SessionId id, String title) {
        names.put(id, title); // What its user calls it says more than where it was forked.
        SessionInfo info = known(id);
        if (info != null) {
            SessionInfo renamed = new SessionInfo(
                    id,
                    info.cwd(),
                    info.additionalDirectories(),
                    title,
                    info.updatedAt(),
                    info.archived(),
                    info.meta());
            own.put(id, renamed);
            listed = listed.stream()
                    .map(row -> row.sessionId().equals(id) ? renamed : row)
                    .toList();
        }
        show();
    }

    /** Asks the agent for its list, page by page. */
    CompletableFuture<Void> refresh(AcpClient client) {
        return page(client, null, new ArrayList<>());
    }

    private CompletableFuture<Void> page(AcpClient client, @Nullable String cursor, List<SessionInfo> rows) {
        ListSessionsRequest request = cursor == null
                ? ListSessionsRequest.ALL
                : ListSessionsRequest.builder().cursor(cursor).build();
        return client.listSessionsAsync(request).thenCompose(response -> {
            rows.addAll(response.sessions());
            String next = response.nextCursor();
            boolean goesOn = next != null && !response.sessions().isEmpty() && rows.size() < MAX_LISTED;
            if (goesOn) {
                return page(client, next, rows);
            }
            listed(rows, response);
            return CompletableFuture.completedFuture(null);
        });
    }

    private synchronized void listed(List<SessionInfo> rows, ListSessionsResponse last) {
        listed = rows.size() > MAX_LISTED ? List.copyOf(rows.subList(0, MAX_LISTED)) : List.copyOf(rows);
        isCut = rows.size() > MAX_LISTED || last.nextCursor() != null;
        show();
    }

    /** Returns what the agent says, with what only this client knows: where forks that it does not tell of come from. */
    private List<SessionInfo> rows() {
        Map<SessionId, SessionInfo> rows = new LinkedHashMap<>();
        for (SessionInfo row : listed) {
            SessionInfo mine = own.get(row.sessionId());
            SessionLineage known = mine == null ? null : SessionLineage.of(mine.meta());
            SessionLineage lineage = known == null ? forks.lineage(row.sessionId()) : known;
            boolean told = SessionLineage.of(row.meta()) != null;
            rows.put(row.sessionId(), lineage == null || told ? row : withMeta(row, lineage));
        }
        own.forEach((id, info) -> {
            if (open.containsKey(key(id))) {
                rows.putIfAbsent(id, info);
            }
        });
        return List.copyOf(rows.values());
    }

    /** Shows the forest as it is now. */
    void show() {
        synchronized (this) {
            forest = forest.refreshed(rows());
        }
        board.put("sessions", this::forest);
    }

    private synchronized ObjectNode forest() {
        ObjectNode shown = Shown.NODES.objectNode().put("cut", isCut);
        ArrayNode nodes = shown.putArray("nodes");
        Map<SessionId, String> shownNames = new HashMap<>();
        for (SessionNode node : forest.nodes()) {
            String key = key(node.id());
            OpenSession session = open.get(key);
            SessionNode parent = node.parent();
            Conversation conversation = session == null ? null : session.conversation();
            String name = name(node);
            shownNames.put(node.id(), Shown.line(name));
            ObjectNode row = SessionRows.row(node, key, parent == null ? null : key(parent.id()), name, conversation);
            forks.describe(node, row, shownNames::get);
            SessionRows.activity(row, node.info().updatedAt(), activity.get(node.id()));
            nodes.add(row);
            row.put("open", session != null);
            row.put("aside", asides.contains(key));
            row.put("resumed", resumed.contains(key));
            row.put("summary", summaries.get(key));
            row.put("running", session != null && session.session().isTurnInProgress());
            row.put("waiting", questions.waiting(key));
        }
        return shown;
    }

    /** Forgets everything: the connection has ended. */
    synchronized void close() {
        open.values().forEach(OpenSession::close);
        open.clear();
        own.clear();
        names.clear();
        activity.clear();
        asides.clear();
        resumed.clear();
        summaries.clear();
        listed = List.of();
        show();
    }
}
