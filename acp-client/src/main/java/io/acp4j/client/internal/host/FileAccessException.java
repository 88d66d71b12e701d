package io.acp4j.client.internal.host;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import java.util.Map;

/**
 * The error response to a refused file request. Its {@code data} has the members {@code reason} and
 * {@code path}, the latter as the agent wrote it. It does not reveal where a link leads.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/file-system">the specification</a>
 */
public final class FileAccessException extends AcpErrorException {

    /**
     * The path is invalid: it is relative, malformed for this system, or longer than 4,096 bytes or 255 names, or it contains a character
     * that the encoding of the client's locale lacks. If it is too long, {@code path} contains its beginning.
     */
    public static final String INVALID_PATH = "invalid_path";

    /** The path leads out of the session's directories, or may do so. */
    public static final String OUTSIDE_ROOTS = "outside_roots";

    /** There is no such file. */
    public static final String NOT_FOUND = "not_found";

    /** It is a directory, a pipe, a device or the like. */
    public static final String NOT_A_FILE = "not_a_file";

    /** The file, or what is to be read or written of it, exceeds a limit. */
    public static final String TOO_LARGE = "too_large";

    /** The file is not text in UTF-8, or the content to write contains an unpaired surrogate. */
    public static final String NOT_TEXT = "not_text";

    /** The user, or another guard that was asked, has not allowed it. */
    public static final String REFUSED = "refused";

    /** The file system does not let this program do it. */
    public static final String FAILED = "failed";

    private static final long serialVersionUID = 1L;

    /** A word for programs. */
    private final String reason;

    /**
     * Makes the response to one request.
     *
     * @param reason one of the constants of this class
     * @param path the path as the agent wrote it
     * @param message what was wrong, for people
     */
    public FileAccessException(String reason, String path, String message) {
        super(codeOf(reason), message, Map.of("reason", reason, "path", path));
        this.reason = reason;
    }

    private static ErrorCode codeOf(String reason) {
        return switch (reason) {
            case NOT_FOUND -> ErrorCode.RESOURCE_NOT_FOUND;
            case REFUSED -> ErrorCode.INVALID_REQUEST;
            case FAILED -> ErrorCode.INTERNAL_ERROR;
            default -> ErrorCode.INVALID_PARAMS;
        };
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
