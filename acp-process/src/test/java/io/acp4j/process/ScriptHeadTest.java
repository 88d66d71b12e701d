package io.acp4j.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.RandomAccessFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class ScriptHeadTest {

    @TempDir
    private Path directory;

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void pipeInThePlaceOfAProgramHoldsNobodyUp() throws Exception {
        Path script = Files.writeString(directory.resolve("script"), "#!/bin/sh\n");
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        for (int i = 0; i < 2 * ScriptHead.MAX_THREADS; i++) {
            assertThat(ScriptHead.of(pipe)).isEmpty();
        }
        // Opening both ends lets the threads go on.
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            new RandomAccessFile(pipe.toFile(), "rw").close();
            return ScriptHead.of(script).equals("#!/bin/sh\n");
        });
        assertThat(ScriptHead.of(directory.resolve("missing"))).isEmpty();
    }

    @Test
    void threadsAreOfTheGroupOfNoCaller() throws Exception {
        Path script = Files.writeString(directory.resolve("script"), "#!/bin/sh\n");
        ThreadGroup group = new ThreadGroup("caller");
        AtomicInteger left = new AtomicInteger(-1);
        Thread caller = new Thread(group, () -> {
            ScriptHead.of(script);
            left.set(group.activeCount());
        });
        caller.start();
        caller.join();
        assertThat(left).as("the caller alone").hasValue(1);
    }

    @Test
    void threadTakesNothingOverFromACaller() throws Exception {
        ThreadGroup group = new ThreadGroup("caller");
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        AtomicReference<String> inherited = new AtomicReference<>();
        AtomicReference<Thread> made = new AtomicReference<>();
        Thread caller = new Thread(group, () -> {
            Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0]));
            local.set("of the caller");
            made.set(SharedThread.of(() -> inherited.set(local.get()), "test-shared"));
            made.get().start();
        });
        caller.start();
        caller.join();
        Thread thread = made.get();
        assertThat(thread.getContextClassLoader()).isSameAs(SharedThread.class.getClassLoader());
        thread.join();
        assertThat(inherited).hasNullValue();
    }
}
