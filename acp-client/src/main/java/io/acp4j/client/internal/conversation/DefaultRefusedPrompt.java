package io.acp4j.client.internal.conversation;

import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.content.ContentBlock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Immutable implementation of a refused prompt. */
public record DefaultRefusedPrompt(
        int position,
        int turn,
        List<ContentBlock> content,
        @Nullable ErrorObject error) implements TranscriptEntry.RefusedPrompt {

    public DefaultRefusedPrompt {
        content = List.copyOf(content);
    }

    @Override
    public String text() {
        return Contents.of(content).text();
    }

    @Override
    public long size() {
        return Sizes.ENTRY + Contents.of(content).size();
    }

    /** Describes the prompt without its content. */
    @Override
    public String toString() {
        return "RefusedPrompt[" + position + ", " + (error == null ? "not sent" : error.code()) + "]";
    }
}
