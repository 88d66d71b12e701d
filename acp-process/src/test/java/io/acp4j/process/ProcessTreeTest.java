package io.acp4j.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ends processes that do what they can to be left over, and nothing else. */
@EnabledOnOs(OS.LINUX)
class ProcessTreeTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Ways to leave home: scripts that print the number of a process that is meant to stay, and then end. */
    private static final List<String> ESCAPES = List.of(
            "sleep 1000 & echo $!",
            "setsid sh -c 'echo $$; exec sleep 1000' &",
            "env -i sh -c 'echo $$; exec sleep 1000' &",
            "setsid env -i sh -c 'echo $$; exec sleep 1000' &",
            "nohup sh -c 'echo $$; trap \"\" TERM; while :; do sleep 1; done' 2>&1 &",
            "(setsid env -i sh -c 'sleep 1000 & echo $!' &)",
            "setsid --fork env -i sh -c '(setsid --fork sh -c \"echo \\$\\$; exec sleep 1000\")'",
            "bash -c 'sleep 1000 & echo $!; disown -a'",
            "perl -MPOSIX -e '$|=1; %ENV=(); exit if fork; setsid; chdir \"/\"; exit if fork; print \"$$\\n\";"
                    + " open STDIN,\"</dev/null\"; open STDERR,\">/dev/null\"; exec \"sleep\",\"1000\"'",
            "perl -MPOSIX -e '$|=1; %ENV=(); for (1..20) { exit if fork; setsid; } print \"$$\\n\";"
                    + " $SIG{TERM}=\"IGNORE\"; $SIG{HUP}=\"IGNORE\"; sleep 1000 while 1'");

    /** Ways to end a tree. */
    private record Ending(String name, Consumer<ProcessTree> end) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Ending> ENDINGS =
            List.of(new Ending("killed", ProcessTree::kill), new Ending("terminated, then killed", tree -> {
                tree.terminate();
                await(tree, Duration.ofMillis(200));
                tree.kill();
            }));

    private final List<ProcessTree> trees = new ArrayList<>();

    private static Stream<Arguments> crossings() {
        return ESCAPES.stream()
                .flatMap(escape -> Stream.of("\nread line", "\nsleep 1000", "\nread line; exit 3")
                        .flatMap(rest -> ENDINGS.stream().map(end -> Arguments.of(escape, rest, end))));
    }

    private static boolean await(ProcessTree tree, Duration limit) {
        try {
            return tree.awaitGone(limit);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private ProcessTree start(String... command) throws IOException {
        ProcessTree tree = ProcessTree.start(new ProcessBuilder(command).redirectErrorStream(true));
        trees.add(tree);
        return tree;
    }

    @AfterEach
    void clear() {
        for (ProcessTree tree : trees) {
            tree.kill();
            tree.release();
        }
    }

    private static ProcessHandle next(BufferedReader output) throws IOException {
        return ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
    }

    private static BufferedReader output(ProcessTree tree) {
        return new BufferedReader(new InputStreamReader(tree.process().getInputStream(), UTF_8));
    }

    @ParameterizedTest
    @MethodSource("crossings")
    void whateverAProcessDoesToStayItEndsWithItsTree(String escape, String rest, Ending ending) throws Exception {
        ProcessTree tree = start("sh", "-c", escape + rest);
        ProcessHandle fugitive = next(output(tree));
        if (!rest.contains("sleep")) {
            // It ends only now, as Java gives up the output of a process that has ended.
            tree.process().getOutputStream().close();
            tree.process().waitFor();
        }
        assertThat(ProcessTree.isRunning(fugitive)).isTrue();
        assertThat(tree.isGone()).isFalse();
        ending.end().accept(tree);
        assertThat(await(tree, LIMIT)).isTrue();
        assertThat(ProcessTree.isRunning(fugitive)).isFalse();
    }

    /** What was started is itself a program that starts others with marks of its own, and is killed before it can end them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whatProgramsOfTheSameKindHaveStartedEndsWithTheFirstOfThem(int programs) throws Exception {
        ProcessTree tree = ProcessTree.start(
                NestedLauncher.chain(programs, "(setsid env -i sh -c 'sleep 1000 & echo $!' &) ; exec sleep 1000")
                        .redirectErrorStream(true));
        trees.add(tree);
        ProcessHandle fugitive = next(output(tree));
        assertThat(ProcessTree.isRunning(fugitive)).isTrue();
        tree.kill();
        assertThat(await(tree, LIMIT)).isTrue();
        assertThat(ProcessTree.isRunning(fugitive)).isFalse();
    }

    @Test
    void processesThatAreStartedWhileTheTreeIsKilledEndToo() throws Exception {
        for (int round = 0; round < 10; round++) {
            String length = "7" + ProcessHandle.current().pid() + round;
            ProcessTree tree = start(
                    "sh",
                    "-c",
                    "echo $$; for i in 1 2 3 4; do (for j in $(seq 25); do setsid env -i sleep " + length
                            + " & done; wait) & done; wait");
            next(output(tree));
            tree.kill();
            assertThat(await(tree, LIMIT)).isTrue();
            assertThat(running("sleep\0" + length + "\0")).isEmpty();
        }
    }

    private static List<Long> running(String commandLine) {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(ProcessTree::isRunning)
                    .map(ProcessHandle::pid)
                    .filter(pid -> {
                        try {
                            return Files.readString(Path.of("/proc/" + pid + "/cmdline"))
                                    .equals(commandLine);
                        } catch (IOException e) {
                            return false;
                        }
                    })
                    .toList();
        }
    }

    @Test
    void strangersAreLeftAlone() throws Exception {
        Process stranger = new ProcessBuilder("setsid", "env", "-i", "sleep", "1000").start();
        try {
            ProcessTree other = start("sh", "-c", "setsid env -i sh -c 'echo $$; exec sleep 1000' & wait");
            ProcessHandle others = next(output(other));
            for (String script : ESCAPES) {
                ProcessTree tree = start("sh", "-c", script + "\nread line");
                next(output(tree));
                tree.kill();
                assertThat(await(tree, LIMIT)).isTrue();
            }
            assertThat(stranger.isAlive()).isTrue();
            assertThat(ProcessTree.isRunning(others)).isTrue();
            assertThat(other.isGone()).isFalse();
        } finally {
            stranger.destroyForcibly();
        }
    }

    /** Has the next process get a number, where the system lets that be said; false when others were faster. */
    private static boolean nextIs(long pid) throws IOException {
        Path last = Path.of("/proc/sys/kernel/ns_last_pid");
        if (!Files.isWritable(last)) {
            return false;
        }
        Files.writeString(last, Long.toString(pid - 1));
        return true;
    }

    @Test
    void processThatHasBeenGivenTheNumberOfOneThatEndedIsLeftAlone() throws Exception {
        boolean reused = false;
        for (int attempt = 0; attempt < 50 && !reused; attempt++) {
            ProcessTree tree = start("sh", "-c", "sleep 1000 & echo $!; wait $!; echo ended; exec sleep 1000");
            BufferedReader output = output(tree);
            ProcessHandle child = next(output);
            tree.note();
            child.destroyForcibly();
            assertThat(output.readLine()).isIn("Killed", "ended");
            // Two processes of one number are told apart by their start, which the system counts in hundredths of a
            // second.
            Awaitility.await().atMost(LIMIT).pollDelay(Duration.ofMillis(50)).until(() -> true);
            if (!nextIs(child.pid())) {
                break;
            }
            Process stranger = new ProcessBuilder("sleep", "1000").start();
            reused = stranger.pid() == child.pid();
            tree.kill();
            assertThat(await(tree, LIMIT)).isTrue();
            assertThat(stranger.isAlive()).isTrue();
            stranger.destroyForcibly();
        }
        assumeTrue(reused, "the system gives nobody the number of a process that has ended");
    }

    @Test
    void programSeesItsOwnNameArgumentsAndNumber() throws Exception {
        ProcessTree tree = start("sh", "-c", "echo $$ $0 $1 $#", "name", "--a b");
        assertThat(output(tree).readLine()).isEqualTo(tree.process().pid() + " name --a b 1");
    }

    @Test
    void programsThatCannotBeStartedFailAsTheyDoWithoutMarks(@TempDir Path directory) throws IOException {
        Path plain = Files.writeString(directory.resolve("plain"), "echo hello\n");
        Path orphan = Files.writeString(directory.resolve("orphan"), "#!/no/such/interpreter\n");
        assertThat(orphan.toFile().setExecutable(true)).isTrue();
        for (String program : List.of("no-such-program", "/no/such/program", plain.toString(), orphan.toString(), "")) {
            assertThatThrownBy(() -> start(program, "secret"))
                    .as(program)
                    .isInstanceOf(IOException.class)
                    .hasMessageNotContaining("prlimit");
        }
    }

    @Test
    void programIsFoundBesideTheDirectoryAndInThePathOfThisProgram(@TempDir Path directory) throws Exception {
        Path script = Files.writeString(directory.resolve("agent"), "#!/bin/sh\necho found\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        for (List<String> command : List.of(List.of("./agent"), List.of("env", "PATH=/none", "./agent"))) {
            ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
            builder.environment().put("PATH", "/none:/bin:/usr/bin");
            ProcessTree tree = ProcessTree.start(builder);
            trees.add(tree);
            assertThat(output(tree).readLine()).isEqualTo("found");
        }
        ProcessBuilder without = new ProcessBuilder("sh", "-c", "echo found");
        without.environment().put("PATH", "/none");
        ProcessTree tree = ProcessTree.start(without);
        trees.add(tree);
        assertThat(output(tree).readLine()).isEqualTo("found");
    }
}
