package io.acp4j.transport.ws.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.RecordingListener;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What has arrived, on its way to the listener. */
class InboundQueueTest {

    private final List<Boolean> told = new ArrayList<>();

    /** What is below would be gone before the listener has heard of that. */
    @Test
    void isNotDoneBeforeTheListenerHasBeenToldOfTheEnd() {
        InboundQueue queue = new InboundQueue(
                Runnable::run,
                () -> true,
                (listener, bytes, offset, length) -> listener.onFrame(bytes, offset, length),
                () -> {},
                () -> told.add(true));
        queue.start(new RecordingListener() {
            @Override
            public void onEnd(CloseReason reason, boolean canSend) {
                told.add(queue.isDone());
                super.onEnd(reason, canSend);
            }
        });

        queue.end(CloseReason.peer("gone"));

        assertThat(told).containsExactly(false, true);
        assertThat(queue.isDone()).isTrue();
    }
}
