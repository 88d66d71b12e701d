package io.acp4j.cli.chat.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.cli.chat.screen.PlainScreen;
import io.acp4j.client.host.PermissionQuestion;
import io.acp4j.client.internal.conversation.DefaultConversation;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.permission.CommandPermissionSubject;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.Mockito;

class ConversationViewTest {

    private static final MessageId FIRST = new MessageId("1");

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final DefaultSessionTranscript transcript = DefaultSessionTranscript.create();

    private PlainScreen screen(String input) {
        return new PlainScreen(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(shown, true, StandardCharsets.UTF_8));
    }

    private Stream<String> shown() {
        return shown.toString(StandardCharsets.UTF_8).lines();
    }

    @Test
    void gapIsShownInsideTheMessageLiveAndAfterASwitch() {
        ConversationView live = new ConversationView(screen(""));
        live.show(transcript);
        transcript.update(AgentMessageChunk.text(null, "before"));
        transcript.gap(TranscriptEntry.Gap.Reason.MESSAGES_LOST);
        transcript.update(AgentMessageChunk.text(null, "after"));
        live.rest();
        ConversationView later = new ConversationView(screen(""));
        later.show(transcript);
        later.rest();

        List<String> once = List.of("before", "(Messages of the agent were lost here.)", "after");
        assertThat(shown().filter(line -> !line.isBlank()))
                .containsExactlyElementsOf(
                        Stream.concat(once.stream(), once.stream()).toList());
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
    void refusedPromptIsShownAsRefused() {
        new ConversationView(screen("")).show(transcript);
        transcript.promptStarted(List.of(ContentBlock.text("delete it")));
        TranscriptEntry failed = transcript.promptFailed(ErrorObject.of(ErrorCode.INVALID_PARAMS, "not here"));
        transcript.promptLocated(failed, FIRST, null);
        transcript.promptRefused(List.of(ContentBlock.text("again")), null);

        String refused = "(the prompt was refused and is not part of the conversation)";
        assertThat(shown())
                .containsExactly(
                        refused,
                        "(the agent has stored the failed prompt, so it is part of the conversation)",
                        refused);
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
    void callThatGetsAnotherTitleIsShownOnceAndItsEndBearsTheLast() {
        new ConversationView(screen("")).show(transcript);
        ToolCallId id = new ToolCallId("t");

        transcript.update(ToolCall.builder(id, "bash").build());
        transcript.update(ToolCallUpdate.builder(id)
                .title("echo hi")
                .status(ToolCallStatus.IN_PROGRESS)
                .build());
        transcript.update(ToolCallUpdate.builder(id).title("echo hi, again").build());
        transcript.update(
                ToolCallUpdate.builder(id).status(ToolCallStatus.COMPLETED).build());

        assertThat(shown()).containsExactly("▸ bash", "✓ echo hi, again");
    }

    @Test
    void historyOfAForkIsNotShownAsIfItWereNew() {
        transcript.inherited(DefaultConversation.EMPTY, -1);
        ConversationView view = new ConversationView(screen(""));
        view.showOpened(transcript);
        transcript.update(UserMessageChunk.text(FIRST, "before"));
        transcript.update(AgentMessageChunk.text(FIRST, "answered"));
        transcript.update(ToolCall.builder(new ToolCallId("t"), "Read").build());
        transcript.promptStarted(List.of(ContentBlock.text("now")));
        transcript.update(AgentMessageChunk.text(new MessageId("2"), "new"));

        assertThat(shown()).containsExactly("new");
    }

    @Test
    void whatAnEditedForkInheritedIsNotShownButItsAnswerIs() {
        DefaultSessionTranscript source = DefaultSessionTranscript.create();
        source.update(UserMessageChunk.text(FIRST, "one"));
        source.update(AgentMessageChunk.text(FIRST, "answer"));
        transcript.inherited(source.snapshot(), 2);
        transcript.promptStarted(List.of(ContentBlock.text("edited")));
        transcript.update(AgentMessageChunk.text(new MessageId("3"), "an"));
        new ConversationView(screen("")).show(transcript);
        transcript.update(AgentMessageChunk.text(new MessageId("3"), "other"));

        assertThat(shown()).containsExactly("another");
    }

    @Test
    void hiddenCharactersAreVisibleWhereAPersonDecides() throws Exception {
        PermissionQuestion question = new PermissionQuestion(
                Mockito.mock(),
                RequestPermissionRequest.of(
                        new SessionId("s"),
                        ToolCallUpdate.builder(new ToolCallId("t"))
                                .title("rm \u202Esafe\n1 Yes")
                                .build(),
                        List.of(PermissionOption.allowOnce("yes", "N\u200Bo"))));
        new PermissionDialog(screen("1\n")).ask(question);

        assertThat(shown()).containsExactly("The agent asks: rm \\u{202E}safe\\n1 Yes", "  1  N\\u{200B}o  (n)");
    }

    @Test
    void commandThatIsAskedAboutIsShown() throws Exception {
        RequestPermissionRequest request = RequestPermissionRequest.builder(
                        new SessionId("s"), List.of(PermissionOption.allowOnce("yes", "Yes")))
                .title("May I?")
                .description("It deletes\nfiles.")
                .subject(CommandPermissionSubject.of("rm -r build", "/project"))
                .build();
        new PermissionDialog(screen("1\n")).ask(new PermissionQuestion(Mockito.mock(), request));

        assertThat(shown())
                .containsExactly(
                        "The agent asks: May I?",
                        "  It deletes",
                        "  files.",
                        "  $ rm -r build",
                        "  in /project",
                        "  1  Yes  (y)");
    }

    @Test
    void sessionThatTheViewHasLeftIsSilent() {
        ConversationView view = new ConversationView(screen(""));
        view.show(transcript);
        view.show(DefaultSessionTranscript.create());
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

    @ParameterizedTest
    @CsvSource({"2, 1", "no, 1", "NO, 1", "n, 1", "y, 0", "1, 0"})
    void permissionIsAnsweredByNumberLetterIdOrName(String answer, int expected) throws Exception {
        PermissionQuestion question = question();

        assertThat(new PermissionDialog(screen("ye\nyes no\n" + answer + "\n")).ask(question))
                .isEqualTo(question.options().get(expected));
        assertThat(shown())
                .contains("  1  Yes  (y)", "  2  No  (n)")
                .filteredOn("Enter the number, letter, ID or name of an option."::equals)
                .hasSize(2);
    }

    @Test
    void cancelledQuestionAllowsNothing() throws Exception {
        assertThat(new PermissionDialog(screen("/cancel\n1\n")).ask(question())).isNull();
    }

    @Test
    void endOfInputAllowsNothing() throws Exception {
        assertThat(new PermissionDialog(screen("")).ask(question())).isNull();
    }

    private static PermissionQuestion question() {
        return new PermissionQuestion(
                Mockito.mock(),
                RequestPermissionRequest.of(
                        new SessionId("s"),
                        ToolCallUpdate.builder(new ToolCallId("t"))
                                .title("Delete it")
                                .build(),
                        List.of(PermissionOption.allowOnce("yes", "Yes"), PermissionOption.rejectOnce("no", "No"))));
    }
}
