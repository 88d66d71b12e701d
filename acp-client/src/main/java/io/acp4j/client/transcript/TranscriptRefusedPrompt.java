package io.acp4j.client.transcript;

import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.content.ContentBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A prompt that the agent has refused; immutable. It is not a message: the conversation continues as if it had not been sent.
 *
 * @since 0.1.0
 */
public non-sealed interface TranscriptRefusedPrompt extends TranscriptEntry {

    /**
     * Returns the content blocks of the prompt.
     *
     * @return the blocks in order
     */
    List<ContentBlock> content();

    /**
     * Returns the text of the prompt without its other content.
     *
     * @return all text blocks as one string
     */
    String text();

    /**
     * Returns the error response of the agent.
     *
     * @return the error; null if the prompt was never sent
     */
    @Nullable
    ErrorObject error();
}
