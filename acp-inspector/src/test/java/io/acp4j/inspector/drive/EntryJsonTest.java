package io.acp4j.inspector.drive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.content.ContentBlock;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The entries of a transcript as the page gets them. */
class EntryJsonTest {

    private final SessionTranscript transcript = SessionTranscript.create();

    private JsonNode entry(int index) {
        return EntryJson.of(transcript.snapshot().entries().get(index));
    }

    @Test
    void refusedPromptIsShownWithItsReason() {
        transcript.promptStarted(List.of(ContentBlock.text("delete <b>it</b>")));
        transcript.promptFailed(ErrorObject.of(ErrorCode.INVALID_PARAMS, "not here"));
        transcript.promptStarted(List.of(ContentBlock.text("again")));
        transcript.promptFailed(null);

        assertThat(entry(0).path("type").asText()).isEqualTo("refused");
        assertThat(entry(0).path("role").asText()).isEqualTo("user");
        assertThat(entry(0).path("title").asText())
                .startsWith("The agent refused this prompt: not here")
                .contains("-32602");
        assertThat(entry(0).at("/blocks/0/html").asText()).contains("delete").doesNotContain("<script");
        assertThat(entry(1).path("title").asText()).isEqualTo("This prompt was not sent");
        assertThat(EntryDigest.of(transcript.snapshot().entries().get(0)))
                .isNotEqualTo(EntryDigest.of(transcript.snapshot().entries().get(1)));
    }
}
