package io.acp4j.examples.beans;

// snippet:bean
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptHandler;
import io.acp4j.transport.http.HttpServer;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

@Singleton
public class AgentService {
    private final HttpServer server;

    @Inject
    public AgentService(PromptHandler handler, AgentPort port) {
        AcpAgent agent =
                AcpAgent.builder().info("my-agent", "1.0.0").onPrompt(handler).build();
        server = HttpServer.builder(agent::serve).port(port.number()).start();
    }

    @PreDestroy
    public void stop() throws Exception {
        server.shutdown(Duration.ofSeconds(5)).toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    public URI uri() {
        return server.uri();
    }
}
// end
