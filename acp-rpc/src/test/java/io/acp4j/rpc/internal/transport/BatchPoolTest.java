package io.acp4j.rpc.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.transport.TextFrame;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchPoolTest {

    private final BatchPool pool = new BatchPool();

    @Test
    void batchComesBackEmptyAndWithTheMemoryThatItHad() {
        Batch batch = filled(pool.take(), 600_000);
        int memory = batch.memory();
        batch.release();

        assertThat(pool.take()).isSameAs(batch);
        assertThat(batch.count()).isZero();
        assertThat(batch.size()).isZero();
        assertThat(batch.memory()).isEqualTo(memory).isGreaterThanOrEqualTo(600_000);
    }

    @Test
    void fewLargeBatchesAreKeptHoweverOftenTheyAreUsed() {
        for (int round = 0; round < 3; round++) {
            List<Batch> large = IntStream.range(0, 10)
                    .mapToObj(i -> filled(pool.take(), 600_000))
                    .toList();
            large.forEach(Batch::release);
        }

        assertThat(IntStream.range(0, 10).mapToObj(i -> pool.take()).filter(batch -> batch.memory() >= 600_000))
                .hasSize(4);
    }

    @Test
    void largeBatchesTakeNoRoomFromOthers() {
        List<Batch> large = IntStream.range(0, 10)
                .mapToObj(i -> filled(pool.take(), 600_000))
                .toList();
        List<Batch> small =
                IntStream.range(0, 2).mapToObj(i -> filled(pool.take(), 100)).toList();
        large.forEach(Batch::release);
        small.forEach(Batch::release);

        assertThat(IntStream.range(0, 10).mapToObj(i -> pool.take())).containsAll(small);
    }

    @Test
    void batchLargerThanAnyQueueIsForgotten() {
        Batch batch = filled(pool.take(), 3_000_000);
        batch.release();

        assertThat(pool.take().memory()).isLessThan(100_000);
    }

    private static Batch filled(Batch batch, int bytes) {
        boolean whole = batch.append(new TextFrame("x".repeat(bytes)), (frame, buffer) -> frame.writeTo(buffer));
        assertThat(whole).isTrue();
        return batch;
    }
}
