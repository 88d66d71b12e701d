package io.acp4j.client.transcript;

import static io.acp4j.client.transcript.TranscriptFixture.agent;
import static io.acp4j.client.transcript.TranscriptFixture.call;
import static io.acp4j.client.transcript.TranscriptFixture.lines;
import static io.acp4j.client.transcript.TranscriptFixture.prompt;
import static io.acp4j.client.transcript.TranscriptFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.List;
import org.junit.jupiter.api.Test;

class EchoTest {

    private static SessionTranscript turn(String prompt, SessionUpdate... updates) {
        SessionTranscript transcript = SessionTranscript.create();
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
        SessionTranscript transcript = SessionTranscript.create();
        transcript.promptStarted(List.of(image, ContentBlock.text("What is this?")));
        transcript.update(user("e", "What is this?"));
        assertThat(transcript.snapshot().messages().get(0).content())
                .containsExactly(image, ContentBlock.text("What is this?"));
        assertThat(transcript.snapshot().messages().get(0).id()).isEqualTo(new MessageId("e"));
    }

    @Test
    void otherContentMayBeEchoedToo() {
        ContentBlock image = new ImageContent("AAAA", "image/png", null, null, null);
        SessionTranscript transcript = SessionTranscript.create();
        transcript.promptStarted(List.of(image, ContentBlock.text("What is this?")));
        transcript.update(new UserMessageChunk(image, new MessageId("e"), null));
        transcript.update(user("e", "What is this?"));
        transcript.update(agent("a", "A house"));
        assertThat(lines(transcript)).containsExactly("user e: What is this?", "agent a: A house");
        assertThat(transcript.snapshot().messages().get(0).content()).hasSize(2);
    }
}
