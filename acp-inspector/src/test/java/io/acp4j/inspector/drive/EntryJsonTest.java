package io.acp4j.inspector.drive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.update.AgentMessageChunk;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The entries of a transcript as the page gets them. */
class EntryJsonTest {

    private final DefaultSessionTranscript transcript = DefaultSessionTranscript.create();

    private JsonNode entry(int index) {
        return EntryJson.of(transcript.snapshot().entries().get(index), transcript.snapshot());
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
        assertThat(digest(0)).isNotEqualTo(digest(1));
    }

    private String digest(int index) {
        return EntryDigest.of(transcript.snapshot().entries().get(index), transcript.snapshot());
    }

    @Test
    void gapInsideAMessageStandsBetweenTheBlocksOfTheMessage() {
        transcript.update(new AgentMessageChunk(ContentBlock.text("#13"), null, null));
        String before = digest(0);
        transcript.gap(TranscriptEntry.Gap.Reason.MESSAGES_LOST);
        assertThat(digest(0)).isEqualTo(before);
        assertThat(entry(0).path("blocks")).hasSize(1);
        transcript.update(new AgentMessageChunk(ContentBlock.text("#15"), null, null));

        assertThat(entry(0).at("/blocks/0/html").asText()).contains("#13").doesNotContain("#15");
        assertThat(entry(0).at("/blocks/1/type").asText()).isEqualTo("notice");
        assertThat(entry(0).at("/blocks/1/title").asText()).isEqualTo("Messages of the agent were lost here.");
        assertThat(entry(0).at("/blocks/2/html").asText()).contains("#15");
        DefaultSessionTranscript whole = DefaultSessionTranscript.create();
        whole.update(new AgentMessageChunk(ContentBlock.text("#13#15"), null, null));
        JsonNode compared = Comparison.of(transcript.snapshot(), whole.snapshot());
        assertThat(compared.path("shared")).isEmpty();
        assertThat(compared.path("rows")).hasSize(1);
        assertThat(compared.at("/rows/0/left/blocks")).hasSize(3);
    }
}
