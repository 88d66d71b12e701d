package io.acp4j.tck.reference;

import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.internal.wire.Wire;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalInt;

/** Runs reference clients in this JVM; each does one thing after the other on a thread of its own. */
public final class ReferenceClientConnector implements Connector {

    private final Faults faults;
    private final int version;

    public ReferenceClientConnector(Faults faults, int version) {
        this.faults = faults;
        this.version = version;
    }

    @Override
    public Wire open(WireListener listener) {
        return new MemoryWire(listener);
    }

    @Override
    public String describe() {
        return "reference client";
    }

    private final class MemoryWire implements Wire, ReferenceClient.Surroundings {

        private final ClientThread thread = new ClientThread();
        private final ByteArrayOutputStream inLine = new ByteArrayOutputStream();
        private final ByteArrayOutputStream outLine = new ByteArrayOutputStream();
        private final WireListener listener;
        private final ReferenceClient client;
        private boolean ended;
        private boolean dead;

        MemoryWire(WireListener listener) {
            this.listener = listener;
            this.client = new ReferenceClient(faults, version, this);
            later(client::begin);
        }

        /** Handles an event as a whole: what the kit sends next, it sends after all that the client says meanwhile. */
        private synchronized void handle(Runnable event) {
            event.run();
        }

        @Override
        public void later(Runnable event) {
            thread.later(() -> handle(event));
        }

        @Override
        public synchronized void toAgent(byte[] bytes) {
            if (ended) {
                return;
            }
            for (byte b : bytes) {
                if (b == '\n') {
                    listener.received(outLine.toByteArray(), true);
                    outLine.reset();
                } else {
                    outLine.write(b);
                }
            }
        }

        @Override
        public synchronized void toDriver(byte[] line) {
            if (!dead) {
                listener.remarked(line);
            }
        }

        @Override
        public synchronized void hangUp() {
            if (!ended) {
                ended = true;
                if (outLine.size() > 0) {
                    listener.received(outLine.toByteArray(), false);
                }
                listener.ended("the client closed the agent's input");
            }
        }

        @Override
        public synchronized void exit() {
            hangUp();
            if (!dead) {
                dead = true;
                listener.remarked("{\"gone\":\"the client exited with code 0\"}".getBytes(StandardCharsets.UTF_8));
                thread.exit();
            }
        }

        @Override
        public synchronized void write(byte[] bytes) {
            boolean garbles = faults.has("garbles-pieces");
            byte[] read = garbles ? new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8) : bytes;
            later(() -> {
                for (int i = 0; i < read.length; i++) {
                    if (read[i] == '\n') {
                        client.receive(inLine.toByteArray());
                        inLine.reset();
                        if (faults.has("one-line-a-read")) {
                            return;
                        }
                    } else {
                        inLine.write(read[i]);
                    }
                }
            });
        }

        @Override
        public void send(byte[] message) {
            byte[] line = Arrays.copyOf(message, message.length + 1);
            line[message.length] = '\n';
            write(line);
        }

        @Override
        public synchronized void remark(byte[] line) {
            later(() -> client.command(line));
        }

        @Override
        public boolean isStream() {
            return true;
        }

        @Override
        public void closeInput() {
            later(client::agentGone);
        }

        @Override
        public OptionalInt awaitExit(Duration limit) throws InterruptedException {
            return thread.awaitExit(limit);
        }

        @Override
        public void close() {
            later(client::abandon);
        }
    }
}
