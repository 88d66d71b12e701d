package io.acp4j.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.PromptHandler;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.transport.http.AcpEndpoint;
import io.acp4j.transport.http.servlet.AcpServlet;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
import tools.jackson.databind.json.JsonMapper;

/** The agent over HTTP and WebSockets on the port of an application. */
@Timeout(180)
@ResourceLock("the logging of Spring Boot, which each start sets up for the whole JVM")
class HttpEndpointTest {

    private static final String PATH = "acp.agent.http.path=/agents/echo";

    /** What Tomcat writes, which it would leave behind where an application does not start. */
    @TempDir
    private Path directory;

    @Configuration
    @EnableAutoConfiguration
    static class Echoing {

        final CountDownLatch waiting = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);

        @Bean
        PromptHandler handler() {
            return turn -> {
                if (turn.text().equals("wait")) {
                    waiting.countDown();
                    goOn.await();
                }
                for (String word : ("You said: " + turn.text()).split(" ")) {
                    turn.say(word);
                }
            };
        }

        /** As Spring Security would. */
        @Bean
        Filter authentication() {
            return (request, response, chain) -> {
                String user = ((HttpServletRequest) request).getHeader("X-User");
                Principal principal = () -> user;
                chain.doFilter(
                        user == null
                                ? request
                                : new HttpServletRequestWrapper((HttpServletRequest) request) {
                                    @Override
                                    public Principal getUserPrincipal() {
                                        return principal;
                                    }
                                },
                        response);
            };
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

    private static URI uri(ConfigurableApplicationContext context, String scheme, String path) {
        return URI.create(scheme + "://localhost:" + context.getEnvironment().getProperty("local.server.port") + path);
    }

    private static List<String> ask(Transport transport) {
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

    private static int post(URI uri, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/list\",\"params\":{}}"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    @Test
    void agentIsServedOverHttpAndWebSocketsAtThePathOfTheProperty() {
        try (ConfigurableApplicationContext context = start(PATH, "server.servlet.context-path=/app")) {
            for (String scheme : List.of("http", "ws", "http")) {
                assertThat(ask(AcpEndpoint.connect(uri(context, scheme, "/app/agents/echo"))))
                        .as(scheme)
                        .containsExactly("You", "said:", "Hello");
            }
            AcpServlet servlet = context.getBean(AcpServlet.class);
            await().atMost(Duration.ofMinutes(1)).until(() -> servlet.connections() == 0);
        }
    }

    /** Spring Boot 4 binds its own JSON with Jackson 3, however that is set up. */
    @Test
    void agentIsServedBesideTheApplicationsOwnJackson3() {
        try (ConfigurableApplicationContext context = start(
                PATH,
                "spring.jackson.property-naming-strategy=SNAKE_CASE",
                "spring.jackson.default-property-inclusion=ALWAYS")) {
            JsonMapper mapper = context.getBean(JsonMapper.class);
            assertThat(mapper.writeValueAsString(Map.of("user", new Visitor("Ada"))))
                    .isEqualTo("{\"user\":{\"first_name\":\"Ada\"}}");
            assertThat(ask(AcpEndpoint.connect(uri(context, "http", "/agents/echo"))))
                    .containsExactly("You", "said:", "Hello");
        }
    }

    record Visitor(String firstName) {}

    @Test
    void connectionBelongsToTheUserWhomTheApplicationHasAuthenticated() throws Exception {
        try (ConfigurableApplicationContext context = start(PATH)) {
            URI uri = uri(context, "http", "/agents/echo");
            HttpResponse<String> opened = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(uri)
                                    .headers("Content-Type", "application/json", "X-User", "alice")
                                    .POST(HttpRequest.BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":0,"
                                            + "\"method\":\"initialize\",\"params\":{\"protocolVersion\":1}}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            String id = opened.headers().firstValue("Acp-Connection-Id").orElseThrow();
            assertThat(post(uri, "Acp-Connection-Id", id, "X-User", "bob")).isEqualTo(404);
            assertThat(post(uri, "Acp-Connection-Id", id)).isEqualTo(404);
            assertThat(post(uri, "Acp-Connection-Id", id, "X-User", "alice")).isEqualTo(202);
        }
    }

    @Test
    void pagesOfAllowedOriginsOnlyMayConnectAndClientsOfAllowedHosts() throws Exception {
        try (ConfigurableApplicationContext context = start(
                PATH,
                "acp.agent.http.allowed-origins=https://editor.example",
                "acp.agent.http.allowed-hosts=agents.example")) {
            URI uri = uri(context, "http", "/agents/echo");
            assertThat(post(uri, "Origin", "https://evil.example")).isEqualTo(403);
            assertThat(post(uri, "Origin", "https://editor.example")).isEqualTo(400);
        }
    }

    @Test
    void applicationThatEndsLetsTheTurnEndAndSaysWhyToTheClient() throws Exception {
        ConfigurableApplicationContext context =
                start(PATH, "acp.agent.http.shutdown-grace=60s", "server.shutdown=graceful");
        Echoing agent = context.getBean(Echoing.class);
        Transport transport = AcpEndpoint.connect(uri(context, "http", "/agents/echo"));
        AcpClient client = AcpClient.builder(transport).connect();
        var session = client.newSession(Path.of("/"));
        var turn = CompletableFuture.supplyAsync(() -> session.prompt("wait"));
        assertThat(agent.waiting.await(60, TimeUnit.SECONDS)).isTrue();
        var closed = CompletableFuture.runAsync(context::close);
        assertThat(turn).isNotDone();
        agent.goOn.countDown();
        assertThat(turn.get(60, TimeUnit.SECONDS).stopReason().value()).isEqualTo("end_turn");
        CloseReason reason = transport.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(reason.description()).contains("the server shuts down");
        assertThat(closed).succeedsWithin(Duration.ofMinutes(1));
        client.close();
    }

    private static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(AcpAgentAutoConfiguration.class, AcpHttpAutoConfiguration.class))
                .withBean(PromptHandler.class, () -> turn -> {})
                .withPropertyValues(PATH);
    }

    @Test
    void whatIsMissingOrClashesIsSaid() {
        runner().run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("acp.agent.http.path is set: it needs a servlet container"));
        runner().withClassLoader(new FilteredClassLoader("io.acp4j.transport.http"))
                .run(context ->
                        assertThat(context).getFailure().rootCause().hasMessageContaining("add acp-transport-http"));
        assertThatThrownBy(() -> start(PATH, "acp.agent.websocket.path=/agents/echo"))
                .hasRootCauseMessage("acp.agent.http.path takes WebSockets, too: leave out acp.agent.websocket.path, or"
                        + " give it another path");
    }
}
