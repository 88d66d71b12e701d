package io.acp4j.transport.http.internal.client;

import org.jspecify.annotations.Nullable;

/**
 * When the stream of a session that the server has ended is opened again, for what the agent goes on to say there: at once, later
 * and later when that is of no use or fails, at last not before the next message about the session, and not either when the server
 * knows the session no more.
 */
final class Reopenings {

    /** How often in a row the stream of a session is opened again that ends without having been of use. */
    static final int MAX_IN_A_ROW = 6;

    private static final long FIRST_MILLIS = 50;

    /** Is told that a stream is not opened again before the next message about its session. */
    interface GivenUp {

        /**
         * Notifies the owner of the end of the attempts.
         *
         * @param ended the last stream of the session
         * @param status the status with which the server refused the stream; 0 if it opened the stream or did not respond
         */
        void stream(ClientStream ended, int status, @Nullable Throwable failure);
    }

    private final ClientStreams streams;
    private final Timer timer;
    private final GivenUp givenUp;

    Reopenings(ClientStreams streams, Timer timer, GivenUp givenUp) {
        this.streams = streams;
        this.timer = timer;
        this.givenUp = givenUp;
    }

    /** Has a stream opened again that has ended. */
    void plan(ClientStream ended) {
        plan(ended, null);
    }

    private void plan(ClientStream ended, @Nullable Throwable failure) {
        int attempt = ended.attempts();
        if (attempt > MAX_IN_A_ROW) {
            giveUp(ended, 0, failure);
        } else {
            timer.after(delayMillis(attempt), () -> streams.reopen(ended, attempt, this::failed));
        }
    }

    /** Returns the delay before a stream is opened again after a number of failed attempts. */
    static long delayMillis(int attempt) {
        return attempt == 0 ? 0 : FIRST_MILLIS << attempt;
    }

    private void failed(ClientStream stream, Throwable failure) {
        Throwable cause = ClientStream.cause(failure);
        if (cause instanceof ClientStream.RefusedException refused && ClientStream.endsAll(refused.status)) {
            giveUp(stream, refused.status, cause);
        } else {
            plan(stream, cause);
        }
    }

    private void giveUp(ClientStream stream, int status, @Nullable Throwable failure) {
        if (streams.giveUp(stream, failure)) {
            givenUp.stream(stream, status, failure);
        }
    }
}
