package io.acp4j.client.host;

import static io.acp4j.client.testing.RawAgent.get;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.HostService;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.schema.session.NewSessionRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A client with one host service and a session, and an agent that asks it for things. */
final class HostedSession implements AutoCloseable {

    /** Escapes characters outside of ASCII, because an unpaired surrogate has no other representation. */
    private static final ObjectWriter WRITER = new ObjectMapper().writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);

    final RawAgent agent = new RawAgent();
    final JsonNode capabilities;
    final AcpClient client;
    final ClientSession session;
    private int requests;

    HostedSession(HostService service, Path cwd, Path... additional) {
        CompletableFuture<AcpClient> connecting =
                AcpClient.builder(agent.transport()).host(service).connectAsync();
        JsonNode initialize = agent.expect("initialize");
        capabilities = initialize.at("/params/clientCapabilities");
        agent.result(
                initialize,
                "{'protocolVersion':1,'agentCapabilities':{'loadSession':true,'sessionCapabilities':"
                        + "{'additionalDirectories':{},'fork':{},'close':{}}}}");
        client = get(connecting);
        session = open("s", cwd, additional);
    }

    ClientSession open(String id, Path cwd, Path... additional) {
        CompletableFuture<ClientSession> opening = client.newSessionAsync(
                NewSessionRequest.builder(cwd.toString())
                        .additionalDirectories(
                                List.of(additional).stream().map(Path::toString).toList())
                        .build(),
                null);
        agent.result(agent.expect("session/new"), "{'sessionId':'" + id + "'}");
        return get(opening);
    }

    /** Sends a request as the agent and gives the whole answer. */
    JsonNode ask(String method, Map<String, ?> params) {
        start(method, params);
        return agent.next();
    }

    /** Sends a request as the agent; gives its id. */
    int start(String method, Map<String, ?> params) {
        int id = ++requests;
        try {
            agent.sendVerbatim(
                    WRITER.writeValueAsString(Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", params)));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
        return id;
    }

    @Override
    public void close() {
        client.close();
        agent.close();
    }
}
