package io.acp4j.rpc.internal.receipt;

import io.acp4j.schema.SessionId;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A request to the peer, with the signs that the peer has received it. Safe for use by any number of threads. */
public abstract class SentRequest {

    /** The response without an ID that may refer to the request. Null after a message about the session. */
    private final AtomicReference<@Nullable Suspicion> suspicion = new AtomicReference<>();

    /** True while a timer of the suspicion runs. Each request has at most one. */
    private final AtomicBoolean timed = new AtomicBoolean();

    private volatile boolean heard;

    /** Creates a request without signs. */
    protected SentRequest() {}

    /**
     * A response without an ID that may refer to a request.
     *
     * @param response the response
     * @param since the arrival of the response, in nanoseconds
     */
    record Suspicion(UnnamedResponse response, long since) {}

    /** Returns the method, for messages. */
    public abstract String methodName();

    /** Returns the session of the request; null if it has none. */
    public abstract @Nullable SessionId session();

    /** Returns the size of the message; 0 until the request has been sent. */
    public abstract int bytes();

    /** Returns whether a message about the session has arrived since the request was sent. */
    boolean isHeard() {
        return heard;
    }

    /** Records a message about the session. */
    void heard() {
        heard = true;
        suspicion.set(null);
    }

    /** Returns whether a message about the session would be a sign of receipt. */
    boolean awaitsSign() {
        return !heard || suspicion.get() != null;
    }

    /** Returns the response that may refer to the request, or null. */
    @Nullable
    Suspicion suspicion() {
        return suspicion.get();
    }

    /** Records that a response without an ID may refer to the request. An earlier suspicion is kept. */
    void suspect(UnnamedResponse response, long now) {
        suspicion.compareAndSet(null, new Suspicion(response, now));
    }

    /** Records the start of a timer. Returns false if one is running. */
    boolean startTimer() {
        return timed.compareAndSet(false, true);
    }

    /** Records the end of the timer. */
    void untimed() {
        timed.set(false);
    }

    /** Returns a name for the log. */
    String description() {
        SessionId session = session();
        return session == null ? methodName() : methodName() + " of session " + session.value();
    }
}
