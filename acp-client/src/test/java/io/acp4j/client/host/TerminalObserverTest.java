package io.acp4j.client.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.terminal.TerminalExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class TerminalObserverTest {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    private Path root;

    private final List<String> events = new CopyOnWriteArrayList<>();
    private HostedSession hosted;

    private class Recorder implements TerminalObserver {
        @Override
        public void onStarted(ObservedTerminal terminal) {
            events.add("started " + terminal.command().words().get(0) + " in "
                    + terminal.command().session().id());
        }

        @Override
        public void onOutput(ObservedTerminal terminal, String text) {
            events.add(text);
        }

        @Override
        public void onExited(ObservedTerminal terminal, TerminalExitStatus status) {
            events.add("exited " + status.exitCode() + " " + status.signal());
        }

        @Override
        public void onReleased(ObservedTerminal terminal) {
            events.add("released");
        }
    }

    @AfterEach
    void close() {
        if (hosted != null) {
            hosted.close();
        }
    }

    private String start(TerminalObserver observer, String script) {
        hosted = new HostedSession(
                TerminalService.builder(CommandGuard.ALLOW_ALL)
                        .killGrace(Duration.ofSeconds(2))
                        .observer(observer)
                        .build(),
                root);
        JsonNode created =
                hosted.ask("terminal/create", Map.of("sessionId", "s", "command", "sh", "args", List.of("-c", script)));
        return created.at("/result/terminalId").asText();
    }

    private void release(String terminal) {
        hosted.ask("terminal/release", Map.of("sessionId", "s", "terminalId", terminal));
    }

    private String output() {
        return events.subList(1, events.size()).stream()
                .takeWhile(event -> !event.startsWith("exited"))
                .collect(Collectors.joining());
    }

    @Test
    void outputIsReportedWhileTheCommandRuns() throws Exception {
        String terminal = start(new Recorder(), "echo one; until [ -e go ]; do sleep 0.01; done; echo two; exit 3");
        await().atMost(LIMIT).until(() -> events.contains("one\n"));
        assertThat(events).containsExactly("started sh in s", "one\n");
        Files.createFile(root.resolve("go"));
        await().atMost(LIMIT).until(() -> events.contains("exited 3 null"));
        release(terminal);
        await().atMost(LIMIT).until(() -> events.contains("released"));
        assertThat(events).containsExactly("started sh in s", "one\n", "two\n", "exited 3 null", "released");
    }

    @Test
    void charactersThatAreCutBetweenWritesAreReportedWhole() {
        start(
                new Recorder(),
                "printf 'a\\303'; sleep 0.2; printf '\\251\\360\\237'; sleep 0.2; printf '\\230\\200\\377z\\342\\202'");
        await().atMost(LIMIT).until(() -> events.contains("exited 0 null"));
        assertThat(output()).isEqualTo("a\u00e9\uD83D\uDE00\uFFFDz\uFFFD");
        assertThat(events).noneMatch(event -> event.isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"release", "session", "client", "agent"})
    void theEndOfARunningCommandIsReportedBeforeItsRelease(String how) {
        String terminal = start(new Recorder(), "echo $$; exec sleep 1000");
        await().atMost(LIMIT).until(() -> events.size() == 2);
        switch (how) {
            case "release" -> release(terminal);
            case "session" -> hosted.session.detach();
            case "client" -> hosted.client.close();
            default -> hosted.agent.close();
        }
        await().atMost(LIMIT).until(() -> events.contains("released"));
        assertThat(events.subList(2, events.size())).containsExactly("exited 143 SIGTERM", "released");
    }

    @Test
    void anObserverThatFailsChangesNothingForTheAgent() {
        String terminal = start(
                new Recorder() {
                    @Override
                    public void onOutput(ObservedTerminal terminal, String text) {
                        throw new IllegalStateException("on purpose");
                    }
                },
                "echo one");
        await().atMost(LIMIT).until(() -> events.contains("exited 0 null"));
        assertThat(hosted.ask("terminal/output", Map.of("sessionId", "s", "terminalId", terminal))
                        .at("/result/output")
                        .asText())
                .isEqualTo("one\n");
    }

    @Test
    void anObserverThatBlocksDelaysNeitherTheOutputForTheAgentNorTheRelease() {
        CountDownLatch blocked = new CountDownLatch(1);
        String terminal = start(
                new Recorder() {
                    @Override
                    public void onOutput(ObservedTerminal terminal, String text) {
                        super.onOutput(terminal, text);
                        try {
                            blocked.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                },
                "echo one; exec sleep 1000");
        try {
            await().atMost(LIMIT).until(() -> events.contains("one\n"));
            assertThat(hosted.ask("terminal/output", Map.of("sessionId", "s", "terminalId", terminal))
                            .at("/result/output")
                            .asText())
                    .isEqualTo("one\n");
            assertThat(hosted.ask("terminal/release", Map.of("sessionId", "s", "terminalId", terminal))
                            .has("result"))
                    .isTrue();
            assertThat(events).doesNotContain("released");
        } finally {
            blocked.countDown();
        }
        await().atMost(LIMIT).until(() -> events.contains("released"));
    }
}
