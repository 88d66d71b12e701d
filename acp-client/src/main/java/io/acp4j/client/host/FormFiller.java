package io.acp4j.client.host;

import io.acp4j.schema.elicitation.CreateElicitationResponse;

/**
 * Has the user fill in forms. The user must be able to see who asks, to review the answers, to decline and to dismiss.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation#user-interaction-requirements">the specification</a>
 * @since 0.1.0
 */
@FunctionalInterface
public interface FormFiller {

    /**
     * Shows one form and waits for the user; called on a handler thread, which is interrupted when the agent no longer wants
     * the answer.
     *
     * @param form the form, and what was wrong with the answers before
     * @return the answers, or that the user has declined or dismissed the form
     * @throws Exception to respond with an error
     */
    CreateElicitationResponse fill(HostForm form) throws Exception;
}
