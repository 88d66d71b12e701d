package io.acp4j.client;

import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.SessionUpdate;

/**
 * Takes what the agent reports about sessions: chunks of messages, tool calls, plans and the like.
 *
 * <p>Called on a handler thread, in wire order and one at a time for each session; several sessions are served side by
 * side. It may block, which slows the agent down in that session, and it may call the agent and wait. What it throws is
 * logged; nothing else is lost by it.
 *
 * <p>Updates may come at any time, also outside of turns. Kinds that this library does not know come as
 * {@link io.acp4j.schema.update.UnknownSessionUpdate}.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#3-agent-reports-output">the specification</a>
 * @since 0.1.0
 */
@FunctionalInterface
public interface UpdateListener {

    /**
     * Takes one update.
     *
     * @param session the session that it is about
     * @param update what happened
     * @throws Exception to have a failure logged
     */
    void onUpdate(ClientSession session, SessionUpdate update) throws Exception;

    /**
     * Takes one update together with its metadata; to be overridden where those matter. Calls {@link #onUpdate} otherwise.
     *
     * @param session the session that it is about
     * @param notification the whole notification
     * @throws Exception to have a failure logged
     */
    default void onNotification(ClientSession session, SessionNotification notification) throws Exception {
        onUpdate(session, notification.update());
    }
}
