package io.acp4j.client.transcript;

import static io.acp4j.client.transcript.TranscriptFixture.agent;
import static io.acp4j.client.transcript.TranscriptFixture.call;
import static io.acp4j.client.transcript.TranscriptFixture.lines;
import static io.acp4j.client.transcript.TranscriptFixture.prompt;
import static io.acp4j.client.transcript.TranscriptFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EchoTest {

    private static DefaultSessionTranscript turn(String prompt, SessionUpdate... updates) {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.promptStarted(prompt(prompt));
        for (SessionUpdate update : updates) {
            transcript.update(update);
        }
        transcript.promptEnded(StopReason.END_TURN);
        return transcript;
    }

    @Test
    void whatTheAgentAddsRightAfterThePromptIsNotTakenForIt() {
        assertThat(lines(turn("Fix it", user("n", "(the user has opened a file)"), agent("a", "Done"))))
                .containsExactly("user: Fix it", "user n: (the user has opened a file)", "agent a: Done");
    }

    @Test
    void anEchoMayFollowWhatTheAgentAdds() {
        assertThat(lines(turn("Fix it", user("n", "(context)"), user("e", "Fix "), user("e", "it"))))
                .containsExactly("user e: Fix it", "user n: (context)");
    }

    @Test
    void aMessageThatOnlyBeginsAsThePromptIsAMessageOfItsOwn() {
        assertThat(lines(turn("Fix it", user("n", "Fix"), user("n", "ed points: none"), agent("a", "Done"))))
                .containsExactly("user: Fix it", "user n: Fixed points: none", "agent a: Done");
        assertThat(lines(turn("Fix it", user(null, "Fix"), agent(null, "Done"))))
                .containsExactly("user: Fix it", "user: Fix", "agent: Done");
        assertThat(lines(turn("Fix it", user(null, "Fix"), call("c", "Read"))))
                .containsExactly("user: Fix it", "user: Fix", "tool c pending: Read");
        assertThat(lines(turn("Fix it", user("n", "Fix")))).containsExactly("user: Fix it", "user n: Fix");
    }

    @ParameterizedTest
    @CsvSource({"'', 0", "' ', 1", "'', 1", "'          ', 1"})
    void whiteSpaceWithoutEndIsNotKeptForAnEcho(String blank, int words) {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.promptStarted(prompt("Fix it"));
        int chunks = 0;
        if (words > 0) {
            transcript.update(user("n", "Fix"));
        }
        while (transcript.snapshot().messages().size() < 2 && chunks < 100_000) {
            transcript.update(user("n", blank));
            chunks++;
        }
        assertThat(transcript.snapshot().messages()).hasSize(2);
        assertThat(chunks).isLessThan(10_000);
    }

    @Test
    void whiteSpaceMakesNoDifference() {
        assertThat(lines(turn("Fix it\n\nplease ", user("e", "Fix it"), user("e", "\nplease"))))
                .containsExactly("user e: Fix it\n\nplease ");
    }

    @Test
    void aSecondEchoIsShown() {
        assertThat(lines(turn("Fix it", user("e", "Fix it"), user("f", "Fix it"))))
                .containsExactly("user e: Fix it", "user f: Fix it");
        assertThat(lines(turn("Fix it", user(null, "Fix it"), user(null, "Fix it"))))
                .containsExactly("user: Fix it", "user: Fix it");
    }

    @Test
    void thePromptKeepsItsOtherContent() {
        ContentBlock image = new ImageContent("AAAA", "image/png", null, null, null);
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.promptStarted(List.of(image, ContentBlock.text("What is this?")));
        transcript.update(user("e", "What is this?"));
        assertThat(transcript.snapshot().messages().get(0).content())
                .containsExactly(image, ContentBlock.text("What is this?"));
        assertThat(transcript.snapshot().messages().get(0).id()).isEqualTo(new MessageId("e"));
    }

    @Test
    void otherContentMayBeEchoedToo() {
        ContentBlock image = new ImageContent("AAAA", "image/png", null, null, null);
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.promptStarted(List.of(image, ContentBlock.text("What is this?")));
        transcript.update(new UserMessageChunk(image, new MessageId("e"), null));
        transcript.update(user("e", "What is this?"));
        transcript.update(agent("a", "A house"));
        assertThat(lines(transcript)).containsExactly("user e: What is this?", "agent a: A house");
        assertThat(transcript.snapshot().messages().get(0).content()).hasSize(2);
    }

    /** T and U are texts, I and J images; an agent sends back what was prompted, in the same order. */
    @ParameterizedTest(name = "{0}, id {1}")
    @CsvSource({
        "TI, e", "IT, e", "I, e", "II, e", "IJ, e", "TIJ, e", "ITJ, e", "TIU, e", "TII, e", "TI,", "IJT,", "TIJ,",
        "ITJ,"
    })
    void aPromptThatComesBackBlockByBlockIsShownOnce(String blocks, @Nullable String id) {
        List<ContentBlock> prompt =
                blocks.chars().mapToObj(block -> block((char) block)).toList();
        MessageId echo = id == null ? null : new MessageId(id);
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.promptStarted(prompt);
        prompt.forEach(block -> transcript.update(new UserMessageChunk(block, echo, null)));
        transcript.update(agent("a", "A house"));
        transcript.promptEnded(StopReason.END_TURN);

        assertThat(transcript.snapshot().messages()).hasSize(2);
        assertThat(transcript.snapshot().messages().get(0).content()).containsExactlyElementsOf(prompt);
        assertThat(transcript.snapshot().messages().get(0).id()).isEqualTo(echo);
    }

    @Test
    void anImageThatWasNotPromptedIsShown() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.promptStarted(List.of(block('T'), block('I')));
        for (char block : new char[] {'T', 'J', 'I'}) {
            transcript.update(new UserMessageChunk(block(block), new MessageId("e"), null));
        }
        assertThat(transcript.snapshot().messages().get(0).content()).contains(block('J'));
    }

    private static ContentBlock block(char kind) {
        return switch (kind) {
            case 'T' -> ContentBlock.text("What is this?");
            case 'U' -> ContentBlock.text(" And that?");
            default -> new ImageContent("AAA" + kind, "image/png", null, null, null);
        };
    }
}
