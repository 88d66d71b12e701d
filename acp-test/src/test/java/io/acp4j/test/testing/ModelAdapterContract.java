package io.acp4j.test.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.ResourceLink;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.test.testing.ModelScript.Piece;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the handler of every adapter does in a turn, whatever its library. */
public abstract class ModelAdapterContract extends ModelAdapterFixture {

    /** Tests an adapter. */
    protected ModelAdapterContract(ModelAdapter adapter) {
        super(adapter);
    }

    private <U extends SessionUpdate> Stream<U> updates(Class<U> kind) {
        return updates.stream().filter(kind::isInstance).map(kind::cast);
    }

    private List<ToolCallStatus> statuses() {
        return updates(ToolCallUpdate.class)
                .map(update -> update.status().value())
                .filter(status -> status != null && !status.equals(ToolCallStatus.PENDING))
                .toList();
    }

    /** Returns the calls as they were announced, which is with an update like others in version 2. */
    private List<ToolCall> announced() {
        return updates.stream()
                .<ToolCall>mapMulti((update, calls) -> {
                    if (update instanceof ToolCall call) {
                        calls.accept(call);
                    } else if (update instanceof ToolCallUpdate call
                            && call.title().value() != null) {
                        calls.accept(ToolCall.builder(
                                        call.toolCallId(),
                                        Objects.requireNonNull(call.title().value()))
                                .name(call.name().value())
                                .kind(Objects.requireNonNullElse(call.kind().value(), ToolKind.OTHER))
                                .status(Objects.requireNonNullElse(call.status().value(), ToolCallStatus.PENDING))
                                .rawInput(call.rawInput().value())
                                .build());
                    }
                })
                .toList();
    }

    private List<@Nullable String> outputs() {
        return updates(ToolCallUpdate.class)
                .map(update -> update.rawOutput().value())
                .filter(Objects::nonNull)
                .map(output -> output.toTree().textValue())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void textAndThoughtsAreSentAsTheyCome(int version) {
        script.reply(
                new Piece.Thought("Hm, "),
                new Piece.Thought("well."),
                new Piece.Text("Hello, "),
                new Piece.Text("world."));

        try (AcpClient client = connect(version)) {
            PromptResponse end = client.newSession(PROJECT).prompt("Hi");

            assertThat(end.stopReason()).isEqualTo(StopReason.END_TURN);
        }
        assertThat(updates(AgentThoughtChunk.class).map(AgentThoughtChunk::text))
                .containsExactly("Hm, ", "well.");
        assertThat(updates(AgentMessageChunk.class).map(AgentMessageChunk::text))
                .containsExactly("Hello, ", "world.");
        assertThat(script.requests()).containsExactly(List.of("system: Be brief.", "user: Hi"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void toolsAreToolCallsOfTheSession(int version) {
        script.reply(
                        new Piece.Text("Let me see."),
                        new Piece.Call("a", "weather", "{\"city\":\"Oslo\"}"),
                        new Piece.Call("b", "where", ""))
                .says("Sunny.");

        try (AcpClient client = connect(version)) {
            client.newSession(PROJECT).prompt("How is it?");
        }
        assertThat(announced())
                .extracting(ToolCall::title, ToolCall::name, ToolCall::status)
                .containsExactly(
                        tuple("weather", "weather", ToolCallStatus.PENDING),
                        tuple("where", "where", ToolCallStatus.PENDING));
        assertThat(announced().get(0).rawInput()).isEqualTo(RawJson.parse("{\"city\":\"Oslo\"}"));
        assertThat(statuses())
                .containsExactly(
                        ToolCallStatus.IN_PROGRESS,
                        ToolCallStatus.COMPLETED,
                        ToolCallStatus.IN_PROGRESS,
                        ToolCallStatus.COMPLETED);
        assertThat(outputs()).containsExactly("Sunny in Oslo", "/project");
        assertThat(updates(ToolCallUpdate.class).map(update -> String.valueOf(update.content())))
                .anySatisfy(content -> assertThat(content).contains("looking"));
        assertThat(script.lastRequest())
                .containsExactly(
                        "system: Be brief.",
                        "user: How is it?",
                        "model: Let me see.[weather {\"city\":\"Oslo\"}][where ]",
                        "tool: Sunny in Oslo",
                        "tool: /project");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void toolsThatFailOrAreNotThereAreToldTheModel(int version) {
        script.calls("broken", "{}").calls("missing", "{}").says("Sorry.");

        try (AcpClient client = connect(version)) {
            assertThat(client.newSession(PROJECT).prompt("Try").stopReason()).isEqualTo(StopReason.END_TURN);
        }
        assertThat(statuses())
                .containsExactly(
                        ToolCallStatus.IN_PROGRESS,
                        ToolCallStatus.FAILED,
                        ToolCallStatus.IN_PROGRESS,
                        ToolCallStatus.FAILED);
        assertThat(script.lastRequest())
                .contains("tool: failed: no network", "tool: failed: there is no such tool here");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "1, false", "2, true", "2, false"})
    void toolsThatNeedPermissionAskForIt(int version, boolean allowed) {
        allowing = allowed;
        script.calls("erase", "{}").says("So.");

        try (AcpClient client = connect(version)) {
            client.newSession(PROJECT).prompt("Erase it");
        }
        assertThat(asked).containsExactly("erase");
        assertThat(announced()).extracting(ToolCall::kind).containsExactly(ToolKind.DELETE);
        assertThat(statuses()).endsWith(allowed ? ToolCallStatus.COMPLETED : ToolCallStatus.FAILED);
        assertThat(script.lastRequest()).contains(allowed ? "tool: erased" : "tool: the user does not allow it");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void cancellingTheTurnStopsTheModel(int version) throws Exception {
        script.reply(new Piece.Text("Once "), new Piece.Silence(), new Piece.Text("upon a time"))
                .says("Yes?");

        try (AcpClient client = connect(version)) {
            ClientSession session = client.newSession(PROJECT);
            PromptTurn turn = session.startTurn("Tell me a story");
            assertThat(script.awaitSilence()).isTrue();
            turn.cancel();

            assertThat(turn.result().get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
            assertThat(script.awaitStopped()).isTrue();

            session.prompt("Hello");
        }
        assertThat(script.lastRequest())
                .containsExactly("system: Be brief.", "user: Tell me a story", "model: Once ", "user: Hello");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aModelThatHasNotSpokenYetIsStoppedToo(int version) throws Exception {
        script.reply(new Piece.Silence(), new Piece.Text("Late"));

        try (AcpClient client = connect(version)) {
            PromptTurn turn = client.newSession(PROJECT).startTurn("Hi");
            assertThat(script.awaitSilence()).isTrue();
            turn.cancel();

            assertThat(turn.result().get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
            script.speakAgain();
            assertThat(script.awaitStopped()).isTrue();
        }
        assertThat(updates(AgentMessageChunk.class)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aModelThatFailsFailsTheTurn(int version) {
        script.reply(new Piece.Failure("quota exceeded"))
                .reply(new Piece.Text("Well, "), new Piece.Failure("broken pipe"))
                .says("Back.");

        try (AcpClient client = connect(version)) {
            ClientSession session = client.newSession(PROJECT);
            for (String prompt : List.of("One", "Two")) {
                assertThatThrownBy(() -> session.startTurn(prompt).result().get(60, TimeUnit.SECONDS))
                        .isInstanceOf(ExecutionException.class)
                        .cause()
                        .isInstanceOf(AcpErrorException.class)
                        .hasMessageContaining("The model failed; the log of the agent says why (-32603)")
                        .hasMessageNotContainingAny("quota", "pipe");
            }
            session.prompt("Three");
        }
        assertThat(script.lastRequest())
                .containsExactly("system: Be brief.", "user: One", "user: Two", "model: Well, ", "user: Three");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theReasonOfTheEndIsTold(int version) {
        script.reply(new Piece.Text("So much"), new Piece.Limit());
        for (int i = 0; i < 3; i++) {
            script.calls("weather", "{\"city\":\"Oslo\"}");
        }

        try (AcpClient client = connect(version, 3)) {
            ClientSession session = client.newSession(PROJECT);
            assertThat(session.prompt("Talk").stopReason()).isEqualTo(StopReason.MAX_TOKENS);
            assertThat(session.prompt("Work").stopReason()).isEqualTo(StopReason.MAX_TURN_REQUESTS);
        }
        assertThat(script.requests()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void picturesAndLinksAreShownToTheModel(int version) {
        script.says("Nice.");

        try (AcpClient client = connect(version)) {
            List<ContentBlock> prompt = List.of(
                    TextContent.of("Look:"),
                    ImageContent.of(new byte[] {1, 2}, "image/png"),
                    ResourceLink.of("file:///project/a.txt", "a.txt"));
            client.newSession(PROJECT).prompt(prompt, null);
        }
        assertThat(script.lastRequest())
                .containsExactly("system: Be brief.", "user: Look:\n[a.txt](file:///project/a.txt)[image/png]");
    }
}
