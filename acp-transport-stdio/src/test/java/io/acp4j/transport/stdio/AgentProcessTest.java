package io.acp4j.transport.stdio;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both sides of stdio: an agent that owns its standard streams, and the client that has launched it. */
class AgentProcessTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final RecordingListener listener = new RecordingListener();
    private StdioTransport transport;

    private StdioTransportBuilder agent() {
        return StdioTransport.builder(ChildJvm.command(AgentMain.class)).onStderrLine(errors::add);
    }

    private void start(StdioTransportBuilder builder) {
        transport = builder.launch();
        transport.start(listener);
    }

    @AfterEach
    void close() {
        if (transport != null) {
            transport.close();
            assertThat(transport.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
        }
    }

    private String ask(String text) throws Exception {
        int before = listener.frameCount();
        transport.send(new TextFrame(text));
        await().atMost(PATIENCE).until(() -> listener.frameCount() > before);
        return listener.frames().get(before);
    }

    @Test
    void agentIsNotLaunchedWithAWordThatItWouldReceiveAsOtherText() {
        assertThatThrownBy(() ->
                        StdioTransport.builder(List.of("rm", "-v", "x\uD83D")).launch())
                .isInstanceOf(LaunchException.class)
                .hasMessageContaining("argument 2 contains half of a surrogate pair at index 1");
        assertThatThrownBy(() -> agent().environment("NAME", "\uD83D").launch())
                .isInstanceOf(LaunchException.class)
                .hasMessageContaining("the variable NAME contains half of a surrogate pair at index 0");
    }

    @Test
    void strayPrintsGoToTheErrorStream() throws Exception {
        start(agent());
        transport.send(new TextFrame("print"));
        assertThat(ask("hello")).isEqualTo("hello");
        assertThat(ask("read")).isEqualTo("System.in gives -1");
        transport.close();
        await().atMost(PATIENCE).until(() -> listener.ends().size() == 1);
        assertThat(listener.frames()).containsExactly("hello", "System.in gives -1", "end true");
        await().atMost(PATIENCE).until(() -> errors.size() == 2);
        assertThat(errors).containsExactly("stray print before the start", "stray print without a line end");
        assertThat(listener.faults()).isEmpty();
    }

    @Test
    void processIdIsThatOfTheAgent() throws Exception {
        start(agent());
        ask("hello");
        long id = transport.processId().getAsLong();
        assertThat(ProcessHandle.of(id))
                .hasValueSatisfying(process -> assertThat(process.parent()).contains(ProcessHandle.current()));
        transport.close();
        assertThat(transport.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
        assertThat(transport.processId()).hasValue(id);
        assertThat(StdioTransport.over(InputStream.nullInputStream(), OutputStream.nullOutputStream())
                        .processId())
                .isEmpty();
    }

    @Test
    void standardStreamsCanBeTakenOnce() throws Exception {
        start(agent());
        assertThat(ask("again")).contains("already taken");
    }

    @Test
    void textIsUtf8WhateverTheLocale() throws Exception {
        start(agent().environment("LC_ALL", "POSIX").environment("LANG", "C"));
        assertThat(ask("héllo € 😀")).isEqualTo("héllo € 😀");
    }

    @Test
    void environmentIsLimitedToTheAllowListAndWhatIsNamed() throws Exception {
        assertThat(System.getenv()).as("something to hide").containsKey("ACP_TEST_SECRET");
        start(agent().environment("GIVEN", "1").inheritEnvironment("ACP_TEST_WANTED", "ACP_TEST_NOT_SET"));
        List<String> names = List.of(ask("environment").split(","));
        assertThat(names).contains("PATH", "GIVEN", "ACP_TEST_WANTED", "ACP4J_LAUNCH_ID");
        assertThat(names).doesNotContain("ACP_TEST_SECRET", "ACP_TEST_NOT_SET");
    }

    @Test
    void wholeEnvironmentIsInheritedOnRequest() throws Exception {
        start(agent().inheritAllEnvironment());
        assertThat(ask("environment").split(",")).contains("ACP_TEST_SECRET");
    }

    @Test
    void processStartsInTheWorkingDirectory(@TempDir Path directory) throws Exception {
        start(agent().workingDirectory(directory));
        assertThat(Path.of(ask("directory")).toRealPath()).isEqualTo(directory.toRealPath());
    }

    @Test
    void crashIsReportedWithExitCodeAndLastWordsAfterTheLastFrame() throws Exception {
        start(agent());
        assertThat(ask("hello")).isEqualTo("hello");
        transport.send(new TextFrame("crash"));
        await().atMost(PATIENCE).until(() -> listener.frameCount() == 4);
        await().atMost(PATIENCE).until(() -> listener.ends().size() == 1);
        assertThat(listener.frames()).containsExactly("hello", "one", "two", "last words");
        assertThat(listener.ends().get(0)).isInstanceOfSatisfying(ProcessExit.class, exit -> {
            assertThat(exit.exitCode()).isEqualTo(3);
            assertThat(exit.kind()).isEqualTo(CloseReason.Kind.FAILURE);
            assertThat(exit.stderrTail()).contains("fatal: out of ideas");
            assertThat(exit.description())
                    .isEqualTo(
                            "agent exited with code 3; its error output ends with:\n    stray print before the start\n    fatal: out of ideas ä"
                                    + "; its output has 4 lines that are no JSON, beginning with:\n    hello\n    one\n    two");
        });
        assertThat(listener.canSend()).isFalse();
        assertThatThrownBy(() -> transport.send(new TextFrame("late")))
                .isInstanceOfSatisfying(
                        TransportClosedException.class,
                        e -> assertThat(e.reason()).isInstanceOf(ProcessExit.class));
        assertThat(transport.closed().toCompletableFuture())
                .succeedsWithin(PATIENCE)
                .isInstanceOf(ProcessExit.class);
    }

    @Test
    void framesReceivedBeforeTheEndOfInputAreStillAnswered() throws Exception {
        Process process = new ProcessBuilder(ChildJvm.command(AgentMain.class))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write("first\nsecond\n\n\"\u00ff\"\nthird".getBytes(ISO_8859_1));
        }
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(output).isEqualTo("first\nsecond\nfault at 14\nthird\nend true\n");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }
}
