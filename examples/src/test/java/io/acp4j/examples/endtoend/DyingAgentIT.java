package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.examples.Children;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.transport.stdio.ProcessExit;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Isolated;

/** What a caller sees when the agent dies under it, and what is left afterwards. */
@Isolated("counts the threads and files of this JVM")
class DyingAgentIT {

    @Test
    void promptFailsWithExitCodeAndLastWords() throws Exception {
        try (Hanging hanging = new Hanging()) {
            hanging.agent.destroyForcibly();

            assertThatThrownBy(() -> hanging.prompt.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(ConnectionClosedException.class, e -> {
                        ProcessExit exit = (ProcessExit) e.reason();
                        assertThat(exit.exitCode()).isEqualTo(137);
                        assertThat(exit.stderrTail()).contains("last words");
                    });
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void nothingIsLeftOfADeadAgent() throws Exception {
        try (Hanging first = new Hanging()) {
            first.agent.destroyForcibly();
        }
        Set<String> threads = acpThreads();
        long files = openFiles();

        for (int i = 0; i < 5; i++) {
            try (Hanging hanging = new Hanging()) {
                hanging.agent.destroyForcibly();
                hanging.client.awaitClosed();
                assertThat(hanging.agent.isAlive()).isFalse();
            }
        }

        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            assertThat(acpThreads()).isSubsetOf(threads);
            assertThat(openFiles()).isLessThanOrEqualTo(files);
        });
    }

    private static Set<String> acpThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("acp-"))
                .collect(Collectors.toSet());
    }

    private static long openFiles() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    /** An agent in the middle of a prompt. */
    private static final class Hanging implements AutoCloseable {
        private final AcpClient client;
        private final CompletableFuture<PromptResponse> prompt;
        private final ProcessHandle agent;

        Hanging() throws Exception {
            client = AcpClient.builder(StdioTransport.launch(Children.java(CountingAgent.class)))
                    .info("test", "1")
                    .connect();
            CompletableFuture<Long> pid = new CompletableFuture<>();
            ClientSession session = client.newSession(Path.of("."));
            session.onUpdate((same, update) -> pid.complete(Long.parseLong(((ContentChunk) update).text())));
            prompt = session.promptAsync("hang");
            agent = ProcessHandle.of(pid.get(60, TimeUnit.SECONDS)).orElseThrow();
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
