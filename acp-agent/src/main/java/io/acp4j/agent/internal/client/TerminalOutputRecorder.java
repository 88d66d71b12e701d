package io.acp4j.agent.internal.client;

import io.acp4j.schema.update.TerminalUpdate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Stores the output of the client's terminals. */
public interface TerminalOutputRecorder {

    /**
     * Stores an update of a terminal. A failure is logged.
     *
     * @param update returns the update for a recorder, or null if there is none; called while no other thread changes what is stored
     * @param stored runs after the update is stored, before another thread changes what is stored
     */
    void record(Function<BranchRecorder, @Nullable TerminalUpdate> update, Runnable stored);
}
