package io.acp4j.inspector.log;

import java.util.List;

/**
 * Requests of a part of the time, and what went over the wire in all of it. Times are microseconds.
 *
 * @param begin when the first frame went over the wire, since 1970; 0 when there was none
 * @param end when the last did
 * @param width how long each part is
 * @param parts what went over the wire from the beginning on
 * @param matching how many requests there are in the part of the time that was asked for
 * @param forgotten how many requests are too old to be among them
 * @param requests some of them, in the order in which they were sent
 */
public record TimingReport(
        long begin, long end, long width, List<Part> parts, int matching, long forgotten, List<Request> requests) {

    /**
     * What went over the wire in a part of the time.
     *
     * @param framesIn frames of the agent
     * @param bytesIn their size
     * @param framesOut frames of the client
     * @param bytesOut their size
     * @param waitingForAgent how many requests of the client waited for a response at once, at most
     * @param waitingForClient how many requests of the agent did
     * @param queuedIn how many bytes waited for their handlers at once, at most; 0 where that is not measured
     * @param queuedOut how many bytes waited to be written
     */
    public record Part(
            long framesIn,
            long bytesIn,
            long framesOut,
            long bytesOut,
            int waitingForAgent,
            int waitingForClient,
            long queuedIn,
            long queuedOut) {}

    /**
     * A request.
     *
     * @param number its row
     * @param method its method
     * @param fromClient whether the client has sent it
     * @param start when, since 1970
     * @param latency how long its response took; -1 while there is none; without one, how long the connection lasted
     * @param isError whether the response is an error
     * @param isLost whether the connection has ended without a response
     * @param first for a prompt, how long the first text of the agent took; -1 for none
     * @param last for a prompt, how long the last update took that came before the next prompt of its session; -1 for none
     */
    public record Request(
            long number,
            String method,
            boolean fromClient,
            long start,
            long latency,
            boolean isError,
            boolean isLost,
            long first,
            long last) {}
}
