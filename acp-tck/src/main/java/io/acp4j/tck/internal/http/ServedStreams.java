package io.acp4j.tck.internal.http;

import java.util.concurrent.CompletableFuture;

/** What can be done with the streams of events of a client that the kit serves. The connection's own has no name. */
public interface ServedStreams {

    /** Returns the address of the same endpoint at another origin. */
    String elsewhere();

    /** Ends a stream, as a server does that has nothing more to say on it. */
    void end(String session);

    /**
     * Writes an event that does not end.
     *
     * @param bytes how much of it is written at most
     * @return true when the client left the stream before, false when all was written
     */
    CompletableFuture<Boolean> flood(String session, long bytes);
}
