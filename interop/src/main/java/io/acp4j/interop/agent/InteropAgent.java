package io.acp4j.interop.agent;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.PromptTurn;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.McpCapabilities;
import io.acp4j.schema.init.PromptCapabilities;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.stdio.StdioTransport;
import io.acp4j.transport.ws.WsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The scripted agent on this process's standard streams, or on the network. */
public final class InteropAgent {

    private static final Map<String, Script> SCRIPTS = scripts();

    private InteropAgent() {}

    /**
     * Serves one client until it hangs up; with {@code --ws} or {@code --http} any number over WebSockets or HTTP until the
     * input ends, after saying where on the first line. It serves version 1 of the protocol, with {@code --both} version 2, too.
     *
     * @param args {@code [--both] [--ws|--http]}
     * @throws InterruptedException when the process is to end
     * @throws IOException when the input cannot be read
     */
    public static void main(String[] args) throws InterruptedException, IOException {
        List<String> arguments = List.of(args);
        AcpAgent agent = build(arguments.contains("--both"));
        if (arguments.contains("--http")) {
            try (HttpServer server = HttpServer.builder(agent::serve).start()) {
                untilInputEnds(server.uri());
            }
        } else if (arguments.contains("--ws")) {
            try (WsServer server = WsServer.builder(agent::serve).start()) {
                untilInputEnds(server.uri());
            }
        } else {
            agent.serve(StdioTransport.ofProcessStreams()).awaitClosed();
        }
    }

    private static void untilInputEnds(URI address) throws IOException {
        System.out.println(address);
        System.in.transferTo(OutputStream.nullOutputStream());
    }

    private static AcpAgent build(boolean bothVersions) {
        AcpAgentBuilder agent = AcpAgent.builder()
                .info(new Implementation("acp4j-interop-agent", "1.0.0", "Scripted agent", null))
                .capabilities(capabilities -> capabilities
                        .promptCapabilities(PromptCapabilities.builder()
                                .image(true)
                                .audio(true)
                                .embeddedContext(true)
                                .build())
                        .mcpCapabilities(McpCapabilities.of(true, false))
                        .sessionCapabilities(SessionCapabilities.builder()
                                .additionalDirectories()
                                .build()))
                .echoUserMessages(true)
                .onPrompt(InteropAgent::answer);
        if (bothVersions) {
            agent.protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2);
        }
        new SessionHandlers().register(agent);
        new Extensions().register(agent);
        return agent.build();
    }

    private static void answer(PromptTurn turn) throws Exception {
        ScriptedTurn scripted = new ScriptedTurn(turn);
        SCRIPTS.getOrDefault(scripted.word(), other -> other.say("You said: " + turn.text()))
                .run(scripted);
    }

    private static Map<String, Script> scripts() {
        Map<String, Script> scripts = new HashMap<>();
        scripts.putAll(StreamScripts.all());
        scripts.putAll(SessionScripts.all());
        scripts.putAll(ClientScripts.all());
        return scripts;
    }
}
