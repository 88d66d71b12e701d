package io.acp4j.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands of docs/reference/examples.md that end by themselves, run in a shell as a reader would. */
@DisabledOnOs(OS.WINDOWS)
class ExampleCommandsIT {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            examples/run HelloClient examples/run EchoAgent          | You said: Hello, agent!
            examples/run EditAndFork examples/run ForkingAgent       | regenerated: Question 2.
            examples/run ToolOfferingClient examples/run ToolUsingAgent | stock: {apples=12, pears=3}
            examples/run HelloClient examples/run BetweenVersions examples/run EchoAgent | You said: Hello, agent!
            examples/run HelloClient examples/run SystemPromptProxy "Answer in rhymes. " examples/run EchoAgent \
                | You said: Answer in rhymes. Hello, agent!
            examples/run HostingClient "read LICENSE" MODEL_URL=offline examples/run TutorialAgent | Apache License
            examples/run TerminalWorkbench MODEL_URL=offline examples/run TutorialAgent | AGENT: You said: Hello
            """)
    void theCommandRunsTheExample(String command, String expected) throws IOException, InterruptedException {
        assertThat(Files.readString(ROOT.resolve("docs/reference/examples.md"))).contains("`" + command + "`");

        Process process = new ProcessBuilder("bash", "-c", command)
                .directory(ROOT.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            process.getOutputStream().write("Hello\n".getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
        } catch (IOException e) {
            assertThat(process.isAlive()).isFalse(); // a program that does not read may end first
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output).contains(expected);
        assertThat(process.exitValue()).isZero();
    }
}
