package io.acp4j.tck.internal.launch;

import static io.acp4j.tck.internal.wire.Json.obj;

import io.acp4j.process.ProcessTree;
import io.acp4j.tck.internal.wire.ErrorTail;
import io.acp4j.tck.internal.wire.Json;
import io.acp4j.tck.internal.wire.LineSplitter;
import io.acp4j.tck.internal.wire.StreamWriter;
import io.acp4j.tck.internal.wire.Wire;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** A client that runs: its connection to its agent, which is the kit, and its driver on its standard streams. */
final class ClientWire implements Wire {

    /** How long the exit code may come after the end of the output. */
    private static final Duration EXIT = Duration.ofSeconds(1);

    private final ProcessTree tree;
    private final Process process;
    private final AgentEnd end;
    private final WireListener listener;
    private final StreamWriter commands;
    private final ErrorTail errors = new ErrorTail();

    ClientWire(ProcessTree tree, AgentEnd end, WireListener listener) {
        this.tree = tree;
        this.process = tree.process();
        this.end = end;
        this.listener = listener;
        this.commands = new StreamWriter(process.getOutputStream(), "of the driver of " + process.pid());
        start("tck-driver", this::readDriver);
        start("tck-errors", () -> errors.drain(process.getErrorStream()));
    }

    private void start(String name, Runnable body) {
        Thread thread = new Thread(body, name + " of " + process.pid());
        thread.setDaemon(true);
        thread.start();
    }

    private void readDriver() {
        String reason = "the client closed its output";
        try {
            LineSplitter.read(process.getInputStream(), new Remarks());
            OptionalInt exit = awaitExit(EXIT);
            if (exit.isPresent()) {
                reason = "the client exited with code " + exit.getAsInt();
                // The end of a connection that there is comes after its last message, by itself.
                if (!end.isMet()) {
                    listener.ended(reason);
                }
            }
        } catch (IOException e) {
            reason = "the client's output cannot be read: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        listener.remarked(Json.bytes(obj("gone", reason)));
    }

    /** The lines of the driver. */
    private final class Remarks implements WireListener {

        @Override
        public void received(byte[] bytes, boolean complete) {
            listener.remarked(bytes);
        }

        @Override
        public void ended(String reason) {
            listener.remarked(Json.bytes(obj("gone", reason)));
        }
    }

    @Override
    public void write(byte[] bytes) {
        end.write(bytes);
    }

    @Override
    public void send(byte[] message) {
        end.send(message);
    }

    @Override
    public void remark(byte[] line) {
        byte[] all = Arrays.copyOf(line, line.length + 1);
        all[line.length] = '\n';
        commands.write(all);
    }

    @Override
    public boolean isStream() {
        return end.isStream();
    }

    @Override
    public boolean isHttp() {
        return end.isHttp();
    }

    @Override
    public void closeInput() {
        end.leave();
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
        commands.close();
        end.close();
        tree.release();
    }
}
