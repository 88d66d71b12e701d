package io.acp4j.client.internal.v2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.content.ContentBlock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A supervisor that looks at a session while its connection is lost sees a turn that is running or one that is lost. */
class LostTurnTest {

    private final PromptedSession session = new PromptedSession();

    @Test
    void aTurnWhosePromptHasNoResponseIsLostBeforeItIsNotRunningAnyMore() throws Exception {
        OverlappingTurns turns = new OverlappingTurns(session);
        var unused = turns.prompt(List.of(ContentBlock.text("Go")), null, null);
        Thread ending = new Thread(() -> session.respond(0, null, new ConnectionClosedException(CloseReason.local())));
        // Whether a turn is running is decided under this lock.
        synchronized (turns) {
            ending.start();
            await().atMost(Duration.ofMinutes(1)).until(turns::isLost);
            assertThat(turns.isRunning()).isTrue();
        }
        ending.join(Duration.ofMinutes(1).toMillis());
        assertThat(turns.isRunning()).isFalse();
    }
}
