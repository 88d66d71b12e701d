package io.acp4j.agent.internal.serving;

import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.protocol.UpdateWriter;
import io.acp4j.schema.Meta;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.ConfigOptionUpdate;
import io.acp4j.schema.update.CurrentModeUpdate;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UsageUpdate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends what a session that is loaded is like, and leaves out what has been said and done in it, which its client did not ask for. */
final class QuietUpdates implements UpdateWriter {

    private final UpdateWriter updates;

    QuietUpdates(UpdateWriter updates) {
        this.updates = updates;
    }

    @Override
    public void write(SessionUpdate update, @Nullable Meta meta) {
        if (update instanceof AvailableCommandsUpdate
                || update instanceof ConfigOptionUpdate
                || update instanceof CurrentModeUpdate
                || update instanceof SessionInfoUpdate
                || update instanceof UsageUpdate) {
            updates.write(update, meta);
        }
    }

    @Override
    public boolean supports(SessionUpdate update) {
        return updates.supports(update);
    }

    @Override
    public boolean replays(SessionUpdate update) {
        return updates.replays(update);
    }

    @Override
    public void settings(Supplier<OpenedState> present) {
        updates.settings(present);
    }
}
