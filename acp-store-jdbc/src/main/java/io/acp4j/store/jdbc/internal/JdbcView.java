package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads rows in one transaction; until that ends, and on its thread. */
class JdbcView implements StoreView {

    private static final String SELECT_SESSION = "SELECT " + Rows.SESSION + " FROM acp_session WHERE ";
    private static final String SELECT_SEGMENT = "SELECT " + Rows.SEGMENT + " FROM acp_segment WHERE ";
    private static final String SELECT_NODE = "SELECT " + Rows.NODE + " FROM acp_message WHERE ";
    private static final String SELECT_HEADER = "SELECT " + Rows.HEADER + " FROM acp_message WHERE ";

    private static final NodeKind[] KINDS = NodeKind.values();

    /** The kinds that come so often that the next one of them is never far. */
    private static final Set<NodeKind> COMMON =
            EnumSet.of(NodeKind.USER, NodeKind.AGENT, NodeKind.THOUGHT, NodeKind.TOOL, NodeKind.TURN_END);

    /** Says of a kind that it is not common in the words of the index on the others, which is used only then. */
    private static final String RARE = "kind NOT IN ('USER', 'AGENT', 'THOUGHT', 'TOOL', 'TURN_END')";

    /** A parent's id is lower than its children's, so a damaged row can make no circle. */
    private static final String CHAIN = "WITH RECURSIVE chain AS (SELECT 0 AS depth, " + Rows.SEGMENT
            + " FROM acp_segment WHERE id = ? UNION ALL SELECT chain.depth + 1, "
            + Rows.SEGMENT.replaceAll("(\\w+)", "parent.$1")
            + " FROM chain JOIN acp_segment parent ON parent.id = chain.parent_place >> 31 AND parent.id < chain.id)"
            + " SELECT " + Rows.SEGMENT + " FROM chain ORDER BY depth";

    /** The segments of the path to a node, each with the last of its places that is on the path. */
    private static final String PATH = "WITH RECURSIVE path (depth, id, parent_place, last_place) AS"
            + " (SELECT 0, id, parent_place, CAST(? AS bigint) FROM acp_segment WHERE id = ?"
            + " UNION ALL SELECT path.depth + 1, above.id, above.parent_place, path.parent_place"
            + " FROM path JOIN acp_segment above ON above.id = path.parent_place >> 31 AND above.id < path.id)";

    /** The place of the last node of a kind on a path. The index on rare kinds finds that of each segment at once. */
    private static final String LAST_PLACE = "(SELECT found FROM (SELECT depth, (SELECT max(place) FROM acp_message"
            + " WHERE kind = ? AND place >= path.id << 31 AND place <= path.last_place AND " + RARE
            + ") AS found FROM path) AS places WHERE found IS NOT NULL ORDER BY depth LIMIT 1)";

    // Asked of one segment after the other until there are enough, and by place, since a session may own thousands of
    // them:
    // hence the value in the place of NOT EXISTS, and the owner of the child in a function that no index knows.
    private static final String LEAF_SEGMENTS = SELECT_SEGMENT
            + "owner = ? AND last_sequence > ? AND (SELECT child.id FROM acp_segment child"
            + " WHERE child.parent_place >= (acp_segment.id << 31) + acp_segment.last_message"
            + " AND child.parent_place < (acp_segment.id + 1) << 31"
            + " AND coalesce(child.owner, '') = acp_segment.owner AND child.has_messages = 1 LIMIT 1) IS NULL"
            + " ORDER BY last_sequence LIMIT ?";

    private final Statements statements;
    private final Dialect dialect;
    private final SegmentIntegrity integrity;
    private final Map<Long, Long> treeOfSegment = new HashMap<>();
    private boolean ended;

    JdbcView(Statements statements, Dialect dialect) {
        this.statements = statements;
        this.dialect = dialect;
        this.integrity = new SegmentIntegrity(statements);
    }

    /** Refuses further use of the view: its connection serves others next. */
    final void end() {
        ended = true;
    }

    final Statements statements() {
        if (ended) {
            throw new IllegalStateException("the transaction has ended");
        }
        return statements;
    }

    final Dialect dialect() {
        return dialect;
    }

    final Query query(String sql) {
        return statements().query(sql);
    }

    @Override
    public Instant now() {
        return dialect.now(statements());
    }

    @Override
    public @Nullable StoredSession session(SessionId id) {
        return query(SELECT_SESSION + "id = ?").bind(id.value()).first(Rows::session);
    }

    final @Nullable StoredSession sessionForUpdate(SessionId id) {
        return query(SELECT_SESSION + "id = ?" + dialect.forUpdate())
                .bind(id.value())
                .first(Rows::session);
    }

    @Override
    public List<StoredSession> sessions(SessionFilter filter, long before, int limit) {
        StringBuilder sql = new StringBuilder(SELECT_SESSION);
        sql.append(filter.principal() == null ? "" : "principal = ? AND ");
        sql.append(filter.parent() == null ? "" : "parent = ? AND ");
        sql.append(filter.cwd() == null ? "" : "cwd_hash = ? AND cwd = ? AND ");
        sql.append("sequence < ? ORDER BY sequence DESC LIMIT ?");
        Query query = query(sql.toString());
        if (filter.principal() != null) {
            query.bind(filter.principal());
        }
        if (filter.parent() != null) {
            query.bind(filter.parent().value());
        }
        if (filter.cwd() != null) {
            query.bind(filter.cwd().hashCode()).bind(filter.cwd());
        }
        return query.bind(before).bind(limit).list(Rows::session);
    }

    @Override
    public int countForks(SessionId parent) {
        return (int) query("SELECT count(*) FROM acp_session WHERE parent = ?")
                .bind(parent.value())
                .number();
    }

    @Override
    public int lastForkNumber(long tree, String principal) {
        return (int) query("SELECT coalesce((SELECT fork_number FROM acp_session WHERE tree = ? AND principal = ?"
                        + " ORDER BY fork_number DESC LIMIT 1), 0)")
                .bind(tree)
                .bind(principal)
                .number();
    }

    @Override
    public @Nullable StoredSession forkByKey(SessionId parent, String key) {
        return query(SELECT_SESSION + "origin_session = ? AND fork_key = ?" + dialect.forkKeyCondition())
                .bind(parent.value())
                .bind(key)
                .bind(key)
                .first(Rows::session);
    }

    @Override
    public @Nullable Segment segment(long id) {
        Segment segment = query(SELECT_SEGMENT + "id = ?").bind(id).first(Rows::segment);
        if (segment == null) {
            integrity.requireRemoved(id);
        } else {
            knowTreeOf(segment);
        }
        return segment;
    }

    @Override
    public List<Segment> chain(long id) {
        List<Segment> chain = query(CHAIN).bind(id).list(Rows::segment);
        if (chain.isEmpty()) {
            integrity.requireRemoved(id);
        } else if (chain.get(chain.size() - 1).parent() != null) {
            throw integrity.segmentMissing();
        }
        return chain;
    }

    @Override
    public List<Segment> below(long id) {
        return query(SELECT_SEGMENT + "parent_place >= ? AND parent_place < ?")
                .bind(Places.at(id, 0))
                .bind(Places.end(id))
                .list(Rows::segment);
    }

    @Override
    public List<Segment> ownedBy(SessionId owner) {
        return query(SELECT_SEGMENT + "owner = ? ORDER BY id")
                .bind(owner.value())
                .list(Rows::segment);
    }

    @Override
    public List<Segment> leafSegments(SessionId owner, long after, int limit) {
        return query(LEAF_SEGMENTS)
                .bind(owner.value())
                .bind(Math.max(0, after))
                .bind(limit)
                .list(Rows::segment);
    }

    @Override
    public boolean continues(SessionId owner, long segment, int from) {
        return query("SELECT 1 FROM acp_segment WHERE parent_place >= ? AND parent_place < ?"
                                + " AND owner = ? AND has_messages = 1 LIMIT 1")
                        .bind(Places.at(segment, from))
                        .bind(Places.end(segment))
                        .bind(owner.value())
                        .first(row -> row.getInt(1))
                != null;
    }

    @Override
    public int lastOrigin(long segment) {
        return lastIndex(
                "SELECT max(origin_place) FROM acp_session WHERE origin_place >= ? AND origin_place < ?", segment);
    }

    @Override
    public int lastBelow(long segment) {
        return lastIndex(
                "SELECT max(parent_place) FROM acp_segment WHERE parent_place >= ? AND parent_place < ?", segment);
    }

    private int lastIndex(String sql, long segment) {
        // What max gives of nothing reads as 0, and no node has the place 0: segments begin with 1.
        long place =
                query(sql).bind(Places.at(segment, 0)).bind(Places.end(segment)).number();
        return place == 0 ? -1 : Places.ref(place).index();
    }

    @Override
    public List<StoredSession> forkedIn(long segment) {
        return query(SELECT_SESSION + "origin_place >= ? AND origin_place < ?")
                .bind(Places.at(segment, 0))
                .bind(Places.end(segment))
                .list(Rows::session);
    }

    @Override
    public List<StoredNode.Header> find(long tree, MessageId id) {
        return query(SELECT_HEADER + "tree = ? AND id_hash = ? AND message_id = ? ORDER BY sequence")
                .bind(tree)
                .bind(id.value().hashCode())
                .bind(id.value())
                .list(Rows::header);
    }

    @Override
    public StoredNode.@Nullable Header header(NodeRef ref) {
        return query(SELECT_HEADER + "place = ?").bind(Places.of(ref)).first(Rows::header);
    }

    @Override
    public @Nullable StoredNode last(long segment, int upTo, Set<NodeKind> kinds) {
        StoredNode last = null;
        boolean far = Collections.disjoint(kinds, COMMON);
        for (NodeKind kind : kinds) {
            if (!COMMON.contains(kind) && (far || !kind.isMessage())) {
                last = later(last, lastOf(kind, Places.at(segment, 0), Places.at(segment, upTo)));
            }
        }
        StringBuilder common = new StringBuilder();
        for (NodeKind kind : KINDS) {
            if (kinds.contains(kind) && (COMMON.contains(kind) || (!far && kind.isMessage()))) {
                common.append(common.isEmpty() ? "'" : ", '")
                        .append(kind.name())
                        .append('\'');
            }
        }
        if (common.isEmpty()) {
            return last;
        }
        long from =
                last == null ? Places.at(segment, 0) : Places.of(last.header().ref()) + 1;
        return later(
                last,
                query(SELECT_NODE + "place >= ? AND place <= ? AND kind IN (" + common
                                + ") ORDER BY place DESC LIMIT 1")
                        .bind(from)
                        .bind(Places.at(segment, upTo))
                        .first(Rows::node));
    }

    @Override
    public List<StoredNode> latest(NodeRef end, Set<NodeKind> kinds) {
        if (kinds.isEmpty() || !Collections.disjoint(kinds, COMMON)) {
            return StoreView.super.latest(end, kinds);
        }
        // A path that does not lead to the beginning of the conversation lacks a segment.
        Query query = query(PATH + " SELECT " + Rows.NODE + ", beginnings FROM"
                        + " (SELECT count(*) AS beginnings FROM path WHERE parent_place IS NULL) AS whole"
                        + " LEFT JOIN acp_message ON place IN ("
                        + String.join(", ", Collections.nCopies(kinds.size(), LAST_PLACE)) + ")")
                .bind(Places.of(end))
                .bind(end.segment());
        kinds.forEach(kind -> query.bind(kind.name()));
        return query.list(this::latest).stream().flatMap(Optional::stream).toList();
    }

    private Optional<StoredNode> latest(ResultSet row) throws SQLException {
        if (row.getInt(Rows.NODE_COLUMNS + 1) == 0) {
            throw integrity.segmentMissing();
        }
        return row.getString(2) == null ? Optional.empty() : Optional.of(Rows.node(row));
    }

    private @Nullable StoredNode lastOf(NodeKind kind, long from, long upTo) {
        return query(SELECT_NODE + "kind = ? AND place >= ? AND place <= ? AND " + RARE
                        + " ORDER BY place DESC LIMIT 1")
                .bind(kind.name())
                .bind(from)
                .bind(upTo)
                .first(Rows::node);
    }

    private static @Nullable StoredNode later(@Nullable StoredNode a, @Nullable StoredNode b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.header().ref().index() > b.header().ref().index() ? a : b;
    }

    @Override
    public List<StoredNode> nodes(long segment, int from, int to) {
        List<StoredNode> nodes = query(SELECT_NODE + "place >= ? AND place < ? ORDER BY place")
                .bind(Places.at(segment, from))
                .bind(Places.at(segment, to))
                .list(Rows::node);
        return integrity.complete(
                nodes, segment, from, to, node -> node.header().ref().index());
    }

    @Override
    public List<StoredNode.Header> headers(long segment, int from, int to) {
        List<StoredNode.Header> headers = query(SELECT_HEADER + "place >= ? AND place < ? ORDER BY place")
                .bind(Places.at(segment, from))
                .bind(Places.at(segment, to))
                .list(Rows::header);
        return integrity.complete(
                headers, segment, from, to, header -> header.ref().index());
    }

    @Override
    public Map<NodeRef, String> labels(SessionId session) {
        return query("SELECT place, label FROM acp_label WHERE session = ?")
                .bind(session.value())
                .list(row -> Map.entry(Places.ref(row.getLong(1)), Rows.text(row, 2)))
                .stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The tree that a segment belongs to, which never changes. */
    final long treeOf(long segment) {
        return treeOfSegment.computeIfAbsent(
                segment,
                id -> query("SELECT tree FROM acp_segment WHERE id = ?")
                        .bind(id)
                        .number());
    }

    final void knowTreeOf(Segment segment) {
        treeOfSegment.put(segment.id(), segment.tree());
    }
}
