package io.acp4j.client.internal.fork;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchRole;
import org.jspecify.annotations.Nullable;

/**
 * What a fork is asked to inherit, once its point has been found in a history.
 *
 * @param kept how many of the known messages are inherited; -1 when that cannot be told
 * @param id the last of them; null for the end of the session, or when none are
 * @param role whose message that is; null when that is not known
 * @param doubtful whether the id alone does not tell the message, or its being the last cannot be relied on in a turn
 * @param isEmpty whether nothing at all is inherited, for which the protocol has no fork
 */
public record ForkCut(
        int kept, @Nullable MessageId id, @Nullable BranchRole role, boolean doubtful, boolean isEmpty) {

    /** Nothing at all. */
    public static final ForkCut EMPTY = new ForkCut(0, null, null, false, true);

    /** Returns the end of a history. */
    public static ForkCut end(int size) {
        return new ForkCut(size, null, null, false, false);
    }
}
