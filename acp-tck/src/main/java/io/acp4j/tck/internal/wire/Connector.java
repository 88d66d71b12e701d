package io.acp4j.tck.internal.wire;

import java.io.IOException;

/** Starts, or connects to, a new instance of the subject. */
public interface Connector extends AutoCloseable {

    /** Opens a way to the subject. */
    Wire open(WireListener listener) throws IOException;

    /** Names the subject in reports. */
    String describe();

    /** Gives up what it holds beside its wires; most hold nothing. */
    @Override
    default void close() {}
}
