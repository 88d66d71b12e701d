package io.acp4j.agent.internal.client;

import io.acp4j.schema.update.TerminalUpdate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Stores the output of the client's terminals. */
public interface TerminalOutputRecorder {

    /**
     * Stores an update of a terminal. A failure is logged.
     *
     * @param update returns the update for a recorder, or null to store nothing; called while the lock of the output is held
     * @param stored runs after the update is stored, while the same lock is held
     */
    void record(Function<BranchRecorder, @Nullable TerminalUpdate> update, Runnable stored);
}
