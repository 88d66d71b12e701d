package io.acp4j.transport.stdio.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.process.ProcessTree;
import io.acp4j.transport.stdio.internal.ErrorDrain;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class ProcessWireTest {

    /** A process that cannot be ended, as the system leaves one that waits for a device. */
    private static final class Immortal extends Process {

        private final CountDownLatch never = new CountDownLatch(1);

        @Override
        public OutputStream getOutputStream() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public InputStream getInputStream() {
            return InputStream.nullInputStream();
        }

        @Override
        public InputStream getErrorStream() {
            return InputStream.nullInputStream();
        }

        @Override
        public int waitFor() throws InterruptedException {
            never.await();
            return 0;
        }

        @Override
        public int exitValue() {
            throw new IllegalThreadStateException("it runs");
        }

        @Override
        public void destroy() {
            // It stays.
        }

        @Override
        public long pid() {
            return 1;
        }
    }

    @Test
    void nothingWaitsForAProcessAnyMoreThatIsGivenUp() throws Exception {
        ProcessTree tree = ProcessTree.start(new ProcessBuilder("true"));
        ErrorDrain errors = new ErrorDrain(InputStream.nullInputStream(), 10, line -> {});
        errors.run();
        ProcessWire wire = new ProcessWire("acp-test", new Immortal(), tree, errors, TimeUnit.SECONDS.toNanos(1));
        AtomicReference<Thread> watch = new AtomicReference<>();
        AtomicBoolean gone = new AtomicBoolean();

        wire.whenGone(() -> gone.set(true), task -> {
            Thread thread = new Thread(task, "acp-test-exit-watch");
            thread.setDaemon(true);
            watch.set(thread);
            return thread;
        });
        assertThat(watch.get().isAlive()).isTrue();
        wire.release();

        watch.get().join(TimeUnit.SECONDS.toMillis(60));
        assertThat(watch.get().isAlive()).isFalse();
        assertThat(gone).isFalse();
    }
}
