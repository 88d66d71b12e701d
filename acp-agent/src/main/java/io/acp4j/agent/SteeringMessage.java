package io.acp4j.agent;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A prompt that was sent during a turn and that the turn has taken.
 *
 * @param id the ID of the message, unique within the session
 * @param content the content blocks, in the user's order
 * @see PromptTurn#takeWaitingPrompt
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record SteeringMessage(MessageId id, List<ContentBlock> content) {

    /** Copies the list. */
    public SteeringMessage {
        Objects.requireNonNull(id, "id");
        content = List.copyOf(content);
    }

    /**
     * Returns the text of the message.
     *
     * @return all blocks of text, joined without separator; empty when there are none
     */
    public String text() {
        return content.stream()
                .filter(TextContent.class::isInstance)
                .map(block -> ((TextContent) block).text())
                .collect(Collectors.joining());
    }
}
