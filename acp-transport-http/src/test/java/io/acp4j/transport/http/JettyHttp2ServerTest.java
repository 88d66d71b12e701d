package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.internal.transport.WorkerThreads;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.ToolCall;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The servlet in Jetty, over HTTP/2 without TLS, to which a socket is upgraded by its first request. */
@Tag("full")
class JettyHttp2ServerTest extends ServerTest {

    private static final int LARGE = 3 * 1024 * 1024;

    @Override
    Served.Host host() {
        return Served.Host.JETTY;
    }

    @Override
    boolean isHttp2() {
        return true;
    }

    @Override
    Served serve(Consumer<? super Transport> acceptor, HttpLimits limits) throws Exception {
        return host().serve(acceptor, Served.Setup.DEFAULT.with(limits));
    }

    @Override
    RawClient client(Served of) throws Exception {
        return new RawClient(upgraded(of.uri()), of.uri());
    }

    /** Returns a client whose only socket speaks HTTP/2. */
    static HttpClient upgraded(URI uri) throws IOException, InterruptedException {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        assertThat(version(client, uri)).isEqualTo(HttpClient.Version.HTTP_2);
        return client;
    }

    private static HttpClient.Version version(HttpClient client, URI uri) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                .version();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void conversationOfSeveralSessionsWithRequestsOfTheAgentPassesOverOneSocket(int version) throws Exception {
        AcpAgent agent = AcpAgent.builder()
                .info("an-agent", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(turn -> {
                    var call = turn.toolCall(ToolCall.builder(new ToolCallId("call"), "a call")
                            .kind(ToolKind.OTHER)
                            .build());
                    var decision = turn.requestPermission(call, PermissionOption.allowOnce("yes", "Yes"));
                    call.complete("done");
                    turn.say(decision == null ? "undecided" : "x".repeat(LARGE));
                })
                .build();
        BlockingQueue<Integer> said = new LinkedBlockingQueue<>();
        Served running = serve(agent::serve, HttpLimits.defaults());
        server = running;
        HttpClient http = upgraded(running.uri());
        WorkerThreads workers = new WorkerThreads("client-");
        Transport transport =
                HttpTransport.builder(running.uri()).threads(http, workers).connect();
        try (AcpClient client = AcpClient.builder(transport)
                .protocolVersions(version == 1 ? ProtocolVersion.V1 : ProtocolVersion.V2)
                .onUpdate((session, update) -> {
                    if (update instanceof AgentMessageChunk chunk) {
                        said.add(chunk.text().length());
                    }
                })
                .onPermission((request, context) -> RequestPermissionResponse.selected(
                        request.options().get(0).optionId()))
                .connect()) {
            List<ClientSession> sessions = List.of(
                    client.newSession(Path.of("/")), client.newSession(Path.of("/")), client.newSession(Path.of("/")));
            for (ClientSession session : sessions) {
                session.prompt("go");
                assertThat(Puppet.take(said)).isEqualTo(LARGE);
            }
            assertThat(version(http, running.uri())).isEqualTo(HttpClient.Version.HTTP_2);
        }
        workers.shutdown();
    }
}
