package io.acp4j.cli.chat.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.cli.chat.screen.PlainScreen;
import io.acp4j.cli.chat.session.Chat;
import io.acp4j.cli.chat.session.ChatException;
import io.acp4j.client.AcpClient;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.test.FakeAgent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Agents that do what the console asks for otherwise than ours, or not at all. */
class UnlikeAgentsTest {

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final Commands commands = new Commands();
    private final FakeAgent agent = FakeAgent.create().onPrompt(turn -> turn.say("heard " + turn.promptText()));
    private @Nullable AcpClient client;

    @AfterEach
    void disconnect() {
        if (client != null) {
            client.close();
        }
        agent.close();
    }

    private Chat chat() {
        AcpClient connected =
                agent.client().transcripts(TranscriptOptions.KEEP_ALL).connect();
        client = connected;
        PlainScreen screen = new PlainScreen(
                new ByteArrayInputStream(new byte[0]), new PrintStream(shown, true, StandardCharsets.UTF_8));
        return new Chat(connected, screen, Path.of("").toAbsolutePath());
    }

    private List<String> run(Chat chat, String... lines) throws Exception {
        shown.reset();
        for (String line : lines) {
            assertThat(commands.run(line, chat)).isTrue();
        }
        return shown.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void replayBehindTheResponseToALoadIsNotShownAsIfItWereNew() throws Exception {
        SessionId old = new SessionId("old");
        agent.stored(old).onRequest(Methods.SESSION_LOAD, (request, context) -> LoadSessionResponse.EMPTY);
        Chat chat = chat();
        assertThat(run(chat, "/sessions", "/switch 1")).endsWith("session 1");

        agent.update(old, AgentMessageChunk.text(new MessageId("m"), "from the archive"));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> chat.messages().stream().map(Chat::text).toList().equals(List.of("from the archive")));
        commands.run("and today", chat);

        assertThat(shown.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("  1  (old)", "session 1", "heard and today");
    }

    @Test
    void lastMessageOfAResumedSessionIsForkedWithoutItsId() throws Exception {
        agent.stored(new SessionId("old"))
                .onPrompt(turn -> turn.update(AgentMessageChunk.text(null, "heard " + turn.promptText())));
        Chat chat = chat(AgentCapabilities.builder()
                .sessionCapabilities(
                        SessionCapabilities.builder().list().resume().fork().build())
                .build());
        run(chat, "/sessions", "/switch 1", "hi");

        assertThatThrownBy(() -> run(chat, "/fork 1"))
                .isInstanceOf(ChatException.class)
                .hasMessage("This agent forks whole sessions only, not at a message. Enter /fork without a number.");
        assertThat(run(chat, "/fork 2")).containsExactly("session 2 · hi");
    }

    @Test
    void sessionThatCannotBeDeletedIsGoneOnWith() throws Exception {
        Chat without = chat(AgentCapabilities.builder().build());
        run(without, "hi");
        assertThatThrownBy(() -> run(without, "/delete 1")).isInstanceOf(UnsupportedCapabilityException.class);
        assertThat(run(without, "/messages")).hasSize(2);
    }

    @Test
    void sessionWhoseDeletionIsRefusedIsGoneOnWith() throws Exception {
        agent.onRequest(Methods.SESSION_DELETE, (request, context) -> {
            throw AcpErrorException.internalError("it is locked");
        });
        Chat refused = chat();
        run(refused, "hi");
        assertThatThrownBy(() -> run(refused, "/delete 1")).isInstanceOf(AcpErrorException.class);
        assertThat(run(refused, "/messages")).hasSize(2);
    }

    private Chat chat(AgentCapabilities capabilities) {
        agent.capabilities(capabilities);
        return chat();
    }

    @Test
    void emptySessionThatTheAgentDoesNotDeleteDoesNotKeepThePersonFromLeavingIt() throws Exception {
        agent.onRequest(Methods.SESSION_DELETE, (request, context) -> {
            throw AcpErrorException.internalError("there is no such session");
        });
        Chat chat = chat();

        assertThat(run(chat, "/messages", "/new"))
                .containsExactly(
                        "The agent keeps a session without messages: there is no such session (-32603)",
                        "a new session begins with your next prompt");
        assertThat(run(chat, "hi")).containsExactly("heard hi");
        chat.leave();
    }
}
