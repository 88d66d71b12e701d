package io.acp4j.agent.store.testing;

import io.acp4j.agent.store.ForkKey;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Origin;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoredFormat;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Rows for tests. */
final class Samples {

    /** A time that every store can keep exactly. */
    static final Instant TIME = Instant.parse("2026-03-01T10:20:30.123456Z");

    private Samples() {}

    static StoredSession session(StoreTransaction tx, String id) {
        return session(tx, id, tx.newTree(), "/project", null, null, null);
    }

    static StoredSession fork(StoreTransaction tx, String id, StoredSession source, @Nullable NodeRef point) {
        return fork(tx, id, source, point, null);
    }

    static StoredSession fork(
            StoreTransaction tx, String id, StoredSession source, @Nullable NodeRef point, @Nullable ForkKey key) {
        Origin origin = new Origin(source.id(), point, null, point == null ? 0 : point.index() + 1, 0);
        return session(tx, id, source.tree(), source.cwd(), source.id(), origin, key);
    }

    static StoredSession numberedFork(StoreTransaction tx, String id, StoredSession source, int number) {
        Origin origin = new Origin(source.id(), null, null, 0, number);
        return session(tx, id, source.tree(), source.cwd(), source.id(), origin, null);
    }

    static StoredSession session(
            StoreTransaction tx,
            String id,
            long tree,
            String cwd,
            @Nullable SessionId parent,
            @Nullable Origin origin,
            @Nullable ForkKey key) {
        return StoredSession.builder()
                .id(new SessionId(id))
                .tree(tree)
                .sequence(tx.sequence(1))
                .cwd(cwd)
                .parent(parent)
                .origin(origin)
                .head(origin == null ? null : origin.point())
                .forkKey(key)
                .createdAt(TIME)
                .updatedAt(TIME)
                .build();
    }

    static Segment segment(StoreTransaction tx, StoredSession owner, @Nullable NodeRef parent) {
        return Segment.empty(tx.newSegment(), owner.tree(), parent, owner.id());
    }

    /** The same segment with messages up to an index. */
    static Segment grown(Segment segment, int lastMessage, long lastSequence) {
        return new Segment(
                segment.id(),
                segment.tree(),
                segment.parent(),
                segment.owner(),
                lastMessage + 1,
                lastMessage,
                lastSequence,
                true);
    }

    static StoredNode node(StoreTransaction tx, long segment, int index, NodeKind kind, @Nullable String messageId) {
        return node(tx, segment, index, kind, messageId, RawJson.parse("{\"text\":\"node " + index + "\"}"));
    }

    static StoredNode node(
            StoreTransaction tx, long segment, int index, NodeKind kind, @Nullable String messageId, RawJson content) {
        return new StoredNode(
                new StoredNode.Header(
                        new NodeRef(segment, index),
                        kind,
                        messageId == null ? null : new MessageId(messageId),
                        index + 1,
                        tx.sequence(1),
                        TIME),
                StoredFormat.CURRENT,
                content);
    }
}
