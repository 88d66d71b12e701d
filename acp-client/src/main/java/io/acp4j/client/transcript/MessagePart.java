package io.acp4j.client.transcript;

import io.acp4j.schema.content.ContentBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message up to a gap inside the message, or up to its end; immutable.
 *
 * @param content the content blocks
 * @param gap the gap after the content; null for the last part
 * @since 0.1.0
 */
public record MessagePart(
        List<ContentBlock> content, @Nullable TranscriptGap gap) {

    /** Copies the list. */
    public MessagePart {
        content = List.copyOf(content);
    }
}
