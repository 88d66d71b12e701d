package io.acp4j.client.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.internal.host.TerminalException;
import io.acp4j.process.ProcessTree;
import io.acp4j.rpc.testing.HeldCommonPool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Terminals with real processes, told by small shell scripts. */
@DisabledOnOs(OS.WINDOWS)
class TerminalServiceTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path root;

    private HostedSession hosted;

    private void start(TerminalService service) {
        hosted = new HostedSession(service, root);
    }

    private void start() {
        start(TerminalService.builder(CommandGuard.ALLOW_ALL)
                .killGrace(Duration.ofSeconds(2))
                .build());
    }

    @AfterEach
    void close() {
        if (hosted != null) {
            hosted.close();
        }
    }

    private JsonNode create(Map<String, ?> more) {
        Map<String, Object> params = new HashMap<>(Map.of("sessionId", "s"));
        params.putAll(more);
        return hosted.ask("terminal/create", params);
    }

    private String sh(String script) {
        return sh(script, Map.of());
    }

    private String sh(String script, Map<String, ?> more) {
        Map<String, Object> params = new HashMap<>(Map.of("command", "sh", "args", List.of("-c", script)));
        params.putAll(more);
        return terminal(create(params));
    }

    private static String terminal(JsonNode created) {
        String id = created.at("/result/terminalId").asText();
        assertThat(id).as(created.toString()).isNotEmpty();
        return id;
    }

    private JsonNode call(String method, String terminal) {
        return hosted.ask("terminal/" + method, Map.of("sessionId", "s", "terminalId", terminal));
    }

    private JsonNode exit(String terminal) {
        hosted.start("terminal/wait_for_exit", Map.of("sessionId", "s", "terminalId", terminal));
        List<JsonNode> answers = new ArrayList<>();
        await().atMost(PATIENCE).until(() -> hosted.agent.waiting() > 0);
        answers.add(hosted.agent.next());
        return answers.get(0).get("result");
    }

    private String output(String terminal) {
        return call("output", terminal).at("/result/output").asText();
    }

    private static String reason(JsonNode answer) {
        return answer.at("/error/data/reason").asText("no error: " + answer);
    }

    /** Waits for the pids that a script prints. */
    private List<Long> pids(String terminal, int count) {
        await().atMost(PATIENCE).until(() -> output(terminal).lines().count() >= count);
        return output(terminal).lines().map(Long::valueOf).toList();
    }

    private static boolean runs(long pid) {
        return ProcessHandle.of(pid).filter(ProcessTree::isRunning).isPresent();
    }

    @Test
    void terminalsAreAdvertised() {
        start();
        assertThat(hosted.capabilities.get("terminal").asBoolean()).isTrue();
    }

    @Test
    void outputAndErrorOutputAreOneAndTheExitCodeIsTold() {
        start();
        String terminal = sh("echo out; echo err >&2; exit 3");
        assertThat(exit(terminal).get("exitCode").asInt()).isEqualTo(3);
        JsonNode output = call("output", terminal).get("result");
        assertThat(output.get("output").asText()).isEqualTo("out\nerr\n");
        assertThat(output.get("truncated").asBoolean()).isFalse();
        assertThat(output.at("/exitStatus/exitCode").asInt()).isEqualTo(3);
    }

    @Test
    void exitIsToldWhileTheThreadsOfTheCommonPoolAreHeld() {
        start();
        try (HeldCommonPool held = new HeldCommonPool()) {
            String terminal = sh("echo out; exit 3");
            assertThat(exit(terminal).get("exitCode").asInt()).isEqualTo(3);
            assertThat(call("output", terminal)
                            .at("/result/exitStatus/exitCode")
                            .asInt())
                    .isEqualTo(3);
            assertThat(held).isNotNull();
        }
    }

    @Test
    void runningCommandHasNoExitStatusAndEmptyInput() {
        start();
        String terminal = sh("read line; echo \"got:$line\"; exec sleep 1000");
        await().atMost(PATIENCE).until(() -> output(terminal).equals("got:\n"));
        assertThat(call("output", terminal).at("/result/exitStatus").isMissingNode()
                        || call("output", terminal).at("/result/exitStatus").isNull())
                .isTrue();
    }

    @Test
    void argumentsAreNotInterpretedByAShell() {
        start();
        String terminal = terminal(create(Map.of("command", "echo", "args", List.of("$HOME `id` ; exit 9 | *"))));
        exit(terminal);
        assertThat(output(terminal)).isEqualTo("$HOME `id` ; exit 9 | *\n");
    }

    @Test
    void commandLineIsInterpretedOnlyWhenAShellIsAskedFor() {
        start();
        assertThat(reason(create(Map.of("command", "echo a | tr a b")))).isEqualTo(TerminalException.NOT_STARTED);
        hosted.close();
        start(TerminalService.builder(CommandGuard.ALLOW_ALL).shell().build());
        String terminal = terminal(create(Map.of("command", "echo a | tr a b")));
        exit(terminal);
        assertThat(output(terminal)).isEqualTo("b\n");
        String direct = terminal(create(Map.of("command", "echo", "args", List.of("a | tr a b"))));
        exit(direct);
        assertThat(output(direct)).isEqualTo("a | tr a b\n");
    }

    @Test
    void secretsOfThisProgramAreNotInTheEnvironment() {
        start();
        String terminal =
                terminal(create(Map.of("command", "env", "env", List.of(Map.of("name", "MINE", "value", "yes")))));
        exit(terminal);
        List<String> names = output(terminal)
                .lines()
                .map(line -> line.substring(0, Math.max(0, line.indexOf('='))))
                .toList();
        assertThat(names).contains("MINE", "PATH");
        assertThat(names)
                .allMatch(name -> name.startsWith("LC_")
                        || List.of(
                                        "MINE",
                                        "PATH",
                                        "HOME",
                                        "USER",
                                        "LOGNAME",
                                        "SHELL",
                                        "LANG",
                                        "LANGUAGE",
                                        "TERM",
                                        "TZ",
                                        "TMPDIR",
                                        "TEMP",
                                        "TMP",
                                        ProcessTree.MARKER,
                                        "")
                                .contains(name));
    }

    @Test
    void commandRunsInTheSessionsDirectoriesOnly() throws Exception {
        Files.createDirectory(root.resolve("sub"));
        start();
        String here = sh("pwd -P");
        exit(here);
        assertThat(output(here).strip()).isEqualTo(root.toRealPath().toString());
        String below = sh("pwd -P", Map.of("cwd", root + "/sub"));
        exit(below);
        assertThat(output(below).strip())
                .isEqualTo(root.toRealPath().resolve("sub").toString());
        for (String cwd : List.of("/", root + "/..", root + "/missing", "sub", "/proc/self/cwd")) {
            assertThat(reason(create(Map.of("command", "pwd", "cwd", cwd))))
                    .as(cwd)
                    .isEqualTo(TerminalException.BAD_DIRECTORY);
        }
    }

    @Test
    void guardSeesTheCommandAndItsRefusalRunsNothing() {
        List<HostCommand> asked = new CopyOnWriteArrayList<>();
        start(TerminalService.of(command -> {
            asked.add(command);
            return false;
        }));
        JsonNode answer = create(Map.of(
                "command", "touch", "args", List.of("made"), "env", List.of(Map.of("name", "A", "value", "secret"))));
        assertThat(reason(answer)).isEqualTo(TerminalException.REFUSED);
        assertThat(root.resolve("made")).doesNotExist();
        assertThat(asked).hasSize(1);
        assertThat(asked.get(0).words()).containsExactly("touch", "made");
        assertThat(asked.get(0).environment()).containsEntry("A", "secret");
        assertThat(asked.get(0).toString()).doesNotContain("secret");
    }

    @Test
    void sessionThatEndsWhileTheUserIsAskedRunsNothing() throws Exception {
        CountDownLatch asking = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        start(TerminalService.of(command -> {
            asking.countDown();
            return answered.await(60, TimeUnit.SECONDS);
        }));
        hosted.start("terminal/create", Map.of("sessionId", "s", "command", "touch", "args", List.of("made")));
        assertThat(asking.await(60, TimeUnit.SECONDS)).isTrue();
        hosted.session.detach();
        answered.countDown();
        assertThat(hosted.agent.next().at("/error/code").asInt()).isEqualTo(-32002);
        assertThat(root.resolve("made")).doesNotExist();
    }

    @Test
    void outputIsCutAtACharacterBoundaryAndKeepsItsEnd() {
        start();
        String terminal =
                sh("printf 'abc\\342\\202\\254\\342\\202\\254\\342\\202\\254xyz'", Map.of("outputByteLimit", 8));
        exit(terminal);
        JsonNode output = call("output", terminal).get("result");
        assertThat(output.get("output").asText()).isEqualTo("€xyz");
        assertThat(output.get("truncated").asBoolean()).isTrue();
    }

    @Test
    void limitBeyondThatOfTheServiceIsLowered() {
        start(TerminalService.builder(CommandGuard.ALLOW_ALL).maxOutputBytes(10).build());
        String terminal = sh("printf 0123456789abcdef", Map.of("outputByteLimit", 1_000_000_000_000L));
        exit(terminal);
        assertThat(output(terminal)).isEqualTo("6789abcdef");
    }

    @Test
    void gigabyteOfOutputIsCutAndTakesNoMemory() throws Exception {
        // In a JVM of its own, whose heap would not even hold a fortieth of it.
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx24m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        GigabyteMain.class.getName(),
                        root.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            String seen = new String(child.getInputStream().readAllBytes(), UTF_8);
            assertThat(child.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(seen).endsWith("100000 characters, truncated, exit code 0, ends with xend\n");
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void killedCommandKeepsItsTerminal() {
        start();
        String terminal = sh("echo started; exec sleep 1000");
        await().atMost(PATIENCE).until(() -> output(terminal).equals("started\n"));
        assertThat(call("kill", terminal).has("result")).isTrue();
        JsonNode exit = exit(terminal);
        assertThat(exit.get("signal").asText()).isEqualTo("SIGTERM");
        assertThat(exit.get("exitCode").asInt()).isEqualTo(143);
        assertThat(output(terminal)).isEqualTo("started\n");
        assertThat(call("release", terminal).has("result")).isTrue();
        assertThat(call("output", terminal).at("/error/code").asInt()).isEqualTo(-32002);
        assertThat(call("release", terminal).at("/error/code").asInt()).isEqualTo(-32002);
    }

    @Test
    void exitCodeThatLooksLikeASignalIsNotReportedAsOne() {
        start();
        JsonNode exit = exit(sh("exit 137"));
        assertThat(exit.get("exitCode").asInt()).isEqualTo(137);
        assertThat(exit.has("signal") && !exit.get("signal").isNull()).isFalse();
    }

    @Test
    void commandThatIgnoresTerminationIsKilled() {
        start();
        String terminal = sh("trap '' TERM; echo $$; while :; do sleep 1; done");
        long pid = pids(terminal, 1).get(0);
        call("kill", terminal);
        assertThat(exit(terminal).get("signal").asText()).isEqualTo("SIGKILL");
        assertThat(runs(pid)).isFalse();
    }

    /** Ways to end a terminal. */
    private void end(String how, String terminal) {
        switch (how) {
            case "release" ->
                assertThat(call("release", terminal).has("result")).isTrue();
            case "kill" -> assertThat(call("kill", terminal).has("result")).isTrue();
            case "session" -> hosted.session.detach();
            case "client" -> hosted.client.close();
            default -> hosted.agent.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"release", "kill", "session", "client", "agent"})
    @EnabledOnOs(OS.LINUX)
    void daemonsEndWithTheirTerminal(String how) {
        start();
        String terminal = sh("setsid env -i sh -c 'echo $$; exec sleep 1000' &\n"
                + "(setsid --fork env -i sh -c 'sleep 1000 & echo $!' &)\n"
                + "nohup sh -c 'trap \"\" TERM HUP; echo $$; while :; do sleep 1; done' &\n"
                + "perl -MPOSIX -e '$|=1; %ENV=(); exit if fork; setsid; exit if fork; print \"$$\\n\"; sleep 1000'\n"
                + "wait");
        List<Long> pids = pids(terminal, 4);
        assertThat(pids).allMatch(TerminalServiceTest::runs);
        end(how, terminal);
        await().atMost(PATIENCE).until(() -> pids.stream().noneMatch(TerminalServiceTest::runs));
    }

    @Test
    void grandchildrenAreGoneAfterRelease() {
        start();
        String terminal = sh("echo $$; sleep 1000 & echo $!; sh -c 'sleep 1000 & echo $!; wait' & wait");
        List<Long> pids = pids(terminal, 3);
        assertThat(pids).allMatch(TerminalServiceTest::runs);
        call("release", terminal);
        assertThat(pids).noneMatch(TerminalServiceTest::runs);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void grandchildrenThatHaveLeftTheTreeAreGoneAfterRelease() throws Exception {
        start();
        String terminal = sh("(setsid sh -c 'echo $$; exec sleep 1000' &); (trap '' TERM; sh -c 'echo $$; exec sleep"
                + " 1000' & exit 0); until [ -e go ]; do sleep 0.01; done");
        List<Long> pids = pids(terminal, 2);
        Files.createFile(root.resolve("go"));
        exit(terminal);
        assertThat(pids).allMatch(TerminalServiceTest::runs);
        call("release", terminal);
        assertThat(pids).noneMatch(TerminalServiceTest::runs);
    }

    @Test
    void exitIsToldAlthoughAGrandchildHoldsTheOutput() {
        start();
        String terminal = sh("sleep 1000 & echo more; exit 4");
        assertThat(exit(terminal).get("exitCode").asInt()).isEqualTo(4);
        assertThat(output(terminal)).isEqualTo("more\n");
    }

    @Test
    void outputOfAGrandchildIsKeptAfterTheExitOfTheCommand() throws Exception {
        start();
        String terminal = sh("(until [ -e on ]; do sleep 0.01; done; echo late; echo later) & echo early;"
                + " until [ -e go ]; do sleep 0.01; done");
        await().atMost(PATIENCE).until(() -> output(terminal).equals("early\n"));
        Files.createFile(root.resolve("go"));
        exit(terminal);
        Files.createFile(root.resolve("on"));
        await().atMost(PATIENCE).until(() -> output(terminal).equals("early\nlate\nlater\n"));
    }

    @Test
    void terminalsOfASessionEndWithIt() {
        start();
        long pid = pids(sh("echo $$; exec sleep 1000"), 1).get(0);
        hosted.session.detach();
        await().atMost(PATIENCE).until(() -> !runs(pid));
    }

    @Test
    void terminalsEndWithTheConnection() {
        start();
        long pid = pids(sh("echo $$; sleep 1000"), 1).get(0);
        hosted.client.close();
        await().atMost(PATIENCE).until(() -> !runs(pid));
    }

    @Test
    void terminalOfAnotherSessionIsNotFound() {
        start();
        hosted.open("other", root);
        String terminal = sh("exec sleep 1000");
        for (String method : List.of("output", "wait_for_exit", "kill", "release")) {
            assertThat(hosted.ask("terminal/" + method, Map.of("sessionId", "other", "terminalId", terminal))
                            .at("/error/code")
                            .asInt())
                    .isEqualTo(-32002);
        }
    }

    @Test
    void waitingThatTheAgentCancelsEnds() {
        start();
        String terminal = sh("exec sleep 1000");
        int id = hosted.start("terminal/wait_for_exit", Map.of("sessionId", "s", "terminalId", terminal));
        hosted.agent.notification("$/cancel_request", "{'requestId':" + id + "}");
        assertThat(hosted.agent.next().at("/error/code").asInt()).isEqualTo(-32800);
        assertThat(call("output", terminal).has("result")).isTrue();
    }

    @Test
    void sessionHasNoMoreTerminalsThanItMay() {
        start(TerminalService.builder(CommandGuard.ALLOW_ALL).maxTerminals(2).build());
        String first = sh("exit 0");
        sh("exit 0");
        assertThat(reason(create(Map.of("command", "true")))).isEqualTo(TerminalException.TOO_MANY);
        call("release", first);
        sh("exit 0");
    }

    @Test
    void programThatDoesNotExistIsTold() {
        start();
        JsonNode answer = create(Map.of("command", "no-such-program", "args", List.of("--token=secret")));
        assertThat(reason(answer)).isEqualTo(TerminalException.NOT_STARTED);
        assertThat(answer.toString()).contains("No such file").doesNotContain("secret");
    }
}
