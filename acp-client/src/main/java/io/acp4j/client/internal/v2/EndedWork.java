package io.acp4j.client.internal.v2;

import io.acp4j.schema.update.IdleStateUpdate;
import java.util.List;

/** Turns that an idle state has ended. */
record EndedWork(List<OverlappingTurn> turns, IdleStateUpdate idle) {

    /** Completes the turns. Only the first one reports the usage, so that no caller counts it twice. */
    void end() {
        for (int i = 0; i < turns.size(); i++) {
            turns.get(i).end(idle, i == 0);
        }
    }
}
