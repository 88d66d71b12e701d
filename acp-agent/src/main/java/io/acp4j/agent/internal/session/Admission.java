package io.acp4j.agent.internal.session;

import io.acp4j.agent.AgentSession;
import io.acp4j.schema.prompt.PromptRequest;

/** Decides whether a prompt becomes a part of the conversation. */
@FunctionalInterface
public interface Admission {

    /** Lets every prompt pass. */
    Admission ALL = (request, session) -> {};

    /**
     * Lets a prompt pass, or throws what its request fails with. May block.
     *
     * @param request the prompt
     * @param session the session, which does not know of it yet
     */
    void admit(PromptRequest request, AgentSession session) throws Exception;
}
