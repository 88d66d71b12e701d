package io.acp4j.inspector.link;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.inspector.recording.FrameJson;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.schema.RequestId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A connection to an agent on which frames are sent and received as they are. Safe for use by many threads. */
public final class RawLink implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** How many frames may wait to be looked at; a peer that sends more is not read any further. */
    private static final int MAX_WAITING = 100_000;

    private final Transport transport;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<byte[]> received = new ArrayDeque<>();
    private @Nullable String end;

    /**
     * Starts a transport.
     *
     * @param transport one that nobody has started; closed with the link
     */
    public RawLink(Transport transport) {
        this.transport = transport;
        transport.start(new TransportListener() {
            @Override
            public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
                took(Arrays.copyOfRange(buffer, offset, offset + length));
                return null;
            }

            @Override
            public void onFault(FrameError fault) {
                took(new byte[0]);
            }

            @Override
            public void onEnd(CloseReason reason, boolean canSend) {
                lock.lock();
                try {
                    end = reason.description();
                    changed.signalAll();
                } finally {
                    lock.unlock();
                }
            }
        });
    }

    private void took(byte[] frame) {
        lock.lock();
        try {
            if (received.size() >= MAX_WAITING) {
                end = "the agent sends faster than the inspector reads";
                transport.close();
            } else {
                received.add(frame);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends a frame.
     *
     * @param frame the message
     * @throws IOException when the agent has ended
     * @throws InterruptedException when the thread is interrupted while the agent does not read
     */
    public void send(JsonNode frame) throws IOException, InterruptedException {
        try {
            transport.send(new Raw(frame));
        } catch (TransportClosedException e) {
            throw new IOException("the agent has ended: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the next frame.
     *
     * @param limit how long to wait for one
     * @return its bytes, none for what was no frame; null when none comes in time, or the agent has ended
     * @throws InterruptedException when the thread is interrupted while it waits
     */
    public byte @Nullable [] next(Duration limit) throws InterruptedException {
        long left = limit.toNanos();
        lock.lock();
        try {
            while (received.isEmpty() && end == null && left > 0) {
                left = changed.awaitNanos(left);
            }
            return received.poll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns why the agent has ended.
     *
     * @return the reason; null while it has not
     */
    public @Nullable String end() {
        lock.lock();
        try {
            return end;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        transport.close();
    }

    private record Raw(JsonNode frame) implements OutboundFrame {

        @Override
        public Envelope envelope() {
            boolean isCall = frame.has("method");
            Envelope.Kind kind = !isCall
                    ? Envelope.Kind.RESPONSE
                    : frame.has("id") ? Envelope.Kind.REQUEST : Envelope.Kind.NOTIFICATION;
            return new Envelope(kind, id(), frame.path("method").textValue(), null);
        }

        private @Nullable RequestId id() {
            JsonNode id = FrameJson.id(frame);
            if (id.isTextual()) {
                return RequestId.of(id.textValue());
            }
            return id.isLong() ? RequestId.of(id.longValue()) : null;
        }

        @Override
        public void writeTo(FrameBuffer buffer) {
            try {
                byte[] bytes = JSON.writeValueAsBytes(frame);
                buffer.append(bytes, 0, bytes.length);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("a value that was read is always written", e);
            }
        }
    }
}
