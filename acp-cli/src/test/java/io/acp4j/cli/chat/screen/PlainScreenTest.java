package io.acp4j.cli.chat.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.is;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PlainScreenTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final PipedOutputStream keys = new PipedOutputStream();
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final AtomicInteger interrupts = new AtomicInteger();
    private final PlainScreen screen;

    PlainScreenTest() throws IOException {
        screen = new PlainScreen(new PipedInputStream(keys), new PrintStream(shown, true, StandardCharsets.UTF_8));
    }

    private void enter(String lines) throws IOException {
        keys.write(lines.getBytes(StandardCharsets.UTF_8));
        keys.flush();
    }

    private CompletableFuture<String> question() {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return String.valueOf(screen.question("? ", ""));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void nextLineStopsTheOperationAtOnce() throws Exception {
        Screen.Work work = screen.working("working", interrupts::incrementAndGet);
        enter("/cancel\nnext\n");

        await().atMost(LONG).untilAtomic(interrupts, is(1));
        work.close();
        assertThat(screen.prompt("> ")).isEqualTo("next");
    }

    @Test
    void linesBeforeACancellationRemain() throws Exception {
        Screen.Work work = screen.working("working", interrupts::incrementAndGet);
        enter("second\n/cancel\n");

        assertThat(question().get(1, TimeUnit.MINUTES)).isEqualTo("second");
        await().atMost(LONG).untilAtomic(interrupts, is(1));
        work.close();
    }

    @Test
    void openQuestionIsDismissedByACancellation() throws Exception {
        Screen.Work work = screen.working("working", interrupts::incrementAndGet);
        screen.text("open", Style.PLAIN);
        CompletableFuture<String> answer = question();
        await().atMost(LONG).until(() -> shown.toString(StandardCharsets.UTF_8).endsWith("\n"));
        enter("/cancel\nnext\n");

        assertThat(answer.get(1, TimeUnit.MINUTES)).isEqualTo("null");
        await().atMost(LONG).untilAtomic(interrupts, is(1));
        work.close();
        assertThat(screen.prompt("> ")).isEqualTo("next");
    }

    @Test
    void operationThatHasEndedLeavesTheLine() throws Exception {
        screen.working("working", interrupts::incrementAndGet).close();
        enter("/cancel\n");

        assertThat(screen.prompt("> ")).isEqualTo("/cancel");
        assertThat(interrupts).hasValue(0);
    }
}
