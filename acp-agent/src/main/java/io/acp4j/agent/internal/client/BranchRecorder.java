package io.acp4j.agent.internal.client;

import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.TerminalUpdate;
import org.jspecify.annotations.Nullable;

/** Stores updates at the end of the active branch of a session. Called by the thread that holds the lock of the session's output. */
public interface BranchRecorder {

    /** Records an update that is about to be sent, or remembers it as a part of what will be recorded. */
    void record(SessionUpdate update);

    /**
     * Caches the output of a terminal. If the session continues on another branch with this terminal before it is closed, the output is
     * also stored on that branch.
     */
    void keep(TerminalUpdate output);

    /** Returns the reference to the last stored node of the active branch; null if nothing is stored. */
    @Nullable
    Object head();

    /** Returns an object that is replaced when the session continues from another message. */
    Object branch();

    /** Returns true if the active branch contains a node that {@link #head} has returned. */
    boolean isOnBranch(Object node);
}
