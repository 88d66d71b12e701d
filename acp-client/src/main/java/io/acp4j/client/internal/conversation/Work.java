package io.acp4j.client.internal.conversation;

import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.RequiresActionStateUpdate;
import io.acp4j.schema.update.RunningStateUpdate;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.UnknownStateUpdate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What states of work have in common. */
public final class Work {

    private Work() {}

    /** Returns what runs besides; null when that is not reported. */
    public static @Nullable List<BackgroundWork> background(@Nullable StateUpdate state) {
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

    public static boolean isWork(StateUpdate state) {
        return state instanceof RunningStateUpdate || state instanceof RequiresActionStateUpdate;
    }
}
