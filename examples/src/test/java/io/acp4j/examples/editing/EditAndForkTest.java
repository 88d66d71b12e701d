package io.acp4j.examples.editing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.examples.Children;
import io.acp4j.examples.echo.EchoAgent;
import io.acp4j.examples.forking.ForkingAgent;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.transport.InMemoryTransport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The program of docs/guides/edit-and-fork.md. */
class EditAndForkTest {

    @Test
    void thePromptIsEditedAndItsAnswerRegeneratedInForks() throws Exception {
        assertThat(outputWith(ForkingAgent.class))
                .containsExactly(
                        "USER: What is a session?",
                        "AGENT: Question 1. I have heard: What is a session?",
                        "USER: How do I list sessions?",
                        "AGENT: Question 2. I have heard: What is a session? | How do I list sessions?",
                        "original: Question 2. I have heard: What is a session? | How do I list sessions?",
                        "edited: Question 2. I have heard: What is a session? | How do I fork a session?",
                        "regenerated: Question 2. I have heard: What is a session? | How do I fork a session?",
                        "- What is a session?",
                        "  - edited",
                        "    - regenerated");
    }

    @Test
    void anAgentWithoutForksReceivesTheConversationInANewSession() throws Exception {
        assertThat(outputWith(EchoAgent.class))
                .contains("The agent cannot fork there: []", "original: You said: How do I list sessions?")
                .containsSubsequence(
                        "edited: You said: What is a session?",
                        "This continues a conversation that you have no record of. It went:",
                        "What is a session?",
                        "You said: What is a session?",
                        "How do I fork a session?");
    }

    @Test
    void aForkThatTheAgentDoesNotAdvertiseFailsBeforeAnythingIsSent() {
        List<String> prompts = new CopyOnWriteArrayList<>();
        AcpAgent agent = AcpAgent.builder()
                .info("agent-without-forks", "1.0.0")
                .onPrompt(turn -> {
                    prompts.add(turn.text());
                    turn.say("Hello!");
                })
                .build();
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.serve(pair.agent());
        try (AcpClient client = AcpClient.builder(pair.client())
                .transcripts(TranscriptOptions.KEEP_ALL)
                .connect()) {
            ClientSession session = client.newSession(Path.of("."));
            session.prompt("Hi");
            TranscriptMessage answer = session.forks().messages().get(1);

            assertThat(session.forks().supports(session.forks().at(answer))).isFalse();
            assertThatThrownBy(() -> session.forks().fork(session.forks().at(answer)))
                    .isInstanceOf(UnsupportedCapabilityException.class);
        }
        assertThat(prompts).containsExactly("Hi");
    }

    @Test
    void programUsesAtMostTenTypesOfTheLibrary() throws Exception {
        Path source = Path.of("src/main/java/io/acp4j/examples/editing/EditAndFork.java");

        assertThat(Files.readAllLines(source))
                .filteredOn(line -> line.startsWith("import io.acp4j."))
                .hasSizeBetween(1, 10)
                .noneMatch(line -> line.contains("*"));
    }

    private static List<String> outputWith(Class<?> agent) throws Exception {
        List<String> command = Children.java(agent);
        Process process = new ProcessBuilder(Children.java(EditAndFork.class, command.toArray(String[]::new)))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return output.lines().toList();
    }
}
