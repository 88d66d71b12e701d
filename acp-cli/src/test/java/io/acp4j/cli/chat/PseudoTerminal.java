package io.acp4j.cli.chat;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;

/** A program in a pseudo-terminal that {@code script}, of every Linux, makes; keys go in, and what is shown is waited for. */
final class PseudoTerminal implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Characters of the second set of a terminal, which has lines. */
    private static final Pattern LINES = Pattern.compile("\u001B\\(0([a-z]*)\u001B\\(B");

    private static final Pattern CONTROL =
            Pattern.compile("\u001B\\[[0-9;?]*[ -/]*[@-~]|\u001B\\][^\u0007]*\u0007|\u001B[=>]|[\r\u0007\b]");

    private final Process process;
    private final OutputStream keys;
    private final StringBuilder shown = new StringBuilder();
    private int looked;

    PseudoTerminal(List<String> command) throws IOException {
        this(200, command);
    }

    PseudoTerminal(int columns, List<String> command) throws IOException {
        String quoted = command.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
        ProcessBuilder builder = new ProcessBuilder(
                "script", "-qec", "stty cols " + columns + " rows 50 && exec " + quoted, "/dev/null");
        builder.environment().put("TERM", "xterm");
        builder.environment().put("SHELL", "/bin/sh");
        builder.environment().remove("NO_COLOR");
        process = builder.redirectErrorStream(true).start();
        keys = process.getOutputStream();
        Thread reader = new Thread(this::read, "pseudo-terminal");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        byte[] bytes = new byte[8192];
        try (InputStream out = process.getInputStream()) {
            for (int count = out.read(bytes); count >= 0; count = out.read(bytes)) {
                synchronized (shown) {
                    shown.append(new String(bytes, 0, count, StandardCharsets.ISO_8859_1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All that came, control sequences included. */
    String raw() {
        synchronized (shown) {
            return new String(shown.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        }
    }

    /** All that came, as text. */
    String text() {
        String lines = LINES.matcher(raw())
                .replaceAll(found ->
                        found.group(1).replace('x', '│').replace('q', '─').replace('n', '┼'));
        return CONTROL.matcher(lines).replaceAll("");
    }

    /** Waits for a text behind all that was waited for before. */
    PseudoTerminal see(String expected) {
        try {
            await().atMost(PATIENCE).until(() -> text().indexOf(expected, looked) >= 0);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("\"" + expected + "\" was not shown after " + looked + " of: " + text(), e);
        }
        looked = text().indexOf(expected, looked) + expected.length();
        return this;
    }

    /** Presses keys. */
    PseudoTerminal type(String text) throws IOException {
        keys.write(text.getBytes(StandardCharsets.UTF_8));
        keys.flush();
        return this;
    }

    /** Enters a line at the next prompt. */
    PseudoTerminal enter(String line) throws IOException {
        return see("> ").type(line + "\r");
    }

    int exitCode() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("it has not ended; shown: " + text());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
