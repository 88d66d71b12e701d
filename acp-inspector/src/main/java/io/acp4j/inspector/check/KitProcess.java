package io.acp4j.inspector.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.process.PlatformEncoding;
import io.acp4j.tck.internal.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kit as a process of its own, as its command line is all of it that runs whole suites: it can be ended with everything that it
 * has started, and what it needs is not the page's. A directory has its report, and what it is told of the agent.
 */
final class KitProcess {

    private static final Logger LOG = LoggerFactory.getLogger(KitProcess.class);
    private static final long MAX_REPORT = 64L * 1024 * 1024;

    /** How long it may take to end the agents that it has started. */
    private static final long END_SECONDS = 10;

    private final Process process;
    private final Path directory;

    private KitProcess(Process process, Path directory) {
        this.process = process;
        this.directory = directory;
    }

    static KitProcess start(List<String> subject, int protocol, KitSelection selection) throws IOException {
        Path directory = Files.createTempDirectory("acp-inspector-kit");
        // Variables of the agent may be secret, and command lines are seen by everybody.
        List<String> told =
                new ArrayList<>(List.of("agent", "--progress", "plain", "--protocol", "" + protocol, "--all-evidence"));
        told.addAll(List.of("--report-dir", directory.resolve("report").toString()));
        told.addAll(selection.arguments());
        told.addAll(subject);
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dfile.encoding=UTF-8",
                // What it leaves when it is killed goes with its report.
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                ArgumentFile.write(directory, told));
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = PlatformEncoding.ofThisSystem().start(builder);
            process.getOutputStream().close();
            return new KitProcess(process, directory);
        } catch (IOException e) {
            delete(directory);
            throw e;
        }
    }

    BufferedReader errorLines() {
        return new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8));
    }

    /** Waits for its end. */
    JsonNode report() throws IOException {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the kit was not waited for", e);
        }
        Path report = directory.resolve("report").resolve("report.json");
        if (!Files.isRegularFile(report)) {
            throw new IOException("the kit has ended with code " + process.exitValue() + ", without a report");
        }
        if (Files.size(report) > MAX_REPORT) {
            throw new IOException("the kit's report is longer than " + MAX_REPORT + " bytes");
        }
        return KitResults.JSON.readTree(Files.readAllBytes(report));
    }

    /** Ends it, and lets it end the agents that it has started. */
    void stop() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }

    private void kill() {
        List<ProcessHandle> agents = process.descendants().toList();
        process.destroyForcibly();
        agents.forEach(ProcessHandle::destroyForcibly);
    }

    void close() {
        delete(directory);
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) { // an agent that has outlived the kit may still write there
            LOG.warn("the kit's report could not be deleted", e);
        }
    }
}
