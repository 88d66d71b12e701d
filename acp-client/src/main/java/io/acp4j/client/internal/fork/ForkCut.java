package io.acp4j.client.internal.fork;

import io.acp4j.client.NoForkPointException;
import io.acp4j.client.internal.calls.ForkRefusals;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.branching.ForkPoint;
import org.jspecify.annotations.Nullable;

/**
 * The inherited part of the known messages, after the point of a fork has been found.
 *
 * @param kept the number of known messages that are inherited; -1 if it is not known
 * @param id the ID of the last of them; null for the end of the session, or if none are inherited
 * @param role the role of the last of them; null if it is not known
 * @param doubtful whether the ID is ambiguous without the role, or is missing at the end of a turn
 * @param isEmpty whether nothing is inherited, for which the protocol has no fork
 */
record ForkCut(int kept, @Nullable MessageId id, @Nullable BranchRole role, boolean doubtful, boolean isEmpty) {

    /** Nothing is inherited. */
    static final ForkCut EMPTY = new ForkCut(0, null, null, false, true);

    /** Finds a point among the known messages. */
    static ForkCut of(ForkPoint point, KnownMessages known) {
        if (point instanceof ForkPoint.OfMessage named) {
            return at(named.id(), named instanceof ForkPoint.AtMessage at ? at.role() : null, known);
        }
        if (point instanceof ForkPoint.Before before) {
            return before(known.require(before.id(), BranchRole.USER), known);
        }
        if (point instanceof ForkPoint.First first) {
            return first(first.count(), known);
        }
        return new ForkCut(known.size(), null, null, false, false);
    }

    /** Returns the position of the known message that directly follows a point; -1 if it is not certain. */
    static int next(ForkPoint point, KnownMessages known) {
        if (point instanceof ForkPoint.Before before) {
            return known.position(before.id(), BranchRole.USER);
        }
        return point instanceof ForkPoint.First first && first.count() < known.size() ? first.count() : -1;
    }

    private static ForkCut at(MessageId id, @Nullable BranchRole role, KnownMessages known) {
        if (role == null && known.count(id) != 1) {
            return new ForkCut(-1, id, null, false, false);
        }
        int user = role == null || role.equals(BranchRole.USER) ? known.position(id, BranchRole.USER) : -1;
        int position = user < 0 && !BranchRole.USER.equals(role) ? known.position(id, BranchRole.AGENT) : user;
        return position < 0 || BranchRole.THOUGHT.equals(role)
                ? new ForkCut(-1, id, role, role != null, false)
                : after(position, known);
    }

    private static ForkCut first(int count, KnownMessages known) {
        if (!known.isFromBeginning()) {
            throw new NoForkPointException("messages cannot be counted, because those before the session was opened"
                    + " here are unknown; load the session to know them");
        }
        if (count > known.size()) {
            throw new NoForkPointException("the session has " + known.size() + " messages, fewer than " + count
                    + "; use ForkPoint.end() for all of them");
        }
        return count == 0 ? EMPTY : after(count - 1, known);
    }

    /** Returns the part before the message at a position. */
    static ForkCut before(int position, KnownMessages known) {
        if (position > 0) {
            return after(position - 1, known);
        }
        requireBeginning(position, known);
        return EMPTY;
    }

    /** Checks that everything before a message is known. */
    static void requireBeginning(int position, KnownMessages known) {
        if (!known.isFromBeginning()) {
            throw new NoForkPointException(
                    "the messages before " + known.describe(position) + " are unknown; load the session to know them");
        }
    }

    /** Returns the part up to the message at a position. */
    static ForkCut after(int position, KnownMessages known) {
        int kept = position + 1;
        MessageId id = known.id(position);
        BranchRole role = known.role(position);
        if (id == null && kept < known.size()) {
            boolean isFromUser = known.isFromUser(position);
            throw new NoForkPointException("the agent has sent no id for " + known.describe(position)
                    + ", so no fork can end there; fork at a message that has one"
                    + (isFromUser ? ", such as the response to it" : "")
                    + ", or load the session again, as an agent may send the ids then; "
                    + ForkRefusals.HISTORY_AS_PROMPT
                    + (isFromUser ? "; agents of this library send these ids with echoUserMessages(true)" : ""));
        }
        return new ForkCut(kept, id, role, id == null || known.count(id) > 1, false);
    }
}
