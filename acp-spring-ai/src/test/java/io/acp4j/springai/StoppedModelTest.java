package io.acp4j.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.PromptTurn;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.prompt.StopReason;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

class StoppedModelTest {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    /** Says nothing, and takes its time to stop. */
    private final ChatModel model = new ChatModel() {
        @Override
        public ChatResponse call(Prompt prompt) {
            throw new UnsupportedOperationException("a model that streams");
        }

        @Override
        public Flux<ChatResponse> stream(Prompt prompt) {
            return Flux.<ChatResponse>never()
                    .doOnSubscribe(subscription -> asked.countDown())
                    .doOnCancel(() -> {
                        stopping.countDown();
                        await(stopped);
                    });
        }
    };

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void turnThatIsCancelledIsOverWhenItsModelHasBeenStopped() throws Exception {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        AcpAgent.builder()
                .info("agent", "1")
                .sessions(SessionRepository.over(SessionStore.inMemory()))
                .onPrompt(SpringAiPromptHandler.builder(model).build())
                .build()
                .serve(pair.agent());
        try (AcpClient client = AcpClient.builder(pair.client()).connect()) {
            PromptTurn turn = client.newSession(Path.of("/project")).startTurn("Hi");
            await(asked);
            turn.cancel();
            await(stopping);

            assertThatThrownBy(() -> turn.result().get(500, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
            stopped.countDown();
            assertThat(turn.result().get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
        } finally {
            stopped.countDown();
        }
    }
}
