package io.acp4j.transport.http.internal.client;

import io.acp4j.transport.http.internal.EventNumbers;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One stream of events of a connection, from its request to its end. Opened once; a new one takes its place. */
final class ClientStream {

    /** How often a stream is asked for that the server says somebody reads. */
    private static final int MAX_ATTEMPTS = 8;

    private static final long FIRST_RETRY_MILLIS = 250;

    private static final int FORBIDDEN = 403;

    /** The status by which a server says that it knows no such session, or no such connection. */
    static final int NOT_FOUND = 404;

    /** The status by which a server says that it has no more the events behind the last one that was received. */
    static final int LOST = 410;

    /** A stream that has lived so long, or on which something came, was of use. */
    private static final long USE_MILLIS = 10_000;

    private final @Nullable String session;
    private final Owner owner;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private volatile @Nullable EventReader reader;
    private final int attempt;
    private final long since;
    private volatile @Nullable String lastSeen;
    private volatile boolean useful;
    private volatile boolean numbered;
    private volatile boolean cancelled;

    /** Whom the stream belongs to; its methods may be called on any thread. */
    interface Owner {

        /**
         * Sends the request for a stream.
         *
         * @param onHead run with the head of the response; returns what reads its body
         * @return a stage that fails when there is no response, or its body ends badly
         */
        CompletableFuture<?> request(
                @Nullable String session, @Nullable String lastSeen, HttpResponse.BodyHandler<@Nullable Void> onHead);

        /** Returns the threads on which it may be waited. */
        Executor workers();

        /** Returns the time by which it is told how long a stream has lived. */
        default long nanoTime() {
            return System.nanoTime();
        }

        int maxMessageBytes();

        void received(ClientStream stream, byte[] message);

        /** Is told that the server numbers its events. */
        default void numbered() {}

        /** Has a reader go on when there is room for what it reads. */
        void goOn(EventReader reader);

        void ended(ClientStream stream, @Nullable Throwable failure);

        /** Receives the beginning of a message that exceeds the limit and was skipped. */
        default void refused(byte[] beginning, int length) {}

        void tooLong(ClientStream stream);
    }

    /** Signals that the server does not open a stream. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        /** The status of the response. */
        final int status;

        RefusedException(int status, String message) {
            super(message);
            this.status = status;
        }
    }

    /** Returns whether a status says that there is nothing here for this client. */
    static boolean endsAll(int status) {
        return status == 401 || status == FORBIDDEN || status == NOT_FOUND || status == 410;
    }

    /** Returns whether a status says that nothing more comes behind the last event that was received. */
    static boolean isOver(int status) {
        return status == FORBIDDEN || status == NOT_FOUND || status == LOST;
    }

    /**
     * Returns whether a status by which the stream of a session was refused is about that session only: it is somebody else's, or not
     * open on this connection. A connection that the server does not know has another one.
     */
    static boolean endsSession(int status) {
        return status == FORBIDDEN;
    }

    /**
     * Creates a stream.
     *
     * @param session its session; null for that of the connection
     * @param lastSeen the last event that was received on the stream before; null when there was none
     * @param attempt how many streams before it have ended in a row without having been of use
     */
    ClientStream(@Nullable String session, @Nullable String lastSeen, int attempt, Owner owner) {
        this.session = session;
        this.lastSeen = lastSeen;
        this.attempt = attempt;
        this.owner = owner;
        this.since = owner.nanoTime();
    }

    @Nullable
    String session() {
        return session;
    }

    @Nullable
    String lastSeen() {
        return lastSeen;
    }

    /**
     * Returns the event behind which the stream goes on after it was cut off, 0 for its first one; null when that is not known.
     *
     * @param serverNumbers whether the server is known to number its events
     */
    @Nullable
    String resumeAfter(boolean serverNumbers) {
        String seen = lastSeen;
        return seen == null && serverNumbers && !useful ? EventNumbers.BEFORE_FIRST : seen;
    }

    /** Returns when the server has opened the stream. */
    CompletableFuture<Void> opened() {
        return opened;
    }

    void open() {
        if (cancelled) {
            // Its session has been closed since it was reserved: nobody reads it.
            opened.complete(null);
        } else {
            attempt(1);
        }
    }

    private void attempt(int number) {
        if (cancelled) {
            opened.complete(null);
            return;
        }
        var unused = request(number).whenComplete((response, failure) -> {
            EventReader current = reader;
            if (failure != null && !opened.completeExceptionally(failure) && current != null) {
                // The JDK does not tell the reader where the socket is cut off between the head and the body, nor, from
                // Java 25 on, where the stream is reset as if it had not been processed.
                current.onError(cause(failure));
            }
        });
    }

    private CompletableFuture<?> request(int number) {
        try {
            return owner.request(session, lastSeen, info -> responded(info, number));
        } catch (RuntimeException e) {
            // As of a store of cookies that fails.
            return CompletableFuture.failedFuture(e);
        }
    }

    private HttpResponse.BodySubscriber<@Nullable Void> responded(HttpResponse.ResponseInfo head, int number) {
        int status = head.statusCode();
        if (status == 200 && isEvents(head)) {
            if (head.headers()
                    .firstValue(EventNumbers.HEADER)
                    .filter(EventNumbers::areStatedBy)
                    .isPresent()) {
                numbered();
            }
            EventReader next = begin(new EventReader(this, owner.maxMessageBytes()));
            if (!opened.complete(null)) {
                // It was given up already; another one may have taken its place.
                cancel();
            }
            return next;
        }
        if (status == 409 && number < MAX_ATTEMPTS && !cancelled) {
            // The server may not know yet that the stream before is gone.
            CompletableFuture.delayedExecutor(
                            FIRST_RETRY_MILLIS << (number - 1), TimeUnit.MILLISECONDS, owner.workers())
                    .execute(() -> attempt(number + 1));
        } else {
            opened.completeExceptionally(refused(status));
        }
        return ignore();
    }

    private static boolean isEvents(HttpResponse.ResponseInfo info) {
        return info.headers()
                .firstValue("content-type")
                .map(type -> type.strip().regionMatches(true, 0, "text/event-stream", 0, "text/event-stream".length()))
                .orElse(false);
    }

    private EventReader begin(EventReader next) {
        reader = next;
        if (cancelled) {
            next.cancel();
        }
        return next;
    }

    private static HttpResponse.BodySubscriber<@Nullable Void> ignore() {
        return HttpResponse.BodySubscribers.mapping(LimitedBody.dropped(), nothing -> null);
    }

    private RefusedException refused(int status) {
        return new RefusedException(
                status,
                switch (status) {
                    case FORBIDDEN ->
                        session == null
                                ? "the server refuses the event stream of the connection with status 403"
                                : "the server refuses the event stream of the session with status 403: the session is not open on this"
                                        + " connection, or is somebody else's; load or resume it";
                    case 200 -> "the server opened no stream of events: its response is none";
                    case LOST ->
                        "events of a session are lost: its stream was cut off, and the server does not keep what was on its way";
                    default -> "the server opened no stream of events, but responded with status " + status;
                });
    }

    /** Returns why a stream was not opened. */
    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    void cancel() {
        cancelled = true;
        EventReader current = reader;
        if (current != null) {
            current.cancel();
        }
    }

    /** Returns how many streams up to this one, which has ended, were of no use in a row. */
    int attempts() {
        return useful || owner.nanoTime() - since >= TimeUnit.MILLISECONDS.toNanos(USE_MILLIS) ? 0 : attempt + 1;
    }

    /** Returns for how long the stream has been silent, in nanoseconds. */
    long silentNanos() {
        EventReader current = reader;
        return current == null ? 0 : current.silentNanos();
    }

    /** Returns for how long there has been nothing to read, in milliseconds; 0 while something waits to be read. */
    long idleMillis() {
        EventReader current = reader;
        return current == null ? 0 : current.idleMillis();
    }

    // For the reader.

    void received(byte[] message) {
        useful = true;
        if (!cancelled) {
            owner.received(this, message);
        }
    }

    void goOn(EventReader from) {
        owner.goOn(from);
    }

    /** Notes the last event; one whose identifier no header can carry cannot be named to the server. */
    void seen(String id) {
        numbered();
        lastSeen = HeaderText.isSendable(id) ? id : null;
    }

    private void numbered() {
        if (!numbered) {
            numbered = true;
            owner.numbered();
        }
    }

    void refused(byte[] beginning, int length) {
        useful = true;
        if (!cancelled) {
            owner.refused(beginning, length);
        }
    }

    void tooLong() {
        owner.tooLong(this);
    }

    void ended(EventReader from, @Nullable Throwable failure) {
        if (!cancelled) {
            // Nobody waits for it where it had been opened.
            opened.completeExceptionally(new IOException("the stream of events ended before it was opened"));
            owner.ended(this, failure);
        }
    }

    String lastComment() {
        EventReader current = reader;
        return current == null ? "" : current.lastComment();
    }
}
