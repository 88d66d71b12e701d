package io.acp4j.transport.http.internal.client;

import io.acp4j.schema.RequestId;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens the streams of sessions that a server lets a client read only when it has got the request that opens the session. While that
 * request is open, its stream is asked for again and again, later and later; behind its response a few times more. The response waits
 * for the stream, and is an error where the stream is refused for good: nobody could use a session of which nothing is received.
 */
final class LateStreams {

    /** How often a stream is asked for while the request has no response: about ten minutes long. */
    static final int MAX_BEFORE_RESPONSE = 600;

    /** How often it is asked for behind the response: about five seconds long. */
    static final int MAX_BEHIND_RESPONSE = 8;

    private static final long FIRST_MILLIS = 50;
    private static final long LONGEST_MILLIS = 1_000;

    private final ClientStreams streams;
    private final OpenRequests pending;
    private final RequestFailures failures;
    private final Timer timer;
    private final BooleanSupplier isClosed;
    private final Map<RequestId, Late> expected = new HashMap<>();

    /** A stream that is still to be opened, for a request. */
    private static final class Late {
        final RequestId request;
        final String session;
        private int attempts;
        /** Counts how often asking has begun anew; what was planned before is void. */
        private int round;

        private @Nullable Runnable response;

        Late(RequestId request, String session) {
            this.request = request;
            this.session = session;
        }
    }

    /**
     * Creates it, with nothing expected.
     *
     * @param isClosed whether the connection is closed, so that no stream is opened any more
     */
    LateStreams(
            ClientStreams streams,
            OpenRequests pending,
            RequestFailures failures,
            Timer timer,
            BooleanSupplier isClosed) {
        this.streams = streams;
        this.pending = pending;
        this.failures = failures;
        this.timer = timer;
        this.isClosed = isClosed;
    }

    /** Begins to ask for the stream of a session, which was refused before the request that is posted now. */
    void expect(RequestId request, String session) {
        Late late = new Late(request, session);
        synchronized (expected) {
            expected.put(request, late);
        }
        plan(late, 0, 0);
    }

    /** Forgets what is expected for a request, whose response does not wait for it. */
    void forget(RequestId request) {
        synchronized (expected) {
            expected.remove(request);
        }
    }

    /**
     * Keeps the response to a request until the stream is open.
     *
     * @param deliver hands the response over
     * @return false where no stream is expected for the request, so that its response does not wait
     */
    boolean keep(RequestId request, Runnable deliver) {
        Late late;
        int round;
        synchronized (expected) {
            late = expected.get(request);
            if (late == null) {
                return false;
            }
            late.response = deliver;
            late.attempts = 0;
            round = ++late.round;
        }
        // At once: many servers let the session be read from now on.
        attempt(late, round);
        return true;
    }

    private void plan(Late late, int attempts, int round) {
        timer.after(Math.min(FIRST_MILLIS << Math.min(attempts, 5), LONGEST_MILLIS), () -> attempt(late, round));
    }

    private void attempt(Late late, int round) {
        synchronized (expected) {
            if (expected.get(late.request) != late || late.round != round) {
                return;
            }
            if (isClosed.getAsBoolean() || (late.response == null && !pending.contains(late.request))) {
                // The end of the connection, or of the request, has said what there is to say.
                expected.remove(late.request);
                return;
            }
        }
        var unused = streams.session(late.session).whenComplete((open, failure) -> {
            if (failure == null) {
                opened(late);
            } else {
                refused(late, round, ClientStream.cause(failure));
            }
        });
    }

    private void opened(Late late) {
        Runnable response;
        synchronized (expected) {
            if (!expected.remove(late.request, late)) {
                return;
            }
            response = late.response;
        }
        if (response != null) {
            response.run();
        }
    }

    private void refused(Late late, int round, Throwable failure) {
        int attempts;
        boolean responded;
        synchronized (expected) {
            if (expected.get(late.request) != late || late.round != round) {
                return;
            }
            attempts = ++late.attempts;
            responded = late.response != null;
            if (attempts >= (responded ? MAX_BEHIND_RESPONSE : MAX_BEFORE_RESPONSE)) {
                expected.remove(late.request);
            } else {
                plan(late, attempts, round);
                return;
            }
        }
        int status = failure instanceof ClientStream.RefusedException refused ? refused.status : 0;
        failures.failUnread(late.request, status, responded);
    }
}
