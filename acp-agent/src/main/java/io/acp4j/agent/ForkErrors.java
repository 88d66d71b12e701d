package io.acp4j.agent;

import io.acp4j.agent.tree.BranchException;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Unstable;

/**
 * The errors that refuse a fork at a message, for handlers to throw. Clients tell them apart by {@code data.reason}; each
 * carries the message as {@code data.messageId}.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-fork")
public final class ForkErrors {

    private ForkErrors() {}

    /**
     * Makes the error for an id that names no message of the session: it never did, or in another session only.
     *
     * @param message the id
     * @return the exception, to be thrown
     */
    public static AcpErrorException unknownMessage(MessageId message) {
        return BranchException.message(BranchException.UNKNOWN_MESSAGE, message, "The session has no such message");
    }

    /**
     * Makes the error for a message that is not complete yet, or has a tool call open before its end.
     *
     * @param message the id
     * @return the exception, to be thrown
     */
    public static AcpErrorException messageIncomplete(MessageId message) {
        return BranchException.message(BranchException.MESSAGE_INCOMPLETE, message, "The message is not complete yet");
    }

    /**
     * Makes the error of an agent that cannot fork at thoughts.
     *
     * @param message the id
     * @return the exception, to be thrown
     */
    public static AcpErrorException thoughtNotSupported(MessageId message) {
        return BranchException.message(
                BranchException.THOUGHT_NOT_SUPPORTED, message, "Sessions cannot be forked at thoughts");
    }

    /**
     * Makes the error of an agent that cannot fork at messages of the user.
     *
     * @param message the id
     * @return the exception, to be thrown
     */
    public static AcpErrorException userNotSupported(MessageId message) {
        return BranchException.message(
                BranchException.USER_NOT_SUPPORTED, message, "Sessions cannot be forked at messages of the user");
    }

    /**
     * Makes the error of an agent that can fork at the ends of turns only.
     *
     * @param message the id
     * @return the exception, to be thrown
     */
    public static AcpErrorException boundary(MessageId message) {
        return BranchException.message(
                BranchException.BOUNDARY, message, "Sessions can be forked at the end of a turn only");
    }
}
