package io.acp4j.inspector.tap;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.inspector.recording.Spool;
import io.acp4j.process.PlatformEncoding;
import io.acp4j.process.ProgramSearch;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Starts an agent and passes its input and output on, byte by byte as they come; its error output, environment and directory are
 * those of this process. Whatever becomes of the copy, the agent and its editor are not held up.
 */
public final class Tap {

    /** How a shell reports a command that is not there. */
    public static final int NOT_FOUND = 127;

    /** How long output may follow the end of the agent, from processes that it has left behind. */
    static final long DRAIN_MILLIS = 1_000;

    private final List<String> command;
    private final InputStream in;
    private final OutputStream out;
    private final OutputStream errors;
    private final TapCopy copy;
    private final CountDownLatch outputEnded = new CountDownLatch(1);

    /**
     * Creates a tap that has not started.
     *
     * @param command the agent and its arguments
     * @param in what the editor writes; closed when the agent reads no more
     * @param out what the editor reads; closed when the agent writes no more
     * @param errors is told when the agent cannot be started, and of nothing else
     * @param copy keeps what passes; closed at the end
     */
    public Tap(List<String> command, InputStream in, OutputStream out, OutputStream errors, TapCopy copy) {
        this.command = List.copyOf(command);
        this.in = in;
        this.out = out;
        this.errors = errors;
        this.copy = copy;
    }

    /**
     * Runs the agent to its end.
     *
     * @param started is told of the agent's process, so that it can be ended
     * @return how it has exited, or {@value #NOT_FOUND} when it cannot be started
     * @throws InterruptedException when the thread is interrupted; the agent is ended then
     */
    public int run(java.util.function.Consumer<Process> started) throws InterruptedException {
        Process process;
        try {
            process = PlatformEncoding.ofThisSystem()
                    .start(new ProcessBuilder(ProgramSearch.ofThisSystem(null).startable(command))
                            .redirectError(ProcessBuilder.Redirect.INHERIT));
        } catch (IOException | IllegalArgumentException e) {
            return notStarted(e);
        }
        started.accept(process);
        Passage input = new Passage(copy, Spool.Kind.FROM_CLIENT, in, process.getOutputStream());
        Passage output = new Passage(copy, Spool.Kind.FROM_AGENT, process.getInputStream(), out);
        thread("tap-input", input).start();
        thread("tap-output", () -> {
                    output.run();
                    outputEnded.countDown();
                })
                .start();
        try {
            int code = process.waitFor();
            boolean ignored = outputEnded.await(DRAIN_MILLIS, TimeUnit.MILLISECONDS);
            input.settle(DRAIN_MILLIS);
            copy.close("the agent has ended with exit code " + code);
            return code;
        } catch (InterruptedException e) {
            process.toHandle().destroy();
            throw e;
        }
    }

    private int notStarted(Exception problem) {
        copy.close("the agent could not be started");
        try {
            errors.write(("acp tap: " + problem.getMessage() + System.lineSeparator()).getBytes(UTF_8));
            errors.flush();
        } catch (IOException e) {
            return NOT_FOUND; // The exit code says it, too.
        }
        return NOT_FOUND;
    }

    private static Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
