package io.acp4j.inspector.drive;

import io.acp4j.inspector.log.LoggedConnection;
import io.acp4j.rpc.internal.transport.PacedListener;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Logs what no listener to frames is told of: what was no frame, and the end of the connection. */
final class FaultTap implements Transport {

    private final Transport transport;
    private final LoggedConnection log;

    FaultTap(Transport transport, LoggedConnection log) {
        this.transport = transport;
        this.log = log;
    }

    @Override
    public String principal() {
        return transport.principal();
    }

    @Override
    public void start(TransportListener listener) {
        transport.start(new PacedListener() {
            @Override
            public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
                return listener.onFrame(buffer, offset, length);
            }

            @Override
            public boolean mayBlock() {
                return PacedListener.mayBlock(listener);
            }

            @Override
            public void onPause() {
                PacedListener.pause(listener);
            }

            @Override
            public void onFault(FrameError fault) {
                log.fault(fault.problem());
                listener.onFault(fault);
            }

            @Override
            public void whenIdle(Runnable action) {
                PacedListener.whenIdle(listener, action);
            }

            @Override
            public void onLoss(MessageLoss loss) {
                log.event("messages were lost: " + loss.problem());
                listener.onLoss(loss);
            }

            @Override
            public void onEnd(CloseReason reason, boolean canSend) {
                log.event("the connection has ended: " + reason.description());
                listener.onEnd(reason, canSend);
            }
        });
    }

    @Override
    public void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        transport.send(frame);
    }

    @Override
    public boolean send(OutboundFrame frame, long timeout, TimeUnit unit)
            throws TransportClosedException, InterruptedException {
        return transport.send(frame, timeout, unit);
    }

    @Override
    public boolean offer(OutboundFrame frame) throws TransportClosedException {
        return transport.offer(frame);
    }

    @Override
    public long queuedBytes() {
        return transport.queuedBytes();
    }

    @Override
    public boolean isLocal() {
        return transport.isLocal();
    }

    @Override
    public String peerNotes() {
        return transport.peerNotes();
    }

    @Override
    public void close() {
        transport.close();
    }

    @Override
    public void close(CloseReason reason) {
        transport.close(reason);
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return transport.closed();
    }
}
