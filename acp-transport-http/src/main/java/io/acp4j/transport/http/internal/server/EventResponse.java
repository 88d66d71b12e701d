package io.acp4j.transport.http.internal.server;

/** One response that carries a stream of events. Its methods may be called on any thread; none of them waits for the client. */
public interface EventResponse {

    /** Writes what is queued, as far as the client takes it. */
    void drain();

    /**
     * Ends once everything that is queued has been written.
     *
     * @param comment what the client is told at the end
     */
    void finish(String comment);

    /**
     * Ends at once.
     *
     * @param comment what the client is told at the end, if it is not in the midst of an event
     */
    void end(String comment);

    /** Ends, whatever the client takes. */
    void cut();

    /**
     * Sends the first bytes, because proxies such as nginx pass on the head of a response with the first byte of its body.
     *
     * @param isKeptAlive true for a comment, by which a client recognises that comments follow; false for an empty line
     */
    void begin(boolean isKeptAlive);

    /**
     * Sends a comment when nothing else has been sent for a while.
     *
     * @param afterNanos how long that is
     */
    void keepAlive(long afterNanos);

    /**
     * Counts how long the client has read nothing while something was to be read; called by one thread at a time.
     *
     * @param passed how long ago the last look was, in nanoseconds
     * @return how long, in nanoseconds
     */
    long stuckNanos(long passed);
}
