package io.acp4j.transport.http.internal.client;

import org.jspecify.annotations.Nullable;

/** What a client has learnt about its connection from the server. Safe for use by any number of threads. */
final class ServerState {

    private volatile @Nullable String id;
    private volatile int protocolVersion;
    private volatile boolean numbersEvents;

    /** Returns the identifier that the server has given the connection; null before. */
    @Nullable
    String id() {
        return id;
    }

    /** Notes that the server has opened the connection. */
    void opened(String given, int version) {
        id = given;
        protocolVersion = version;
    }

    /** Returns whether a turn goes on after the response to its prompt, so that no request fails when its updates are lost. */
    boolean turnsOutliveResponses() {
        return protocolVersion >= 2;
    }

    /** Returns whether the server is known to number its events. */
    boolean numbersEvents() {
        return numbersEvents;
    }

    /** Notes that the server numbers its events. */
    void numbered() {
        numbersEvents = true;
    }
}
