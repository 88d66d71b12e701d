package io.acp4j.examples.beans;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.AcpClient;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.transport.http.AcpEndpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class AgentServiceTest {

    @Test
    void theBeanServesItsHandlerUntilItIsStopped() throws Exception {
        AgentService service = new AgentService(turn -> turn.say("Hello!"), new AgentPort(0));
        List<String> said = new CopyOnWriteArrayList<>();
        try (AcpClient client = AcpClient.builder(AcpEndpoint.connect(service.uri()))
                .onUpdate((session, update) -> {
                    if (update instanceof AgentMessageChunk chunk) {
                        said.add(chunk.text());
                    }
                })
                .connect()) {
            assertThat(client.newSession(Path.of("/")).prompt("Hi").stopReason())
                    .isEqualTo(StopReason.END_TURN);
        } finally {
            service.stop();
        }
        assertThat(said).containsExactly("Hello!");
    }
}
