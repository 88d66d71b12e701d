package io.acp4j.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.transport.ws.WsServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command line, where it drives an agent. */
class MainTest {

    @TempDir
    Path directory;

    @Test
    void anAgentThatServesWebSocketsIsDrivenByItsAddress() throws Exception {
        LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();
        AcpAgent agent = AcpAgent.builder("far-agent", "1.0")
                .onListSessions((request, client) -> {
                    asked.add("session/list");
                    return ListSessionsResponse.of(List.of());
                })
                .onPrompt(turn -> turn.say("hello"))
                .build();
        try (WsServer server = WsServer.builder(agent::serve).start()) {
            StringWriter printed = new StringWriter();
            CommandLine line =
                    Main.commandLine().setOut(new PrintWriter(printed)).setErr(new PrintWriter(new StringWriter()));
            Thread inspector = new Thread(() -> line.execute(
                    "--no-browser",
                    "--cwd",
                    directory.toString(),
                    "--ws",
                    server.uri().toString()));
            inspector.start();
            try {
                assertThat(asked.poll(60, TimeUnit.SECONDS)).isEqualTo("session/list");
                assertThat(printed.toString()).startsWith("http://127.0.0.1:");
            } finally {
                inspector.interrupt();
                inspector.join(60_000);
            }
            assertThat(inspector.isAlive()).isFalse();
        }
    }

    @Test
    void oneAgentIsNamed() {
        StringWriter errors = new StringWriter();
        CommandLine line = Main.commandLine().setErr(new PrintWriter(errors));

        assertThat(line.execute()).isEqualTo(2);
        assertThat(line.execute("--ws", "ws://localhost:1/acp", "--", "my-agent"))
                .isEqualTo(2);
        assertThat(errors.toString()).contains("Name one agent: -- and its command, or --ws or --http and its address.");
    }
}
