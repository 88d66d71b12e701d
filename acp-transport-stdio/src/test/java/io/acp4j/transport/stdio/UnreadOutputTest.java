package io.acp4j.transport.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An agent process whose client has closed its input and reads nothing. */
class UnreadOutputTest {

    private static final String ASK = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"_ask\",\"params\":{\"number\":1}}\n";

    /** The bound is 10 s for the unread output and a few seconds for closing. */
    @Test
    void agentEndsSoonAfterItsInputAlthoughItsOutputIsFull() throws Exception {
        Process agent = new ProcessBuilder(ChildJvm.command(FloodingAgentMain.class))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            // Once the first byte is there, the handler runs.
            try (OutputStream input = agent.getOutputStream()) {
                input.write(ASK.getBytes(UTF_8));
                input.flush();
                assertThat(agent.getInputStream().read()).isEqualTo('{');
            }
            assertThat(agent.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            agent.destroyForcibly();
        }
    }
}
