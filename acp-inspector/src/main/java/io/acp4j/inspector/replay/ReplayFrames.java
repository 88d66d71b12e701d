package io.acp4j.inspector.replay;

import io.acp4j.inspector.log.FrameLog;
import io.acp4j.rpc.WireListener.Direction;

/** Takes what goes over the connections of replays, one after the other; called by one thread at a time. */
public interface ReplayFrames {

    /**
     * Returns the log that has them.
     *
     * @return the log; rows are added to it here alone, and for what the agent writes to its error output
     */
    FrameLog log();

    /**
     * Begins a replay.
     *
     * @param name what is replayed
     */
    void begin(String name);

    /**
     * Takes a frame, which becomes the next row of the log.
     *
     * @param direction which way it went
     * @param frame its bytes; none for what was no frame
     */
    void frame(Direction direction, byte[] frame);

    /** Ends a replay. */
    void ended();
}
