package io.acp4j.client.supervise;

import io.acp4j.client.AcpClient;
import java.util.List;
import java.util.Objects;

/**
 * A new connection in place of a lost one.
 *
 * @param loss what was lost; with sessions, too, whose opening was still being handled when the loss was told
 * @param client the client from now on
 * @param sessions the sessions that are open again; objects of the old client are of no use any more
 * @param failed the sessions that could not be opened again
 * @since 0.1.0
 */
public record Restoration(
        ConnectionLoss loss, AcpClient client, List<RestoredSession> sessions, List<FailedSession> failed) {

    /** Keeps copies of the lists. */
    public Restoration {
        Objects.requireNonNull(loss, "loss");
        Objects.requireNonNull(client, "client");
        sessions = List.copyOf(sessions);
        failed = List.copyOf(failed);
    }
}
