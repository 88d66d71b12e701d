package io.acp4j.client.supervise;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionParameters;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Listener for the loss and the replacement of a supervised connection. Called on the supervisor's thread, one call at a time. Exceptions
 * are logged. The thread is interrupted when the supervision is closed.
 *
 * @since 0.1.0
 */
public interface SupervisorListener {

    /**
     * Called when the connection is lost, before the first attempt to replace it.
     *
     * @param loss the cause, and the sessions and turns that were in progress
     */
    default void onLost(ConnectionLoss loss) {}

    /**
     * Called before an attempt to connect again.
     *
     * @param attempt the number of the attempt, starting at 1
     * @param delay the delay before the attempt
     * @param failure the failure of the previous attempt; null before the first attempt
     */
    default void onRetry(int attempt, Duration delay, @Nullable Throwable failure) {}

    /**
     * Called when the connection has been replaced.
     *
     * @param restoration the new client, the restored sessions, and the sessions that could not be restored
     */
    default void onRestored(Restoration restoration) {}

    /**
     * Called when no more attempts are made; the supervisor has ended.
     *
     * @param loss the loss of the connection
     * @param failure the failure of the last attempt
     */
    default void onGivenUp(ConnectionLoss loss, Throwable failure) {}

    /**
     * The loss of a connection that this program has not closed.
     *
     * @param reason the cause, such as the exit of the agent's process
     * @param sessions the sessions that were open, in any order
     */
    record ConnectionLoss(CloseReason reason, List<LostSession> sessions) {

        /** Copies the list. */
        public ConnectionLoss {
            Objects.requireNonNull(reason, "reason");
            sessions = List.copyOf(sessions);
        }
    }

    /**
     * A session that was open when the connection was lost.
     *
     * @param id the ID of the session
     * @param parameters the parameters that it was opened with
     * @param turnLost whether a turn was running. Its prompt fails with {@link io.acp4j.rpc.ConnectionClosedException} and is not sent
     *     again. The agent may have completed a part of the turn
     */
    record LostSession(SessionId id, SessionParameters parameters, boolean turnLost) {

        /** Checks that the ID and the parameters are not null. */
        public LostSession {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(parameters, "parameters");
        }
    }

    /**
     * A new connection in place of a lost one.
     *
     * @param loss the loss. It also contains sessions that were being opened when {@link #onLost} was called
     * @param client the new client
     * @param sessions the sessions that are open again. Use these in place of the objects of the old client
     * @param failed the sessions that could not be opened again
     */
    record Restoration(
            ConnectionLoss loss, AcpClient client, List<RestoredSession> sessions, List<FailedSession> failed) {

        /** Copies the lists. */
        public Restoration {
            Objects.requireNonNull(loss, "loss");
            Objects.requireNonNull(client, "client");
            sessions = List.copyOf(sessions);
            failed = List.copyOf(failed);
        }
    }

    /**
     * A session that is open again.
     *
     * @param session the session of the new client
     * @param lost the session before the loss
     * @param replayed whether the agent has sent the history again, because it loads sessions and does not resume them
     */
    record RestoredSession(ClientSession session, LostSession lost, boolean replayed) {

        /** Checks that no component is null. */
        public RestoredSession {
            Objects.requireNonNull(session, "session");
            Objects.requireNonNull(lost, "lost");
        }
    }

    /**
     * A session that could not be opened again.
     *
     * @param lost the session before the loss
     * @param cause the failure; {@link io.acp4j.rpc.UnsupportedCapabilityException} when the agent neither resumes nor loads sessions
     */
    record FailedSession(LostSession lost, Throwable cause) {

        /** Checks that no component is null. */
        public FailedSession {
            Objects.requireNonNull(lost, "lost");
            Objects.requireNonNull(cause, "cause");
        }
    }
}
