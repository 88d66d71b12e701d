package io.acp4j.transport.http.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PostQueueTest {

    private final List<String> posted = new ArrayList<>();
    private @Nullable CompletableFuture<Void> held;
    private boolean fails;
    private final PostQueue queue = new PostQueue(
            1000,
            100_000,
            (frame, body) -> new Post(frame.envelope(), null, body, CompletableFuture.completedFuture(null)),
            this::post);

    private CompletableFuture<Void> post(Post post) {
        if (fails) {
            throw new IllegalArgumentException("a test");
        }
        posted.add(String.valueOf(post.envelope().method()));
        return held == null ? CompletableFuture.completedFuture(null) : held;
    }

    private record Named(String name) implements OutboundFrame {

        @Override
        public Envelope envelope() {
            return new Envelope(Envelope.Kind.NOTIFICATION, null, name, null);
        }

        @Override
        public void writeTo(FrameBuffer buffer) {
            buffer.append(new byte[10], 0, 10);
        }
    }

    @Test
    void senderThatThrowsDoesNotHoldTheQueue() throws Exception {
        fails = true;
        assertThat(queue.offer(new Named("first"))).isTrue();
        assertThat(queue.queuedBytes()).isZero();
        assertThat(queue.notified()).isCompleted();
        fails = false;

        assertThat(queue.offer(new Named("second"))).isTrue();

        assertThat(posted).containsExactly("second");
        assertThat(queue.end(CloseReason.local(), false)).isCompleted();
    }

    @Test
    void senderThatFailsLaterDoesNotHoldTheQueueEither() throws Exception {
        CompletableFuture<Void> first = new CompletableFuture<>();
        held = first;
        assertThat(queue.offer(new Named("first"))).isTrue();
        assertThat(queue.offer(new Named("second"))).isTrue();
        held = null;

        first.completeExceptionally(new IllegalStateException("a test"));

        assertThat(posted).containsExactly("first", "second");
        assertThat(queue.queuedBytes()).isZero();
    }
}
