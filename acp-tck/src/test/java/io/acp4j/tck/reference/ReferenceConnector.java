package io.acp4j.tck.reference;

import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.internal.wire.Wire;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs reference agents in this JVM. All connections share one store, as processes over one database do. */
public final class ReferenceConnector implements Connector {

    static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "reference-agent");
        thread.setDaemon(true);
        return thread;
    });

    static final ScheduledExecutorService TIMER = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "reference-timer");
        thread.setDaemon(true);
        return thread;
    });

    /** What an id may hold, too: it is any text. */
    private static final String ODD_END = " \"☃\\ /?&=%20#'🎈" + "x".repeat(3000);

    private final ReferenceStore store = new ReferenceStore();
    private final @Nullable V2Store second;
    private final Faults faults;

    /** Runs agents that speak version 2. */
    public static ReferenceConnector ofV2(Faults faults) {
        return new ReferenceConnector(faults, new V2Store());
    }

    private ReferenceConnector(Faults faults, @Nullable V2Store second) {
        this.faults = faults;
        this.second = second;
        if (faults.has("odd-session-ids")) {
            store.endOfIds = ODD_END;
        }
    }

    public ReferenceConnector(Faults faults) {
        this(faults, null);
    }

    /** Returns the sessions of version 2 that there are. */
    List<String> sessionsOfSecond() {
        return second == null
                ? List.of()
                : second.list().stream().map(session -> session.id).toList();
    }

    @Override
    public Wire open(WireListener listener) throws IOException {
        return new MemoryWire(listener);
    }

    /** Returns the sessions that there are. */
    List<String> sessions() {
        return store.list().stream()
                .map(session -> session.id + ": " + session.items())
                .toList();
    }

    @Override
    public String describe() {
        return "reference agent";
    }

    private final class MemoryWire implements Wire {

        private static final byte[] END = new byte[0];

        private final BlockingQueue<byte[]> input = new LinkedBlockingQueue<>();
        private final ByteArrayOutputStream inLine = new ByteArrayOutputStream();
        private final ByteArrayOutputStream outLine = new ByteArrayOutputStream();
        private final CountDownLatch exited = new CountDownLatch(1);
        private final WireListener listener;
        private final ReferenceAgent agent;
        private boolean dead;

        MemoryWire(WireListener listener) {
            this.listener = listener;
            this.agent = new ReferenceAgent(store, second, faults, this::deliver, this::die);
            THREADS.execute(this::run);
        }

        private void run() {
            try {
                for (byte[] bytes = input.take(); bytes.length > 0; bytes = input.take()) {
                    split(bytes, inLine, agent::receive);
                }
                if (!faults.has("outlives-input")) {
                    agent.finish();
                    die();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized void deliver(byte[] bytes) {
            if (dead) {
                return;
            }
            split(bytes, outLine, line -> listener.received(line, true));
        }

        private static void split(byte[] bytes, ByteArrayOutputStream begun, Consumer<byte[]> lines) {
            int start = 0;
            for (int i = 0; i < bytes.length; i++) {
                if (bytes[i] == '\n') {
                    begun.write(bytes, start, i - start);
                    lines.accept(begun.toByteArray());
                    begun.reset();
                    start = i + 1;
                }
            }
            begun.write(bytes, start, bytes.length - start);
        }

        private synchronized void die() {
            if (!dead) {
                dead = true;
                agent.ended();
                if (outLine.size() > 0) {
                    listener.received(outLine.toByteArray(), false);
                }
                exited.countDown();
                listener.ended("the subject exited with code 0");
            }
        }

        @Override
        public void write(byte[] bytes) {
            if (bytes.length > 0) {
                boolean garbles = faults.has("garbles-pieces");
                input.add(garbles ? new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8) : bytes);
            }
        }

        @Override
        public void send(byte[] message) {
            byte[] line = java.util.Arrays.copyOf(message, message.length + 1);
            line[message.length] = '\n';
            input.add(line);
        }

        @Override
        public boolean isStream() {
            return true;
        }

        @Override
        public void closeInput() {
            input.add(END);
        }

        @Override
        public OptionalInt awaitExit(Duration limit) throws InterruptedException {
            return exited.await(limit.toNanos(), TimeUnit.NANOSECONDS) ? OptionalInt.of(0) : OptionalInt.empty();
        }

        @Override
        public void close() {
            input.add(END);
            agent.abandon();
            die();
        }
    }
}
