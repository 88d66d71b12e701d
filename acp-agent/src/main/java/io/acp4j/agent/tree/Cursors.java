package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeRef;

/** Where pages end, as text; what comes from outside may be anything. */
final class Cursors {

    private Cursors() {}

    static String of(long sequence) {
        return Long.toString(sequence);
    }

    static long number(String cursor) {
        try {
            return Long.parseLong(cursor);
        } catch (NumberFormatException malformed) {
            throw invalid();
        }
    }

    static NodeRef node(String cursor) {
        NodeRef ref = NodeRef.parse(cursor);
        if (ref == null) {
            throw invalid();
        }
        return ref;
    }

    static BranchException invalid() {
        return BranchException.invalid(
                BranchException.INVALID_CURSOR, "The cursor is not one of this list; begin without a cursor");
    }
}
