package io.acp4j.rpc.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InMemoryTransportTest {

    private static final class Sink implements TransportListener {
        final BlockingQueue<String> events = new LinkedBlockingQueue<>();

        @Override
        public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
            events.add(new String(buffer, offset, length, UTF_8));
            return null;
        }

        @Override
        public void onFault(FrameFault fault) {
            events.add("fault");
        }

        @Override
        public void onEnd(CloseReason reason, boolean canSend) {
            events.add("end " + reason.kind() + " " + canSend);
        }
    }

    private static OutboundFrame frame(String text) {
        return new OutboundFrame() {
            @Override
            public Envelope envelope() {
                return new Envelope(Envelope.Kind.NOTIFICATION, null, "m", null);
            }

            @Override
            public void writeTo(FrameBuffer buffer) {
                byte[] bytes = text.getBytes(UTF_8);
                buffer.append(bytes, 0, bytes.length);
            }
        };
    }

    @Test
    void answersReachAClosedEndUntilThePeerClosesToo() throws Exception {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        Sink first = new Sink();
        Sink second = new Sink();
        pair.first().start(first);
        pair.second().start(second);

        pair.first().send(frame("question"));
        pair.first().close();
        assertThat(List.of(next(second), next(second))).containsExactly("question", "end PEER true");
        pair.second().send(frame("answer"));
        pair.second().close();
        assertThat(List.of(next(first), next(first))).containsExactly("answer", "end LOCAL false");

        assertThat(pair.first()
                        .closed()
                        .toCompletableFuture()
                        .get(10, TimeUnit.SECONDS)
                        .kind())
                .isEqualTo(CloseReason.Kind.LOCAL);
        assertThat(pair.second()
                        .closed()
                        .toCompletableFuture()
                        .get(10, TimeUnit.SECONDS)
                        .kind())
                .isEqualTo(CloseReason.Kind.PEER);
    }

    private static String next(Sink sink) throws InterruptedException {
        String event = sink.events.poll(10, TimeUnit.SECONDS);
        return event == null ? "nothing" : event;
    }
}
