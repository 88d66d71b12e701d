package io.acp4j.rpc;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.Meta;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.JsonOmission;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Listener for the frames and requests of one connection.
 *
 * <p>Called on the threads of the connection, possibly concurrently. Methods must return quickly and must not call the connection.
 * Exceptions are logged and have no other effect.
 *
 * @since 0.1.0
 */
public interface ConnectionListener {

    /**
     * Called for each frame; one call at a time for each direction.
     *
     * @param direction the direction of the frame
     * @param bytes the length of the frame
     */
    default void frame(WireListener.Direction direction, int bytes) {}

    /** Called for input that was refused because it is not a message. */
    default void refused() {}

    /**
     * Called for each value that was left out of a received message, on the reading thread, after {@link #frame} and before the message is
     * handled. The schema of the protocol prescribes this leniency for invalid elements of some lists and for some malformed members. Up to
     * 32 values of a message are reported, followed by the number of the others.
     *
     * @param method the method of the message, or of the request that the message responds to
     * @param omission the position of the value in the message, and the reason
     */
    default void omitted(String method, JsonOmission omission) {}

    /**
     * Called for a request that is about to be sent, on the thread that makes it.
     *
     * @param request the request
     * @return the listener for the request; null for none
     */
    default @Nullable RequestListener outgoing(Request request) {
        return null;
    }

    /**
     * Called for a request that has arrived, on the reading thread.
     *
     * @param request the request
     * @param meta the {@code _meta} of its parameters; empty when they have none
     * @return the listener for the request; null for none
     */
    default @Nullable RequestListener incoming(Request request, Meta meta) {
        return null;
    }

    /**
     * Called at the end of the connection, after the listeners of pending requests. The listener of a request may be called later only if
     * the response was just sent, or if work of the request continues after its response.
     *
     * @param reason the cause of the end
     */
    default void closed(CloseReason reason) {}

    /**
     * The method, the ID and the session of a request.
     *
     * @param method the name of the method; for an incoming request it may be any text that the peer has sent
     * @param id the ID of the request
     * @param session the session of the request; null for a request without a session
     */
    record Request(String method, RequestId id, @Nullable SessionId session) {

        /** Checks the values. */
        public Request {
            Objects.requireNonNull(method, "method");
            Objects.requireNonNull(id, "id");
        }
    }

    /**
     * Listener for one request. The rules of {@link ConnectionListener} apply.
     */
    interface RequestListener {

        /**
         * Returns members for the {@code _meta} of the parameters, such as a trace ID. Called once, for outgoing requests only. Existing
         * members of the same names are replaced; the others remain.
         *
         * @return the members to add; may be empty
         */
        default Map<String, String> meta() {
            return Map.of();
        }

        /**
         * Called when code of the request's handler begins to run on this thread, for incoming requests only. Such code is the handler
         * itself and each task that it passes to {@link RequestContext#executor()}.
         *
         * @return the scope of the code, which is closed on the same thread after the code has returned
         */
        default Scope handling() {
            return () -> {};
        }

        /**
         * Called when the request starts work that continues after its response, such as a turn of protocol version 2. The call is made
         * before {@link #ended}, and one call of {@link #workEnded} follows.
         */
        default void outlivesResponse() {}

        /**
         * Called at the end of the work that the request has started, exactly once after {@link #outlivesResponse}. The call is made after
         * {@link #ended}, unless the work has ended before the request or has never begun.
         *
         * @param outcome the outcome of the work; its result is the result of the work, not the response
         */
        default void workEnded(RequestOutcome outcome) {}

        /**
         * Called at the end of the request, exactly once.
         *
         * <p>An outgoing request ends immediately before its caller receives the outcome. An incoming request ends when its response has
         * been queued.
         *
         * @param outcome the outcome of the request
         */
        void ended(RequestOutcome outcome);

        /** The time in which code of a handler runs. */
        @FunctionalInterface
        interface Scope extends AutoCloseable {

            /** Called when the code has returned. */
            @Override
            void close();
        }
    }

    /**
     * The outcome of a request.
     *
     * @param kind the kind of outcome
     * @param error the code of the error in the response; null for other outcomes
     * @param result the typed result; null for other outcomes. It is the content of a message, so only parts that are not sensitive may be
     *     added to a metric or a trace
     */
    record RequestOutcome(
            Kind kind, @Nullable ErrorCode error, @Nullable Object result) {

        /** The kinds of outcome. */
        public enum Kind {
            /** The response contains a result. */
            RESULT,
            /** The response contains an error. */
            ERROR,
            /** The caller has cancelled the request. */
            CANCELLED,
            /** No response arrived within the timeout. */
            TIMED_OUT,
            /** The connection ended before the response arrived or could be sent. */
            CLOSED,
            /** The request or its response could not be written or read. */
            FAILED
        }

        /** Checks the values. */
        public RequestOutcome {
            Objects.requireNonNull(kind, "kind");
        }
    }
}
