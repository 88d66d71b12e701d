package io.acp4j.examples.tutorial.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.examples.Children;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.mcp.McpServerStdio;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.mode.SetSessionModeRequest;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.CloseSessionRequest;
import io.acp4j.schema.session.DeleteSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.Plan;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.test.FakeClient;
import io.acp4j.test.FakeSession;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each step of the tutorial, with a model that plays a script. */
class CodingAgentTest {

    private final ScriptedModel script = new ScriptedModel();
    private final Model model = new ChatCompletions(script.address(), "secret", "small");

    @AfterEach
    void stop() {
        script.close();
    }

    @Test
    void step1TheModelTalks() {
        script.says("Hello, ", "world.");

        try (FakeClient client = FakeClient.create().connect(Steps.talking(model))) {
            FakeSession session = client.newSession();
            session.prompt("Hi");

            assertThat(session.said()).isEqualTo("Hello, world.");
        }
        assertThat(script.requests().get(0).at("/model").asText()).isEqualTo("small");
        assertThat(script.requests().get(0).at("/messages/1/content").asText()).isEqualTo("Hi");
    }

    @Test
    void step1AFailingModelFailsTheTurn() {
        Model gone = new ChatCompletions(URI.create("http://localhost:1/v1"), "", "none");

        try (FakeClient client = FakeClient.create().connect(Steps.talking(gone))) {
            assertThat(client.newSession().promptAsync("Hi"))
                    .failsWithin(60, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .withMessageContaining("-32603");
        }
    }

    @Test
    void step1ACancelledTurnDoesNotWaitForASilentModel() throws Exception {
        script.hangs();

        try (FakeClient client = FakeClient.create().connect(Steps.talking(model))) {
            FakeSession session = client.newSession();
            CompletableFuture<PromptResponse> end = session.promptAsync("Hi");
            assertThat(script.awaitHanging()).isTrue();
            session.cancel();

            assertThat(end.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
        }
    }

    // snippet:test
    @Test
    void step2ItReadsFilesAndRemembers() {
        script.calls("read_file", "{\"path\": \"README.md\"}")
                .says("It is empty.")
                .says("README.md");

        try (FakeClient client =
                FakeClient.create().file("/project/README.md", "# Title\n").connect(Steps.reading(model))) {
            FakeSession session = client.newSession(NewSessionRequest.of("/project"));
            session.prompt("What does it say?");
            session.prompt("Which file was that?");

            assertThat(session.said()).isEqualTo("It is empty.README.md");
            assertThat(session.updates(ToolCallUpdate.class))
                    .extracting(update -> update.status().value())
                    .endsWith(ToolCallStatus.COMPLETED);
        }
        // The second prompt showed the model all of the first turn.
        assertThat(script.requests().get(2).at("/messages").findValuesAsText("role"))
                .containsExactly("system", "user", "assistant", "tool", "assistant", "user");
        assertThat(script.requests().get(2).at("/messages/3/content").asText()).isEqualTo("# Title\n");
    }
    // end

    @Test
    void step2ALongConversationIsSummarised() {
        script.says("Hello.").says("They want greetings.").says("Hello again.").says("Bye.");
        AgentLoop loop = new AgentLoop(model, turn -> List.of(), turn -> null, 10);
        AcpAgent agent = AcpAgent.builder()
                .info("tutorial-agent", "1.0.0")
                .sessions(SessionRepository.over(SessionStore.inMemory()))
                .onPrompt(loop)
                .build();

        try (FakeClient client = FakeClient.create().connect(agent)) {
            FakeSession session = client.newSession();
            session.prompt("Greet me");
            session.prompt("Once more");

            assertThat(session.said()).isEqualTo("Hello.Hello again.");
            assertThat(script.requests().get(2).at("/messages").findValuesAsText("content"))
                    .containsExactly(Steps.INSTRUCTIONS, "Until now: They want greetings.", "Once more");
        }
    }

    @Test
    void step2FilesOutsideTheProjectAreRefused() {
        script.calls("read_file", "{\"path\": \"../secret\"}").says("No.");

        try (FakeClient client = FakeClient.create().file("/secret", "x").connect(Steps.reading(model))) {
            FakeSession session = client.newSession(NewSessionRequest.of("/project"));
            session.prompt("Read it");

            assertThat(session.updates(ToolCallUpdate.class))
                    .extracting(update -> update.status().value())
                    .endsWith(ToolCallStatus.FAILED);
        }
        assertThat(script.requests().get(1).at("/messages/3/content").asText()).contains("not in the project");
    }

    @Test
    void step3ItChangesFilesWithPermissionAndShowsTheDiff() {
        script.calls("edit_file", "{\"path\": \"a.txt\", \"old\": \"one\", \"new\": \"two\"}")
                .says("Done.");

        try (FakeClient client =
                FakeClient.create().file("/project/a.txt", "one\n").allowing().connect(Steps.changing(model))) {
            FakeSession session = client.newSession(NewSessionRequest.of("/project"));
            session.prompt("Change it");

            assertThat(client.fileContents()).containsEntry("/project/a.txt", "two\n");
            assertThat(client.permissions()).hasSize(1);
            assertThat(session.updates(ToolCallUpdate.class))
                    .flatExtracting(update -> update.content().value() == null
                            ? List.of()
                            : update.content().value())
                    .anySatisfy(content -> assertThat(content).isInstanceOfSatisfying(Diff.class, diff -> {
                        assertThat(diff.newText()).isEqualTo("two\n");
                    }));
        }
    }

    @Test
    void step3WhatTheUserRejectsIsNotChanged() {
        script.calls("edit_file", "{\"path\": \"a.txt\", \"old\": \"one\", \"new\": \"two\"}")
                .says("As you like.");

        try (FakeClient client =
                FakeClient.create().file("/project/a.txt", "one\n").rejecting().connect(Steps.changing(model))) {
            FakeSession session = client.newSession(NewSessionRequest.of("/project"));
            session.prompt("Change it");

            assertThat(client.fileContents()).containsEntry("/project/a.txt", "one\n");
            assertThat(session.said()).isEqualTo("As you like.");
        }
        assertThat(script.requests().get(1).at("/messages/3/content").asText()).contains("does not allow");
    }

    @Test
    void step4ItShowsItsPlan() {
        script.calls(
                        "update_plan",
                        "{\"tasks\": [{\"text\": \"Read\", \"done\": true}, {\"text\": \"Write\", \"done\": false}]}")
                .says("So.");

        try (FakeClient client = FakeClient.create().connect(Steps.changing(model))) {
            FakeSession session = client.newSession();
            session.prompt("Plan it");

            Plan plan = session.updates(Plan.class).get(0);
            assertThat(plan.entries())
                    .extracting(entry -> entry.status().value())
                    .containsExactly("completed", "in_progress");
        }
    }

    @Test
    void step5WhileTheUserOnlyAsksNothingCanBeChanged() {
        script.says("a").says("b");
        AcpAgent agent = Steps.complete(model, SessionRepository.over(SessionStore.inMemory()), "small", "large");

        try (FakeClient client = FakeClient.create().connect(agent)) {
            FakeSession session = client.newSession();
            session.prompt("One");
            client.request(Methods.SESSION_SET_MODE, SetSessionModeRequest.of(session.id(), Steps.CODE.id()));
            session.prompt("Two");
        }
        assertThat(script.requests().get(0).at("/tools").findValuesAsText("name"))
                .doesNotContain("edit_file");
        assertThat(script.requests().get(1).at("/tools").findValuesAsText("name"))
                .contains("edit_file");
    }

    // snippet:test-fork
    @Test
    void step6AForkGoesOnFromItsMessageAndTheSourceKeepsItsOwn() {
        script.says("One.").says("Two.").says("Other.");
        AcpAgent agent = Steps.complete(model, SessionRepository.over(SessionStore.inMemory()), "small");

        try (FakeClient client = FakeClient.create().connect(agent)) {
            FakeSession session = client.newSession();
            session.prompt("First");
            var firstReply = session.updates(AgentMessageChunk.class).get(0).messageId();
            session.prompt("Second");
            client.forkSession(session.id(), firstReply).prompt("Instead");
        }
        assertThat(script.requests().get(2).at("/messages").findValuesAsText("content"))
                .containsExactly(Steps.INSTRUCTIONS, "First", "One.", "Instead");
    }
    // end

    // snippet:test-servers
    @Test
    void step7ToolsOfTheClientsMcpServersAreCalled() throws Exception {
        script.calls("shouting_shout", "{\"text\": \"hello\"}").says("It shouts.");
        AcpAgent agent = Steps.complete(model, SessionRepository.over(SessionStore.inMemory()), "small");
        List<String> command = Children.java(ToolServer.class);

        try (FakeClient client = FakeClient.create().allowing().connect(agent)) {
            FakeSession session = client.newSession(NewSessionRequest.builder("/project")
                    .mcpServers(List.of(McpServerStdio.of(
                            "shouting", command.get(0), command.subList(1, command.size()), List.of())))
                    .build());
            assertThat(session.prompt("Shout").stopReason()).isEqualTo(StopReason.END_TURN);
        }
        assertThat(script.requests().get(1).at("/messages/3/content").asText()).isEqualTo("HELLO");
    }
    // end

    @Tag("full")
    @ParameterizedTest
    @EnumSource
    void step7TheServersEndWithTheSession(Ending ending, @TempDir Path directory) throws Exception {
        AcpAgent agent = Steps.complete(model, SessionRepository.over(SessionStore.inMemory()), "small");
        Path number = directory.resolve("pid");
        ProcessHandle server;

        try (FakeClient client = FakeClient.create().connect(agent)) {
            List<String> command = new ArrayList<>(Children.java(ToolServer.class));
            command.add(number.toString());
            FakeSession session = client.newSession(NewSessionRequest.builder("/project")
                    .mcpServers(List.of(McpServerStdio.of(
                            "shouting", command.get(0), command.subList(1, command.size()), List.of())))
                    .build());
            server = ProcessHandle.of(Long.parseLong(Files.readString(number))).orElseThrow();
            switch (ending) {
                case CLOSE -> client.request(Methods.SESSION_CLOSE, CloseSessionRequest.of(session.id()));
                case DELETE -> client.request(Methods.SESSION_DELETE, DeleteSessionRequest.of(session.id()));
                case DISCONNECT -> {} // with the client, below
            }
        }
        assertThat(server.onExit()).succeedsWithin(60, TimeUnit.SECONDS);
    }

    private enum Ending {
        CLOSE,
        DELETE,
        DISCONNECT
    }

    // snippet:test-versions
    @Test
    void step8BothVersionsAreServed() {
        script.says("Hi.");
        AcpAgent agent = Steps.complete(model, SessionRepository.over(SessionStore.inMemory()), "small");

        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.serve(pair.agent());

        try (AcpClient client = AcpClient.builder(pair.client())
                .protocolVersions(ProtocolVersion.V2, ProtocolVersion.V1)
                .connect()) {
            client.newSession(Path.of("").toAbsolutePath()).prompt("Hi");

            assertThat(client.protocolVersion()).isEqualTo(ProtocolVersion.V2);
        }
    }
    // end

    @Test
    void agentCanBeTriedWithoutAModel() {
        AcpAgent agent = Steps.complete(new OfflineModel(), SessionRepository.over(SessionStore.inMemory()), "offline");

        try (FakeClient client = FakeClient.create()
                .file("/project/notes.txt", "one two")
                .allowing()
                .connect(agent)) {
            FakeSession session = client.newSession();
            session.prompt("Hello");
            session.prompt("Please read notes.txt");
            client.request(Methods.SESSION_SET_MODE, SetSessionModeRequest.of(session.id(), Steps.CODE.id()));
            session.prompt("Please replace two with three in notes.txt");

            assertThat(session.said()).isEqualTo("You said: HelloThe tool says: one twoThe tool says: done");
            assertThat(client.permissions()).hasSize(1);
            assertThat(client.fileContents()).containsEntry("/project/notes.txt", "one three");
        }
    }
}
