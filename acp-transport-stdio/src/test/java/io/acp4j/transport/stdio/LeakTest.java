package io.acp4j.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.rpc.transport.TextFrame;
import java.io.File;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Isolated;

/** Counts what the whole process holds, so nothing else may run beside it. */
@Isolated
@EnabledOnOs(OS.LINUX)
class LeakTest {

    private static final int CYCLES = 50;

    @Test
    void nothingIsLeftAfterManyLaunches() throws Exception {
        cycle();
        int descriptors = descriptors();
        long threads = threads();
        for (int i = 0; i < CYCLES; i++) {
            cycle();
        }
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            assertThat(descriptors()).isLessThanOrEqualTo(descriptors + 2);
            assertThat(threads()).isLessThanOrEqualTo(threads);
            assertThat(ProcessHandle.current().descendants()).isEmpty();
        });
    }

    private static void cycle() throws Exception {
        RecordingListener listener = new RecordingListener();
        StdioTransport transport = StdioTransport.launch("sh", "-c", "sleep 1000 & cat");
        transport.start(listener);
        transport.send(new TextFrame("hello"));
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(1))
                .until(() -> listener.frameCount() == 1);
        transport.close();
        transport.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(listener.ends()).hasSize(1));
    }

    private static int descriptors() {
        String[] names = new File("/proc/self/fd").list();
        return names == null ? 0 : names.length;
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("acp-"))
                .count();
    }
}
