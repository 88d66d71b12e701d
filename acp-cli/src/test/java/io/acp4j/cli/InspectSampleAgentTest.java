package io.acp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The inspector without the name of an agent, and with one that cannot be launched. */
class InspectSampleAgentTest {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    @Test
    void withoutAnAgentTheSampleAgentIsStarted() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(ChildJvm.java(Main.class, "inspect", "--no-browser"))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("XDG_STATE_HOME", directory.toString());
        Process process = builder.start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).startsWith("http://127.0.0.1:");
            await().atMost(LIMIT).until(() -> Files.exists(directory.resolve("acp/sample-agent/sessions.db")));
        } finally {
            process.destroy();
            assertThat(process.onExit()).succeedsWithin(LIMIT);
        }
    }

    private static Stream<List<String>> failing() {
        return Stream.of(List.of("no-such-agent"), ChildJvm.java(InspectSampleAgentTest.class));
    }

    @ParameterizedTest
    @MethodSource("failing")
    void agentThatCannotBeLaunchedIsReportedWithTheOfferOfTheSampleAgent(List<String> command) throws Exception {
        StringWriter errors = new StringWriter();
        CommandLine line = AcpCommand.commandLine("acp")
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(errors));
        List<String> arguments = new ArrayList<>(List.of("inspect", "--no-browser", "--"));
        arguments.addAll(command);
        Thread inspector = new Thread(() -> line.execute(arguments.toArray(String[]::new)));
        inspector.start();
        try {
            await().atMost(LIMIT)
                    .until(() -> errors.toString()
                            .endsWith("To start the sample agent, use the button in the page, or run acp inspect"
                                    + " without an agent.\n"));
            assertThat(errors.toString().lines()).hasSize(2);
        } finally {
            inspector.interrupt();
            inspector.join(LIMIT.toMillis());
        }
    }

    /** Ends at once, as an agent with a wrong configuration does. */
    public static void main(String[] args) {
        System.exit(3);
    }
}
