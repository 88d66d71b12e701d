package io.acp4j.transport.stdio.internal.process;

import io.acp4j.process.ProcessTree;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.transport.stdio.ProcessExit;
import io.acp4j.transport.stdio.internal.ErrorDrain;
import io.acp4j.transport.stdio.internal.Wire;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The standard streams of a child process. */
public final class ProcessWire implements Wire {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessWire.class);

    /** How long the exit code may come after the end of the output: half a second. */
    private static final long EXIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** How long the rest of the error output may come after the exit; it ends with the process, unless others have it open. */
    private static final long ERRORS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String name;
    private final Process process;
    private final ProcessTree tree;
    private final ErrorDrain errors;
    private final long closeNanos;
    private final OutputStream output;
    private volatile @Nullable Thread exitWatch;

    public ProcessWire(String name, Process process, ProcessTree tree, ErrorDrain errors, long closeNanos) {
        this.name = name;
        this.process = process;
        this.tree = tree;
        this.errors = errors;
        this.closeNanos = closeNanos;
        this.output = new NotingOutput(process.getOutputStream(), tree);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public InputStream input() {
        return process.getInputStream();
    }

    @Override
    public OptionalLong processId() {
        return OptionalLong.of(process.pid());
    }

    @Override
    public OutputStream output() {
        return output;
    }

    @Override
    public int outputCapacity() {
        return Wire.PIPE_BYTES;
    }

    @Override
    public void whenGone(Runnable action, ThreadFactory threads) {
        // Not by Process.onExit, which needs a thread of the common pool: that may be held by others.
        Thread watch = threads.newThread(() -> awaitGone(action));
        exitWatch = watch;
        watch.start();
    }

    private void awaitGone(Runnable action) {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            LOG.debug("{} is closed, whether process {} has ended or not", name, process.pid());
            return;
        }
        action.run();
    }

    @Override
    public String lastWords() {
        return errors.lastLines();
    }

    @Override
    public InputEnd inputEnded(@Nullable IOException failure) {
        ProcessExit exit = awaitExit();
        if (exit != null) {
            return new InputEnd(exit, false);
        }
        if (failure != null) {
            return new InputEnd(
                    CloseReason.failure("the agent's output failed: " + failure.getMessage(), failure), false);
        }
        return new InputEnd(CloseReason.peer("the agent closed its output but did not exit"), false);
    }

    @Override
    public CloseReason outputFailed(IOException failure) {
        ProcessExit exit = awaitExit();
        return exit != null
                ? exit
                : CloseReason.failure("the agent does not read its input: " + failure.getMessage(), failure);
    }

    /** Waits for the exit code, which follows the end of the streams; null when the process lives on. */
    private @Nullable ProcessExit awaitExit() {
        try {
            if (!process.waitFor(EXIT_NANOS, TimeUnit.NANOSECONDS)) {
                return null;
            }
            errors.awaitDone(ERRORS_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (process.isAlive()) {
                return null;
            }
        }
        return new ProcessExit(process.exitValue(), errors.tail());
    }

    @Override
    public void shutDown(Wait inputEnd) throws InterruptedException {
        Duration closeTimeout = Duration.ofNanos(closeNanos);
        boolean exited = process.waitFor(closeNanos, TimeUnit.NANOSECONDS);
        tree.note();
        if (exited && tree.isGone()) {
            return;
        }
        LOG.debug("Terminating what is left of {}", name);
        tree.terminate();
        if (tree.awaitGone(closeTimeout)) {
            return;
        }
        LOG.debug("Killing what is left of {}", name);
        tree.kill();
        if (!tree.awaitGone(closeTimeout)) {
            LOG.warn("Processes of {} (process {}) could not be killed", name, process.pid());
        }
    }

    @Override
    public void release() throws InterruptedException {
        tree.release();
        Thread watch = exitWatch;
        if (watch != null) {
            watch.interrupt();
            watch.join(TimeUnit.NANOSECONDS.toMillis(EXIT_NANOS));
        }
        if (!errors.awaitDone(EXIT_NANOS)) {
            LOG.warn("The error stream of {} is still held open by somebody", name);
        }
        close(process.getInputStream());
        close(process.getErrorStream());
    }

    private static void close(InputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            LOG.debug("A stream of the process failed while it was closed", e);
        }
    }

    /** Looks for descendants before the process learns that it is to end: afterwards they are nobody's. */
    private static final class NotingOutput extends FilterOutputStream {
        private final ProcessTree tree;

        NotingOutput(OutputStream out, ProcessTree tree) {
            super(out);
            this.tree = tree;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            tree.note();
            out.close();
        }
    }
}
