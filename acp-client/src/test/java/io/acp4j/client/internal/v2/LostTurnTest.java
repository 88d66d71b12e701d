package io.acp4j.client.internal.v2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.client.internal.protocol.TurnSession;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.ContentBlock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A supervisor that looks at a session while its connection is lost sees a turn that is running or one that is lost. */
class LostTurnTest {

    private final CompletableFuture<Object> response = new CompletableFuture<>();

    @Test
    void aTurnWhosePromptHasNoResponseIsLostBeforeItIsNotRunningAnyMore() throws Exception {
        OverlappingTurns turns = new OverlappingTurns(new Session());
        var unused = turns.prompt(List.of(ContentBlock.text("Go")), null, null);
        Thread ending =
                new Thread(() -> response.completeExceptionally(new ConnectionClosedException(CloseReason.local())));
        // Whether a turn is running is decided under this lock.
        synchronized (turns) {
            ending.start();
            await().atMost(Duration.ofMinutes(1)).until(turns::isLost);
            assertThat(turns.isRunning()).isTrue();
        }
        ending.join(Duration.ofMinutes(1).toMillis());
        assertThat(turns.isRunning()).isFalse();
    }

    /** A session whose prompt has the response of the test. */
    private final class Session implements TurnSession {
        @Override
        public boolean isReplayed() {
            return false;
        }

        @Override
        public SessionId id() {
            return new SessionId("s");
        }

        @Override
        public @Nullable SessionTranscript transcript() {
            return null;
        }

        @Override
        public void prompting() {}

        @Override
        public <P, R> CompletableFuture<R> request(RequestMethod<P, R> method, P params) {
            throw new UnsupportedOperationException("only prompts are sent");
        }

        @Override
        @SuppressWarnings("unchecked") // the only response is a failure
        public <P, R> CompletableFuture<R> request(RequestMethod<P, R> method, P params, CompletionStage<?> work) {
            return (CompletableFuture<R>) response;
        }

        @Override
        public void sendCancellation() {}

        @Override
        public void turnEnded() {}

        @Override
        public Executor executor() {
            return Runnable::run;
        }
    }
}
