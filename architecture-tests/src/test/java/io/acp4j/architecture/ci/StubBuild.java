package io.acp4j.architecture.ci;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A project in a temporary directory that has the scripts of {@code build-support} and a Maven that runs no test: each of its calls leaves
 * the reports, the output and the exit code that were prepared for it.
 */
final class StubBuild {

    private static final Path SCRIPTS = Path.of("").toAbsolutePath().getParent().resolve("build-support");

    private final Path project;
    private int calls;

    StubBuild(Path project) throws IOException {
        this.project = project;
        Files.createSymbolicLink(project.resolve("build-support"), SCRIPTS);
        script("mvn", """
                printf '%s\\n' "$*" >>calls.txt
                call=target/calls/$(wc -l <calls.txt)
                [[ -d $call ]] || { echo "[ERROR] unexpected call"; exit 99; }
                cp -r "$call/reports/." .
                cat "$call/output"
                exit "$(<"$call/exit")"
                """);
    }

    /** Prepares the next call of Maven, which succeeds. */
    StubBuild call(TestCase... cases) throws IOException {
        return call(0, "", cases);
    }

    /** Prepares the next call of Maven. */
    StubBuild call(int exitCode, String output, TestCase... cases) throws IOException {
        calls++;
        Path call = project.resolve("target/calls/" + calls);
        Files.createDirectories(call.resolve("reports"));
        Files.writeString(call.resolve("output"), output);
        Files.writeString(call.resolve("exit"), Integer.toString(exitCode));
        Map<String, List<TestCase>> classes = new TreeMap<>(Stream.of(cases).collect(groupingBy(TestCase::testClass)));
        for (Map.Entry<String, List<TestCase>> each : classes.entrySet()) {
            String plugin = each.getKey().endsWith("IT") ? "failsafe" : "surefire";
            Path reports = call.resolve("reports/module/target/" + plugin + "-reports");
            Files.createDirectories(reports);
            Files.writeString(
                    reports.resolve("TEST-" + each.getKey() + ".xml"),
                    each.getValue().stream()
                            .map(TestCase::xml)
                            .collect(joining("\n", "<testsuite>\n", "\n</testsuite>\n")));
        }
        return this;
    }

    /** Writes a script of this project, for bash. */
    void script(String name, String text) throws IOException {
        Path file = project.resolve(name);
        Files.writeString(file, text);
    }

    /** Runs one stage of Maven. */
    void stage(String name, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("build-support/maven-stage", name, "bash", "./mvn"));
        command.addAll(arguments.length == 0 ? List.of("verify") : List.of(arguments));
        run(command.toArray(new String[0]));
    }

    /** Returns the summary of all stages. */
    Output summary() throws IOException, InterruptedException {
        return run("build-support/stage-summary");
    }

    /** Returns the arguments of each call of Maven. */
    List<String> arguments() throws IOException {
        return Files.readAllLines(project.resolve("calls.txt"));
    }

    /** Starts a command in this project's directory. */
    Process start(Path output, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment()
                .put("ACP_FLAKY_HISTORY", project.resolve("history.tsv").toString());
        return builder.start();
    }

    /** Returns the result of a command in this project's directory. */
    Output run(String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(project, "output", ".txt");
        Process process = start(output, command);
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError(String.join(" ", command) + " did not end: " + Files.readString(output));
        }
        return new Output(process.exitValue(), Files.readAllLines(output));
    }

    /** The output of a command and its exit code. */
    record Output(int exitCode, List<String> lines) {

        String text() {
            return String.join("\n", lines);
        }

        /** Returns the number of flaky tests and the line that counts the results. */
        List<String> lastLines() {
            return lines.subList(lines.size() - 2, lines.size());
        }
    }

    /** A test case in a report; a failure of a whole class has an empty name. */
    record TestCase(String testClass, String name, String failure) {

        static TestCase passed(String testClass, String name) {
            return new TestCase(testClass, name, "");
        }

        static TestCase failed(String testClass, String name, String message) {
            return new TestCase(testClass, name, message);
        }

        String xml() {
            String start = "  <testcase name=\"" + name + "\" classname=\"" + testClass + "\" time=\"0.01\"";
            return failure.isEmpty()
                    ? start + "/>"
                    : start + ">\n    <failure message=\"" + failure + "\" type=\"x.Y\"><![CDATA[x.Y: " + failure
                            + "\n\tat a.B.c(B.java:1)\n]]></failure>\n"
                            + "    <system-out><![CDATA[<testcase name=\"printed\" classname=\"x.Y\"/>\n]]></system-out>\n"
                            + "  </testcase>";
        }
    }
}
