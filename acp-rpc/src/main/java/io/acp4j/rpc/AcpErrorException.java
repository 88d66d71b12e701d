package io.acp4j.rpc;

import io.acp4j.rpc.internal.text.ErrorReason;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.json.RawJson;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An error response. A caller gets it when the peer responds with an error; a handler throws it to respond with one.
 *
 * <p>An error that a peer has responded with belongs to that request. A handler that lets such an exception escape responds with an
 * internal error that names the method of that request: see {@link #receivedFor()}. To pass the peer's error on as its own, a handler
 * throws {@code new AcpErrorException(e.error())}.
 *
 * <p>The two sides of the protocol extend it for errors that they know more about.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/error">the specification</a>
 * @since 0.1.0
 */
public class AcpErrorException extends AcpException {

    private static final long serialVersionUID = 1L;

    private transient volatile @Nullable String shown;

    /** What goes over the wire; not serialized, as nothing here is meant to be. */
    private final transient ErrorObject error;

    /** The method of the request that the peer has responded to; null if the error was created on this side. */
    private final @Nullable String receivedFor;

    /**
     * Creates the exception for an error that originates on this side.
     *
     * @param error what goes over the wire
     */
    public AcpErrorException(ErrorObject error) {
        this(error, null);
    }

    /**
     * Creates the exception.
     *
     * @param error what goes over the wire
     * @param receivedFor the method of the request that the peer has responded to with the error; null for an error of this side
     */
    protected AcpErrorException(ErrorObject error, @Nullable String receivedFor) {
        super(ErrorReason.message(error) + " (" + error.code() + ")", null);
        this.error = error;
        this.receivedFor = receivedFor;
    }

    /**
     * Creates the exception for an error that a peer has responded with.
     *
     * @param method the method of the request
     * @param error the error of the response
     * @return the exception, for the caller that waits for the response
     */
    public static AcpErrorException received(String method, ErrorObject error) {
        return new AcpErrorException(error, Objects.requireNonNull(method, "method"));
    }

    /**
     * Returns a copy with the stack trace of the caller.
     *
     * @return an exception for the same error of the same request
     */
    public final AcpErrorException copy() {
        return new AcpErrorException(error, receivedFor);
    }

    /**
     * Creates the exception.
     *
     * @param code what kind of error it is
     * @param message one sentence for people; no secrets, it goes to the peer
     * @param data details for programs, converted by {@link RawJson#of}; null when there are none
     */
    public AcpErrorException(ErrorCode code, String message, @Nullable Object data) {
        this(new ErrorObject(code, message, data == null ? null : RawJson.of(data)), null);
    }

    /**
     * Makes the error for parameters that a handler refuses.
     *
     * @param reason a short word for programs, put into {@code data.reason}
     * @param message one sentence for people
     * @return the exception, to be thrown
     */
    public static AcpErrorException invalidParams(String reason, String message) {
        return new AcpErrorException(ErrorCode.INVALID_PARAMS, message, Map.of("reason", reason));
    }

    /**
     * Makes the error for a request that cannot be served now.
     *
     * @param reason a short word for programs, put into {@code data.reason}
     * @param message one sentence for people
     * @return the exception, to be thrown
     */
    public static AcpErrorException invalidRequest(String reason, String message) {
        return new AcpErrorException(ErrorCode.INVALID_REQUEST, message, Map.of("reason", reason));
    }

    /**
     * Makes the error for a failure on this side, with a text that the user should read. Any other exception of a handler
     * becomes an internal error, too, but without its text, which stays in the log.
     *
     * @param message one sentence for people; no secrets, it goes to the peer
     * @return the exception, to be thrown
     */
    public static AcpErrorException internalError(String message) {
        return new AcpErrorException(ErrorCode.INTERNAL_ERROR, message, null);
    }

    /**
     * Makes the error for a method that does not exist here.
     *
     * @param method its name
     * @return the exception, to be thrown
     */
    public static AcpErrorException methodNotFound(String method) {
        return new AcpErrorException(ErrorCode.METHOD_NOT_FOUND, "Method not found", Map.of("method", method));
    }

    /**
     * Makes the error for a session, file or other named thing that does not exist.
     *
     * @param kind what sort of thing, as the name of a member of {@code data}, such as {@code sessionId}
     * @param name its id
     * @return the exception, to be thrown
     */
    public static AcpErrorException notFound(String kind, String name) {
        return new AcpErrorException(
                ErrorCode.RESOURCE_NOT_FOUND,
                "Resource not found: " + kind,
                Map.of(kind, Objects.requireNonNull(name)));
    }

    /**
     * Makes the error that asks a client to authenticate first.
     *
     * @return the exception, to be thrown
     */
    public static AcpErrorException authRequired() {
        return new AcpErrorException(ErrorObject.of(ErrorCode.AUTH_REQUIRED, "Authentication required"));
    }

    /**
     * Returns a description for people: the error's message and code, and the reason from its {@code data}, where many
     * agents put it: a text, or the members {@code reason}, {@code details}, {@code message}, {@code error} of an object, else the
     * JSON as it is. The message is cut to 2,000 characters, the reason to 500, and {@linkplain VisibleText control and invisible
     * characters} are shown as escapes; {@link #error()} has them as they were sent. Data of errors is meant for people, so it is
     * shown here; this library itself does not log it, save with an exception that a handler threw.
     *
     * @return one line
     */
    @Override
    public String getMessage() {
        String known = shown;
        if (known == null) {
            known = super.getMessage() + ErrorReason.after(error);
            shown = known;
        }
        return known;
    }

    /**
     * Returns what goes over the wire.
     *
     * @return the error
     */
    public final ErrorObject error() {
        return error;
    }

    /**
     * Returns the method of the request that a peer has responded to with this error.
     *
     * @return the name of the method; null for an error of this side
     */
    public final @Nullable String receivedFor() {
        return receivedFor;
    }

    /**
     * Returns the error with which a handler responds if it throws this exception. For an error of this side, that is {@link #error()}. For
     * an error response of a peer, it is an internal error that names the method, with {@code data.reason} {@code nested_error}. The peer's
     * code would otherwise appear to describe the handler's own request, and the peer's text is not intended for other peers.
     *
     * @return the error
     */
    public final ErrorObject responseError() {
        return receivedFor == null
                ? error
                : new ErrorObject(
                        ErrorCode.INTERNAL_ERROR,
                        "Internal error: " + receivedFor + " failed with error " + code(),
                        RawJson.of(Map.of("reason", "nested_error", "method", receivedFor, "code", code().value())));
    }

    /**
     * Returns what kind of error it is.
     *
     * @return the code
     */
    public final ErrorCode code() {
        return error.code();
    }
}
