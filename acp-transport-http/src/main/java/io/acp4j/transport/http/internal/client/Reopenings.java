package io.acp4j.transport.http.internal.client;

/**
 * When the stream of a session that the server has ended is opened again, for what the agent goes on to say there: at once, later
 * and later when that is of no use or fails, at last not before the next message about the session, and not either when the server
 * knows the session no more.
 */
final class Reopenings {

    /** How often in a row the stream of a session is opened again that ends without having been of use. */
    static final int MAX_IN_A_ROW = 6;

    private static final long FIRST_MILLIS = 50;

    /** Runs tasks later. */
    interface Timer {

        void after(long millis, Runnable task);
    }

    private final ClientStreams streams;
    private final Timer timer;

    Reopenings(ClientStreams streams, Timer timer) {
        this.streams = streams;
        this.timer = timer;
    }

    /** Has a stream opened again that has ended. */
    void plan(ClientStream ended) {
        int attempt = ended.attempts();
        if (attempt > MAX_IN_A_ROW) {
            streams.giveUp(ended);
        } else {
            timer.after(attempt == 0 ? 0 : FIRST_MILLIS << attempt, () -> streams.reopen(ended, attempt, this::failed));
        }
    }

    private void failed(ClientStream stream, Throwable failure) {
        if (ClientStream.cause(failure) instanceof ClientStream.RefusedException refused
                && ClientStream.endsAll(refused.status)) {
            streams.giveUp(stream);
        } else {
            plan(stream);
        }
    }
}
