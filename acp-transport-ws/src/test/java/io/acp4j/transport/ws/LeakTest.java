package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Connections that end badly, and what is left of them. */
class LeakTest {

    @Test
    void nothingIsLeftOfConnectionsThatEndBadly() throws Exception {
        assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);
        WsLimits limits =
                WsLimits.builder().closeTimeout(Duration.ofMillis(100)).build();
        try (Pair pair = new Pair(server -> server.limits(limits))) {
            for (int round = 0; round < 30; round++) {
                endBadly(pair, round);
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> pair.server.connections() == 0);
        }
        collect();
        // The detector reports what has been collected when the next buffer is taken.
        for (int i = 0; i < 100; i++) {
            ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(16);
            buffer.release();
        }
        assertThat(Leaks.found()).isEmpty();
    }

    private static void endBadly(Pair pair, int round) throws Exception {
        try (RawSocket raw = RawSocket.open(pair.server)) {
            WsTransport transport = pair.accepted();
            RecordingListener listener = new RecordingListener();
            if (round % 3 != 0) {
                transport.start(listener);
            }
            for (int i = 0; i < 20; i++) {
                transport.offer(new TextFrame("x".repeat(100_000)));
                sendSome(raw, round);
            }
            switch (round % 4) {
                case 0 -> raw.reset();
                case 1 -> raw.write((byte) 0xff, (byte) 0xff);
                case 2 -> transport.close();
                default -> raw.frame(0x01, new byte[1000]);
            }
        }
    }

    private static void sendSome(RawSocket raw, int round) throws IOException {
        raw.send("{\"round\":" + round + "}");
        raw.frame(0x89, new byte[100]);
        raw.frame(0x82, new byte[100]);
        raw.frame(0x01, new byte[] {'{'});
        raw.frame(0x80, new byte[] {'}'});
    }

    private static void collect() {
        WeakReference<Object> garbage = new WeakReference<>(new Object());
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            System.gc();
            return garbage.get() == null;
        });
    }
}
