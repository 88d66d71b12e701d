package io.acp4j.client.internal.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.client.host.HostCommand;
import io.acp4j.client.host.TerminalObserver;
import io.acp4j.schema.TerminalId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class TerminalNotifierTest {

    private final CountDownLatch opened = new CountDownLatch(1);
    private final List<String> received = new CopyOnWriteArrayList<>();

    private final TerminalNotifier notifier = new TerminalNotifier(
            new TerminalObserver() {
                @Override
                public void onOutput(ObservedTerminal terminal, String text) {
                    received.add(text);
                    try {
                        opened.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
            },
            new TerminalObserver.ObservedTerminal(
                    new TerminalId("t"), new HostCommand(null, List.of("command"), Map.of(), Path.of("/"))),
            1000);

    private void output(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        notifier.output(bytes, bytes.length);
    }

    @Test
    void outputBeyondTheLimitIsReplacedWithANoteAfterTheEndOfTheCommand() {
        output("one\n");
        await().atMost(Duration.ofMinutes(1)).until(() -> received.contains("one\n"));
        notifier.commandEnded();
        for (int i = 0; i < 30; i++) {
            output("x".repeat(9_999) + "\n");
        }
        output("end\n");
        opened.countDown();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> String.join("", received).endsWith("end\n"));
        assertThat(received).hasSize(2);
        assertThat(received.get(1))
                .startsWith("\n[… 290000 characters are not kept …]\n")
                .hasSizeLessThan(11_000);
    }
}
