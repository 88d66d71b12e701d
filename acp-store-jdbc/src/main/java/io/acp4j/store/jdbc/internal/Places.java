package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.NodeRef;
import org.jspecify.annotations.Nullable;

/**
 * Names nodes by one number: the id of the segment times 2^31 plus the index. The nodes of a segment are then one range of
 * the message table's primary key.
 */
final class Places {

    private static final int INDEX_BITS = 31;
    private static final long MAX_SEGMENT = (1L << 32) - 2;

    private Places() {}

    /** The place of an index in a segment; one that no node has, when the store can have no such segment. */
    static long at(long segment, long index) {
        return segment < 0 || segment > MAX_SEGMENT ? Long.MAX_VALUE : (segment << INDEX_BITS) + index;
    }

    /** The first place after a segment. */
    static long end(long segment) {
        return at(segment + 1, 0);
    }

    static long of(NodeRef ref) {
        return at(ref.segment(), ref.index());
    }

    static @Nullable Long orNull(@Nullable NodeRef ref) {
        return ref == null ? null : Long.valueOf(of(ref));
    }

    static NodeRef ref(long place) {
        return new NodeRef(place >> INDEX_BITS, (int) (place & Integer.MAX_VALUE));
    }

    static long requireRoom(long segment) {
        if (segment > MAX_SEGMENT) {
            throw new IllegalStateException("the store has had all the segments that it can number: " + MAX_SEGMENT);
        }
        return segment;
    }
}
