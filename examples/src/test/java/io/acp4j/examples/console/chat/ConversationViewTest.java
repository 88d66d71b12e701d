package io.acp4j.examples.console.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.host.PermissionQuestion;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.examples.console.screen.PlainScreen;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.v1.permission.PermissionOption;
import io.acp4j.schema.v1.permission.RequestPermissionRequest;
import io.acp4j.schema.v1.plan.PlanEntry;
import io.acp4j.schema.v1.tool.Diff;
import io.acp4j.schema.v1.tool.ToolCallStatus;
import io.acp4j.schema.v1.update.AgentMessageChunk;
import io.acp4j.schema.v1.update.AgentThoughtChunk;
import io.acp4j.schema.v1.update.Plan;
import io.acp4j.schema.v1.update.ToolCall;
import io.acp4j.schema.v1.update.ToolCallUpdate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

class ConversationViewTest {

    private static final MessageId FIRST = new MessageId("1");

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final SessionTranscript transcript = SessionTranscript.create();

    private PlainScreen screen(String input) {
        return new PlainScreen(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(shown, true, StandardCharsets.UTF_8));
    }

    private Stream<String> shown() {
        return shown.toString(StandardCharsets.UTF_8).lines();
    }

    @Test
    void thoughtsToolCallsAndPlansAreShown() {
        new ConversationView(screen("")).show(transcript);

        transcript.update(AgentThoughtChunk.text(null, "hm"));
        transcript.update(AgentMessageChunk.text(null, "first"));
        transcript.update(ToolCall.builder(new ToolCallId("t"), "Read a file").build());
        transcript.update(ToolCallUpdate.builder(new ToolCallId("t"))
                .status(ToolCallStatus.COMPLETED)
                .build());
        transcript.update(ToolCallUpdate.builder(new ToolCallId("never announced"))
                .status(ToolCallStatus.FAILED)
                .build());
        transcript.update(Plan.of(List.of(PlanEntry.of("Think"))));
        transcript.update(AgentMessageChunk.text(null, "second"));

        assertThat(shown())
                .containsExactly(
                        "hm",
                        "first",
                        "▸ Read a file",
                        "✓ Read a file",
                        "✗ never announced",
                        "plan",
                        "  [pending] Think",
                        "second");
    }

    @Test
    void viewThatComesInTheMiddleOfAMessageShowsItOnce() {
        transcript.update(AgentMessageChunk.text(FIRST, "be"));
        ConversationView view = new ConversationView(screen(""));
        view.show(transcript);
        transcript.update(AgentMessageChunk.text(FIRST, "gun"));
        transcript.update(AgentMessageChunk.text(new MessageId("2"), "next"));

        assertThat(shown()).containsExactly("begun", "next");
    }

    @Test
    void sessionThatTheViewHasLeftIsSilent() {
        ConversationView view = new ConversationView(screen(""));
        view.show(transcript);
        view.show(SessionTranscript.create());
        transcript.update(AgentMessageChunk.text(null, "unseen"));

        assertThat(shown()).isEmpty();
    }

    @Test
    void diffOfACallIsShownOnce() {
        new ConversationView(screen("")).show(transcript);
        Diff diff = new Diff("a.txt", "1\n2\n", "1\ntwo\n", null);

        transcript.update(ToolCall.builder(new ToolCallId("t"), "Edit")
                .content(List.of(diff))
                .build());
        transcript.update(ToolCallUpdate.builder(new ToolCallId("t"))
                .content(List.of(diff))
                .status(ToolCallStatus.COMPLETED)
                .build());

        assertThat(shown())
                .containsExactly(
                        "▸ Edit",
                        "  --- a.txt",
                        "  +++ a.txt",
                        "  @@ -1,2 +1,2 @@",
                        "   1",
                        "  -2",
                        "  +two",
                        "✓ Edit");
    }

    @Test
    void permissionIsAskedUntilAnOptionIsNamed() throws Exception {
        PermissionQuestion question = question();

        assertThat(new PermissionDialog(screen("x\n3\n2\n")).ask(question))
                .isEqualTo(question.options().get(1));
    }

    @Test
    void endOfInputAllowsNothing() throws Exception {
        assertThat(new PermissionDialog(screen("")).ask(question())).isNull();
    }

    private static PermissionQuestion question() {
        return new PermissionQuestion(
                Mockito.mock(),
                new RequestPermissionRequest(
                        new SessionId("s"),
                        ToolCallUpdate.builder(new ToolCallId("t"))
                                .title("Delete it")
                                .build(),
                        List.of(PermissionOption.allowOnce("yes", "Yes"), PermissionOption.rejectOnce("no", "No")),
                        null));
    }
}
