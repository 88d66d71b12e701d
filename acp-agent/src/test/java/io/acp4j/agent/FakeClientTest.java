package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.testing.FakeClient;
import io.acp4j.agent.testing.FakeSession;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.schema.v1.Methods;
import io.acp4j.schema.v1.fs.ReadTextFileResponse;
import io.acp4j.schema.v1.init.ClientCapabilities;
import io.acp4j.schema.v1.init.FileSystemCapabilities;
import io.acp4j.schema.v1.permission.PermissionOption;
import io.acp4j.schema.v1.prompt.PromptResponse;
import io.acp4j.schema.v1.prompt.StopReason;
import io.acp4j.schema.v1.tool.ToolCallStatus;
import io.acp4j.schema.v1.tool.ToolKind;
import io.acp4j.schema.v1.update.AgentThoughtChunk;
import io.acp4j.schema.v1.update.ToolCall;
import io.acp4j.schema.v1.update.ToolCallUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FakeClientTest {

    private static AcpAgent agent(PromptHandler handler) {
        return AcpAgent.builder("under-test", "1").onPrompt(handler).build();
    }

    private static void edit(Turn turn) {
        ToolCallHandle call = turn.toolCall("Edit", ToolKind.EDIT);
        boolean allowed = turn.requestPermission(
                        call, PermissionOption.allowOnce("y", "Yes"), PermissionOption.rejectOnce("n", "No"))
                .isAllowed();
        call.complete(allowed ? "done" : "left");
        turn.think("hm");
        turn.say(allowed ? "done" : "left");
    }

    @Test
    void remembersWhatItWasShownByTheTimeTheTurnEnds() {
        try (FakeClient client = FakeClient.create().allowing().connect(agent(FakeClientTest::edit))) {
            FakeSession session = client.newSession();

            assertThat(session.prompt("go").stopReason()).isEqualTo(StopReason.END_TURN);

            assertThat(session.said()).isEqualTo("done");
            assertThat(session.updates(ToolCall.class))
                    .extracting(ToolCall::title)
                    .containsExactly("Edit");
            assertThat(session.updates(ToolCallUpdate.class))
                    .extracting(ToolCallUpdate::status)
                    .contains(ToolCallStatus.COMPLETED);
            assertThat(session.updates(AgentThoughtChunk.class)).hasSize(1);
            assertThat(client.permissions()).hasSize(1);
            assertThat(client.initialized().agentInfo()).isNotNull();
            session.forget();
            assertThat(session.updates()).isEmpty();
        }
    }

    @Test
    void rejectsOrDismissesWhatTheAgentAsksFor() {
        for (FakeClient client : new FakeClient[] {FakeClient.create().rejecting(), FakeClient.create()}) {
            try (client) {
                FakeSession session =
                        client.connect(agent(FakeClientTest::edit)).newSession();
                session.prompt("go");
                assertThat(session.said()).isEqualTo("left");
            }
        }
    }

    @Test
    void sessionsAreKeptApart() {
        try (FakeClient client = FakeClient.create().connect(agent(turn -> turn.say("heard " + turn.text())))) {
            FakeSession one = client.newSession();
            FakeSession two = client.newSession();
            one.prompt("a");
            two.prompt("b");
            assertThat(one.said()).isEqualTo("heard a");
            assertThat(two.said()).isEqualTo("heard b");
            assertThat(client.session(one.id())).isSameAs(one);
        }
    }

    @Test
    void servesWhatItAdvertises() {
        FakeClient client = FakeClient.create()
                .capabilities(ClientCapabilities.builder()
                        .fs(FileSystemCapabilities.of(true, false))
                        .build())
                .onRequest(
                        Methods.FS_READ_TEXT_FILE,
                        (request, context) -> ReadTextFileResponse.of("of " + request.path()));
        try (client) {
            client.connect(agent(turn -> turn.say(turn.client().readTextFile("/project/a"))));
            FakeSession session = client.newSession();
            session.prompt("read");
            assertThat(session.said()).isEqualTo("of /project/a");
        }
    }

    @Test
    void cancelsATurn() throws Exception {
        AcpAgent patient = agent(turn -> {
            turn.say("waiting");
            turn.cancellation().whenCancelled().toCompletableFuture().get(60, TimeUnit.SECONDS);
        });
        try (FakeClient client = FakeClient.create().connect(patient)) {
            FakeSession session = client.newSession();
            CompletableFuture<PromptResponse> turn = session.promptAsync("go");
            await().atMost(Duration.ofSeconds(60)).until(() -> session.said().equals("waiting"));
            session.cancel();
            assertThat(turn.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
        }
    }

    @Test
    void errorsOfTheAgentAndABrokenConnectionAreThrown() {
        try (FakeClient client = FakeClient.create().connect(agent(turn -> {
            throw AcpErrorException.invalidParams("reason", "no such thing");
        }))) {
            FakeSession session = client.newSession();
            assertThatThrownBy(() -> session.prompt("go"))
                    .isInstanceOf(AcpErrorException.class)
                    .hasMessageContaining("no such thing");
            client.crash(new IOException("on purpose"));
            assertThatThrownBy(() -> session.prompt("again")).isInstanceOf(ConnectionClosedException.class);
        }
    }

    @Test
    void clientThatIsNotConnectedCannotAsk() {
        try (FakeClient client = FakeClient.create()) {
            assertThatThrownBy(client::connection).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(client::initialized).isInstanceOf(IllegalStateException.class);
        }
    }
}
