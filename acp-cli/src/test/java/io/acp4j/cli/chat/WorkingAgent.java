package io.acp4j.cli.chat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentTerminal;
import io.acp4j.agent.PromptTurn;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.update.BackgroundTerminal;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** An agent of version 2 with a terminal whose command ends, and one whose command runs in the background until it is stopped. */
public final class WorkingAgent {

    private WorkingAgent() {}

    public static void main(String[] args) throws InterruptedException {
        AcpAgent.builder()
                .info("working-agent", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(WorkingAgent::answer)
                .build()
                .serve(StdioTransport.ofProcessStreams())
                .awaitClosed();
    }

    private static void answer(PromptTurn turn) {
        if (!turn.text().equals("run")) {
            turn.say("You said: " + turn.text());
            return;
        }
        AgentTerminal terminal = turn.session().openTerminal("make all", null);
        terminal.write("one\ntw".getBytes(StandardCharsets.UTF_8));
        terminal.write("o\r\nthr\u001b[1mee".getBytes(StandardCharsets.UTF_8));
        terminal.exited(2);
        AgentTerminal server = turn.session().openTerminal("serve", null);
        server.onCancel(() -> {
            server.killed("TERM");
            turn.session().background(List.of());
        });
        turn.session().background(List.of(BackgroundTerminal.of(server.id())));
    }
}
