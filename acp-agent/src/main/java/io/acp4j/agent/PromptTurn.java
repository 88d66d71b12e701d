package io.acp4j.agent;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.prompt.PromptRequest;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A turn of the agent that a prompt of the user started.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn">the specification</a>
 * @since 0.1.0
 */
public interface PromptTurn extends Turn {

    /**
     * Returns the request that started the turn.
     *
     * @return the request, with its metadata
     */
    PromptRequest request();

    /**
     * Returns the content of the prompt.
     *
     * @return blocks in the user's order; of kinds that the agent has advertised
     */
    List<ContentBlock> prompt();

    /**
     * Returns the text of the prompt.
     *
     * @return all blocks of text, joined without separator; empty without such blocks
     */
    String text();

    /**
     * Returns the ID of the user's message, for the agent's records and for forks. The client receives it if the agent was built with
     * {@link AcpAgentBuilder#echoUserMessages}.
     *
     * @return the id, unique within the session
     */
    MessageId userMessageId();

    /**
     * Runs an action after the turn's response has been sent. Updates about the session between turns belong there; they are sent with
     * {@link AgentSession#update}.
     *
     * @param action what to run; what it throws is logged
     */
    void afterResponse(Runnable action);

    /**
     * Returns the next prompt that waits for this turn to end. The prompt becomes a message of this turn, so the user can steer a running
     * turn. A prompt that is not returned here begins another turn later. Only version 2 of the protocol has waiting prompts.
     *
     * @return the user's message as it is in the conversation; null if none is waiting
     * @throws IllegalStateException when the turn has ended
     */
    @Unstable("protocol-version-2")
    @Nullable
    SteeringMessage takeWaitingPrompt();

    /**
     * A prompt that the client sent during a turn and that the turn processes.
     *
     * @param id the ID of the message, unique within the session
     * @param content the content blocks, in the user's order
     * @see PromptTurn#takeWaitingPrompt
     * @since 0.1.0
     */
    @Unstable("protocol-version-2")
    record SteeringMessage(MessageId id, List<ContentBlock> content) {

        /** Copies the list. */
        public SteeringMessage {
            Objects.requireNonNull(id, "id");
            content = List.copyOf(content);
        }

        /**
         * Returns the text of the message.
         *
         * @return all blocks of text, joined without separator; empty without text
         */
        public String text() {
            return content.stream()
                    .filter(TextContent.class::isInstance)
                    .map(block -> ((TextContent) block).text())
                    .collect(Collectors.joining());
        }
    }
}
