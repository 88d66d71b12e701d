package io.acp4j.examples.kotlin;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class KotlinExampleTest {

    @Test
    void theClientHearsWhatTheAgentSays() {
        assertThat(HelloClientKt.ask(served(EchoAgentKt.echoAgent()), "Hello!")).isEqualTo("You said: Hello!");
    }

    @Test
    void theClientHearsAnAgentThatIsAChildProcess() {
        Transport agent = StdioTransport.launch(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EchoAgentKt.class.getName());

        assertThat(HelloClientKt.ask(agent, "Hello!")).isEqualTo("You said: Hello!");
    }

    @Test
    void anAgentIsCalledByItsTitleOrElseByItsName() {
        AcpAgent titled = AcpAgent.builder()
                .info(new Implementation("echo-agent", "1.0.0", "Echo", null))
                .onPrompt(turn -> {})
                .build();
        try (AcpClient named =
                        AcpClient.builder(served(EchoAgentKt.echoAgent())).connect();
                AcpClient withTitle = AcpClient.builder(served(titled)).connect()) {
            assertThat(NullabilityKt.nameOfAgent(named)).isEqualTo("echo-agent");
            assertThat(NullabilityKt.nameOfAgent(withTitle)).isEqualTo("Echo");
        }
    }

    @Test
    void everyQuestionGetsItsTurn() {
        try (AcpClient client =
                AcpClient.builder(served(EchoAgentKt.echoAgent())).connect()) {
            assertThat(FuturesKt.askAtOnce(client, List.of("one", "two", "three")))
                    .hasSize(3)
                    .containsOnly(StopReason.END_TURN);
        }
    }

    private static Transport served(AcpAgent agent) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.serve(pair.agent());
        return pair.client();
    }
}
