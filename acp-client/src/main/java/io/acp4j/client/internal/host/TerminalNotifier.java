package io.acp4j.client.internal.host;

import io.acp4j.client.host.TerminalObserver;
import io.acp4j.rpc.internal.transport.SharedThreads;
import io.acp4j.schema.terminal.TerminalExitStatus;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies an observer of the events of one terminal, one at a time and in their order. The events are queued, so that a slow observer
 * delays neither the end of the command nor its release. Thread-safe.
 */
final class TerminalNotifier {

    private static final Logger LOG = LoggerFactory.getLogger(TerminalNotifier.class);

    /** Queued output is joined up to this number of characters, so that many small writes take little memory. */
    private static final int PIECE = 16 * 1024;

    private static final Executor THREADS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> SharedThreads.daemon(task, "acp-terminal-observer"));

    private final TerminalObserver observer;
    private final TerminalObserver.ObservedTerminal terminal;

    /** The maximum number of characters of queued output; one piece may exceed it. */
    private final int limit;

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);

    /** Bytes of a character that is not complete; used by the thread that reads. */
    private byte[] rest = {};

    /** Guards what follows. It is never held while the observer is called. */
    private final Object lock = new Object();

    private final Deque<Consumer<TerminalObserver>> events = new ArrayDeque<>();

    /** The number of characters of queued output. */
    private long queued;

    /** The number of characters that were dropped since the last output was delivered. */
    private long dropped;

    private boolean delivering;
    private boolean commandEnded;
    private boolean released;

    /** Output that has not been delivered. */
    private final class Output implements Consumer<TerminalObserver> {
        private final StringBuilder text = new StringBuilder();

        @Override
        public void accept(TerminalObserver each) {
            each.onOutput(terminal, text.toString());
        }
    }

    TerminalNotifier(TerminalObserver observer, TerminalObserver.ObservedTerminal terminal, int limit) {
        this.observer = observer;
        this.terminal = terminal;
        this.limit = limit;
    }

    /** Notifies of the start in the thread of the caller; called before all others. */
    void started() {
        notify(each -> each.onStarted(terminal));
    }

    /** Queues output. While the command runs, waits until there is room; called by one thread. */
    void output(byte[] bytes, int length) {
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

    /** Queues the bytes of a last character that is not complete; called by the thread that reads. */
    void outputEnded() {
        if (rest.length > 0) {
            rest = new byte[0];
            output("\uFFFD");
        }
    }

    private void output(String text) {
        if (text.isEmpty()) {
            return;
        }
        synchronized (lock) {
            awaitRoom();
            if (released) {
                return;
            }
            Output last = events.peekLast() instanceof Output output && output.text.length() + text.length() <= PIECE
                    ? output
                    : null;
            if (last == null) {
                last = new Output();
                events.add(last);
            }
            last.text.append(text);
            queued += text.length();
            if (commandEnded) {
                dropOldest(last);
            }
            deliver();
        }
    }

    private void awaitRoom() {
        try {
            while (queued >= limit && !commandEnded && !released) {
                lock.wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Drops the oldest output that exceeds the limit, except for the newest. */
    private void dropOldest(Output newest) {
        Iterator<Consumer<TerminalObserver>> oldest = events.iterator();
        while (queued > limit && oldest.hasNext()) {
            if (oldest.next() instanceof Output output && output != newest) {
                oldest.remove();
                queued -= output.text.length();
                dropped += output.text.length();
            }
        }
    }

    /** Ends the delay of the output: what the command has written is read although the observer is slow. */
    void commandEnded() {
        synchronized (lock) {
            commandEnded = true;
            lock.notifyAll();
        }
    }

    /** Queues the exit. */
    void exited(TerminalExitStatus status) {
        synchronized (lock) {
            add(each -> each.onExited(terminal, status));
        }
    }

    /** Queues the release, which is the last event. */
    void released() {
        synchronized (lock) {
            add(each -> each.onReleased(terminal));
            released = true;
            lock.notifyAll();
        }
    }

    private void add(Consumer<TerminalObserver> event) {
        if (!released) {
            events.add(event);
            deliver();
        }
    }

    private void deliver() {
        if (!delivering) {
            THREADS.execute(this::deliverAll);
            delivering = true;
        }
    }

    private void deliverAll() {
        for (Consumer<TerminalObserver> event = next(); event != null; event = next()) {
            notify(event);
            // The observer may have interrupted its own thread, which is not to affect the next event.
            var unused = Thread.interrupted();
        }
    }

    private @Nullable Consumer<TerminalObserver> next() {
        synchronized (lock) {
            Consumer<TerminalObserver> event = events.poll();
            delivering = event != null;
            if (event instanceof Output output) {
                queued -= output.text.length();
                lock.notifyAll();
                if (dropped > 0) {
                    output.text.insert(0, "\n[… " + dropped + " characters are not kept …]\n");
                    dropped = 0;
                }
            }
            return event;
        }
    }

    private void notify(Consumer<TerminalObserver> event) {
        try {
            event.accept(observer);
        } catch (Throwable e) {
            // An error of the observer must not end the thread, on which the other events of the terminal depend.
            LOG.warn("the observer of terminal {} has failed", terminal.id(), e);
        }
    }
}
