package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.ForkKey;
import io.acp4j.agent.store.Origin;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.store.StoredSession.TurnStart;
import io.acp4j.schema.MessageId;
import org.jspecify.annotations.Nullable;

/** What the checksum of each kind of row is taken of: all but what is changed in many rows at once. */
final class RowChecksums {

    private RowChecksums() {}

    /** All but the parent and the lease. */
    static int of(StoredSession session, String attributes) {
        Checksum sum = new Checksum()
                .add(session.id().value())
                .add(session.tree())
                .add(session.sequence())
                .add(session.cwd())
                .add(session.title())
                .add(session.label())
                .add(session.additionalDirectories().size());
        session.additionalDirectories().forEach(sum::add);
        Origin origin = session.origin();
        if (origin != null) {
            sum.add(origin.session().value())
                    .add(Places.orNull(origin.point()))
                    .add(value(origin.message()))
                    .add(origin.depth())
                    .add(origin.number());
        }
        TurnStart turn = session.turn();
        sum.add(Places.orNull(session.head()))
                .add(turn == null ? null : (Long) Micros.of(turn.startedAt()))
                .add(turn == null ? null : Places.orNull(turn.settled()))
                .add(attributes);
        ForkKey key = session.forkKey();
        if (key != null) {
            sum.add(key.key()).add(key.fingerprint());
        }
        return sum.add(session.principal())
                .add(Micros.of(session.createdAt()))
                .add(Micros.of(session.updatedAt()))
                .add(session.version())
                .add(session.format())
                .value();
    }

    /** All but the owner. */
    static int of(Segment segment) {
        return new Checksum()
                .add(segment.id())
                .add(segment.tree())
                .add(Places.orNull(segment.parent()))
                .add(segment.length())
                .add(segment.lastMessage())
                .add(segment.lastSequence())
                .add(segment.hasMessages())
                .value();
    }

    static int of(StoredNode node, byte[] content) {
        StoredNode.Header header = node.header();
        return of(header, header.kind().name(), node.format(), content);
    }

    /** The name of the kind may be one that only a later version knows. */
    static int of(StoredNode.Header header, String kind, int format, byte[] content) {
        return new Checksum()
                .add(Places.of(header.ref()))
                .add(kind)
                .add(value(header.messageId()))
                .add(header.depth())
                .add(header.sequence())
                .add(Micros.of(header.createdAt()))
                .add(content)
                .add(format)
                .value();
    }

    private static @Nullable String value(@Nullable MessageId id) {
        return id == null ? null : id.value();
    }
}
