package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands frames to the transport in the three ways that callers need. */
final class Outbox {

    private final Transport transport;

    Outbox(Transport transport) {
        this.transport = transport;
    }

    /**
     * Sends, waiting for room until a deadline; for threads that may be interrupted.
     *
     * @return false when there was no room in time, and nothing is sent
     */
    boolean send(OutboundFrame frame, Deadline deadline) throws TransportClosedException, InterruptedException {
        if (!deadline.isLimited()) {
            transport.send(frame);
            return true;
        }
        return transport.send(frame, deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Sends what must be sent even from an interrupted thread, such as a response.
     *
     * @return false when the transport is closed
     */
    boolean sendSurely(OutboundFrame frame) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    transport.send(frame);
                    return true;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TransportClosedException e) {
                    log().debug("a response came too late: {}", e.getMessage());
                    return false;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Sends from the reading thread: without waiting as long as the allowance lasts, then slowing the peer down. */
    void sendFromReader(OutboundFrame frame) {
        try {
            if (!transport.offer(frame)) {
                sendSurely(frame);
            }
        } catch (TransportClosedException e) {
            log().debug("a response came too late: {}", e.getMessage());
        }
    }

    /** Sends without waiting, or not at all when the allowance is used up; for what is only a courtesy. */
    void sendLater(OutboundFrame frame) {
        try {
            if (!transport.offer(frame)) {
                log().warn("the peer does not read; a cancellation could not be sent");
            }
        } catch (IOException e) {
            log().debug("the connection ended before a cancellation could be sent");
        }
    }

    /** Returns the logger; looked up late, since finding the logging library is a part of a program's start. */
    private static Logger log() {
        return LoggerFactory.getLogger(Outbox.class);
    }
}
