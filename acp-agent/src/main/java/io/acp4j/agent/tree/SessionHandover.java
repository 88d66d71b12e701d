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
     * Stores the rest, runs the successor, and changes the session no more. When the successor fails, the session stays open here.
     *
     * @param why the reason, for later uses of the session
     * @param successor opens or closes the session; run exactly once
     */
    void handOver(BranchException why, Runnable successor);
}
