package io.acp4j.agent.tree;

/**
 * Stores the remaining output of an open session, before another part of this process opens the session or its repository is closed.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface SessionHandover {

    /**
     * Stores the remaining output and runs the successor. Afterwards the session is no longer changed here, unless the successor fails.
     *
     * @param why the reason, for errors of later uses of the session
     * @param successor opens or closes the session; run exactly once
     */
    void handOver(BranchException why, Runnable successor);
}
