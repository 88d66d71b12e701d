package io.acp4j.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.PromptHandler;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.UpdateListener;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.McpCapabilities;
import io.acp4j.schema.init.PromptCapabilities;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.spring.echo.EchoApplication;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.Ordered;

/** Several customizers of each kind: all of them add, in their order, whichever is registered first. */
@Timeout(180)
class CustomizersTest {

    /** A limit for the start of a Spring application on a busy machine. */
    private static final Duration LAUNCH = Duration.ofMinutes(5);

    private final List<String> called = new CopyOnWriteArrayList<>();
    private final List<String> frames = new CopyOnWriteArrayList<>();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(AcpAgentAutoConfiguration.class, AcpClientAutoConfiguration.class));

    /** A customizer of one kind, with its place. */
    private record Placed<B>(int place, List<String> called, Consumer<B> change) {
        void apply(String kind, B builder) {
            called.add(kind + " " + place);
            change.accept(builder);
        }
    }

    private record OfAgents(Placed<AcpAgentBuilder> placed) implements AcpAgentCustomizer, Ordered {
        @Override
        public void customize(AcpAgentBuilder agent) {
            placed.apply("agent", agent);
        }

        @Override
        public int getOrder() {
            return placed.place();
        }
    }

    private record OfClients(Placed<AcpClientBuilder> placed) implements AcpClientCustomizer, Ordered {
        @Override
        public void customize(AcpClientBuilder client) {
            placed.apply("client", client);
        }

        @Override
        public int getOrder() {
            return placed.place();
        }
    }

    private record OfConnections(Placed<ConnectionOptions.Builder> placed) implements AcpConnectionCustomizer, Ordered {
        @Override
        public void customize(ConnectionOptions.Builder options) {
            placed.apply("connection", options);
        }

        @Override
        public int getOrder() {
            return placed.place();
        }
    }

    private OfAgents agents(int place, Consumer<AgentCapabilities.Builder> change) {
        return new OfAgents(new Placed<>(place, called, agent -> agent.capabilities(change)));
    }

    private OfConnections connections(int place) {
        return new OfConnections(new Placed<>(
                place,
                called,
                options -> options.requestTimeout(LAUNCH)
                        .listener((direction, buffer, offset, length) -> frames.add("listener " + place))));
    }

    @Test
    void anAgentHasWhatAllOfThemAdd() {
        runner.withBean(PromptHandler.class, () -> turn -> {})
                .withBean("a", AcpConnectionCustomizer.class, () -> connections(2))
                .withBean("b", AcpConnectionCustomizer.class, () -> connections(1))
                .withBean(
                        "c",
                        AcpAgentCustomizer.class,
                        () -> agents(
                                2,
                                all -> all.promptCapabilities(
                                        PromptCapabilities.builder().image(true).build())))
                .withBean(
                        "d",
                        AcpAgentCustomizer.class,
                        () -> agents(
                                1,
                                all -> all.mcpCapabilities(
                                        new McpCapabilities(false, true, false, false, null, Map.of()))))
                .run(context -> {
                    AgentCapabilities has = context.getBean(AcpAgent.class).capabilities();
                    assertThat(has.promptCapabilities().image()).isTrue();
                    assertThat(has.mcpCapabilities().http()).isTrue();
                });
        assertThat(called).containsExactly("connection 1", "connection 2", "agent 1", "agent 2");
    }

    @Test
    void aClientHasWhatAllOfThemAdd() {
        List<String> heard = new CopyOnWriteArrayList<>();
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dspring.main.web-application-type=none", // a port that others may have is no part of this
                "-cp",
                System.getProperty("java.class.path"),
                EchoApplication.class.getName());
        runner.withPropertyValues(IntStream.range(0, command.size())
                        .mapToObj(i -> "acp.client.command[" + i + "]=" + command.get(i))
                        .toArray(String[]::new))
                .withBean("a", AcpConnectionCustomizer.class, () -> connections(2))
                .withBean("b", AcpConnectionCustomizer.class, () -> connections(1))
                .withBean("c", AcpClientCustomizer.class, () -> new OfClients(new Placed<>(2, called, client -> {})))
                .withBean(
                        "d",
                        AcpClientCustomizer.class,
                        () -> new OfClients(new Placed<>(1, called, client -> client.info("customized", "1"))))
                .withBean("e", UpdateListener.class, () -> listener("e", heard))
                .withBean("f", UpdateListener.class, () -> listener("f", heard))
                .run(context -> context.getBean(AcpClient.class)
                        .newSession(Path.of("."))
                        .prompt("Hello"));
        assertThat(called).containsExactly("connection 1", "connection 2", "client 1", "client 2");
        assertThat(Stream.of("listener 1", "listener 2")).allMatch(frames::contains);
        assertThat(heard).contains("e: You said: Hello", "f: You said: Hello");
    }

    private static UpdateListener listener(String name, List<String> heard) {
        return (session, update) -> {
            if (update instanceof AgentMessageChunk chunk) heard.add(name + ": " + chunk.text());
        };
    }
}
