package io.acp4j.client.internal.v2;

import io.acp4j.client.internal.protocol.TurnLimits;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Updates that may or may not be of a turn, in their order; of too many the latest. Guarded by the lock of its owner. */
final class DoubtfulUpdates {

    private final List<SessionUpdate> updates = new ArrayList<>();

    boolean isFull() {
        return updates.size() == TurnLimits.BUFFERED_UPDATES;
    }

    void add(SessionUpdate update) {
        if (isFull()) {
            updates.remove(0);
        }
        updates.add(update);
    }

    List<SessionUpdate> all() {
        return updates;
    }

    /** Returns those up to the last one of a turn, which may have come before all of them; all while it goes on. */
    List<SessionUpdate> until(@Nullable IdleStateUpdate last) {
        return updates.subList(0, last == null ? updates.size() : indexOf(last) + 1);
    }

    /** Returns those from the message of a turn to its last one; none when the message is not among them. */
    List<SessionUpdate> between(MessageId message, @Nullable IdleStateUpdate last) {
        List<SessionUpdate> all = until(last);
        int first = 0;
        while (first < all.size() && !message.equals(Echoes.messageOf(all.get(first)))) {
            first++;
        }
        return all.subList(first, all.size());
    }

    @SuppressWarnings("ReferenceEquality") // equal ones may have come before
    private int indexOf(SessionUpdate update) {
        int index = updates.size() - 1;
        while (index >= 0 && updates.get(index) != update) {
            index--;
        }
        return index;
    }
}
