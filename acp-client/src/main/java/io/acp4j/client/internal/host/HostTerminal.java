package io.acp4j.client.internal.host;

import io.acp4j.process.ProcessTree;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.terminal.TerminalExitStatus;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One command that runs or has run, and its output. */
final class HostTerminal {

    private static final Logger LOG = LoggerFactory.getLogger(HostTerminal.class);

    private static final int BUFFER_BYTES = 16 * 1024;

    /** How long the rest of the output may come after the exit, which descendants may hold open: half a second. */
    private static final long REST_MILLIS = 500;

    private final String name;
    private final SessionId session;
    private final ProcessTree tree;
    private final OutputTail output;
    private final TerminalNotifier notifier;
    private final CompletableFuture<@Nullable Void> drained = new CompletableFuture<>();
    private final CompletableFuture<TerminalExitStatus> exit = new CompletableFuture<>();

    /** True if this client has sent a signal to the command. */
    private volatile boolean terminated;

    HostTerminal(String name, SessionId session, ProcessTree tree, int outputByteLimit, TerminalNotifier notifier) {
        this.name = name;
        this.session = session;
        this.tree = tree;
        this.output = new OutputTail(outputByteLimit);
        this.notifier = notifier;
    }

    SessionId session() {
        return session;
    }

    /**
     * Starts to read what the command writes, without holding it up, and to wait for its end. Each has a thread of its own:
     * {@link Process#onExit} needs one of the common pool, all of which the program may hold.
     */
    void start() {
        start(this::drain, "acp-terminal-" + name);
        start(this::awaitExit, "acp-terminal-" + name + "-exit");
    }

    private static void start(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void awaitExit() {
        try {
            int code = tree.process().waitFor();
            notifier.commandEnded();
            boolean isEndedHere = terminated;
            var unused = drained.copy()
                    .completeOnTimeout(null, REST_MILLIS, TimeUnit.MILLISECONDS)
                    .get();
            TerminalExitStatus status = ExitCodes.status(code, isEndedHere);
            try {
                notifier.exited(status);
            } finally {
                exit.complete(status);
            }
        } catch (InterruptedException | ExecutionException e) {
            exit.completeExceptionally(
                    new IllegalStateException("nobody interrupts this thread, and nothing fails", e));
        }
    }

    private void drain() {
        try (InputStream in = tree.process().getInputStream()) {
            // When the command ends Java takes what the pipe holds and closes it, unless somebody is reading: what
            // its descendants write later would be lost. Java needs this monitor for that, so it is kept.
            synchronized (in) {
                readAll(in);
            }
        } catch (IOException e) {
            LOG.debug("the output of terminal {} ended", name, e);
        } finally {
            output.end();
            try {
                notifier.outputEnded();
            } finally {
                drained.complete(null);
            }
        }
    }

    private void readAll(InputStream in) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            output.append(buffer, 0, read);
            notifier.output(buffer, read);
        }
    }

    OutputTail.Snapshot output() {
        return output.snapshot();
    }

    /** Returns how the command ended, once it has and its output has been read. */
    CompletionStage<TerminalExitStatus> exit() {
        return exit;
    }

    /**
     * Ends the command and all that it has started: politely first, then by force.
     *
     * @throws InterruptedException when the thread is interrupted; everything has been killed by then
     */
    void kill(Duration grace) throws InterruptedException {
        try {
            end(grace);
        } catch (InterruptedException e) {
            terminated = true;
            tree.kill();
            throw e;
        }
    }

    private void end(Duration grace) throws InterruptedException {
        tree.note();
        if (tree.isGone()) {
            return;
        }
        terminated = true;
        tree.terminate();
        if (!tree.awaitGone(grace)) {
            tree.kill();
            if (!tree.awaitGone(grace)) {
                LOG.warn(
                        "Processes of terminal {} (process {}) could not be killed",
                        name,
                        tree.process().pid());
            }
        }
    }

    /** Ends everything and gives up what is held. */
    void release(Duration grace) throws InterruptedException {
        try {
            kill(grace);
        } finally {
            tree.release();
            notifier.commandEnded();
            // The exit is reported first.
            var unused = exit.whenComplete((status, failure) -> notifier.released());
        }
        try {
            tree.process().getInputStream().close();
        } catch (IOException e) {
            LOG.debug("the output of terminal {} failed while it was closed", name, e);
        }
    }
}
