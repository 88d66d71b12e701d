package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.examples.Children;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two hundred thousand updates in one prompt, over real pipes, into a client with 64 MiB of heap. */
@Tag("full")
class FloodIT {

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, 20})
    void allUpdatesAreHandledInOrderBeforePromptReturnsWithinSmallHeap(int pauseEvery) throws Exception {
        List<String> command = new ArrayList<>(Children.java(
                CountingClient.class,
                Children.java(CountingAgent.class).stream().toArray(String[]::new)));
        command.add(1, "-Xmx64m");
        command.addAll(command.indexOf(CountingClient.class.getName()) + 1, List.of("200000", "" + pauseEvery));

        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output.strip()).isEqualTo("handled 200000 misplaced 0");
        assertThat(process.exitValue()).isZero();
    }
}
