package io.acp4j.client.internal.host;

import io.acp4j.client.host.ObservedTerminal;
import io.acp4j.client.host.TerminalObserver;
import io.acp4j.schema.terminal.TerminalExitStatus;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notifies an observer of the events of one terminal, one at a time. Thread-safe. */
final class TerminalNotifier {

    private static final Logger LOG = LoggerFactory.getLogger(TerminalNotifier.class);

    private final TerminalObserver observer;
    private final ObservedTerminal terminal;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);

    /** Bytes of a character that is not complete. */
    private byte[] rest = {};

    private boolean released;

    TerminalNotifier(TerminalObserver observer, ObservedTerminal terminal) {
        this.observer = observer;
        this.terminal = terminal;
    }

    void started() {
        notify(each -> each.onStarted(terminal));
    }

    synchronized void output(byte[] bytes, int length) {
        ByteBuffer in = ByteBuffer.allocate(rest.length + length)
                .put(rest)
                .put(bytes, 0, length)
                .flip();
        CharBuffer text = CharBuffer.allocate(in.remaining() + 1);
        decoder.decode(in, text, false);
        rest = new byte[in.remaining()];
        in.get(rest);
        output(text.flip().toString());
    }

    /** Notifies of the bytes of a last character that is not complete. */
    synchronized void outputEnded() {
        if (rest.length > 0) {
            rest = new byte[0];
            output("\uFFFD");
        }
    }

    private void output(String text) {
        if (!text.isEmpty()) {
            notify(each -> each.onOutput(terminal, text));
        }
    }

    void exited(TerminalExitStatus status) {
        notify(each -> each.onExited(terminal, status));
    }

    synchronized void released() {
        notify(each -> each.onReleased(terminal));
        released = true;
    }

    private synchronized void notify(Consumer<TerminalObserver> event) {
        if (released) {
            return;
        }
        try {
            event.accept(observer);
        } catch (RuntimeException e) {
            LOG.warn("the observer of terminal {} has failed", terminal.id(), e);
        }
    }
}
