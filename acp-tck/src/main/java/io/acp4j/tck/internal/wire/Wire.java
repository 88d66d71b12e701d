package io.acp4j.tck.internal.wire;

import java.time.Duration;
import java.util.OptionalInt;

/** A way to one instance of the subject. Methods may be called from any thread; none blocks on the subject. */
public interface Wire extends AutoCloseable {

    /** Sends bytes as they are; on a message transport as one message. */
    void write(byte[] bytes);

    /** Sends one message with the delimiter that the transport needs. */
    void send(byte[] message);

    /** Sends a line over the side channel, which only some subjects have. */
    default void remark(byte[] line) {
        throw new UnsupportedOperationException("There is no side channel to this subject");
    }

    /** Returns whether messages are delimited by newlines in a stream of bytes, so that they can be split and glued. */
    boolean isStream();

    /** Returns whether each message is a request of HTTP, which has a status of its own. */
    default boolean isHttp() {
        return false;
    }

    /** Ends what the subject can read, without ending what it can write. */
    void closeInput();

    /** Waits for the end of the subject; empty when it still runs after that time, or has no exit code to give. */
    OptionalInt awaitExit(Duration limit) throws InterruptedException;

    /** The end of what it has written to its error output so far, empty when there is no such thing. */
    default String errors() {
        return "";
    }

    /** Ends the subject and all that it has started. */
    @Override
    void close();
}
