package io.acp4j.cli.chat.screen;

import io.acp4j.inspector.text.TerminalRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** A terminal with line editing, completion, history and colours. Ctrl-C is read as a key. */
final class TerminalScreen implements Screen {

    private static final String INTERRUPT = "interrupt";
    private static final char CTRL_C = '\003';

    private final Terminal terminal;
    private final Attributes before;
    private final LineReader reader;
    private final Output output;
    private final LineQueue queue = new LineQueue();
    /** Stops the operation that runs. */
    private volatile @Nullable Runnable interrupt;
    /** Reads the keys while the operation runs. */
    private volatile @Nullable KeyWatch watched;
    /** Protects the keyboard. Fair, so that the watch for Ctrl-C does not delay a question. */
    private final ReentrantLock keys = new ReentrantLock(true);

    private TerminalScreen(Terminal terminal, @Nullable Path history, Supplier<List<String>> words) {
        this.terminal = terminal;
        this.before = terminal.enterRawMode();
        // As a signal, Ctrl-C would also reach the agent, which is a child process in the foreground.
        Attributes own = terminal.getAttributes();
        own.setLocalFlag(LocalFlag.ISIG, false);
        terminal.setAttributes(own);
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .completer((line, parsed, candidates) -> {
                    if (parsed.wordIndex() == 0) {
                        words.get().forEach(word -> candidates.add(new Candidate(word)));
                    }
                });
        if (history != null) {
            builder.variable(LineReader.HISTORY_FILE, history);
        }
        this.reader = builder.build();
        this.output = new Output(terminal, reader, noColours());
        reader.getWidgets().put(INTERRUPT, () -> {
            throw new UserInterruptException(reader.getBuffer().toString());
        });
        Objects.requireNonNull(reader.getKeyMaps().get(LineReader.MAIN), "every reader has a main key map")
                .bind(new Reference(INTERRUPT), String.valueOf(CTRL_C));
    }

    static TerminalScreen open(@Nullable Path history, Supplier<List<String>> words) throws IOException {
        Terminal terminal = TerminalBuilder.builder()
                .system(true)
                .dumb(true)
                .encoding(StandardCharsets.UTF_8)
                .build();
        return new TerminalScreen(terminal, history, words);
    }

    private static boolean noColours() {
        String wish = System.getenv("NO_COLOR");
        return wish != null && !wish.isEmpty();
    }

    @Override
    public boolean isTerminal() {
        return true;
    }

    @Override
    public @Nullable String prompt(String prompt) {
        String queued = queue.next();
        if (queued != null) {
            output.line(prompt + queued, Style.PLAIN);
            reader.setVariable(LineReader.DISABLE_HISTORY, false);
            reader.getHistory().add(queued);
            return queued;
        }
        try {
            return read(prompt, queue.proposal(), true);
        } catch (UserInterruptException e) {
            return "";
        } catch (EndOfFileException e) {
            return null;
        }
    }

    @Override
    public @Nullable String question(String prompt, String proposal) {
        try {
            String answer = read(prompt, proposal, false);
            Runnable stop = interrupt;
            if (!answer.strip().equals(CANCEL)) {
                return answer;
            }
            if (stop != null) {
                queue.offer(null);
                stop.run();
            }
            return null;
        } catch (UserInterruptException | EndOfFileException e) {
            return null;
        }
    }

    private String read(String prompt, String proposal, boolean remembered) {
        keys.lock();
        try {
            reader.setVariable(LineReader.DISABLE_HISTORY, !remembered);
            KeyWatch watch = watched;
            if (watch != null) {
                watch.settle();
            }
            output.endLine();
            return reader.readLine(prompt, null, (Character) null, proposal);
        } finally {
            output.lineEntered();
            keys.unlock();
        }
    }

    @Override
    public void text(String text, Style style) {
        output.text(text, style);
    }

    @Override
    public void line(String text, Style style) {
        output.line(text, style);
    }

    @Override
    public void styledLine(List<TerminalRun> runs) {
        output.styledLine(runs);
    }

    @Override
    public void endLine() {
        output.endLine();
    }

    @Override
    public int width() {
        return output.width();
    }

    @Override
    public void offerQueued(@Nullable String line) {
        queue.offer(line);
    }

    @Override
    public Work working(String what, @Nullable Runnable onInterrupt) {
        interrupt = onInterrupt;
        KeyWatch watch = new KeyWatch(terminal.reader(), keys, output, queue, what, onInterrupt);
        watched = watch;
        return () -> {
            interrupt = null;
            watched = null;
            watch.close();
        };
    }

    @Override
    public void close() {
        output.endLine();
        terminal.setAttributes(before);
        try {
            terminal.close();
        } catch (IOException e) {
            // No output is possible, and the attributes are already restored.
            throw new UncheckedIOException(e);
        }
    }
}
