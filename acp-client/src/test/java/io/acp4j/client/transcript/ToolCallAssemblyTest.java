package io.acp4j.client.transcript;

import static io.acp4j.client.transcript.TranscriptFixture.call;
import static io.acp4j.client.transcript.TranscriptFixture.callUpdate;
import static io.acp4j.client.transcript.TranscriptFixture.lines;
import static io.acp4j.client.transcript.TranscriptFixture.prompt;
import static io.acp4j.client.transcript.TranscriptFixture.transcript;
import static io.acp4j.client.transcript.TranscriptFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallLocation;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolCallAssemblyTest {

    private static final ToolCallId ID = new ToolCallId("c");
    private static final ToolCall FULL = ToolCall.builder(ID, "Read notes")
            .kind(ToolKind.READ)
            .locations(List.of(new ToolCallLocation("/p/notes", null, null)))
            .rawInput(RawJson.parse("{\"path\":\"/p/notes\"}"))
            .build();

    private static ToolCall only(DefaultSessionTranscript transcript) {
        assertThat(transcript.snapshot().entries()).hasSize(1);
        TranscriptToolCall call = transcript.snapshot().find(ID);
        assertThat(call).isNotNull();
        return call.call();
    }

    @Test
    void anUpdateChangesWhatItNamesAndLeavesTheRest() {
        ToolCall call = only(transcript(
                FULL,
                ToolCallUpdate.builder(ID)
                        .status(ToolCallStatus.COMPLETED)
                        .content(List.of(ToolCallContent.text("hello")))
                        .build(),
                ToolCallUpdate.builder(ID).locations(List.of()).build()));
        assertThat(call)
                .isEqualTo(FULL.toBuilder()
                        .status(ToolCallStatus.COMPLETED)
                        .content(List.of(ToolCallContent.text("hello")))
                        .locations(List.of())
                        .build());
    }

    @Test
    void aRepeatedAnnouncementInOneTurnDoesNotMakeASecondCall() {
        ToolCall call =
                only(transcript(FULL, ToolCall.builder(ID, "Read more notes").build()));
        assertThat(call.title()).isEqualTo("Read more notes");
        assertThat(call.locations()).isEqualTo(FULL.locations());
    }

    @Test
    void anIdUsedAgainInALaterTurnIsAnotherCall() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        for (int turn = 0; turn < 2; turn++) {
            transcript.promptStarted(prompt("go"));
            transcript.update(call("c", "Read"));
            transcript.update(callUpdate("c", ToolCallStatus.COMPLETED));
            transcript.promptEnded(StopReason.END_TURN);
        }
        assertThat(lines(transcript))
                .containsExactly("user: go", "tool c completed: Read", "user: go", "tool c completed: Read");
        TranscriptToolCall newest = transcript.snapshot().find(ID);
        assertThat(newest).isNotNull();
        assertThat(newest.turn()).isEqualTo(2);
    }

    @Test
    void anIdUsedAgainIsAnotherCallInAReplayToo() {
        assertThat(lines(transcript(user("1", "go"), call("c", "Read"), user("2", "go"), call("c", "Read"))))
                .containsExactly("user 1: go", "tool c pending: Read", "user 2: go", "tool c pending: Read");
    }

    @Test
    void aRequestForPermissionShowsACallThatNothingElseHasShown() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.permissionRequested(ToolCallUpdate.of(FULL));
        assertThat(only(transcript)).isEqualTo(FULL);
    }

    @Test
    void aRequestForPermissionTakesNothingAwayFromAKnownCall() {
        DefaultSessionTranscript transcript = transcript(FULL, callUpdate("c", ToolCallStatus.IN_PROGRESS));
        transcript.permissionRequested(ToolCallUpdate.builder(ID)
                .status(ToolCallStatus.PENDING)
                .locations(List.of())
                .content(List.of(ToolCallContent.diff("/p/notes", null, "new")))
                .build());
        ToolCall call = only(transcript);
        assertThat(call.status()).isEqualTo(ToolCallStatus.IN_PROGRESS);
        assertThat(call.locations()).isEqualTo(FULL.locations());
        assertThat(call.content()).containsExactly(ToolCallContent.diff("/p/notes", null, "new"));
    }

    @Test
    void cancellingMarksWhatIsUnfinishedInThisTurnOnly() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.promptStarted(prompt("one"));
        transcript.update(call("background", "Watch"));
        transcript.promptEnded(StopReason.END_TURN);
        transcript.promptStarted(prompt("two"));
        transcript.update(call("done", "Read"));
        transcript.update(callUpdate("done", ToolCallStatus.COMPLETED));
        transcript.update(call("open", "Write"));
        transcript.cancelRequested();
        assertThat(lines(transcript))
                .containsExactly(
                        "user: one",
                        "tool background pending: Watch",
                        "user: two",
                        "tool done completed: Read",
                        "tool open cancelled: Write");
    }

    @Test
    void callsThatBeginBetweenCancellationAndTheEndAreMarkedAtTheEnd() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.promptStarted(prompt("one"));
        transcript.cancelRequested();
        transcript.update(call("late", "Write"));
        transcript.promptEnded(StopReason.CANCELLED);
        assertThat(lines(transcript)).contains("tool late cancelled: Write");
    }

    @Test
    void aFailedTurnLeavesNoCallRunning() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.promptStarted(prompt("one"));
        transcript.update(call("c", "Write"));
        transcript.promptEnded(null);
        assertThat(lines(transcript)).contains("tool c cancelled: Write");
        assertThat(transcript.snapshot().lastStop()).isNull();
    }

    @Test
    void aCancelledCallThatIsReportedAsEndedIsWhatTheAgentSays() {
        DefaultSessionTranscript transcript = DefaultSessionTranscript.create();
        transcript.promptStarted(prompt("one"));
        transcript.update(call("c", "Write"));
        transcript.cancelRequested();
        transcript.update(callUpdate("c", ToolCallStatus.IN_PROGRESS));
        assertThat(lines(transcript)).contains("tool c cancelled: Write");
        transcript.update(callUpdate("c", ToolCallStatus.FAILED));
        assertThat(lines(transcript)).contains("tool c failed: Write");
    }
}
