package io.acp4j.client.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.terminal.TerminalExitStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
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

    /** Records, and blocks in the notification of output until it is opened. */
    private class Blocker extends Recorder {
        private final CountDownLatch opened = new CountDownLatch(1);

        @Override
        public void onOutput(ObservedTerminal terminal, String text) {
            super.onOutput(terminal, text);
            try {
                opened.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private String start(TerminalObserver observer, String script) {
        return start(observer, TerminalService.DEFAULT_OUTPUT_BYTES, script);
    }

    private String start(TerminalObserver observer, int outputBytes, String script) {
        hosted = new HostedSession(
                TerminalService.builder(CommandGuard.ALLOW_ALL)
                        .killGrace(Duration.ofSeconds(2))
                        .outputBytes(outputBytes)
                        .observer(observer)
                        .build(),
                root);
        return create(script);
    }

    private String create(String script) {
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
        anObserverThatFailsChangesNothingForTheAgent(() -> new IllegalStateException("on purpose"));
    }

    @Test
    void anObserverWithAnErrorChangesNothingForTheAgent() {
        anObserverThatFailsChangesNothingForTheAgent(() -> new AssertionError("on purpose"));
    }

    private void anObserverThatFailsChangesNothingForTheAgent(Supplier<Throwable> failure) {
        String terminal = start(
                new Recorder() {
                    @Override
                    public void onStarted(ObservedTerminal terminal) {
                        super.onStarted(terminal);
                        TerminalObserverTest.<RuntimeException>fail(failure.get());
                    }

                    @Override
                    public void onOutput(ObservedTerminal terminal, String text) {
                        super.onOutput(terminal, text);
                        TerminalObserverTest.<RuntimeException>fail(failure.get());
                    }

                    @Override
                    public void onExited(ObservedTerminal terminal, TerminalExitStatus status) {
                        super.onExited(terminal, status);
                        TerminalObserverTest.<RuntimeException>fail(failure.get());
                    }
                },
                "echo one; until [ -e go ]; do sleep 0.01; done; echo two");
        await().atMost(LIMIT).until(() -> events.contains("one\n"));
        go();
        await().atMost(LIMIT).until(() -> events.contains("exited 0 null"));
        assertThat(agentOutput(terminal)).isEqualTo("one\ntwo\n");
        release(terminal);
        await().atMost(LIMIT).until(() -> events.contains("released"));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void fail(Throwable failure) throws E {
        throw (E) failure;
    }

    private void go() {
        try {
            Files.createFile(root.resolve("go"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String agentOutput(String terminal) {
        return hosted.ask("terminal/output", Map.of("sessionId", "s", "terminalId", terminal))
                .at("/result/output")
                .asText();
    }

    private void awaitExit(String terminal) {
        assertThat(hosted.ask("terminal/wait_for_exit", Map.of("sessionId", "s", "terminalId", terminal))
                        .has("result"))
                .isTrue();
    }

    @Test
    void anObserverThatBlocksDelaysNeitherTheOutputForTheAgentNorTheRelease() {
        Blocker blocker = new Blocker();
        String terminal = start(blocker, "echo one; exec sleep 1000");
        try {
            await().atMost(LIMIT).until(() -> events.contains("one\n"));
            assertThat(agentOutput(terminal)).isEqualTo("one\n");
            assertThat(hosted.ask("terminal/release", Map.of("sessionId", "s", "terminalId", terminal))
                            .has("result"))
                    .isTrue();
            assertThat(events).doesNotContain("released");
        } finally {
            blocker.opened.countDown();
        }
        await().atMost(LIMIT).until(() -> events.contains("released"));
    }

    @Test
    void theAgentReceivesTheLastLinesAlthoughTheObserverIsSlow() {
        Blocker blocker = new Blocker();
        String terminal = start(blocker, "echo one; until [ -e go ]; do sleep 0.01; done; echo two");
        try {
            await().atMost(LIMIT).until(() -> events.contains("one\n"));
            go();
            awaitExit(terminal);
            assertThat(agentOutput(terminal)).isEqualTo("one\ntwo\n");
        } finally {
            blocker.opened.countDown();
        }
        await().atMost(LIMIT).until(() -> events.contains("exited 0 null"));
        assertThat(output()).isEqualTo("one\ntwo\n");
    }

    @Test
    void outputThatIsLateForTheObserverDoesNotDelayTheRelease() {
        Blocker blocker = new Blocker();
        String terminal =
                start(blocker, "echo early; until [ -e go ]; do sleep 0.01; done; echo late; exec sleep 1000");
        String other = create("exec sleep 1000");
        try {
            await().atMost(LIMIT).until(() -> events.contains("early\n"));
            go();
            await().atMost(LIMIT).until(() -> agentOutput(terminal).contains("late"));
            release(terminal);
            release(other);
            await().atMost(LIMIT).until(() -> events.contains("released"));
        } finally {
            blocker.opened.countDown();
        }
        await().atMost(LIMIT).until(() -> Collections.frequency(events, "released") == 2);
    }

    @Test
    void aBlockedObserverDelaysTheCommandAtTheLimitAndReceivesAllOfItsOutput() {
        Blocker blocker = new Blocker();
        String line = "x".repeat(999) + "\n";
        start(
                blocker,
                1000,
                "line=" + line.strip() + "; i=0; while [ $i -lt 300 ]; do echo $line; i=$((i+1)); done; touch done;"
                        + " exec sleep 1000");
        await().atMost(LIMIT).until(() -> events.size() > 1);
        assertThat(root.resolve("done")).doesNotExist();
        blocker.opened.countDown();
        await().atMost(LIMIT).untilAsserted(() -> assertThat(output()).isEqualTo(line.repeat(300)));
        await().atMost(LIMIT).until(() -> Files.exists(root.resolve("done")));
    }
}
