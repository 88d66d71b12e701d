package io.acp4j.architecture.ci;

import static io.acp4j.architecture.ci.StubBuild.TestCase.failed;
import static io.acp4j.architecture.ci.StubBuild.TestCase.passed;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.architecture.ci.StubBuild.Output;
import io.acp4j.architecture.ci.StubBuild.TestCase;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The rules by which {@code .ci/run} handles tests that fail. */
@Tag("full")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the scripts need bash")
class FlakyTestRulesTest {

    private static final String CRASH =
            "[INFO] Running x.CrashTest\n[ERROR] The forked VM terminated without properly saying goodbye.\n";

    @TempDir
    Path directory;

    private StubBuild build;

    @BeforeEach
    void makeProject() throws IOException {
        build = new StubBuild(directory);
    }

    @Test
    void testsThatPassNeedNoSecondRun() throws Exception {
        build.call(passed("x.ATest", "good"), passed("x.ATest", "better")).stage("JDK 17");

        Output summary = build.summary();

        assertThat(summary.exitCode()).as(summary.text()).isZero();
        assertThat(summary.lastLines()).containsExactly("0 flaky", "2 passed, 0 failed");
        assertThat(build.arguments()).hasSize(1);
    }

    @Test
    void testThatPassesInItsSecondRunIsFlakyAndDoesNotFailTheRun() throws Exception {
        build.call(passed("x.ATest", "good"), failed("x.ATest", "bad", "first message"))
                .call(passed("x.ATest", "bad"))
                .stage("JDK 17");

        Output summary = build.summary();

        assertThat(summary.exitCode()).as(summary.text()).isZero();
        assertThat(summary.lastLines()).containsExactly("1 flaky", "2 passed, 0 failed");
        assertThat(summary.text())
                .contains("JDK 17: module: x.ATest#bad", "first message", "at a.B.c(B.java:1)", "load ");
        assertThat(build.arguments().get(1)).contains("-pl module", "-Dtest=x.ATest#bad ", "-Dit.test=NoSuchTest");
    }

    @Test
    void testThatFailsTwiceFailsTheRunWithBothMessages() throws Exception {
        build.call(passed("x.ATest", "good"), failed("x.ATest", "bad", "first message"))
                .call(failed("x.ATest", "bad", "another message"))
                .stage("JDK 17");

        Output summary = build.summary();

        assertThat(summary.exitCode()).isOne();
        assertThat(summary.lastLines()).containsExactly("0 flaky", "1 passed, 1 failed");
        assertThat(summary.text()).contains("first message", "another message");
    }

    @Test
    void testThatDoesNotRunAgainFailsTheRun() throws Exception {
        build.call(failed("x.ATest", "bad", "message"), passed("x.ATest", "good"))
                .call(passed("x.ATest", "good"))
                .stage("JDK 17");

        assertThat(build.summary().lastLines()).containsExactly("0 flaky", "1 passed, 1 failed");
    }

    @Test
    void threeFlakyTestsOfAllStagesAreAllowedAndFourAreNot() throws Exception {
        build.call(failed("x.ATest", "one", "m"), failed("x.ATest", "two", "m"))
                .call(passed("x.ATest", "one"), passed("x.ATest", "two"))
                .call(failed("x.BTest", "three", "m"))
                .call(passed("x.BTest", "three"));
        build.stage("JDK 17");
        build.stage("JDK 25");

        assertThat(build.summary().lastLines()).containsExactly("3 flaky", "3 passed, 0 failed");

        build.call(failed("x.CTest", "four", "m"))
                .call(passed("x.CTest", "four"))
                .stage("under load");
        Output summary = build.summary();

        assertThat(summary.exitCode()).isOne();
        assertThat(summary.lastLines()).containsExactly("4 flaky", "4 passed, 1 failed");
        assertThat(summary.text()).contains("4 flaky tests, at most 3 are allowed");
    }

    @Test
    void rowsOfOneMethodAreOneFlakyTest() throws Exception {
        build.call(
                        failed("x.ATest", "rows(String, int)[1]", "m"),
                        failed("x.ATest", "rows(String, int)[2]", "m"),
                        passed("x.ATest", "rows(String, int)[3]"),
                        failed("x.ATest$Inner", "dynamic()[2][1]", "m"))
                .call(
                        passed("x.ATest", "rows(String, int)[1]"),
                        passed("x.ATest", "rows(String, int)[2]"),
                        passed("x.ATest", "rows(String, int)[3]"),
                        passed("x.ATest$Inner", "dynamic()[2][1]"))
                .stage("JDK 17");

        assertThat(build.summary().lastLines()).containsExactly("2 flaky", "4 passed, 0 failed");
        assertThat(build.arguments().get(1)).contains("-Dtest=x.ATest#rows,x.ATest$Inner#dynamic");
    }

    @Test
    void failedSetupOfAClassRunsTheClassAgain() throws Exception {
        build.call(failed("x.ATest", "", "no setup"), passed("x.BTest", "good"))
                .call(passed("x.ATest", "one"), passed("x.ATest", "two"))
                .stage("JDK 17");

        assertThat(build.summary().lastLines()).containsExactly("1 flaky", "3 passed, 0 failed");
        assertThat(build.arguments().get(1)).contains("-Dtest=x.ATest ");
    }

    @Test
    void integrationTestRunsAgainAsOne() throws Exception {
        build.call(failed("x.AIT", "bad", "m"))
                .call(passed("x.AIT", "bad"))
                .stage("JDK 17", "clean", "verify", "-Prelease");

        assertThat(build.summary().lastLines()).containsExactly("1 flaky", "1 passed, 0 failed");
        assertThat(build.arguments().get(1))
                .startsWith("verify ")
                .contains("-Dtest=NoSuchTest", "-Dit.test=x.AIT#bad")
                .doesNotContain("clean", "-Prelease");
    }

    @Test
    void manyFailuresDoNotRunAgain() throws Exception {
        TestCase[] cases = new TestCase[21];
        for (int i = 0; i < cases.length; i++) {
            cases[i] = failed("x.ATest", "bad" + i, "m");
        }
        build.call(cases).stage("JDK 17");

        assertThat(build.summary().lastLines()).containsExactly("0 flaky", "0 passed, 21 failed");
        assertThat(build.arguments()).hasSize(1);
    }

    @Test
    void stageWithoutTestsFailsTheRun() throws Exception {
        build.call().stage("JDK 17");

        Output summary = build.summary();

        assertThat(summary.exitCode()).isOne();
        assertThat(summary.lastLines()).containsExactly("0 flaky", "0 passed, 1 failed");
        assertThat(summary.text()).contains("JDK 17: no test ran");
    }

    @Test
    void buildThatFailsWithoutAFailedTestFailsTheRun() throws Exception {
        build.call(1, "[ERROR] cannot find symbol\n", passed("x.ATest", "good"), failed("x.ATest", "bad", "m"))
                .call(passed("x.ATest", "bad"))
                .stage("JDK 17");

        Output summary = build.summary();

        assertThat(summary.exitCode()).isOne();
        assertThat(summary.lastLines()).containsExactly("1 flaky", "2 passed, 1 failed");
        assertThat(summary.text()).contains("cannot find symbol");
    }

    @Test
    void classesWithoutAReportRunAgainAfterACrash() throws Exception {
        build.call(1, CRASH, passed("x.ATest", "good"))
                .call(passed("x.CrashTest", "one"), passed("x.LaterTest", "two"))
                .stage("JDK 17");

        Output summary = build.summary();

        assertThat(summary.exitCode()).as(summary.text()).isZero();
        assertThat(summary.lastLines()).containsExactly("1 flaky", "3 passed, 0 failed");
        assertThat(summary.text()).contains("JVM of x.CrashTest", "The forked VM terminated");
        assertThat(build.arguments().get(1)).contains("-Dsurefire.excludesFile=");
    }

    @Test
    void secondCrashFailsTheRun() throws Exception {
        build.call(1, CRASH, passed("x.ATest", "good")).call(1, CRASH).stage("JDK 17");

        Output summary = build.summary();

        assertThat(summary.exitCode()).isOne();
        assertThat(summary.text()).contains("JVM of x.CrashTest, twice");
    }

    @Test
    void testJvmWithoutProgressIsEnded() throws Exception {
        Path jar = directory.resolve("module/target/surefire/booter.jar");
        writeJar(jar);
        Path output = directory.resolve("stacks.txt");
        Process stuck = new ProcessBuilder(javaCommand(), "-jar", jar.toString()).start();
        Process watch = build.start(output, "build-support/end-stuck-tests", "1");
        try {
            assertThat(stuck.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            watch.destroy();
            stuck.destroyForcibly();
        }
        assertThat(Files.readString(output)).contains("no test class ended for", "SleepingMain");
    }

    @Test
    void commandThatSucceedsInItsSecondRunIsFlaky() throws Exception {
        build.script("show", "[[ -e marker ]] || { touch marker; echo wrong; exit 3; }; echo right\n");
        build.run("build-support/command-stage", "demo", "--shows", "right", "bash", "show");

        Output summary = build.summary();

        assertThat(summary.lastLines()).containsExactly("1 flaky", "1 passed, 0 failed");
        assertThat(summary.text()).contains("demo: bash", "exit code 3", "wrong");
    }

    @Test
    void commandThatFailsTwiceFailsTheRun() throws Exception {
        build.script("show", "echo wrong\n");
        build.run("build-support/command-stage", "demo", "--shows", "right", "bash", "show");

        assertThat(build.summary().lastLines()).containsExactly("0 flaky", "0 passed, 1 failed");
    }

    @Test
    void failedChecksOfACommandAreFlakyEachForItself() throws Exception {
        build.script("interop", """
                echo 'ok one'
                [[ -e marker ]] || { touch marker; printf 'not ok two\\nnot ok three\\n1 passed, 2 failed\\n'; exit 1; }
                echo '3 passed, 0 failed, 1 skipped'
                """);
        build.run("build-support/command-stage", "interop", "--counts", "bash", "interop");

        Output summary = build.summary();

        assertThat(summary.exitCode()).as(summary.text()).isZero();
        assertThat(summary.lastLines()).containsExactly("2 flaky", "3 passed, 0 failed, 1 skipped");
        assertThat(summary.text()).contains("interop: two", "interop: three");
    }

    @Test
    void historyListsTheWorstFirst() throws Exception {
        assertThat(build.run("build-support/flaky").text()).startsWith("No history in ");
        build.call(failed("x.ATest", "often", "m"))
                .call(passed("x.ATest", "often"))
                .stage("JDK 17");
        build.summary();
        build.call(failed("x.BTest", "seldom", "m2"))
                .call(passed("x.BTest", "seldom"))
                .stage("JDK 25");
        build.summary();

        Output listed = build.run("build-support/flaky");

        assertThat(listed.lines()).hasSize(3);
        assertThat(listed.lines().get(0)).startsWith("Times in the last 2 runs");
        assertThat(listed.lines().get(1)).startsWith("2\tmodule: x.ATest#often");
        assertThat(listed.lines().get(2))
                .startsWith("1\tmodule: x.BTest#seldom")
                .endsWith("m2");
        assertThat(build.run("build-support/flaky", "1").text()).startsWith("Times in the last 1 runs");
    }

    @Test
    void historyKeepsTheLastRunsOnly() throws Exception {
        Files.writeString(
                directory.resolve("history.tsv"),
                "run\tdate\tcommit\nflaky\tdate\tcommit\tJDK 17\tmodule: x.OldTest#old\tm\n"
                        + "run\tdate\tcommit\n".repeat(250));
        build.call(passed("x.ATest", "good")).stage("JDK 17");
        build.summary();

        assertThat(Files.readAllLines(directory.resolve("history.tsv"))).hasSize(200);
        assertThat(build.run("build-support/flaky", "999").text()).isEqualTo("No flaky test in the last 200 runs.");
    }

    private static String javaCommand() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static void writeJar(Path jar) throws IOException {
        Files.createDirectories(jar.getParent());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, SleepingMain.class.getName());
        String name = SleepingMain.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                var classFile = SleepingMain.class.getResourceAsStream("/" + name)) {
            out.putNextEntry(new JarEntry(name));
            classFile.transferTo(out);
        }
    }

    /** A test JVM that makes no progress. */
    static final class SleepingMain {

        private SleepingMain() {}

        public static void main(String[] arguments) throws InterruptedException {
            Thread.currentThread().join();
        }
    }
}
