package io.acp4j.agent.tree;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import java.util.Map;

/**
 * Something that cannot be done with a conversation, and why. Nothing has been changed.
 *
 * <p>It is also the error that a client gets when a handler throws it: the reason is in {@code data.reason}.
 *
 * @since 0.1.0
 */
public final class BranchException extends AcpErrorException {

    /** There is no session of that id. */
    public static final String UNKNOWN_SESSION = "unknown_session";

    /** The message never existed, is gone, or is another session's. */
    public static final String UNKNOWN_MESSAGE = "unknown_message";

    /** The message is still being sent, or a tool call is open before its end. */
    public static final String MESSAGE_INCOMPLETE = "message_incomplete";

    /** The agent cannot go on from a thought. */
    public static final String THOUGHT_NOT_SUPPORTED = "thought_not_supported";

    /** The agent cannot go on from a message of the user. */
    public static final String USER_NOT_SUPPORTED = "user_not_supported";

    /** The agent can go on from the ends of turns only. */
    public static final String BOUNDARY = "boundary";

    /** More than one message has the id. */
    public static final String AMBIGUOUS = "ambiguous";

    /** The number of messages is negative, or more than there are. */
    public static final String OUT_OF_RANGE = "out_of_range";

    /** The cursor is none of this list. */
    public static final String INVALID_CURSOR = "invalid_cursor";

    /** A limit of the agent's has been reached. */
    public static final String LIMIT = "limit";

    /** Sessions of this kind cannot be forked. */
    public static final String NOT_FORKABLE = "not_forkable";

    /** The idempotency key was used for another request. */
    public static final String IDEMPOTENCY_CONFLICT = "idempotency_conflict";

    /** The label is blank, has more than one line, or has characters that nobody sees. */
    public static final String MALFORMED_LABEL = "malformed_label";

    /** The text of a summary is blank. */
    public static final String EMPTY = "empty";

    /** Another message has the id. */
    public static final String DUPLICATE_MESSAGE = "duplicate_message";

    /** A new conversation can only begin where there is none, unless the agent allows several. */
    public static final String SECOND_ROOT = "second_root";

    /** The branch is one that a session is on, or was forked from. */
    public static final String IN_USE = "in_use";

    /** A turn is running. */
    public static final String TURN_IN_PROGRESS = "turn_in_progress";

    /** No turn is running. */
    public static final String NO_TURN = "no_turn";

    /** Somebody else has changed the session since. */
    public static final String CONFLICT = "conflict";

    /** Another process has the session open. */
    public static final String SESSION_IN_USE = "session_in_use";

    /** The session has been opened elsewhere since. */
    public static final String TAKEN_OVER = "taken_over";

    /** Another connection has the session open and keeps it. */
    public static final String OPEN_ELSEWHERE = "open_elsewhere";

    /** The session exists and is not open here. */
    public static final String CLOSED = "closed";

    private static final long serialVersionUID = 1L;

    /** Names what was wrong, for programs; one of the constants above. */
    private final String reason;

    private BranchException(ErrorCode code, String reason, String message, Map<String, ?> data) {
        super(code, message, data);
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

    /**
     * Returns the exception that says that something is the matter with the message that was named.
     *
     * @param reason a constant of this class
     * @param id the message
     * @param message a sentence for people
     * @return the exception, to be thrown
     */
    public static BranchException message(String reason, MessageId id, String message) {
        return new BranchException(
                ErrorCode.INVALID_PARAMS, reason, message, Map.of("messageId", id.value(), "reason", reason));
    }

    /**
     * Returns the exception that says that a message is not one of the session's.
     *
     * @param id the message
     * @return the exception, to be thrown
     */
    public static BranchException unknownMessage(MessageId id) {
        return message(UNKNOWN_MESSAGE, id, "The session has no such message");
    }

    /**
     * Returns the exception that says that a message that something was to follow is not one of the session's.
     *
     * @param id the message
     * @return the exception, to be thrown
     */
    public static BranchException unknownParent(MessageId id) {
        return new BranchException(
                ErrorCode.RESOURCE_NOT_FOUND,
                UNKNOWN_MESSAGE,
                "The session has no such message to go on from",
                Map.of("messageId", id.value(), "reason", UNKNOWN_MESSAGE));
    }

    /**
     * Returns the exception that says that a parameter cannot be served.
     *
     * @param reason a constant of this class
     * @param message a sentence for people
     * @return the exception, to be thrown
     */
    public static BranchException invalid(String reason, String message) {
        return new BranchException(ErrorCode.INVALID_PARAMS, reason, message, Map.of("reason", reason));
    }

    /**
     * Returns the exception that says that a session is not in a state for something.
     *
     * @param reason a constant of this class
     * @param id the session
     * @param message a sentence for people
     * @return the exception, to be thrown
     */
    public static BranchException state(String reason, SessionId id, String message) {
        return new BranchException(
                ErrorCode.INVALID_REQUEST, reason, message, Map.of("sessionId", id.value(), "reason", reason));
    }

    /**
     * Returns the exception that says that a session is not open where it is used; loading or resuming it helps.
     *
     * @param id the session
     * @return the exception, to be thrown
     */
    public static BranchException closed(SessionId id) {
        return notHere(CLOSED, id, "The session is not open on this connection; load or resume it");
    }

    /**
     * Returns the exception that says that a session has been opened elsewhere since; loading or resuming it takes it back.
     *
     * @param id the session
     * @return the exception, to be thrown
     */
    public static BranchException takenOver(SessionId id) {
        return notHere(
                TAKEN_OVER, id, "The session has been opened elsewhere since; load or resume it to have it back");
    }

    /**
     * Returns the exception that reports that another connection has a session open and keeps it.
     *
     * @param id the session
     * @param client the name of the client that has it open
     * @return the exception, to be thrown
     */
    public static BranchException openElsewhere(SessionId id, String client) {
        return new BranchException(
                ErrorCode.INVALID_REQUEST,
                OPEN_ELSEWHERE,
                "The session is open in " + client + "; close it there, or disconnect that client, and try again",
                Map.of("sessionId", id.value(), "reason", OPEN_ELSEWHERE, "client", client));
    }

    private static BranchException notHere(String reason, SessionId id, String message) {
        return new BranchException(
                ErrorCode.RESOURCE_NOT_FOUND, reason, message, Map.of("sessionId", id.value(), "reason", reason));
    }

    /**
     * Returns the exception that says that a turn is running, which what was asked for would disturb.
     *
     * @param id the session
     * @return the exception, to be thrown
     */
    public static BranchException turnInProgress(SessionId id) {
        return state(
                TURN_IN_PROGRESS, id, "The session is busy with a prompt; wait for its response, or cancel it first");
    }

    /**
     * Returns the exception that says that there is no such session.
     *
     * @param id the id
     * @return the exception, to be thrown
     */
    public static BranchException unknownSession(SessionId id) {
        return new BranchException(
                ErrorCode.RESOURCE_NOT_FOUND,
                UNKNOWN_SESSION,
                "There is no such session",
                Map.of("sessionId", id.value(), "reason", UNKNOWN_SESSION));
    }
}
