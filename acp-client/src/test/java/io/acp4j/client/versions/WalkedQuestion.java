package io.acp4j.client.versions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.schema.PermissionOptionId;
import io.acp4j.schema.permission.RequestPermissionResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The one question that the user of {@link CrossingsWalkTest} has open at a time. */
final class WalkedQuestion {

    private final WalkedAgent agent;
    private final BlockingQueue<CompletableFuture<RequestPermissionResponse>> decisions = new LinkedBlockingQueue<>();
    private @Nullable String id;
    private @Nullable CompletableFuture<RequestPermissionResponse> decision;

    WalkedQuestion(WalkedAgent agent) {
        this.agent = agent;
    }

    /** Has the test decide for the user. */
    void addTo(AcpClientBuilder builder) {
        builder.onPermissionAsync((request, context) -> {
            CompletableFuture<RequestPermissionResponse> open = new CompletableFuture<>();
            decisions.add(open);
            return open;
        });
    }

    boolean isOpen() {
        return id != null;
    }

    void ask(int number) throws InterruptedException {
        id = Integer.toString(number);
        agent.ask(id);
        decision = decisions.poll(1, TimeUnit.MINUTES);
        assertThat(decision).isNotNull();
    }

    /** The user decides, if there is anything to decide on. */
    void decide() {
        if (id != null) {
            decision.complete(RequestPermissionResponse.selected(new PermissionOptionId("yes")));
            JsonNode decided = agent.raw().next();
            assertThat(decided.path("id").toString()).isEqualTo(id);
            assertThat(decided.at("/result/outcome/optionId").asText()).isEqualTo("yes");
            id = null;
        }
    }

    /** Takes the cancellation that the client sends, and that the question is decided with it, whichever comes first. */
    void cancelled() {
        List<JsonNode> sent = new ArrayList<>();
        do {
            sent.add(agent.raw().next());
        } while (!sent.get(sent.size() - 1).path("method").asText().equals("session/cancel"));
        if (id != null) {
            // In version 1 the client decides by itself; withdrawn meanwhile, the request would be an error.
            if (!agent.isOlder()) {
                agent.withdraw(id);
            }
            JsonNode decided = sent.size() > 1 ? sent.get(0) : agent.raw().next();
            assertThat(decided.path("id").toString()).isEqualTo(id);
            assertThat(decided.at("/result/outcome/outcome").asText()).isEqualTo("cancelled");
            id = null;
        }
        assertThat(sent).hasSizeLessThan(3);
    }
}
