package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.V2Client;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.BackgroundTerminal;
import io.acp4j.schema.update.BackgroundToolCall;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes on in a session of version 2 when its turn has ended, and what becomes of it when the session ends. */
class V2BackgroundTest {

    private final ScriptedAgent script = new ScriptedAgent();
    private final AtomicReference<ToolCallHandle> call = new AtomicReference<>();
    private final AtomicReference<AgentTerminal> terminal = new AtomicReference<>();
    private final CountDownLatch stopped = new CountDownLatch(1);

    private AcpAgentBuilder agent() {
        script.step("build", turn -> {
            call.set(turn.toolCall("build", ToolKind.EXECUTE).inProgress().onCancel(stopped::countDown));
            turn.session().background(List.of(BackgroundToolCall.of(call.get().id())));
        });
        script.step("run", turn -> {
            terminal.set(turn.session().openTerminal("make", "/project"));
            turn.session()
                    .background(List.of(BackgroundTerminal.of(terminal.get().id())));
        });
        return script.builder().protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2);
    }

    private static int cancel(V2Client client, String session, ToolCallHandle call) {
        return client.request("tool_call/cancel", "{'sessionId':'" + session + "','toolCallId':'" + call.id() + "'}");
    }

    private static List<String> of(V2Client client, String session, String id) {
        List<String> shown = new ArrayList<>();
        for (JsonNode update : client.updates(session)) {
            if (update.path("toolCallId").asText().equals(id)
                    || update.path("terminalId").asText().equals(id)) {
                shown.add(
                        update.has("exitStatus")
                                ? "exit"
                                : update.has("capabilities")
                                        ? "capabilities " + update.get("capabilities")
                                        : update.path("status").asText());
            } else if (update.has("state")) {
                shown.add(update.get("state").asText() + " "
                        + update.path("background").size());
            }
        }
        return shown;
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aCallInTheBackgroundIsUpdatedCancelledAndFinishedBehindItsTurn() throws Exception {
        try (V2Client client = V2Client.of(agent().build())) {
            String session = client.newSession();
            client.prompt(session, "build");
            client.awaitEnds(session, 1);
            call.get().content("half");
            client.result(cancel(client, session, call.get()));
            await(stopped);
            call.get().cancelled("stopped");
            open(client, session).background(List.of());
            client.until(() -> of(client, session, call.get().id().value()).contains("cancelled"));
            assertThat(client.error(cancel(client, session, call.get()))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32602);
            assertThatIllegalStateException().isThrownBy(() -> call.get().content("more"));
        }
    }

    private static AgentSession open(V2Client client, String session) {
        AgentSession open = client.raw().agent().session(new SessionId(session));
        assertThat(open).isNotNull();
        return open;
    }

    @Test
    void aCallThatStaysOpenBehindItsTurnCannotBeCancelledAnyMoreAndSaysSo() {
        script.step(
                "leave", turn -> call.set(turn.toolCall("left", ToolKind.OTHER).onCancel(() -> {})));
        try (V2Client client = V2Client.of(agent().build())) {
            String session = client.newSession();
            client.prompt(session, "leave");
            client.awaitEnds(session, 1);
            assertThat(of(client, session, call.get().id().value()))
                    .endsWith("capabilities {\"cancel\":{}}", "capabilities null", "idle 0");
            assertThatIllegalStateException().isThrownBy(() -> call.get().complete());
        }
    }

    @Test
    void cancellationAndFailureOfTheTurnLeaveTheBackgroundAlone() {
        try (V2Client client = V2Client.of(agent().build())) {
            String session = client.newSession();
            client.prompt(session, "build;fail");
            client.awaitEnds(session, 1);
            call.get().complete("built");
            client.prompt(session, "build;wait gate");
            client.until(() -> client.updates(session).stream()
                    .anyMatch(update -> update.path("toolCallId")
                                    .asText()
                                    .equals(call.get().id().value())
                            && update.has("capabilities")));
            client.raw().cancel(session);
            client.awaitEnds(session, 2);
            assertThat(stopped.getCount()).isEqualTo(1);
            call.get().complete("built");
            client.until(() -> of(client, session, call.get().id().value()).contains("completed"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"session/close", "session/delete", "session/archive"})
    void theEndOfASessionStopsItsBackground(String method) throws Exception {
        SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
        AcpAgentBuilder agent = agent().sessions(repository, ScriptedAgent.UNTITLED);
        try (repository;
                V2Client client = V2Client.of(agent.build())) {
            String session = client.newSession();
            client.prompt(session, "build");
            client.awaitEnds(session, 1);
            client.result(client.about(method, session));
            await(stopped);
            assertThat(of(client, session, call.get().id().value())).endsWith("idle 1", "cancelled", "idle 0");
            assertThatThrownBy(() -> call.get().complete()).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void theBackgroundHasEndedBeforeTheTurnIsReportedToHave() {
        script.step("both", turn -> {
            terminal.set(turn.session().openTerminal("make", "/project"));
            turn.session()
                    .background(List.of(BackgroundTerminal.of(terminal.get().id())));
        });
        try (V2Client client = V2Client.of(agent().build())) {
            String session = client.newSession();
            client.prompt(session, "both;wait gate");
            client.until(() -> client.updates(session).stream()
                    .anyMatch(update -> update.path("background").size() == 1));
            client.result(client.about("session/close", session));
            assertThat(of(client, session, terminal.get().id().value()))
                    .endsWith("running 1", "exit", "running 0", "idle 0");
            assertThat(client.wire().ends(session)).containsExactly("cancelled");
        }
    }

    @Test
    void aTerminalThatATurnHasLeftEndsWithTheSession() {
        script.step("leave", turn -> terminal.set(turn.session().openTerminal("make", "/project")));
        try (V2Client client = V2Client.of(agent().build())) {
            String session = client.newSession();
            client.prompt(session, "leave");
            client.awaitEnds(session, 1);
            client.result(client.about("session/close", session));
            assertThat(of(client, session, terminal.get().id().value())).endsWith("idle 0", "exit");
        }
    }

    @Test
    void theEndThatTheAuthorReportsIsTheOneThatIsShown() {
        script.step("quick", turn -> {
            AgentTerminal opened = turn.session().openTerminal("make", "/project");
            opened.onCancel(() -> opened.killed("SIGTERM"));
            turn.session().background(List.of(BackgroundTerminal.of(opened.id())));
        });
        try (V2Client client = V2Client.of(agent().build())) {
            String session = client.newSession();
            client.prompt(session, "quick");
            client.awaitEnds(session, 1);
            client.result(client.about("session/close", session));
            assertThat(client.updates(session).stream()
                            .filter(update -> update.has("exitStatus"))
                            .map(update -> update.get("exitStatus")))
                    .containsExactly(json("{'signal':'SIGTERM'}"));
        }
    }

    @Test
    void closingWithdrawsWhatTheSessionAsksBesideItsTurns() throws Exception {
        try (V2Client client = V2Client.of(agent().build())) {
            String session = client.newSession();
            AgentSession open = open(client, session);
            CompletableFuture<PermissionDecision> decision = open.client()
                    .requestPermissionAsync(
                            ToolCallUpdate.builder(new ToolCallId("c"))
                                    .title("Delete")
                                    .build(),
                            List.of(PermissionOption.allowOnce("yes", "Yes")));
            JsonNode question = client.question();
            int closing = client.about("session/close", session);
            client.result(closing);
            assertThat(client.wire().isWithdrawn(question.get("id").asInt()))
                    .as("withdrawn before the response")
                    .isTrue();
            assertThat(decision.get(60, TimeUnit.SECONDS).isAllowed()).isFalse();
        }
    }

    @Test
    void takingOverStopsTheBackgroundAndWithdrawsQuestions() throws Exception {
        SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
        AcpAgent agent = agent().sessions(repository, ScriptedAgent.UNTITLED).build();
        try (repository;
                V2Client client = V2Client.of(agent);
                V2Client other = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "build");
            client.awaitEnds(session, 1);
            AgentSession open = open(client, session);
            CompletableFuture<PermissionDecision> decision = open.client()
                    .requestPermissionAsync(
                            ToolCallUpdate.builder(call.get().id())
                                    .title("Delete")
                                    .build(),
                            List.of(PermissionOption.allowOnce("yes", "Yes")));
            JsonNode question = client.question();
            other.result(other.request("session/resume", "{'sessionId':'" + session + "','cwd':'/project'}"));
            await(stopped);
            client.until(() -> client.wire().isWithdrawn(question.get("id").asInt()));
            assertThat(decision.get(60, TimeUnit.SECONDS).isAllowed()).isFalse();
            assertThatThrownBy(() -> call.get().cancelled("stopped")).isInstanceOf(BranchException.class);
        }
    }

    @Test
    void aClientThatIsGoneLeavesNothingRunning() throws Exception {
        try (V2Client client = V2Client.of(agent().build())) {
            String session = client.newSession();
            client.prompt(session, "build");
            client.awaitEnds(session, 1);
        }
        await(stopped);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theBackgroundGoesOnWhenTheSessionIsOpenedAgain(boolean stored) throws Exception {
        AcpAgentBuilder agent = stored
                ? agent().sessions(SessionRepository.over(SessionStore.inMemory()))
                : agent().onResumeSession((request, setup) -> ResumeSessionResponse.EMPTY);
        try (V2Client client = V2Client.of(agent.build())) {
            String session = client.newSession();
            client.prompt(session, "run;build");
            client.awaitEnds(session, 1);
            AgentSession before = open(client, session);
            for (int time = 0; time < 2; time++) {
                int shown = client.updates(session).size();
                client.result(client.request("session/resume", "{'sessionId':'" + session + "','cwd':'/project'}"));
                JsonNode state = client.updates(session).stream()
                        .skip(shown)
                        .filter(update -> update.has("state"))
                        .findFirst()
                        .orElseThrow();
                assertThat(state.at("/background/0/toolCallId").asText())
                        .isEqualTo(call.get().id().value());
            }
            call.get().content("half");
            terminal.get().write(new byte[] {65});
            client.result(cancel(client, session, call.get()));
            await(stopped);
            call.get().cancelled("stopped");
            before.background(List.of(BackgroundTerminal.of(terminal.get().id())));
            client.result(client.about("session/close", session));
            assertThat(of(client, session, terminal.get().id().value())).endsWith("idle 1", "exit", "idle 0");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoHasReportedTheBackgroundDoesSoWithEveryStateOfASessionThatIsClosedAndOpenedAgain(boolean stored) {
        AcpAgentBuilder agent = stored
                ? agent().sessions(SessionRepository.over(SessionStore.inMemory()))
                : agent().onResumeSession((request, setup) -> ResumeSessionResponse.EMPTY);
        try (V2Client client = V2Client.of(agent.build())) {
            String silent = client.newSession();
            assertThat(client.updates(silent)).noneMatch(update -> update.has("background"));
            String session = client.newSession();
            client.prompt(session, "build");
            client.awaitEnds(session, 1);
            client.result(client.about("session/close", session));
            int shown = client.updates(session).size();

            client.result(client.request("session/resume", "{'sessionId':'" + session + "','cwd':'/project'}"));

            client.prompt(session, "build");
            client.until(
                    () -> client.updates(session).stream().skip(shown).anyMatch(update -> update.has("stopReason")));
            assertThat(client.updates(session).stream().skip(shown).filter(update -> update.has("state")))
                    .hasSizeGreaterThanOrEqualTo(3)
                    .allSatisfy(update -> assertThat(update.path("background").isArray())
                            .as("%s", update)
                            .isTrue());
        }
    }

    @Test
    void inVersion1TheBackgroundGoesOnAndEndsWithTheSessionAsWell() throws Exception {
        AcpAgentBuilder agent = agent().onCloseSession((request, session) -> {});
        try (RawClient client = RawClient.initialized(agent.build())) {
            String session = client.newSession();
            client.updatesBefore(client.prompt(session, "build"));
            call.get().content("half");
            List<JsonNode> shown =
                    client.updatesBefore(client.request("session/close", "{\"sessionId\":\"" + session + "\"}"));
            await(stopped);
            assertThat(shown).hasSize(2);
            assertThat(shown.get(1).get("status").asText()).isEqualTo("failed");
        }
    }

    @Test
    void aCallOfNoWorkIsShownAndEndsWithTheSession() {
        try (V2Client client = V2Client.of(agent().build())) {
            String session = client.newSession();
            call.set(open(client, session)
                    .toolCall(
                            ToolCall.builder(new ToolCallId("watch"), "Watches").build()));
            call.get().inProgress();
            client.result(client.about("session/close", session));
            assertThat(of(client, session, "watch")).endsWith("in_progress", "cancelled");
        }
    }

    @Test
    void theListFollowsWhatItNamesWhileTheSessionIsOpened() {
        AcpAgentBuilder agent = agent().sessionListener((session, origin) -> {
            terminal.set(session.openTerminal("make", "/project"));
            session.background(List.of(BackgroundTerminal.of(terminal.get().id())));
            terminal.get().exited(0);
            session.background(List.of());
        });
        try (V2Client client = V2Client.of(agent.build())) {
            String session = client.newSession();
            client.until(() -> of(client, session, terminal.get().id().value()).size() == 4);
            assertThat(of(client, session, terminal.get().id().value()))
                    .containsExactly("", "idle 1", "exit", "idle 0");
        }
    }
}
