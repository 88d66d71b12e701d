package io.acp4j.client.internal.supervise;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.supervise.SupervisorListener;
import io.acp4j.rpc.transport.CloseReason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Finds out what a connection took along. */
final class Losses {

    /** How long a response that arrived in time may take to be handled: a second. */
    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private Losses() {}

    static SupervisorListener.ConnectionLoss of(AcpClient client, CloseReason reason) {
        awaitTurns(client);
        List<SupervisorListener.LostSession> sessions = new ArrayList<>();
        for (ClientSession session : client.sessions()) {
            SessionParameters parameters = session.parameters();
            if (parameters != null) {
                // In this order: the end of a turn is noted before it is no longer in progress.
                boolean turnLost = session.isTurnInProgress() || session.isTurnLost();
                sessions.add(new SupervisorListener.LostSession(session.id(), parameters, turnLost));
            }
        }
        return new SupervisorListener.ConnectionLoss(reason, sessions);
    }

    /** Waits until each turn has ended, be it by its response or by the loss. */
    private static void awaitTurns(AcpClient client) {
        long start = System.nanoTime();
        while (client.sessions().stream().anyMatch(ClientSession::isTurnInProgress)
                && System.nanoTime() - start < SETTLE_NANOS) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
