package io.acp4j.client.internal.protocol;

/** Fixed limits of prompt turns. */
public final class TurnLimits {

    /** Number of updates that wait for the iterating thread. */
    public static final int BUFFERED_UPDATES = 64;

    /** Seconds for which the agent is slowed down while no thread iterates. */
    public static final int UNDECIDED_SECONDS = 10;

    /** Number of turns of a session that may overlap, if the protocol version allows it. */
    public static final int MAX_OVERLAPPING = 64;

    private TurnLimits() {}
}
