package io.acp4j.client.transcript;

import static io.acp4j.client.transcript.TranscriptFixture.agent;
import static io.acp4j.client.transcript.TranscriptFixture.call;
import static io.acp4j.client.transcript.TranscriptFixture.prompt;
import static io.acp4j.client.transcript.TranscriptFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.transcript.TranscriptChange.EntryChanged;
import io.acp4j.rpc.Registration;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A failed prompt counts as refused unless the agent has sent output of its turn or reports that it has stored the prompt. */
class RefusedPromptTranscriptTest {

    private static final ErrorObject DENIED = ErrorObject.of(new ErrorCode(-32050), "Not in this project");

    private final DefaultSessionTranscript transcript = DefaultSessionTranscript.create();

    private static List<Arguments> signs() {
        return List.of(
                Arguments.of("nothing", List.of(), DENIED, true),
                Arguments.of("an update beside the messages", List.of(SessionInfoUpdate.title("t")), DENIED, true),
                Arguments.of("a part of an echo", List.of(user("u2", "t")), DENIED, false),
                Arguments.of("an echo", List.of(user("u2", "two")), DENIED, false),
                Arguments.of("an echo without an ID", List.of(user(null, "two")), DENIED, false),
                Arguments.of("a message", List.of(agent("a2", "half")), DENIED, false),
                Arguments.of("a message without an ID", List.of(agent(null, "half")), DENIED, false),
                Arguments.of("a tool call", List.of(call("c", "read")), DENIED, false),
                Arguments.of(
                        "a cancellation", List.of(), ErrorObject.of(ErrorCode.REQUEST_CANCELLED, "Cancelled"), false),
                Arguments.of("nothing, as it was not sent", List.of(), null, true));
    }

    private void turn(String prompt, String id, String answer) {
        transcript.promptStarted(prompt(prompt));
        transcript.update(agent(id, answer));
        transcript.promptEnded(StopReason.END_TURN);
    }

    private List<String> messages() {
        return transcript.snapshot().messages().stream()
                .map(message -> message.index() + " " + message.text())
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("signs")
    void failedPromptIsRefusedUnlessTheAgentHasShownSomethingOfItsTurn(
            String sign, List<SessionUpdate> updates, ErrorObject error, boolean isRefused) {
        turn("one", "a1", "first");
        transcript.promptStarted(prompt("two"));
        updates.forEach(transcript::update);
        TranscriptEntry failed = transcript.promptFailed(error);

        boolean isShown = transcript.snapshot().messages().stream()
                .anyMatch(message ->
                        message.role() == MessageRole.USER && message.text().equals("two"));
        assertThat(isShown).as(sign).isNotEqualTo(isRefused);
        assertThat(failed instanceof TranscriptEntry.RefusedPrompt).isEqualTo(isRefused);
        assertThat(transcript.snapshot().isTurnInProgress()).isFalse();
        if (isRefused) {
            assertThat(failed).isInstanceOfSatisfying(TranscriptEntry.RefusedPrompt.class, refused -> {
                assertThat(refused.position()).isEqualTo(2);
                assertThat(refused.turn()).isEqualTo(2);
                assertThat(refused.content()).isEqualTo(prompt("two"));
                assertThat(refused.text()).isEqualTo("two");
                assertThat(refused.error()).isEqualTo(error);
            });
            turn("three", "a3", "third");
            assertThat(messages()).containsExactly("0 one", "1 first", "2 three", "3 third");
            assertThat(transcript
                            .snapshot()
                            .find(MessageRole.AGENT, new MessageId("a3"))
                            .position())
                    .isEqualTo(4);
        }
    }

    @Test
    void refusedPromptIsAChangeOfItsEntryBeforeTheEndOfTheTurn() {
        List<TranscriptChange> changes = new ArrayList<>();
        transcript.promptStarted(prompt("one"));
        try (Registration subscription = transcript.onChange((change, now) -> changes.add(change))) {
            transcript.promptFailed(DENIED);
        }
        assertThat(changes).hasSize(2);
        assertThat(changes.get(0)).isInstanceOfSatisfying(EntryChanged.class, change -> {
            assertThat(change.before()).isInstanceOf(TranscriptMessage.class);
            assertThat(change.entry()).isInstanceOf(TranscriptEntry.RefusedPrompt.class);
        });
        assertThat(changes.get(1)).isEqualTo(new TranscriptChange.TurnEnded(1, null));
    }

    @Test
    void promptThatTheAgentHasStoredBecomesAMessageAgain() {
        transcript.promptStarted(prompt("one"));
        TranscriptEntry failed = Objects.requireNonNull(transcript.promptFailed(DENIED));
        turn("two", "a2", "second");
        assertThat(messages()).containsExactly("0 two", "1 second");

        transcript.promptLocated(failed, new MessageId("u1"), DENIED);
        assertThat(messages()).containsExactly("0 one", "1 two", "2 second");
        assertThat(transcript.snapshot().find(MessageRole.USER, new MessageId("u1")))
                .isNotNull();
        transcript.update(agent("a2", " more"));
        assertThat(messages()).containsExactly("0 one", "1 two", "2 second more");
    }

    @Test
    void promptThatTheAgentHasNotStoredIsRefusedAlthoughSomethingWasShown() {
        transcript.promptStarted(prompt("one"));
        transcript.update(agent("a1", "The quota is exhausted"));
        TranscriptEntry failed = Objects.requireNonNull(transcript.promptFailed(DENIED));
        assertThat(failed).isInstanceOf(TranscriptMessage.class);

        transcript.promptLocated(failed, null, DENIED);
        assertThat(messages()).containsExactly("0 The quota is exhausted");
        assertThat(transcript.snapshot().entries().get(0))
                .isInstanceOfSatisfying(
                        TranscriptEntry.RefusedPrompt.class,
                        refused -> assertThat(refused.error()).isEqualTo(DENIED));
        turn("two", "a2", "second");
        assertThat(messages()).containsExactly("0 The quota is exhausted", "1 two", "2 second");
    }

    @Test
    void failedMessageGetsItsId() {
        transcript.promptStarted(prompt("one"));
        transcript.update(agent("a1", "half"));
        TranscriptEntry failed = Objects.requireNonNull(transcript.promptFailed(DENIED));
        transcript.promptLocated(failed, new MessageId("u1"), DENIED);
        assertThat(transcript.snapshot().messages().get(0).id()).isEqualTo(new MessageId("u1"));
        assertThat(messages()).containsExactly("0 one", "1 half");
    }

    @Test
    void conversationThatWasReplacedIsNotCorrected() {
        transcript.promptStarted(prompt("one"));
        TranscriptEntry failed = Objects.requireNonNull(transcript.promptFailed(DENIED));
        transcript.replaced(List.of(user("u0", "zero"), agent("a0", "none")), transcript.snapshot());
        transcript.promptLocated(failed, new MessageId("u1"), DENIED);
        assertThat(messages()).containsExactly("0 zero", "1 none");
    }

    private List<String> entries() {
        return transcript.snapshot().entries().stream()
                .map(entry -> entry instanceof TranscriptMessage message
                        ? message.text()
                        : entry instanceof TranscriptEntry.RefusedPrompt refused ? "REFUSED " + refused.text() : "GAP")
                .toList();
    }

    private void refuse(String prompt) {
        transcript.promptStarted(prompt(prompt));
        transcript.promptFailed(DENIED);
    }

    @Test
    void refusedPromptsAndGapsAfterMessagesOfTheNewPathRemain() {
        turn("one", "a1", "first");
        refuse("no");
        transcript.gap(TranscriptEntry.Gap.Reason.MESSAGES_LOST);
        turn("two", "a2", "second");
        refuse("never");

        transcript.replaced(
                List.of(user("u1", "one"), agent("a1", "first"), user("u3", "three"), agent("a3", "third")),
                transcript.snapshot());
        assertThat(entries()).containsExactly("one", "first", "REFUSED no", "GAP", "three", "third");
        refuse("again");
        transcript.replaced(List.of(user("u1", "one"), agent("a1", "first")), transcript.snapshot());
        assertThat(entries()).containsExactly("one", "first", "REFUSED no", "GAP");
    }

    @Test
    void promptThatTheNewPathContainsIsNotShownAsRefusedToo() {
        turn("one", "a1", "first");
        refuse("two");
        transcript.replaced(List.of(user("u1", "one"), agent("a1", "first"), user("u2", "two")), transcript.snapshot());
        assertThat(entries()).containsExactly("one", "first", "two");
    }

    @Test
    void forkInheritsNoRefusedPrompt() {
        turn("one", "a1", "first");
        transcript.promptStarted(prompt("two"));
        transcript.promptFailed(DENIED);
        turn("three", "a3", "third");
        DefaultSessionTranscript fork = DefaultSessionTranscript.create();
        fork.inherited(transcript.snapshot(), 4);

        assertThat(fork.snapshot().entries()).hasSize(4).noneMatch(TranscriptEntry.RefusedPrompt.class::isInstance);
        assertThat(fork.snapshot().inheritsAll()).isTrue();
        assertThat(fork.snapshot().messages())
                .extracting(TranscriptMessage::text)
                .containsExactly("one", "first", "three", "third");
    }

    @Test
    void descriptionOfARefusedPromptHasNoContent() {
        transcript.promptStarted(prompt("secret"));
        TranscriptEntry failed = Objects.requireNonNull(transcript.promptFailed(DENIED));
        assertThat(failed.toString()).doesNotContain("secret").contains("-32050");
        assertThat(failed.size()).isGreaterThanOrEqualTo("secret".length());
    }
}
