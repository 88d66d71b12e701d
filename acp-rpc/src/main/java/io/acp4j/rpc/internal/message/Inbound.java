package io.acp4j.rpc.internal.message;

import io.acp4j.rpc.transport.Envelope;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.RawJson;
import org.jspecify.annotations.Nullable;

/** One decoded message. */
public sealed interface Inbound {

    /** Returns what a transport is told about the message. */
    @Nullable
    Envelope envelope();

    /**
     * A request or a notification.
     *
     * @param id the request's id; null for a notification
     * @param method the method
     * @param route who takes it: a route of {@link Routes}; null when only a fallback may
     * @param params typed where a route is known, else {@link RawJson} or null; null too when there is a fault
     * @param session the session that it is about; null when about none
     * @param fault what is wrong with the parameters; null when nothing is
     */
    record Call(
            @Nullable RequestId id,
            String method,
            @Nullable Object route,
            @Nullable Object params,
            @Nullable SessionId session,
            @Nullable ErrorObject fault)
            implements Inbound {
        @Override
        public Envelope envelope() {
            return new Envelope(id == null ? Envelope.Kind.NOTIFICATION : Envelope.Kind.REQUEST, id, method, session);
        }
    }

    /**
     * A response to a request of ours.
     *
     * @param id the request's id
     * @param call the request; null when none of that id is pending
     * @param result the typed result; null when there is an error or a fault
     * @param error the peer's error; null when there is none
     * @param fault what is wrong with the response; null when nothing is
     */
    record Response(
            RequestId id,
            @Nullable PendingCall call,
            @Nullable Object result,
            @Nullable ErrorObject error,
            @Nullable String fault)
            implements Inbound {

        /** The session whose earlier messages must be handled before the response counts; null when there is none. */
        public @Nullable SessionId session() {
            if (call != null && call.session() != null) {
                return call.session();
            }
            return result instanceof SessionScoped scoped ? scoped.sessionId() : null;
        }

        @Override
        public Envelope envelope() {
            return new Envelope(Envelope.Kind.RESPONSE, id, null, session());
        }
    }

    /**
     * A response whose ID is null, missing or unreadable.
     *
     * @param error the peer's error; null for a result
     * @param description the text for the log
     */
    record Unnamed(@Nullable ErrorObject error, String description) implements Inbound {
        @Override
        public @Nullable Envelope envelope() {
            return null;
        }
    }

    /**
     * Something that is no message.
     *
     * @param id the id to answer under
     * @param error what to answer; null when the peer's fault is itself a response, which is not answered
     * @param description the text for the log
     * @param beginning the envelope read from the beginning of damaged input; null if the input does not begin as an object
     */
    record Refused(
            RequestId id,
            @Nullable ErrorObject error,
            String description,
            @Nullable Envelope beginning) implements Inbound {

        Refused(RequestId id, @Nullable ErrorObject error, String description) {
            this(id, error, description, null);
        }

        /** Returns the envelope of a request if there is a response to the input under an ID. */
        @Override
        public @Nullable Envelope envelope() {
            boolean isRequest = error != null && !(id instanceof RequestId.Null);
            return isRequest ? new Envelope(Envelope.Kind.REQUEST, id, null, null) : null;
        }
    }
}
