package io.acp4j.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.PromptHandler;
import io.acp4j.client.AcpClient;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.transport.ws.WsConnectException;
import io.acp4j.transport.ws.WsTransport;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The agent in a real Tomcat. */
@Timeout(180)
@ResourceLock("the logging of Spring Boot, which each start sets up for the whole JVM")
class WebSocketEndpointTest {

    private static final String PATH = "acp.agent.websocket.path=/agents/echo";

    /** What Tomcat writes, which it would leave behind where an application does not start. */
    @TempDir
    private Path directory;

    @Configuration
    @EnableAutoConfiguration
    static class Echoing {
        @Bean
        PromptHandler handler() {
            return turn -> turn.say("You said: " + turn.text());
        }
    }

    private ConfigurableApplicationContext start(String... properties) {
        return new SpringApplicationBuilder(Echoing.class)
                .web(WebApplicationType.SERVLET)
                .properties(
                        "server.port=0",
                        "server.tomcat.basedir=" + directory,
                        "spring.main.banner-mode=off",
                        "spring.jmx.enabled=false")
                .properties(properties)
                .run();
    }

    private static URI uri(ConfigurableApplicationContext context, String path) {
        return URI.create("ws://localhost:" + context.getEnvironment().getProperty("local.server.port") + path);
    }

    private static List<String> ask(WsTransport transport) {
        List<String> said = new CopyOnWriteArrayList<>();
        try (AcpClient client = AcpClient.builder(transport)
                .onUpdate((session, update) -> {
                    if (update instanceof AgentMessageChunk chunk) said.add(chunk.text());
                })
                .connect()) {
            client.newSession(Path.of("/")).prompt("Hello");
        }
        return said;
    }

    @Test
    void agentIsServedAtThePathOfTheProperty() {
        try (ConfigurableApplicationContext context = start(PATH)) {
            for (int client = 0; client < 3; client++) {
                assertThat(ask(WsTransport.builder(uri(context, "/agents/echo")).connect()))
                        .containsExactly("You said: Hello");
            }
            assertThatThrownBy(() -> WsTransport.builder(uri(context, "/acp")).connect())
                    .isInstanceOf(WsConnectException.class)
                    .hasMessageContaining("404");
        }
    }

    @Test
    void requestThatIsNotForAWebSocketIsToldSo() throws Exception {
        try (ConfigurableApplicationContext context = start(PATH)) {
            URI uri =
                    URI.create("http" + uri(context, "/agents/echo").toString().substring(2));
            HttpResponse<String> response = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(426);
            assertThat(response.body()).contains("WebSockets only");
        }
    }

    @Test
    void pathIsBelowThatOfTheApplication() {
        try (ConfigurableApplicationContext context = start(PATH, "server.servlet.context-path=/app")) {
            assertThat(ask(WsTransport.builder(uri(context, "/app/agents/echo")).connect()))
                    .containsExactly("You said: Hello");
        }
    }

    @Test
    void pagesOfAllowedOriginsOnlyMayConnect() {
        try (ConfigurableApplicationContext context =
                start(PATH, "acp.agent.websocket.allowed-origins=https://editor.example")) {
            URI uri = uri(context, "/agents/echo");
            WsTransport.builder(uri)
                    .header("Origin", "https://editor.example")
                    .connect()
                    .close();
            assertThatThrownBy(() -> WsTransport.builder(uri)
                            .header("Origin", "https://evil.example")
                            .connect())
                    .hasMessageContaining("403");
        }
    }

    @Test
    void withoutThePropertyNothingIsServed() {
        try (ConfigurableApplicationContext context = start()) {
            assertThat(context.getBeansOfType(AcpWebSocketEndpoint.class)).isEmpty();
            assertThatThrownBy(() -> WsTransport.builder(uri(context, "/acp")).connect())
                    .hasMessageContaining("404");
        }
    }

    private static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(AcpAgentAutoConfiguration.class, AcpWebSocketAutoConfiguration.class))
                .withBean(PromptHandler.class, () -> turn -> {})
                .withPropertyValues(PATH);
    }

    @Test
    void whatIsMissingIsSaid() {
        runner().run(
                        context -> assertThat(context)
                                .getFailure()
                                .hasRootCauseMessage(
                                        "acp.agent.websocket.path is set: it needs a servlet container, such as that of spring-boot-starter-tomcat"));
        runner().withClassLoader(new FilteredClassLoader("io.acp4j.transport.ws"))
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("add acp-transport-ws"));
        runner().withClassLoader(new FilteredClassLoader("jakarta.websocket"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("spring-boot-starter-websocket"));
    }
}
