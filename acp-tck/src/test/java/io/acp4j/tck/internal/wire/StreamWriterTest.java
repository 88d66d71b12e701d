package io.acp4j.tck.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StreamWriterTest {

    /** The output to a subject that reads nothing until it is released. */
    private static final class UnreadOutput extends OutputStream {

        private final CountDownLatch released = new CountDownLatch(1);
        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public void write(int next) {
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    @Test
    void aStreamWithTooManyWaitingWritesIsClosed() throws InterruptedException {
        UnreadOutput out = new UnreadOutput();
        StreamWriter writer = new StreamWriter(out, "test");
        assertThatIllegalStateException().isThrownBy(() -> {
            while (true) {
                writer.write(new byte[1]);
            }
        });

        writer.close();

        out.released.countDown();
        assertThat(out.closed.await(1, TimeUnit.MINUTES)).isTrue();
    }
}
