package io.acp4j.examples.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.host.FileSystemService;
import io.acp4j.client.host.TerminalService;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.http.AcpEndpoint;
import io.acp4j.transport.stdio.StdioTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Does what the conformance kit's driver protocol asks for: {@code conformance-client AGENT}, where the agent is a program or
 * an address for WebSockets or Streamable HTTP. Everything else is the library's: what is certified here is what any client gets that is built with
 * it.
 */
public final class ConformanceClient {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final DrivenUser user = new DrivenUser();
    private final CompletableFuture<AcpClient> client;
    private final DriverCommands commands;

    private ConformanceClient(String agent) {
        boolean isAddress = agent.startsWith("ws:") || agent.startsWith("http:");
        Transport transport = isAddress ? AcpEndpoint.connect(URI.create(agent)) : StdioTransport.launch(agent);
        ProtocolVersion version = version();
        client = AcpClient.builder(transport)
                .info("conformance-client", "0.1.0")
                .protocolVersions(version, ProtocolVersion.V1)
                .transcripts(TranscriptOptions.KEEP_ALL)
                .host(FileSystemService.readWrite((file, content) -> true))
                .host(TerminalService.of(command -> true))
                .onPermission((request, context) -> user.permission(request))
                .onFormElicitation((request, context) -> user.form(request))
                .onUrlElicitation((request, context) -> user.address(request))
                .connectAsync();
        commands = new DriverCommands(version, client, user);
    }

    /** Returns the newest version to speak: the kit tells it, and it is version 1 otherwise. */
    private static ProtocolVersion version() {
        return "2".equals(System.getenv("ACP_TCK_PROTOCOL")) ? ProtocolVersion.V2 : ProtocolVersion.V1;
    }

    /**
     * Starts or connects to the agent, and takes commands from stdin until it ends or one of them is to quit.
     *
     * @param args the agent: the path of a program, or an address that begins with {@code ws:} or {@code http:}
     * @throws IOException when stdin cannot be read
     */
    public static void main(String[] args) throws IOException {
        new ConformanceClient(args[0]).run();
        // Commands that wait for an agent that is gone have nobody left to tell.
        System.exit(0);
    }

    private void run() throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                JsonNode command = JSON.readTree(line);
                if (command.path("do").asText().equals("quit")) {
                    hangUp();
                    answer(command, JSON.createObjectNode());
                    return;
                }
                threads.execute(() -> carryOut(command));
            }
        }
    }

    private void hangUp() {
        if (client.isDone() && !client.isCompletedExceptionally()) {
            client.join().close();
        }
    }

    private void carryOut(JsonNode command) {
        try {
            answer(command, commands.carryOut(command));
        } catch (Exception e) {
            answer(command, JSON.createObjectNode().put("error", String.valueOf(e)));
        }
    }

    private void answer(JsonNode command, ObjectNode members) {
        members.set("id", command.path("id"));
        try {
            answers.println(JSON.writeValueAsString(members));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("An answer cannot be written", e);
        }
    }
}
