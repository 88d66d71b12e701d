package io.acp4j.client;

import io.acp4j.rpc.AcpException;
import io.acp4j.schema.SessionId;

/**
 * Signals that a turn is already running in the session. Nothing was sent.
 *
 * <p>A cancelled turn runs until the agent has responded to its prompt. Other sessions are not affected. Where the connection speaks a
 * version of the protocol that takes prompts during a turn, as many are running as there may be.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn">the specification</a>
 * @since 0.1.0
 */
public final class TurnInProgressException extends AcpException {

    private static final long serialVersionUID = 1L;

    /** The busy session; not serialized, as nothing here is meant to be. */
    private final transient SessionId sessionId;

    /**
     * Creates the exception.
     *
     * @param sessionId the busy session
     */
    public TurnInProgressException(SessionId sessionId) {
        super("session " + sessionId + " has a turn in progress; wait for its end before the next prompt", null);
        this.sessionId = sessionId;
    }

    /**
     * Creates the exception for a session with too many turns.
     *
     * @param sessionId the busy session
     * @param limit how many turns it may have
     */
    public TurnInProgressException(SessionId sessionId, int limit) {
        super(
                "session " + sessionId + " has " + limit
                        + " turns in progress, which is the limit; wait for one to end",
                null);
        this.sessionId = sessionId;
    }

    /**
     * Names the busy session.
     *
     * @return its id
     */
    public SessionId sessionId() {
        return sessionId;
    }
}
