package io.acp4j.agent.tree;

/**
 * Stores what an open session has not stored yet, before the session is opened by another part of this process or its conversations are
 * closed.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface SessionHandover {

    /**
     * Stores the rest and runs the successor. After that the session is no longer changed here, unless the successor has failed.
     *
     * @param why the reason, for later uses of the session
     * @param successor opens or closes the session; run exactly once
     */
    void handOver(BranchException why, Runnable successor);
}
