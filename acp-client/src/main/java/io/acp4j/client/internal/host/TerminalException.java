package io.acp4j.client.internal.host;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import java.util.Map;

/**
 * The reason why a command was not run, for the agent: an error response whose {@code data} has the member {@code reason}.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/terminals">the specification</a>
 */
public final class TerminalException extends AcpErrorException {

    /** The user, or another guard that was asked, has not allowed it. */
    public static final String REFUSED = "refused";

    /** The session has as many terminals as it may have. */
    public static final String TOO_MANY = "too_many_terminals";

    /** The directory is none, or lies outside those of the session. */
    public static final String BAD_DIRECTORY = "bad_directory";

    /**
     * The command contains a word or a variable that the process would receive as different text, because the encoding of the client's
     * locale lacks a character. The request is refused before the guard is called.
     */
    public static final String NOT_ENCODABLE = "not_encodable";

    /** The program could not be started. */
    public static final String NOT_STARTED = "not_started";

    private static final long serialVersionUID = 1L;

    /** A word for programs. */
    private final String reason;

    /**
     * Makes the response to one request.
     *
     * @param reason one of the constants of this class
     * @param message what was wrong, for people
     */
    public TerminalException(String reason, String message) {
        super(
                reason.equals(REFUSED) || reason.equals(TOO_MANY)
                        ? ErrorCode.INVALID_REQUEST
                        : ErrorCode.INVALID_PARAMS,
                message,
                Map.of("reason", reason));
        this.reason = reason;
    }

    /**
     * Returns why.
     *
     * @return one of the constants of this class
     */
    public String reason() {
        return reason;
    }
}
