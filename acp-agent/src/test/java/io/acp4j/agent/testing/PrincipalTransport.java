package io.acp4j.agent.testing;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * A transport whose peer is known by a name.
 *
 * @param below moves the frames
 * @param principal who the peer is
 */
public record PrincipalTransport(Transport below, String principal) implements Transport {

    @Override
    public void start(TransportListener listener) {
        below.start(listener);
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
    public long queuedBytes() {
        return below.queuedBytes();
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
