package io.acp4j.examples.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.proxy.ProxyConnection;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.content.TextContent;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class SystemPromptProxyTest {

    @Test
    void theFirstPromptOfEachSessionBeginsWithTheText() {
        InMemoryTransport.Pair outer = InMemoryTransport.pair();
        InMemoryTransport.Pair inner = InMemoryTransport.pair();
        List<String> prompts = new CopyOnWriteArrayList<>();
        AcpAgent agent = AcpAgent.builder()
                .info("agent", "1")
                .onPrompt(turn -> prompts.add(turn.prompt().stream()
                        .map(block -> block instanceof TextContent text ? text.text() : "?")
                        .toList()
                        .toString()))
                .build();
        try (AgentConnection serving = agent.serve(inner.agent());
                ProxyConnection proxy =
                        SystemPromptProxy.create("Answer in rhymes.").connect(outer.agent(), inner.client());
                AcpClient client = AcpClient.builder(outer.client()).connect()) {
            ClientSession one = client.newSession(Path.of("").toAbsolutePath());
            ClientSession two = client.newSession(Path.of("").toAbsolutePath());
            one.prompt("Hello");
            one.prompt("Again");
            two.prompt("Hi");
            assertThat(serving).isNotNull();
            assertThat(proxy).isNotNull();
        }

        assertThat(prompts).containsExactly("[Answer in rhymes., Hello]", "[Again]", "[Answer in rhymes., Hi]");
    }
}
