package io.acp4j.client;

import io.acp4j.rpc.AcpException;
import io.acp4j.schema.SessionId;

/**
 * Tells that a session already has a turn under way. Nothing was sent.
 *
 * <p>A cancelled turn is under way until the agent has answered its prompt. Other sessions are not concerned. Where the connection
 * speaks a version of the protocol that takes prompts during a turn, it tells that as many are under way as there may be.
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
