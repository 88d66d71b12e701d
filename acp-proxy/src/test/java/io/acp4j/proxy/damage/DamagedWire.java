package io.acp4j.proxy.damage;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.transport.stdio.StdioLimits;
import io.acp4j.transport.stdio.StdioTransport;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A connection between a client and an agent on which the first prompt, or the response to it, is damaged. */
final class DamagedWire {

    private final FrameDamage damage;
    private final boolean response;
    private final AtomicReference<@Nullable String> promptId = new AtomicReference<>();
    private final CountDownLatch done = new CountDownLatch(1);

    /** The end of the agent. */
    final Transport agent;

    /** The end of the client. */
    final Transport client;

    private DamagedWire(FrameDamage damage, boolean response, boolean stdio) throws IOException {
        this.damage = damage;
        this.response = response;
        if (stdio) {
            Pipe fromClient = Pipe.open();
            Pipe toAgent = Pipe.open();
            Pipe fromAgent = Pipe.open();
            Pipe toClient = Pipe.open();
            copy(fromClient, toAgent, this::toAgent);
            copy(fromAgent, toClient, this::toClient);
            StdioLimits limits =
                    StdioLimits.builder().maxFrameBytes(FrameDamage.LIMIT).build();
            client = StdioTransport.over(
                    Channels.newInputStream(toClient.source()), Channels.newOutputStream(fromClient.sink()), limits);
            agent = StdioTransport.over(
                    Channels.newInputStream(toAgent.source()), Channels.newOutputStream(fromAgent.sink()), limits);
        } else {
            InMemoryTransport.Pair pair = InMemoryTransport.pair();
            client = new DamagingTransport(pair.client(), this::toClient);
            agent = new DamagingTransport(pair.agent(), this::toAgent);
        }
    }

    static DamagedWire open(FrameDamage damage, boolean response, boolean stdio) throws IOException {
        return new DamagedWire(damage, response, stdio);
    }

    /** Waits until a response has been damaged. */
    void awaitDamage() throws InterruptedException {
        if (!done.await(1, TimeUnit.MINUTES)) {
            throw new AssertionError("no response was sent within a minute");
        }
    }

    private synchronized String toAgent(String frame) {
        if (promptId.get() != null || !frame.contains("\"method\":\"session/prompt\"")) {
            return frame;
        }
        promptId.set(frame.replaceFirst("(?s).*?(\"id\":[^,]+,).*", "$1"));
        return response ? frame : damage.apply(frame);
    }

    private synchronized String toClient(String frame) {
        String id = promptId.get();
        if (!response || done.getCount() == 0 || id == null || !frame.contains(id) || !frame.contains("\"result\"")) {
            return frame;
        }
        done.countDown();
        return damage.apply(frame);
    }

    /** Copies lines from one pipe to another until the input ends. */
    private static void copy(Pipe from, Pipe to, UnaryOperator<String> change) {
        Thread thread = new Thread(() -> {
            try (InputStream in = new BufferedInputStream(Channels.newInputStream(from.source()));
                    OutputStream out = Channels.newOutputStream(to.sink())) {
                ByteArrayOutputStream line = new ByteArrayOutputStream();
                for (int next = in.read(); next >= 0; next = in.read()) {
                    if (next == '\n') {
                        String changed = change.apply(FrameDamage.text(line.toByteArray(), 0, line.size()));
                        out.write(FrameDamage.bytes(changed + "\n"));
                        line.reset();
                    } else {
                        line.write(next);
                    }
                }
            } catch (IOException e) {
                // The end of the other side ends the copy.
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** Damages what arrives, and refuses frames over the limit as a transport with framing does. */
    private record DamagingTransport(Transport below, UnaryOperator<String> change) implements Transport {

        @Override
        public void start(TransportListener listener) {
            below.start(new TransportListener() {
                @Override
                public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
                    byte[] bytes = FrameDamage.bytes(change.apply(FrameDamage.text(buffer, offset, length)));
                    if (bytes.length > FrameDamage.LIMIT) {
                        listener.onFault(FrameError.tooLarge(FrameDamage.LIMIT, 0, bytes, 0, FrameDamage.LIMIT));
                        return null;
                    }
                    return listener.onFrame(bytes, 0, bytes.length);
                }

                @Override
                public void onFault(FrameError fault) {
                    listener.onFault(fault);
                }

                @Override
                public void onEnd(CloseReason reason, boolean canSend) {
                    listener.onEnd(reason, canSend);
                }
            });
        }

        @Override
        public void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
            below.send(frame);
        }

        @Override
        public boolean send(OutboundFrame frame, long timeout, TimeUnit unit)
                throws TransportClosedException, InterruptedException {
            return below.send(frame, timeout, unit);
        }

        @Override
        public boolean offer(OutboundFrame frame) throws TransportClosedException {
            return below.offer(frame);
        }

        @Override
        public void close() {
            below.close();
        }

        @Override
        public CompletionStage<CloseReason> closed() {
            return below.closed();
        }
    }
}
