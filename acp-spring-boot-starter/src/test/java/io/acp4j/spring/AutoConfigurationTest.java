package io.acp4j.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.UpdateListener;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.spring.echo.EchoApplication;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Timeout(180)
class AutoConfigurationTest {

    /** A limit for the start of a Spring application on a busy machine. */
    private static final Duration LAUNCH = Duration.ofMinutes(5);

    private static final Path PROJECT = Path.of(".");

    private final InMemoryTransport.Pair pair = InMemoryTransport.pair();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(AcpAgentAutoConfiguration.class, AcpClientAutoConfiguration.class));

    @Configuration
    static class Echoing {
        @Bean
        PromptHandler handler() {
            return turn -> turn.say("You said: " + turn.text());
        }
    }

    @Configuration
    static class Limited {
        @Bean
        AcpAgentCustomizer limit() {
            return agent -> agent.maxSessions(1);
        }
    }

    @Test
    void nothingIsMadeOfNothing() {
        runner.run(context -> assertThat(context)
                .doesNotHaveBean(AcpAgent.class)
                .doesNotHaveBean(AcpClient.class)
                .doesNotHaveBean(AcpAgentServing.class));
    }

    @Test
    void promptHandlerBecomesAnAgentThatIsServedUntilTheContextCloses() throws Exception {
        CompletableFuture<CloseReason> closed = new CompletableFuture<>();
        runner.withUserConfiguration(Echoing.class)
                .withBean(Transport.class, pair::agent)
                .withPropertyValues("acp.agent.name=spring-echo", "acp.agent.version=1.2.3")
                .run(context -> {
                    StringBuilder said = new StringBuilder();
                    AcpClient client = AcpClient.builder(pair.client())
                            .onUpdate((session, update) -> {
                                if (update instanceof AgentMessageChunk chunk) said.append(chunk.text());
                            })
                            .connect();
                    client.closed().thenAccept(closed::complete);
                    client.newSession(PROJECT).prompt("Hello");

                    assertThat(said).hasToString("You said: Hello");
                    assertThat(client.agentInfo().name()).isEqualTo("spring-echo");
                    assertThat(context.getBean(AcpAgentServing.class).isRunning())
                            .isTrue();
                });
        assertThat(closed.get(60, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void sessionsAreKeptInTheStoreAndTheBuilderIsOpenToMore() {
        runner.withUserConfiguration(Echoing.class, Limited.class)
                .withBean(SessionStore.class, SessionStore::inMemory)
                .run(context -> {
                    assertThat(context).hasSingleBean(SessionRepository.class);
                    assertThat(context.getBean(AcpAgent.class).capabilities().loadSession())
                            .isTrue();
                    assertThat(context).doesNotHaveBean(AcpAgentServing.class);
                });
    }

    @Test
    void anAgentOfTheApplicationTakesPrecedence() {
        AcpAgent own = AcpAgent.builder().info("own", "1").onPrompt(turn -> {}).build();
        runner.withUserConfiguration(Echoing.class)
                .withBean(AcpAgent.class, () -> own)
                .run(context -> assertThat(context.getBean(AcpAgent.class)).isSameAs(own));
    }

    @Configuration
    static class Named {
        @Bean
        AcpClientCustomizer name() {
            return client -> client.info("spring", "1");
        }
    }

    @Test
    void clientLaunchesAnAgentThatIsAnApplicationItself() {
        StringBuffer said = new StringBuffer();
        UpdateListener listener = (session, update) -> {
            if (update instanceof AgentMessageChunk chunk) said.append(chunk.text());
        };
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dspring.main.web-application-type=none", // a port that others may have is no part of this
                "-cp",
                System.getProperty("java.class.path"),
                EchoApplication.class.getName());
        runner.withUserConfiguration(Named.class)
                .withBean(UpdateListener.class, () -> listener)
                .withBean(AcpConnectionCustomizer.class, () -> options -> options.requestTimeout(LAUNCH))
                .withPropertyValues(properties(command))
                .run(context -> {
                    context.getBean(AcpClient.class).newSession(PROJECT).prompt("Hello");

                    assertThat(said).hasToString("You said: Hello");
                });
    }

    private static String[] properties(List<String> command) {
        String[] properties = new String[command.size()];
        for (int i = 0; i < properties.length; i++) {
            properties[i] = "acp.client.command[" + i + "]=" + command.get(i);
        }
        return properties;
    }
}
