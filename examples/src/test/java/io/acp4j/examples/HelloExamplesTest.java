package io.acp4j.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.examples.echo.EchoAgent;
import io.acp4j.examples.hello.HelloClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The two programs of the README, run as a newcomer would. */
class HelloExamplesTest {

    @Test
    void smallestClientTalksToSmallestAgent() throws Exception {
        List<String> agent = Children.java(EchoAgent.class);
        Process process = new ProcessBuilder(Children.java(HelloClient.class, agent.toArray(String[]::new)))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();

        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output).isEqualTo("You said: Hello, agent!" + System.lineSeparator());
        assertThat(process.exitValue()).isZero();
    }
}
