package io.acp4j.agent.testing;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentTerminal;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.RemoteTerminal;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An agent with stored sessions that runs commands in terminals. */
abstract class StoredTerminalFixture {

    /** Output of a command in JSON, with colours and a character of two bytes. */
    static final String OUTPUT = "\\u001b[32mok\\u001b[0m\\r\\n\\u00e9";

    static final String SHOWN = "\u001b[32mok\u001b[0m\r\n\u00e9";

    private final ScriptedAgent script = new ScriptedAgent();
    final AtomicReference<RemoteTerminal> left = new AtomicReference<>();
    SessionRepository repository;
    AcpAgent agent;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void start() {
        repository = SessionRepository.over(open());
        agent = script.step("run", turn -> run(turn, true))
                .step("leave", turn -> run(turn, false))
                .step("own", StoredTerminalFixture::runOwn)
                .step(
                        "again",
                        turn -> call(turn)
                                .content(ToolCallContent.terminal(left.get().id()))
                                .complete("done"))
                .step("release", turn -> left.get().release())
                .step("keep", this::keep)
                .step("flood", StoredTerminalFixture::flood)
                .builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository, ScriptedAgent.UNTITLED)
                .build();
    }

    @AfterEach
    void end() {
        repository.close();
    }

    private static ToolCallHandle call(PromptTurn turn) {
        return turn.toolCall(ToolCall.builder(new ToolCallId(turn.userMessageId() + ".run"), "Run")
                .kind(ToolKind.EXECUTE)
                .build());
    }

    private void run(PromptTurn turn, boolean releases) {
        ToolCallHandle call = call(turn);
        RemoteTerminal terminal = turn.client().createTerminal("make", "all");
        call.content(ToolCallContent.terminal(terminal.id()));
        left.set(terminal);
        if (releases) {
            terminal.release();
            call.complete("done");
        }
    }

    /** Completes the tool call of a terminal that stays open. */
    private void keep(PromptTurn turn) {
        ToolCallHandle call = call(turn);
        RemoteTerminal terminal = turn.client().createTerminal("make", "all");
        call.content(ToolCallContent.terminal(terminal.id()));
        left.set(terminal);
        call.complete("done");
    }

    private static void runOwn(PromptTurn turn) {
        AgentTerminal terminal = turn.session().openTerminal("make all", "/project");
        ToolCallHandle call = call(turn);
        call.content(terminal.content());
        terminal.write(SHOWN.getBytes(StandardCharsets.UTF_8));
        terminal.exited(2);
        call.complete("done");
    }

    /** Writes 20 parts of output of 10,000 bytes, each of which is stored before the next one is written. */
    private static void flood(PromptTurn turn) {
        AgentTerminal terminal = turn.session().openTerminal("make all", "/project");
        ToolCallHandle call = call(turn);
        call.content(terminal.content());
        for (int i = 0; i < 20; i++) {
            terminal.write(("%02d".formatted(i) + "x".repeat(9_998)).getBytes(StandardCharsets.UTF_8));
            turn.session()
                    .tree()
                    .append(List.of(HistoryEntry.Draft.of(TerminalOutputChunk.ofBytes(
                            terminal.id(),
                            ("%02d".formatted(i) + "y".repeat(9_998)).getBytes(StandardCharsets.UTF_8)))));
        }
        terminal.exited(0);
        call.complete("done");
    }

    final long storedOutputs(String session) {
        return repository.look(new SessionId(session)).page(PathQuery.first(100)).items().stream()
                .flatMap(node -> node.updates().stream())
                .filter(update -> update instanceof TerminalUpdate terminal
                        && terminal.output().value() != null)
                .count();
    }

    final List<JsonNode> replay(String session, int version) {
        if (version == 1) {
            try (StoredClient client = StoredClient.of(agent)) {
                return client.replay(session);
            }
        }
        try (V2Client client = V2Client.of(agent)) {
            client.result(client.request(
                    "session/resume",
                    "{'sessionId':'" + session + "','cwd':'/project','replayFrom':{'type':'start'}}"));
            return client.updates(session);
        }
    }

    final List<ShownTerminal> replayed(String session, int version) {
        return ShownTerminal.in(replay(session, version));
    }

    /** Sends a prompt that leaves the terminal open, and waits until the output so far is stored. */
    final void leave(TerminalClient client, String text) {
        client.leave(text);
        awaitOutput(client);
    }

    final void awaitOutput(TerminalClient client) {
        await().atMost(Duration.ofMinutes(1)).until(() -> storedOutputs(client.session()) > 0);
    }
}
