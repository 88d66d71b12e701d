package io.acp4j.client.supervise;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.ClientSession;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.ConnectionListener;
import io.acp4j.rpc.ConnectionListener.RequestListener;
import io.acp4j.rpc.ConnectionListener.RequestOutcome;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.schema.session.NewSessionRequest;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sessions that an agent has opened just before it was lost. */
class LateOpeningTest {

    private static final long PATIENCE_SECONDS = 60;

    private final BlockingQueue<RawAgent> agents = new LinkedBlockingQueue<>();
    private final CountDownLatch lost = new CountDownLatch(1);
    private final CompletableFuture<SupervisorListener.Restoration> restored = new CompletableFuture<>();

    /** Holds the response to session/new until the loss has been told. */
    private final class Holding implements ConnectionListener {

        @Override
        public @Nullable RequestListener outgoing(ConnectionListener.Request request) {
            return request.method().equals("session/new") ? new Held() : null;
        }
    }

    private final class Held implements RequestListener {

        @Override
        public void ended(RequestOutcome outcome) {
            try {
                assertThat(lost.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private RawAgent initialize() throws InterruptedException {
        RawAgent agent = agents.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(agent).as("a connection").isNotNull();
        agent.result(
                agent.expect("initialize"),
                "{'protocolVersion':1,'agentCapabilities':{'sessionCapabilities':{'resume':{}}},'authMethods':[]}");
        return agent;
    }

    @Test
    void sessionWhoseResponseIsHandledAfterTheLossIsRestoredAsWell() throws Exception {
        SupervisorListener listener = new SupervisorListener() {
            @Override
            public void onLost(ConnectionLoss loss) {
                assertThat(loss.sessions()).isEmpty();
                lost.countDown();
            }

            @Override
            public void onRestored(Restoration restoration) {
                restored.complete(restoration);
            }
        };
        CompletableFuture<SupervisedAgent> starting =
                CompletableFuture.supplyAsync(() -> SupervisedAgent.builder(() -> {
                            RawAgent agent = new RawAgent();
                            agents.add(agent);
                            return agent.transport();
                        })
                        .client(builder -> builder.options(ConnectionOptions.builder()
                                .observer(load -> new Holding())
                                .build()))
                        .listener(listener)
                        .start());
        RawAgent first = initialize();
        try (SupervisedAgent supervised = get(starting)) {
            CompletableFuture<ClientSession> opening = supervised
                    .client()
                    .newSessionAsync(
                            NewSessionRequest.builder("/project")
                                    .additionalDirectories(List.of())
                                    .build(),
                            null);
            first.result(first.expect("session/new"), "{'sessionId':'s1'}");
            first.close();
            assertThat(get(opening).id().value()).isEqualTo("s1");

            RawAgent second = initialize();
            JsonNode resume = second.expect("session/resume");
            assertThat(resume.at("/params/sessionId").asText()).isEqualTo("s1");
            second.result(resume, "{}");
            SupervisorListener.Restoration restoration = get(restored);
            assertThat(restoration.sessions()).hasSize(1);
            assertThat(restoration.loss().sessions()).hasSize(1);
        }
    }
}
