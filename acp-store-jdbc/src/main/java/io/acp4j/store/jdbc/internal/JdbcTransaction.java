package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.ForkKey;
import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Origin;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.store.StoredSession.TurnStart;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads and writes rows in one transaction; until that ends, and on its thread. */
final class JdbcTransaction extends JdbcView implements StoreTransaction {

    private static final String INSERT_SESSION =
            "INSERT INTO acp_session (id, principal, tree, sequence, cwd, cwd_hash, directories, title, label, parent,"
                    + " origin_session, origin_place, origin_message, origin_depth, fork_number, fork_key, fork_fingerprint,"
                    + " created_at, attributes, format, lease_holder, lease_token, lease_expires, head, turn_started, settled,"
                    + " updated_at, version, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                    + " ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING";

    private static final String SET_PROGRESS =
            "head = ?, turn_started = ?, settled = ?, updated_at = ?, version = ?, checksum = ? WHERE id = ?";

    /** For what nearly every change is: nothing that an index holds, and no long text. */
    private static final String UPDATE_PROGRESS = "UPDATE acp_session SET " + SET_PROGRESS;

    private static final String UPDATE_SESSION =
            "UPDATE acp_session SET cwd = ?, cwd_hash = ?, directories = ?, title = ?,"
                    + " label = ?, parent = ?, attributes = ?, format = ?, lease_holder = ?, lease_token = ?, lease_expires = ?, "
                    + SET_PROGRESS;

    private static final String INSERT_SEGMENT =
            "INSERT INTO acp_segment (" + Rows.SEGMENT + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String UPDATE_SEGMENT =
            "UPDATE acp_segment SET owner = ?, length = ?, last_message = ?, last_sequence = ?, has_messages = ?,"
                    + " checksum = ? WHERE id = ?";

    private static final String INSERT_NODE =
            "INSERT INTO acp_message (" + Rows.NODE + ", tree, id_hash)" + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String SET_LABEL = "INSERT INTO acp_label (session, place, label) VALUES (?, ?, ?)"
            + " ON CONFLICT (session, place) DO UPDATE SET label = excluded.label";

    /** The rows that are as the transaction has read or written them, since it has locked them. */
    private final Map<SessionId, StoredSession> asStored = new HashMap<>();

    /** The same of segments; only where nobody else can change them, as they are not locked. */
    private final Map<Long, Segment> segments = new HashMap<>();

    JdbcTransaction(Statements statements, Dialect dialect) {
        super(statements, dialect);
    }

    @Override
    public void lockTree(long tree) {
        dialect().lockTree(statements(), tree);
    }

    /** Returns what has been read before, where nobody else can change it. */
    @Override
    public @Nullable StoredSession session(SessionId id) {
        return dialect().isAlone() ? lockSession(id) : super.session(id);
    }

    @Override
    public @Nullable StoredSession lockSession(SessionId id) {
        StoredSession known = asStored.get(id);
        return known == null ? remember(sessionForUpdate(id)) : known;
    }

    private @Nullable StoredSession remember(@Nullable StoredSession session) {
        if (session != null) {
            asStored.put(session.id(), session);
        }
        return session;
    }

    @Override
    public @Nullable Segment segment(long id) {
        Segment known = segments.get(id);
        if (known == null) {
            known = super.segment(id);
            if (known != null) {
                remember(known);
            }
        }
        return known;
    }

    private void remember(Segment segment) {
        if (dialect().isAlone()) {
            segments.put(segment.id(), segment);
        }
    }

    @Override
    public long sequence(int count) {
        return dialect().sequence(statements(), count);
    }

    @Override
    public long newTree() {
        return dialect().newTree(statements());
    }

    @Override
    public void releaseTree(long tree) {
        query("DELETE FROM acp_tree WHERE id = ? AND NOT EXISTS (SELECT 1 FROM acp_session WHERE tree = ?)")
                .bind(tree)
                .bind(tree)
                .run();
    }

    @Override
    public long newSegment() {
        return Places.requireRoom(dialect().newSegment(statements()));
    }

    @Override
    public boolean insert(StoredSession session) {
        Origin origin = session.origin();
        MessageId message = origin == null ? null : origin.message();
        ForkKey key = session.forkKey();
        Lease lease = session.lease();
        String attributes = Json.ofAttributes(session.attributes());
        Query insert = query(INSERT_SESSION)
                .bind(session.id().value())
                .bind(session.principal())
                .bind(session.tree())
                .bind(session.sequence())
                .bind(session.cwd())
                .bind(session.cwd().hashCode())
                .bind(Json.ofTexts(session.additionalDirectories()))
                .bind(session.title())
                .bind(session.label())
                .bind(value(session.parent()))
                .bind(origin == null ? null : origin.session().value())
                .bindLong(origin == null ? null : Places.orNull(origin.point()))
                .bind(message == null ? null : message.value())
                .bind(origin == null ? 0 : origin.depth())
                .bind(origin == null ? 0 : origin.number())
                .bind(key == null ? null : key.key())
                .bind(key == null ? null : key.fingerprint())
                .bind(Micros.of(session.createdAt()))
                .bind(attributes)
                .bind(session.format())
                .bind(lease.holder())
                .bind(lease.token())
                .bind(Micros.of(lease.expiresAt()));
        return bindProgress(insert, session, attributes).run() == 1;
    }

    @Override
    public void update(StoredSession session) {
        StoredSession old = asStored.get(session.id());
        String attributes = Json.ofAttributes(session.attributes());
        boolean progressOnly = old != null && onlyProgressDiffers(old, session);
        Query update = query(progressOnly ? UPDATE_PROGRESS : UPDATE_SESSION);
        if (!progressOnly) {
            Lease lease = session.lease();
            update.bind(session.cwd())
                    .bind(session.cwd().hashCode())
                    .bind(Json.ofTexts(session.additionalDirectories()))
                    .bind(session.title())
                    .bind(session.label())
                    .bind(value(session.parent()))
                    .bind(attributes)
                    .bind(session.format())
                    .bind(lease.holder())
                    .bind(lease.token())
                    .bind(Micros.of(lease.expiresAt()));
        }
        requireOne(
                bindProgress(update, session, attributes)
                        .bind(session.id().value())
                        .run(),
                "session");
        remember(session);
    }

    private static boolean onlyProgressDiffers(StoredSession old, StoredSession session) {
        return old.cwd().equals(session.cwd())
                && old.additionalDirectories().equals(session.additionalDirectories())
                && Objects.equals(old.title(), session.title())
                && Objects.equals(old.label(), session.label())
                && Objects.equals(old.parent(), session.parent())
                && old.attributes().equals(session.attributes())
                && old.format() == session.format()
                && old.lease().equals(session.lease());
    }

    private static Query bindProgress(Query query, StoredSession session, String attributes) {
        TurnStart turn = session.turn();
        return query.bindLong(Places.orNull(session.head()))
                .bindLong(turn == null ? null : (Long) Micros.of(turn.startedAt()))
                .bindLong(turn == null ? null : Places.orNull(turn.settled()))
                .bind(Micros.of(session.updatedAt()))
                .bind(session.version())
                .bind(RowChecksums.of(session, attributes));
    }

    private static @Nullable String value(@Nullable SessionId id) {
        return id == null ? null : id.value();
    }

    private static void requireOne(int rows, String what) {
        if (rows != 1) {
            throw new IllegalStateException("there is no such " + what + " to change");
        }
    }

    @Override
    public void delete(SessionId id) {
        query("UPDATE acp_session SET parent = NULL WHERE parent = ?")
                .bind(id.value())
                .run();
        query("UPDATE acp_segment SET owner = NULL WHERE owner = ?")
                .bind(id.value())
                .run();
        query("DELETE FROM acp_label WHERE session = ?").bind(id.value()).run();
        requireOne(
                query("DELETE FROM acp_session WHERE id = ?").bind(id.value()).run(), "session");
        // Others may have lost their parent, and segments their owner.
        asStored.clear();
        segments.clear();
    }

    @Override
    public void insert(Segment segment) {
        query(INSERT_SEGMENT)
                .bind(segment.id())
                .bind(segment.tree())
                .bindLong(Places.orNull(segment.parent()))
                .bind(value(segment.owner()))
                .bind(segment.length())
                .bind(segment.lastMessage())
                .bind(segment.lastSequence())
                .bind(segment.hasMessages())
                .bind(RowChecksums.of(segment))
                .run();
        knowTreeOf(segment);
        remember(segment);
    }

    @Override
    public void update(Segment segment) {
        int rows = query(UPDATE_SEGMENT)
                .bind(value(segment.owner()))
                .bind(segment.length())
                .bind(segment.lastMessage())
                .bind(segment.lastSequence())
                .bind(segment.hasMessages())
                .bind(RowChecksums.of(segment))
                .bind(segment.id())
                .run();
        requireOne(rows, "segment");
        remember(segment);
    }

    @Override
    public void deleteSegment(long id) {
        deleteNodes(id, 0);
        segments.remove(id);
        requireOne(query("DELETE FROM acp_segment WHERE id = ?").bind(id).run(), "segment");
    }

    @Override
    public void insert(List<StoredNode> nodes) {
        if (nodes.isEmpty()) {
            return;
        }
        long tree = treeOf(nodes.get(0).header().ref().segment());
        Query insert = query(INSERT_NODE);
        for (StoredNode node : nodes) {
            bind(insert, node, tree);
            if (nodes.size() > 1) {
                insert.addToBatch();
            }
        }
        if (nodes.size() > 1) {
            insert.runBatch();
        } else {
            insert.run();
        }
    }

    private static void bind(Query insert, StoredNode node, long tree) {
        StoredNode.Header header = node.header();
        NodeRef ref = header.ref();
        long place = Places.of(ref);
        String id = header.messageId() == null ? null : header.messageId().value();
        long createdAt = Micros.of(header.createdAt());
        byte[] content = node.content().toBytes();
        insert.bind(place)
                .bind(header.kind().name())
                .bind(id)
                .bind(header.depth())
                .bind(header.sequence())
                .bind(createdAt)
                .bind(RowChecksums.of(node, content))
                .bind(content)
                .bind(node.format())
                .bind(tree)
                .bindInt(id == null ? null : Integer.valueOf(id.hashCode()));
    }

    @Override
    public void truncate(long segment, int from) {
        deleteNodes(segment, from);
        query("UPDATE acp_segment SET cut_at = ? WHERE id = ? AND coalesce(cut_at, length) > ?")
                .bind(from)
                .bind(segment)
                .bind(from)
                .run();
    }

    private void deleteNodes(long segment, int from) {
        long first = Places.at(segment, from);
        long end = Places.end(segment);
        query("DELETE FROM acp_label WHERE place >= ? AND place < ?")
                .bind(first)
                .bind(end)
                .run();
        query("DELETE FROM acp_message WHERE place >= ? AND place < ?")
                .bind(first)
                .bind(end)
                .run();
    }

    @Override
    public void label(SessionId session, NodeRef node, @Nullable String label) {
        long place = Places.of(node);
        if (label == null) {
            query("DELETE FROM acp_label WHERE session = ? AND place = ?")
                    .bind(session.value())
                    .bind(place)
                    .run();
        } else {
            query(SET_LABEL).bind(session.value()).bind(place).bind(label).run();
        }
    }

    @Override
    public void renew(Lease lease) {
        query("UPDATE acp_session SET lease_expires = ? WHERE lease_holder = ? AND lease_holder <> ''")
                .bind(Micros.of(lease.expiresAt()))
                .bind(lease.holder())
                .run();
        asStored.clear();
    }
}
