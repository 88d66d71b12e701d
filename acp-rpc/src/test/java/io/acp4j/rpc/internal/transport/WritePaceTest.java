package io.acp4j.rpc.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WritePaceTest {

    private final AtomicLong now = new AtomicLong(-5);
    private final WritePace pace = new WritePace(now::get);

    private int directWritesBeforeHandingOver(int most) {
        for (int i = 0; i < most; i++) {
            now.addAndGet(1_000);
            if (pace.favoursWriterThread()) {
                return i;
            }
            pace.wrote();
        }
        return most;
    }

    @Test
    void singleFramesAreWrittenBySenders() {
        for (int i = 0; i < 1000; i++) {
            now.addAndGet(40_000);
            assertThat(pace.favoursWriterThread()).isFalse();
            pace.wrote();
        }
    }

    @Test
    void floodIsLeftToTheWriterThread() {
        assertThat(directWritesBeforeHandingOver(1000)).isBetween(1, 20);
        pace.writerThreadFound(50);
        now.addAndGet(1_000);
        assertThat(pace.favoursWriterThread()).isTrue();
    }

    @Test
    void writerThreadThatFindsSingleFramesIsSparedForAWhile() {
        directWritesBeforeHandingOver(1000);
        pace.writerThreadFound(1);
        assertThat(directWritesBeforeHandingOver(1000)).isBetween(50, 200);
    }

    @Test
    void pauseEndsAFlood() {
        directWritesBeforeHandingOver(1000);
        now.addAndGet(50_000);
        assertThat(pace.favoursWriterThread()).isFalse();
    }
}
