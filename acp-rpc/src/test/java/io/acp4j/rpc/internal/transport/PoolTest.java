package io.acp4j.rpc.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PoolTest {

    @Test
    void whatIsFreeIsFoundInItsOwnShareAlone() {
        Pool<String> pool = new Pool<>(8, 2);
        pool.giveBack(1, "buffer");

        assertThat(pool.take(0)).isNull();
        assertThat(pool.take(1)).isEqualTo("buffer");
        assertThat(pool.take(1)).isNull();
    }

    @Test
    void aFullShareForgetsWhatIsGivenBack() {
        Pool<Integer> pool = new Pool<>(8, 2);
        for (int i = 0; i < 10; i++) {
            pool.giveBack(0, i);
        }

        for (int i = 0; i < 4; i++) {
            assertThat(pool.take(0)).isEqualTo(i);
        }
        assertThat(pool.take(0)).isNull();
    }

    @Test
    void threadsThatStartOneAfterTheOtherHaveSharesOfTheirOwn() {
        Pool<String> pool = new Pool<>(64, 16);
        Set<Integer> shares = ConcurrentHashMap.newKeySet();
        List<Thread> threads = Stream.generate(() -> new Thread(() -> shares.add(pool.share())))
                .limit(16)
                .toList();
        threads.forEach(Thread::start);
        threads.forEach(PoolTest::join);

        assertThat(shares).hasSizeGreaterThan(1).allMatch(share -> share >= 0 && share < 16);
        assertThat(pool.share()).isEqualTo(pool.share());
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aPoolHasAShareForEachProcessorAndNoneWithoutRoom() {
        assertThat(new Pool<String>(1).share()).isZero();
        assertThat(new Pool<String>(1024).share())
                .isLessThan(Runtime.getRuntime().availableProcessors());
    }
}
