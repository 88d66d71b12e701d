package io.acp4j.inspector.replay;

/** Is told how a replay gets on, on the thread that plays it. */
public interface ReplayListener {

    /** Is told of nothing. */
    ReplayListener NONE = new ReplayListener() {};

    /**
     * Called before a frame is sent.
     *
     * @param frame its bytes, with the ids of the live agent
     */
    default void sending(byte[] frame) {}

    /**
     * Called for each frame of the live agent.
     *
     * @param frame its bytes; none for what was no frame
     */
    default void received(byte[] frame) {}

    /**
     * Called when the live agent has done all that the recorded one had done before a frame.
     *
     * @param frames how many frames of the recording are played
     */
    default void played(int frames) {}
}
