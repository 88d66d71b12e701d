package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.ClientSession;
import io.acp4j.client.supervise.BackOff;
import io.acp4j.client.supervise.SupervisedAgent;
import io.acp4j.client.supervise.SupervisorListener;
import io.acp4j.examples.Children;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.transport.stdio.AgentCommand;
import io.acp4j.transport.stdio.ProcessExit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An agent that is killed in the middle of a turn, and comes back. */
class RevivedAgentIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final BlockingQueue<SupervisorListener.ConnectionLoss> losses = new LinkedBlockingQueue<>();
    private final BlockingQueue<SupervisorListener.Restoration> restorations = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> words = new LinkedBlockingQueue<>();

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    @Test
    void killedAgentIsLaunchedAgainAndItsSessionResumed() throws Exception {
        try (SupervisedAgent supervised = SupervisedAgent.builder(AgentCommand.of(Children.java(CountingAgent.class)))
                .client(builder -> builder.info("test", "1").onUpdate((session, update) -> {
                    if (update instanceof ContentChunk chunk) {
                        words.add(chunk.text().strip());
                    }
                }))
                .backOff(new BackOff(Duration.ofMillis(50), Duration.ofSeconds(1), 2, 0.5, 5, Duration.ZERO))
                .listener(new SupervisorListener() {
                    @Override
                    public void onLost(ConnectionLoss loss) {
                        losses.add(loss);
                    }

                    @Override
                    public void onRestored(Restoration restoration) {
                        restorations.add(restoration);
                    }
                })
                .start()) {
            ClientSession session = supervised.client().newSession(Path.of("."));
            for (int round = 0; round < 2; round++) {
                CompletableFuture<PromptResponse> prompt = session.promptAsync("hang");
                long pid = Long.parseLong(next(words));
                ProcessHandle.of(pid).orElseThrow().destroyForcibly();

                assertThat(prompt).failsWithin(PATIENCE);
                SupervisorListener.ConnectionLoss loss = next(losses);
                assertThat(loss.reason())
                        .isInstanceOfSatisfying(
                                ProcessExit.class,
                                exit -> assertThat(exit.exitCode()).isEqualTo(137));
                assertThat(loss.sessions()).singleElement().matches(lost -> lost.turnLost());

                SupervisorListener.Restoration restoration = next(restorations);
                assertThat(restoration.failed()).isEmpty();
                ClientSession again = supervised.session(session.id());
                assertThat(again).isNotNull();
                assertThat(again.prompt("count 3").stopReason()).isEqualTo(StopReason.END_TURN);
                assertThat(next(words) + next(words) + next(words)).isEqualTo("012");
                session = again;
            }
        }
    }
}
