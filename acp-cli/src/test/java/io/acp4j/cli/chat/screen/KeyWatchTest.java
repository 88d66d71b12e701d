package io.acp4j.cli.chat.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jline.reader.LineReaderBuilder;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.jline.utils.NonBlockingReader;
import org.junit.jupiter.api.Test;

class KeyWatchTest {

    /** Keys that were pressed before a question; a bar is a pause. */
    private static final class Keys extends NonBlockingReader {

        private final String pressed;
        private int next;

        Keys(String pressed) {
            this.pressed = pressed;
        }

        @Override
        protected int read(long timeout, boolean isPeek) {
            if (next == pressed.length() || pressed.charAt(next) == '|') {
                next = Math.min(pressed.length(), next + 1);
                return READ_EXPIRED;
            }
            return pressed.charAt(next++);
        }

        @Override
        public int readBuffered(char[] to, int offset, int length, long timeout) {
            throw new UnsupportedOperationException();
        }

        String left() {
            return pressed.substring(next);
        }

        @Override
        public void close() {}
    }

    /** Opens a question after keys, and returns the keys that are left for its answer. */
    private static String settle(String pressed, LineQueue queue) throws IOException {
        ReentrantLock lock = new ReentrantLock(true);
        Keys keys = new Keys(pressed);
        try (Terminal terminal = new DumbTerminal(new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream())) {
            Output output = new Output(
                    terminal, LineReaderBuilder.builder().terminal(terminal).build(), true);
            lock.lock();
            try (KeyWatch watch = new KeyWatch(keys, lock, output, queue, "working", null)) {
                watch.settle();
            } finally {
                lock.unlock();
            }
            return keys.left();
        }
    }

    @Test
    void keysThatWerePressedBeforeAQuestionAreNotItsAnswer() throws IOException {
        LineQueue queue = new LineQueue();

        assertThat(settle("fix it\ry\r|1\r", queue)).isEqualTo("1\r");
        assertThat(queue.next()).isEqualTo("fix it");
        assertThat(queue.next()).isEqualTo("y");
        assertThat(queue.next()).isNull();
    }

    @Test
    void incompleteLineIsKeptForAfterTheQuestion() throws IOException {
        LineQueue queue = new LineQueue();

        assertThat(settle("fix i|1\r", queue)).isEqualTo("1\r");
        assertThat(queue.next()).isNull();
        assertThat(queue.takeUnfinished()).isEqualTo("fix i");
    }
}
