package io.acp4j.examples.endtoend;

import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.client.AcpClient;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.proxy.bridge.BridgeLimits;
import io.acp4j.proxy.bridge.VersionBridge;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.ClientSessionCapabilities;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.http.HttpTransport;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsTransport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Connects clients with the agent of a walk: "1" in memory, "2 ws" and "1 http" over the loopback address, "2 over 1" a client of version 2
 * with an agent of version 1, with a bridge between them.
 */
final class WalkLinks implements AutoCloseable {

    /** However busy the machine is, an id that the agent gives to a prompt is the one that counts. */
    private static final VersionBridge BRIDGE = VersionBridge.builder()
            .limits(BridgeLimits.builder()
                    .insertionDelay(Duration.ofSeconds(60))
                    .build())
            .build();

    private final AcpAgentBuilder agent;
    private final Deque<Runnable> ends = new ArrayDeque<>();

    WalkLinks(AcpAgentBuilder agent) {
        this.agent = agent;
    }

    AcpClient connect(String link) {
        String[] words = link.split(" ");
        AcpClient client = AcpClient.builder(transport(link, words))
                .protocolVersions(version(words[0]))
                .transcripts(TranscriptOptions.KEEP_ALL)
                .capabilities(ClientCapabilities.builder()
                        .session(
                                ClientSessionCapabilities.builder().compaction().build())
                        .build())
                .connect();
        ends.push(client::close);
        return client;
    }

    private static ProtocolVersion version(String number) {
        return new ProtocolVersion(Integer.parseInt(number));
    }

    private Transport transport(String link, String[] words) {
        if (link.contains(" over ")) {
            agent.protocolVersions(version(words[2]));
            return BRIDGE.inFrontOf(inMemory());
        }
        agent.protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2);
        if (link.endsWith("ws")) {
            WsServer server = WsServer.builder(agent.build()::serve).start();
            ends.push(server::close);
            return WsTransport.builder(server.uri()).connect();
        }
        if (link.endsWith("http")) {
            HttpServer server = HttpServer.builder(agent.build()::serve).start();
            ends.push(server::close);
            return HttpTransport.builder(server.uri()).connect();
        }
        return inMemory();
    }

    private Transport inMemory() {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.build().serve(pair.agent());
        return pair.client();
    }

    @Override
    public void close() {
        while (!ends.isEmpty()) {
            ends.pop().run();
        }
    }
}
