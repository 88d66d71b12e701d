package io.acp4j.tck.internal.launch;

/** The place where a client meets the kit in the role of its agent. What is sent before it comes waits for it. */
public interface AgentEnd extends AutoCloseable {

    /** Returns what the client is told to start, or to connect to. */
    String address();

    /** Sends bytes as they are; where messages have frames of their own, as one message. */
    void write(byte[] bytes);

    /** Sends one message with the delimiter that the transport needs. */
    void send(byte[] message);

    boolean isStream();

    /** Returns whether each message is a request of HTTP. */
    default boolean isHttp() {
        return false;
    }

    /** Returns whether the client has come. */
    boolean isMet();

    /** Ends the agent, as far as the client can see. */
    void leave();

    /** Gives up all that the place holds. */
    @Override
    void close();
}
