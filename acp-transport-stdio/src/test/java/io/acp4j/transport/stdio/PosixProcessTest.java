package io.acp4j.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.process.ProcessTree;
import io.acp4j.rpc.testing.HeldCommonPool;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How processes end, told by small shell scripts. */
@DisabledOnOs(OS.WINDOWS)
class PosixProcessTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RecordingListener listener = new RecordingListener();
    private StdioTransport transport;

    private void start(String script, StdioLimits limits) {
        transport = StdioTransport.builder(List.of("sh", "-c", script))
                .limits(limits)
                .launch();
        transport.start(listener);
    }

    private void start(String script) {
        start(script, StdioLimits.builder().closeTimeout(Duration.ofMillis(700)).build());
    }

    @AfterEach
    void close() throws Exception {
        if (transport != null) {
            transport.close();
            assertThat(transport.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
            // A transport does not wait for its listener for ever.
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(listener.ends()).hasSize(1));
            assertThat(listener.violations()).isZero();
        }
    }

    private List<String> awaitFrames(int count) {
        await().atMost(PATIENCE).until(() -> listener.frameCount() >= count);
        return listener.frames();
    }

    private CloseReason awaitEnd(Duration time) {
        await().atMost(time)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> !listener.ends().isEmpty());
        return listener.ends().get(0);
    }

    private static void assertGone(String pid) {
        await().atMost(PATIENCE)
                .until(() -> ProcessHandle.of(Long.parseLong(pid))
                        .filter(ProcessTree::isRunning)
                        .isEmpty());
    }

    private CloseReason closeAndWait() throws Exception {
        transport.close();
        return transport.closed().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void processThatEndsAtTheEndOfItsInputIsNotTerminated() throws Exception {
        start(
                "trap 'echo terminated' TERM; cat; echo bye; exit 0",
                StdioLimits.builder().closeTimeout(PATIENCE).build());
        transport.send(new TextFrame("hello"));
        assertThat(awaitFrames(1)).containsExactly("hello");
        assertThat(closeAndWait().kind()).isEqualTo(CloseReason.Kind.LOCAL);
        assertThat(listener.frames()).containsExactly("hello", "bye");
    }

    @Test
    void killedProcessIsReportedWithItsExitCodeAndLastWords() throws Exception {
        start("echo 'last words' >&2; echo $$; exec cat");
        String pid = awaitFrames(1).get(0);
        ProcessHandle.of(Long.parseLong(pid)).orElseThrow().destroyForcibly();
        assertThat(awaitEnd(PATIENCE)).isInstanceOfSatisfying(ProcessExit.class, exit -> {
            assertThat(exit.exitCode()).isEqualTo(137);
            assertThat(exit.stderrTail()).isEqualTo("last words\n");
            assertThat(exit.description())
                    .startsWith("agent exited with code 137; its error output ends with:\n    last words");
        });
    }

    @Test
    void exitCodeZeroMeansThatThePeerEnded() {
        start("echo 1; exit 0");
        CloseReason reason = awaitEnd(PATIENCE);
        assertThat(reason)
                .isEqualTo(new ProcessExit(0, "", "; its output has a line that is no JSON, beginning with:\n    1"));
        assertThat(reason.kind()).isEqualTo(CloseReason.Kind.PEER);
        assertThat(listener.frames()).containsExactly("1");
    }

    @Test
    void closedErrorStreamDoesNotStopTheOutput() throws Exception {
        start("exec 2>&-; while read -r line; do echo \"$line\"; done");
        transport.send(new TextFrame("one"));
        awaitFrames(1);
        transport.send(new TextFrame("two"));
        assertThat(awaitFrames(2)).containsExactly("one", "two");
    }

    @Test
    void floodOnTheErrorStreamIsReadAndOnlyItsTailIsKept() {
        start("i=0; while [ $i -lt 40000 ]; do echo \"line number $i\" >&2; i=$((i+1)); done; echo done; exit 5");
        assertThat(awaitFrames(1)).containsExactly("done");
        assertThat(awaitEnd(PATIENCE)).isInstanceOfSatisfying(ProcessExit.class, exit -> {
            assertThat(exit.stderrTail()).hasSize(8 * 1024).endsWith("line number 39999\n");
            assertThat(exit.exitCode()).isEqualTo(5);
        });
    }

    @Test
    void processThatIgnoresTheEndOfItsInputIsTerminated() throws Exception {
        start("echo $$; exec sleep 1000 >/dev/null 2>&1 <&-");
        String pid = awaitFrames(1).get(0);
        closeAndWait();
        assertGone(pid);
    }

    @Test
    void processThatIgnoresTerminationIsKilled() throws Exception {
        start("trap '' TERM; echo $$; while :; do sleep 1; done");
        String pid = awaitFrames(1).get(0);
        closeAndWait();
        assertGone(pid);
    }

    @Test
    void grandchildrenDieWithTheConnection() throws Exception {
        start("sleep 1000 & echo $!; sh -c 'sleep 1000 & echo $!; wait' & wait");
        List<String> pids = new ArrayList<>(awaitFrames(2));
        closeAndWait();
        pids.forEach(PosixProcessTest::assertGone);
    }

    @Test
    void grandchildrenOfAProcessThatExitsByItselfDieToo() throws Exception {
        start("sleep 1000 >/dev/null 2>&1 & echo $!; (trap '' TERM; exec sleep 1000) >/dev/null 2>&1 & echo $!; cat");
        List<String> pids = new ArrayList<>(awaitFrames(2));
        closeAndWait();
        pids.forEach(PosixProcessTest::assertGone);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "setsid env -i sh -c 'echo $$; exec sleep 1000' &",
                "setsid --fork env -i sh -c '(setsid --fork sh -c \"echo \\$\\$; exec sleep 1000\")'",
                "nohup env -i sh -c 'trap \"\" TERM HUP; echo $$; while :; do sleep 1; done' &"
            })
    @EnabledOnOs(OS.LINUX)
    void daemonsDieWithTheConnectionHoweverItEnds(String script) throws Exception {
        for (String rest : List.of("cat", "read line; exit 3", "exec sleep 1000 <&-")) {
            RecordingListener heard = new RecordingListener();
            try (StdioTransport agent = StdioTransport.builder(List.of("sh", "-c", script + "\n" + rest))
                    .limits(StdioLimits.builder()
                            .closeTimeout(Duration.ofMillis(700))
                            .build())
                    .launch()) {
                agent.start(heard);
                await().atMost(PATIENCE).until(() -> heard.frameCount() == 1);
                agent.close();
                assertThat(agent.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
            }
            assertGone(heard.frames().get(0));
        }
    }

    @Test
    void exitIsNoticedAlthoughAGrandchildHoldsTheOutput() {
        start("sleep 1000 & echo $!; echo more; exit 4");
        List<String> frames = awaitFrames(2);
        assertThat(awaitEnd(PATIENCE))
                .isInstanceOfSatisfying(
                        ProcessExit.class, exit -> assertThat(exit.exitCode()).isEqualTo(4));
        assertThat(transport.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
        assertThat(frames).element(1).isEqualTo("more");
        assertGone(frames.get(0));
    }

    @Test
    void exitIsNoticedAlthoughAGrandchildHoldsTheOutputAndOthersTheCommonPool() {
        try (HeldCommonPool held = new HeldCommonPool()) {
            start("sleep 1000 & echo $!; exit 4");
            String pid = awaitFrames(1).get(0);
            assertThat(awaitEnd(PATIENCE))
                    .isInstanceOfSatisfying(
                            ProcessExit.class,
                            exit -> assertThat(exit.exitCode()).isEqualTo(4));
            assertThat(transport.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
            assertGone(pid);
        }
    }

    @Test
    void processThatClosesItsOutputButLivesOnIsEnded() {
        start("echo $$; exec >&-; exec sleep 1000");
        String pid = awaitFrames(1).get(0);
        CloseReason reason = awaitEnd(PATIENCE);
        assertThat(reason.kind()).isEqualTo(CloseReason.Kind.PEER);
        assertThat(reason.description()).contains("did not exit");
        assertThat(transport.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
        assertGone(pid);
    }

    @Test
    void processThatDoesNotReadItsInputIsEndedWhenSomethingIsSent() {
        start("echo $$; exec sleep 1000 <&-");
        String pid = awaitFrames(1).get(0);
        await().atMost(PATIENCE).until(() -> {
            try {
                transport.send(new TextFrame("anybody there?"));
                return false;
            } catch (TransportClosedException e) {
                return e.reason().description().contains("does not read");
            }
        });
        assertThat(transport.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
        assertGone(pid);
    }

    @Test
    void slowListenerGetsAllThatADeadProcessHasSaid() throws Exception {
        listener.pause();
        start("i=0; while [ $i -lt 3000 ]; do echo \"{\\\"number\\\":$i}\"; i=$((i+1)); done; exit 7");
        await().pollDelay(Duration.ofMillis(1500))
                .atMost(PATIENCE)
                .until(() -> listener.ends().isEmpty());
        listener.resume();
        assertThat(awaitEnd(PATIENCE)).isInstanceOf(ProcessExit.class);
        assertThat(listener.frames()).hasSize(3000).endsWith("{\"number\":2999}");
    }

    @Test
    void noisyLinesDoNotEndTheConnection() {
        start(
                "printf '\\n  \\nnpm WARN deprecated\\n\"\\377\"\\n'; head -c 3000 /dev/zero | tr '\\0' x; echo; echo '{}'",
                StdioLimits.builder().maxFrameBytes(1000).build());
        assertThat(awaitFrames(2)).containsExactly("npm WARN deprecated", "{}");
        assertThat(listener.faults()).hasSize(2);
    }

    @Test
    void programThatDoesNotExistIsNamedWithoutItsArguments() {
        assertThatThrownBy(() -> StdioTransport.launch("no-such-agent", "--token=secret"))
                .isInstanceOf(LaunchException.class)
                .hasMessageContaining("no-such-agent")
                .hasMessageContaining("\": No such file or directory; is it installed")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-such-agent --acp", "java -cp no/such.jar EchoAgent", "/no/such/agent --acp"})
    void wholeCommandInOneWordIsToldToBeWords(String program) {
        assertThatThrownBy(() -> StdioTransport.launch(program))
                .isInstanceOf(LaunchException.class)
                .hasMessageContaining("give them as words of their own, not as one in quotes")
                .hasMessageNotContaining("is it installed");
    }

    @Test
    void fileWithABlankInItsNameIsNotTakenForACommandOfSeveralWords(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("my agent"), "no program");
        assertThatThrownBy(() -> StdioTransport.launch(file.toString()))
                .isInstanceOf(LaunchException.class)
                .hasMessageNotContaining("quotes");
    }

    @Test
    void whatCannotBeLaunchedThoughItIsThereIsToldWhy(@TempDir Path directory) throws Exception {
        assertThatThrownBy(() -> StdioTransport.launch(directory.toString()))
                .isInstanceOf(LaunchException.class)
                .hasMessageEndingWith("that is a directory");
        Path file = Files.writeString(directory.resolve("agent"), "#!/no/such/interpreter\n");
        assertThatThrownBy(() -> StdioTransport.launch(file.toString()))
                .isInstanceOf(LaunchException.class)
                .hasMessageContaining("the file is not executable");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        assertThatThrownBy(() -> StdioTransport.launch(file.toString()))
                .isInstanceOf(LaunchException.class)
                .hasMessageContaining("the program in its first line");
    }

    @Test
    void workingDirectoryThatDoesNotExistIsNamed() {
        assertThatThrownBy(() -> StdioTransport.builder(List.of("cat"))
                        .workingDirectory(Path.of("/no/such/directory"))
                        .launch())
                .isInstanceOf(LaunchException.class)
                .hasMessageContaining("/no/such/directory");
    }

    @Test
    void argumentsAreNotInterpretedByAShell() {
        transport = StdioTransport.launch("echo", "$HOME `id` ; exit 9 | *");
        transport.start(listener);
        assertThat(awaitFrames(1)).containsExactly("$HOME `id` ; exit 9 | *");
    }

    @Test
    void transportThatWasNeverStartedCanBeClosed() throws Exception {
        StdioTransport unused = StdioTransport.launch("cat");
        unused.close();
        assertThat(unused.closed().toCompletableFuture()).succeedsWithin(PATIENCE);
    }
}
