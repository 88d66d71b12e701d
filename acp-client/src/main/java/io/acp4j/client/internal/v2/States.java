package io.acp4j.client.internal.v2;

import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.RequiresActionStateUpdate;
import io.acp4j.schema.update.RunningStateUpdate;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.UnknownStateUpdate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What states have in common. */
final class States {

    private States() {}

    /** Returns what runs besides; null when the agent does not report that. */
    static @Nullable List<BackgroundWork> background(StateUpdate state) {
        if (state instanceof RunningStateUpdate running) {
            return running.background();
        }
        if (state instanceof IdleStateUpdate idle) {
            return idle.background();
        }
        if (state instanceof RequiresActionStateUpdate waiting) {
            return waiting.background();
        }
        return state instanceof UnknownStateUpdate unknown ? unknown.background() : null;
    }
}
