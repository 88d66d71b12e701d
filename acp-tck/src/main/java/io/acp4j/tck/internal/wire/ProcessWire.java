package io.acp4j.tck.internal.wire;

import io.acp4j.process.ProcessTree;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** The standard streams of a process, read and written as bytes. */
final class ProcessWire implements Wire {

    /** How long the exit code may come after the end of the output. */
    private static final Duration EXIT = Duration.ofSeconds(1);

    private final ProcessTree tree;
    private final Process process;
    private final StreamWriter writer;
    private final ErrorTail errors = new ErrorTail();

    ProcessWire(ProcessTree tree, WireListener listener) {
        this.tree = tree;
        this.process = tree.process();
        this.writer = new StreamWriter(process.getOutputStream(), "of " + process.pid());
        start("tck-reader", () -> read(listener));
        start("tck-errors", () -> errors.drain(process.getErrorStream()));
    }

    private void start(String name, Runnable body) {
        Thread thread = new Thread(body, name + " of " + process.pid());
        thread.setDaemon(true);
        thread.start();
    }

    private void read(WireListener listener) {
        String reason;
        try {
            LineSplitter.read(process.getInputStream(), listener);
            reason = "the subject closed its output";
        } catch (IOException e) {
            reason = "its output cannot be read: " + e.getMessage();
        }
        try {
            OptionalInt exit = awaitExit(EXIT);
            listener.ended(exit.isPresent() ? "the subject exited with code " + exit.getAsInt() : reason);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            listener.ended(reason);
        }
    }

    @Override
    public void write(byte[] bytes) {
        writer.write(bytes);
    }

    @Override
    public void send(byte[] message) {
        byte[] line = java.util.Arrays.copyOf(message, message.length + 1);
        line[message.length] = '\n';
        writer.write(line);
    }

    @Override
    public boolean isStream() {
        return true;
    }

    @Override
    public void closeInput() {
        writer.close();
    }

    @Override
    public OptionalInt awaitExit(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)
                ? OptionalInt.of(process.exitValue())
                : OptionalInt.empty();
    }

    @Override
    public String errors() {
        return errors.toString();
    }

    @Override
    public void close() {
        tree.kill();
        writer.close();
        tree.release();
    }
}
