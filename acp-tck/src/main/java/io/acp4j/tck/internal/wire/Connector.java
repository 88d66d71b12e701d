package io.acp4j.tck.internal.wire;

import io.acp4j.tck.internal.http.ClientTraffic;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Starts, or connects to, a new instance of the subject. */
public interface Connector extends AutoCloseable {

    /** Opens a way to the subject. */
    Wire open(WireListener listener) throws IOException;

    /** Opens a way to a client that speaks HTTP, and does with what it sends as a scenario wants. */
    default Wire open(WireListener listener, ClientTraffic traffic) throws IOException {
        return open(listener);
    }

    /** Names the subject in reports. */
    String describe();

    /** Returns the address at which the subject takes WebSockets; null where it does not. */
    default @Nullable URI webSocket() {
        return null;
    }

    /** Returns the address at which the subject speaks Streamable HTTP; null where it does not. */
    default @Nullable URI http() {
        return null;
    }

    /** Returns the bearer token that lets the kit in; null where the subject's server wants none. Never shown. */
    default @Nullable String token() {
        return null;
    }

    /** Returns the bearer token of another principal; null where the kit knows none. Never shown. */
    default @Nullable String secondToken() {
        return null;
    }

    /** Gives up what it holds beside its wires; most hold nothing. */
    @Override
    default void close() {}
}
