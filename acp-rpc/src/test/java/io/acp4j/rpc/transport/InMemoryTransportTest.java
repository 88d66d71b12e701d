package io.acp4j.rpc.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class InMemoryTransportTest extends TransportContract {

    @Override
    protected Link connect(int maxQueuedBytes) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair(maxQueuedBytes, Duration.ofSeconds(2));
        return new Link() {
            @Override
            public Transport near() {
                return pair.first();
            }

            @Override
            public Transport far() {
                return pair.second();
            }

            @Override
            public void lose() {
                pair.second().fail(new IOException("unplugged"));
            }
        };
    }

    @Override
    protected int slackBytes() {
        return 3 * 64 * 1024;
    }

    @Test
    void bothEndsLearnOfALossAndItsCause() {
        IOException cause = new IOException("unplugged");
        ((InMemoryTransport) link().near()).fail(cause);
        assertThat(link().near().closed().toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(60))
                .satisfies(reason -> assertThat(reason.cause()).isSameAs(cause));
        assertThat(link().far().closed().toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(60))
                .satisfies(reason -> assertThat(reason.kind()).isEqualTo(CloseReason.Kind.FAILURE));
    }

    @Test
    void endThatWasNeverStartedClosesAtOnce() {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        pair.first().close();
        assertThat(pair.first().closed().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(60));
    }

    @Test
    void limitsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> InMemoryTransport.pair(0, Duration.ZERO)).hasMessageContaining("maxQueuedBytes 0");
        assertThatThrownBy(() -> InMemoryTransport.pair(1, Duration.ofMillis(-1)))
                .hasMessageContaining("closeTimeout");
    }
}
