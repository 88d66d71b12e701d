package io.acp4j.examples.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.transport.InMemoryTransport;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class BetweenVersionsTest {

    @Test
    void peersOfOneVersionDoNotNoticeIt() {
        InMemoryTransport.Pair inner = InMemoryTransport.pair();
        List<Integer> prompts = new CopyOnWriteArrayList<>();
        AcpAgent agent = AcpAgent.builder()
                .info("agent", "1")
                .onPrompt(turn -> prompts.add(turn.prompt().size()))
                .build();
        try (AgentConnection serving = agent.serve(inner.agent());
                AcpClient client = AcpClient.builder(
                                BetweenVersions.create("agent").inFrontOf(inner.client()))
                        .connect()) {
            client.newSession(Path.of("").toAbsolutePath()).prompt("Hello");
            assertThat(serving).isNotNull();
        }

        assertThat(prompts).containsExactly(1);
    }
}
