package io.acp4j.transport.stdio;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.transport.stdio.internal.LineReader;
import io.acp4j.transport.stdio.internal.LineWriter;
import io.acp4j.transport.stdio.internal.OwnStreams;
import io.acp4j.transport.stdio.internal.StrayLines;
import io.acp4j.transport.stdio.internal.StreamWire;
import io.acp4j.transport.stdio.internal.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries frames as lines of JSON over a pair of streams: those of a child process, or those of this one.
 *
 * <p>Lines are UTF-8 whatever the locale says. A line that is too long or no UTF-8 is reported and skipped; blank lines are
 * ignored.
 *
 * <p>A frame sent while the stream is idle is written at once by the sender, if the stream surely takes it without waiting for
 * the peer; everything else is written by a thread of the transport's own, as many frames at a time as have gathered. So a peer
 * that reads nothing holds that thread only, and {@link #close} releases every sender.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/transports#stdio">the specification</a>
 * @since 0.1.0
 */
public final class StdioTransport implements Transport {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** How long a thread may take to notice that it is over: a quarter of a second. */
    private static final long THREAD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** How long the input of a peer that is gone may be silent before it counts as ended: half a second. */
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** How long a sender waits for the last lines of a process that has exited: 1 s. */
    private static final long LAST_LINES_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** What a stream of any kind is taken to hold while nobody reads: the capacity of Java's own pipes. */
    private static final int STREAM_BYTES = 1024;

    /** Maximum time without progress of a write after the end of the input, as a multiple of the close timeout. */
    private static final int STALLED_TIMEOUTS = 5;

    private final Wire wire;
    private final StdioLimits limits;
    private final String name;
    private final LineWriter writer;
    private final StrayLines strayLines = new StrayLines();
    private final AtomicReference<@Nullable LineReader> reader = new AtomicReference<>();
    private final AtomicReference<@Nullable CloseReason> reason = new AtomicReference<>();
    private volatile List<Thread> threads = List.of();
    private final AtomicBoolean shuttingDown = new AtomicBoolean();
    private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();

    StdioTransport(Wire wire, StdioLimits limits) {
        this.wire = wire;
        this.limits = limits;
        this.name = wire.name() + "-" + NUMBERS.incrementAndGet();
        this.writer = new LineWriter(wire, limits.maxQueuedBytes(), limits.maxFrameBytes(), this::outputFailed);
    }

    /**
     * Carries frames over any two streams, with the default limits.
     *
     * @param in where frames come from; closed with the transport
     * @param out where frames go; closed with the transport
     * @return the transport, not yet started
     */
    public static StdioTransport over(InputStream in, OutputStream out) {
        return over(in, out, StdioLimits.defaults());
    }

    /**
     * Carries frames over any two streams.
     *
     * @param in where frames come from; closed with the transport
     * @param out where frames go; closed with the transport
     * @param limits what is held in memory, and how long to wait
     * @return the transport, not yet started
     */
    public static StdioTransport over(InputStream in, OutputStream out, StdioLimits limits) {
        Objects.requireNonNull(in, "in");
        Objects.requireNonNull(out, "out");
        long closeNanos = limits.closeTimeout().toNanos();
        return new StdioTransport(new StreamWire("acp-streams", in, out, STREAM_BYTES, null, closeNanos), limits);
    }

    /**
     * Launches an agent with default settings. It gets only a part of this process's environment: see
     * {@link StdioTransportBuilder}.
     *
     * @param command the program and its arguments; no shell interprets them
     * @return the transport to the running process, not yet started
     * @throws LaunchException when the process cannot be launched
     */
    public static StdioTransport launch(String... command) {
        return launch(List.of(command));
    }

    /**
     * Launches an agent with default settings. It gets only a part of this process's environment: see
     * {@link StdioTransportBuilder}.
     *
     * @param command the program and its arguments; no shell interprets them
     * @return the transport to the running process, not yet started
     * @throws LaunchException when the process cannot be launched
     */
    public static StdioTransport launch(List<String> command) {
        return builder(command).launch();
    }

    /**
     * Starts the description of a process to launch.
     *
     * @param command the program and its arguments; no shell interprets them
     * @return a builder with default settings
     */
    public static StdioTransportBuilder builder(List<String> command) {
        return new StdioTransportBuilder(command);
    }

    /**
     * Returns a transport on the standard streams of this process, as an agent does that was launched by its client, with the default
     * limits.
     *
     * <p>From now on {@link System#out} goes where {@link System#err} goes, so that a stray print cannot damage the
     * conversation, and {@link System#in} is empty.
     *
     * @return the transport, not yet started
     * @throws IllegalStateException when the streams were taken before
     */
    public static StdioTransport ofProcessStreams() {
        return ofProcessStreams(StdioLimits.defaults());
    }

    /**
     * Returns a transport on the standard streams of this process, as {@link #ofProcessStreams()} does.
     *
     * @param limits what is held in memory, and how long to wait
     * @return the transport, not yet started
     * @throws IllegalStateException when the streams were taken before
     */
    public static StdioTransport ofProcessStreams(StdioLimits limits) {
        return new StdioTransport(OwnStreams.take(limits.closeTimeout().toNanos()), limits);
    }

    /**
     * Returns the id of the process that was launched, for logs and to watch over it. On Windows, and where the command is a script
     * that starts the agent, that is not the agent's own.
     *
     * @return the id, also after the process has ended; empty when the transport has launched none
     */
    public OptionalLong processId() {
        return wire.processId();
    }

    @Override
    public void start(TransportListener listener) {
        Objects.requireNonNull(listener, "listener");
        LineReader lines = new LineReader(
                wire.input(), limits.maxFrameBytes(), listener, strayLines, writer::received, this::inputEnded);
        if (!reader.compareAndSet(null, lines)) {
            throw new IllegalStateException("the transport was started before");
        }
        threads = List.of(thread("reader", lines), thread("writer", writer));
        threads.forEach(Thread::start);
        wire.whenGone(this::shutDown, task -> thread("exit-watch", task));
    }

    @Override
    public void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        writer.send(frame);
    }

    @Override
    public boolean send(OutboundFrame frame, long timeout, TimeUnit unit)
            throws TransportClosedException, InterruptedException {
        return writer.send(frame, unit.toNanos(timeout));
    }

    @Override
    public boolean offer(OutboundFrame frame) throws TransportClosedException {
        return writer.offer(frame);
    }

    @Override
    public long queuedBytes() {
        return writer.queuedBytes();
    }

    @Override
    public void close() {
        writer.end(settle(CloseReason.local()));
        shutDown();
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return closed.minimalCompletionStage();
    }

    private void inputEnded(@Nullable IOException failure) {
        Wire.InputEnd found = wire.inputEnded(failure);
        CloseReason why = settle(found.reason());
        if (!found.canSend()) {
            writer.breakOff(why);
        }
        endDelivery(why, writer.acceptsFrames());
        if (!found.canSend()) {
            shutDown();
        } else if (!shuttingDown.get()) {
            thread("output-watch", () -> awaitOutput(why)).start();
        }
    }

    /** Ends the transport if a peer has ended its output and does not read. */
    private void awaitOutput(CloseReason why) {
        long limit =
                Math.max(THREAD_NANOS, STALLED_TIMEOUTS * limits.closeTimeout().toNanos());
        try {
            while (!writer.awaitFinished(limit / 16)) {
                if (writer.stalledNanos() >= limit) {
                    log().warn("{} ends: the peer has closed its end and does not read", name);
                    writer.breakOff(why);
                    shutDown();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Adds what the peer itself has said about its end. */
    private CloseReason explained(CloseReason why) {
        if (why instanceof ProcessExit exit) {
            return new ProcessExit(exit.exitCode(), exit.stderrTail(), wire.lastWords() + strayLines.text());
        }
        String said = why.kind() == CloseReason.Kind.LOCAL ? "" : wire.lastWords() + strayLines.text();
        return said.isEmpty() ? why : new CloseReason.Simple(why.kind(), why.description() + said, why.cause());
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public String peerNotes() {
        String said = strayLines.text() + wire.lastWords();
        return said.isEmpty() ? "" : said.substring(2);
    }

    private CloseReason outputFailed(IOException failure) {
        CloseReason found = wire.outputFailed(failure);
        if (found instanceof ProcessExit) {
            awaitLastLines();
        }
        CloseReason why = settle(found);
        shutDown();
        return why;
    }

    /** Lets the reader come to the end of what a process that has exited has written: it may say why. */
    private void awaitLastLines() {
        LineReader lines = reader.get();
        if (lines == null || lines.isCurrentThread()) {
            return;
        }
        try {
            lines.awaitDone(LAST_LINES_NANOS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void endDelivery(CloseReason why, boolean canSend) {
        LineReader lines = reader.get();
        if (lines != null) {
            lines.end(why, canSend);
        }
    }

    /** The first reason stands. */
    private CloseReason settle(CloseReason candidate) {
        CloseReason known = reason.get();
        return known == null ? settleExplained(explained(candidate)) : known;
    }

    private CloseReason settleExplained(CloseReason candidate) {
        CloseReason first = reason.compareAndExchange(null, candidate);
        return first == null ? candidate : first;
    }

    private void shutDown() {
        if (shuttingDown.compareAndSet(false, true)) {
            thread("closer", this::runShutDown).start();
        }
    }

    private void runShutDown() {
        try {
            shutDownStepByStep();
        } catch (InterruptedException e) {
            log().warn("Closing {} was interrupted; something of it may be left", name);
        } finally {
            CloseReason why = settle(CloseReason.local());
            endDelivery(why, false);
            closed.complete(why);
        }
    }

    private void shutDownStepByStep() throws InterruptedException {
        LineReader lines = reader.get();
        if (lines == null) {
            // Never started: nobody else will close the output.
            writer.run();
            wire.shutDown(nanos -> true);
            wire.release();
            return;
        }
        if (reason.get() == null) {
            noticeThatThePeerIsGone(lines);
        }
        CloseReason why = settle(CloseReason.local());
        if (!writer.awaitFinished(limits.closeTimeout().toNanos())) {
            writer.breakOff(why);
        }
        wire.shutDown(lines::awaitDone);
        closeHeldOutput();
        lines.awaitDone(THREAD_NANOS);
        endDelivery(why, false);
        wire.release();
        for (Thread thread : threads) {
            // Nothing wakes a thread that reads this process's own input; it ends with the input, or with the process.
            stop(thread, lines::isWaiting);
        }
    }

    /** Closes the output under a writer whom the peer holds, which ends most writes; on a thread of its own, as it may be held, too. */
    private void closeHeldOutput() throws InterruptedException {
        if (!writer.awaitFinished(0)) {
            Thread closing = thread("output-closer", writer::closeStream);
            closing.start();
            closing.join(TimeUnit.NANOSECONDS.toMillis(THREAD_NANOS));
        }
    }

    private void noticeThatThePeerIsGone(LineReader lines) throws InterruptedException {
        lines.awaitQuiet(QUIET_NANOS, () -> reason.get() != null);
        CloseReason why = settle(wire.inputEnded(null).reason());
        writer.breakOff(why);
        endDelivery(why, false);
    }

    private static void stop(Thread thread, BooleanSupplier excused) throws InterruptedException {
        long millis = TimeUnit.NANOSECONDS.toMillis(THREAD_NANOS);
        thread.join(millis);
        if (thread.isAlive()) {
            thread.interrupt();
            thread.join(millis);
        }
        if (thread.isAlive() && !excused.getAsBoolean()) {
            log().warn("Thread {} is still busy although its transport is closed", thread.getName());
        }
    }

    private Thread thread(String role, Runnable task) {
        Thread thread = new Thread(task, name + "-" + role);
        thread.setDaemon(true);
        return thread;
    }

    /** Returns the logger; looked up late, since finding the logging library is a part of a program's start. */
    private static Logger log() {
        return LoggerFactory.getLogger(StdioTransport.class);
    }
}
