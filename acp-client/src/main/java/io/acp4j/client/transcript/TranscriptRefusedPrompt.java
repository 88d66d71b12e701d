package io.acp4j.client.transcript;

import io.acp4j.client.internal.transcript.Sizes;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A prompt that the agent has refused; immutable. It is not a message: the conversation continues as if it had not been sent.
 *
 * @param position the number of entries that began before it
 * @param turn the number of the turn that it should have begun
 * @param content the content blocks of the prompt
 * @param error the error response of the agent; null if the prompt was never sent
 * @since 0.1.0
 */
public record TranscriptRefusedPrompt(
        int position,
        int turn,
        List<ContentBlock> content,
        @Nullable ErrorObject error) implements TranscriptEntry {

    /** Copies the list. */
    public TranscriptRefusedPrompt {
        content = List.copyOf(content);
    }

    /**
     * Returns the text of the prompt without its other content.
     *
     * @return all text blocks as one string
     */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (ContentBlock block : content) {
            if (block instanceof TextContent part) {
                text.append(part.text());
            }
        }
        return text.toString();
    }

    @Override
    public long size() {
        return Sizes.ENTRY + content.stream().mapToLong(Sizes::of).sum();
    }

    /** Describes the prompt without its content. */
    @Override
    public String toString() {
        return "TranscriptRefusedPrompt[" + position + ", " + (error == null ? "not sent" : error.code()) + "]";
    }
}
