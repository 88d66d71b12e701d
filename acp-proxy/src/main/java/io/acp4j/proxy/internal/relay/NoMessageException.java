package io.acp4j.proxy.internal.relay;

import io.acp4j.rpc.transport.Envelope;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.method.Methods;
import org.jspecify.annotations.Nullable;

/** A frame is no message that could be passed on. */
final class NoMessageException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient ErrorCode code;
    private final transient @Nullable RequestId id;
    private final transient boolean response;
    private final transient @Nullable Envelope call;
    private final transient @Nullable Envelope unknown;

    /**
     * Creates the exception.
     *
     * @param problem what is wrong, without contents
     * @param id the id to respond under; null when it is not known
     */
    NoMessageException(ErrorCode code, String problem, @Nullable RequestId id) {
        this(code, problem, id, false, null, null);
    }

    private NoMessageException(
            ErrorCode code,
            String problem,
            @Nullable RequestId id,
            boolean response,
            @Nullable Envelope call,
            @Nullable Envelope unknown) {
        super(problem, null, false, false);
        this.code = code;
        this.id = id;
        this.response = response;
        this.call = call;
        this.unknown = unknown;
    }

    /**
     * Creates the exception for a frame of which only the beginning can be read.
     *
     * @param message the envelope read from the beginning of the frame, or null
     */
    static NoMessageException unreadable(ErrorCode code, String problem, @Nullable Envelope message) {
        if (message == null) {
            return new NoMessageException(code, problem, null);
        }
        if (message.kind() == Envelope.Kind.UNKNOWN) {
            return new NoMessageException(code, problem, null, false, null, message);
        }
        boolean isResponse = message.kind() == Envelope.Kind.RESPONSE;
        return new NoMessageException(code, problem, message.id(), isResponse, isResponse ? null : message, null);
    }

    /** Returns whether the frame is a response; none is sent to it. */
    boolean isResponse() {
        return response;
    }

    /** Returns the beginning of a damaged object that may be a response; null for other input. */
    @Nullable
    Envelope unknown() {
        return unknown;
    }

    /** Returns whether the frame is a request or a notification. */
    boolean isCall() {
        return call != null;
    }

    /** Returns whether the frame is a notification of the protocol; none is responded to. */
    boolean isNotification() {
        return call != null
                && call.id() == null
                && call.method() != null
                && Methods.notification(call.method()) != null;
    }

    ErrorCode code() {
        return code;
    }

    RequestId id() {
        return id == null ? RequestId.Null.INSTANCE : id;
    }

    String problem() {
        return String.valueOf(getMessage());
    }
}
