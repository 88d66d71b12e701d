package io.acp4j.client.supervise;

import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.UpdateListener;
import io.acp4j.client.internal.supervise.DefaultSupervisedAgent;
import io.acp4j.client.internal.supervise.Supervision;
import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionId;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A connection to an agent that is replaced when it is lost: a dead process is launched again, a dropped socket connected
 * again, as often as {@link BackOff} allows.
 *
 * <p>On a new connection the agent is initialized, and the sessions that were open are loaded or resumed, as {@link RestoreMethod}
 * describes. A transcript keeps the text that the user has seen. A resumed session continues the transcript of the lost connection, and a
 * {@link io.acp4j.client.transcript.TranscriptEntry.Gap} marks the loss. A loaded session has the history of the agent. If a turn was
 * lost, its transcript also has a gap, which contains the text that the agent has not stored. Listeners of the old transcript are not
 * carried over. Nothing is sent again, and no loss is hidden. Prompts and other calls in progress fail with {@link
 * io.acp4j.rpc.ConnectionClosedException}. {@link SupervisorListener} is notified of lost and restored sessions. {@link AcpClient} and
 * {@link ClientSession} objects belong to one connection. Obtain new ones from the listener or from this object.
 *
 * <p>Safe for use by any number of threads. Closing {@link #client()} oneself ends the supervision as {@link #close()} does.
 *
 * @since 0.1.0
 */
public interface SupervisedAgent extends AutoCloseable {

    /** How long resuming or loading one session may take unless stated otherwise: 2 minutes. */
    Duration DEFAULT_RESTORE_TIMEOUT = Duration.ofMinutes(2);

    /**
     * Starts to describe a supervised connection.
     *
     * @param transports opens each connection
     * @return a builder with default settings
     */
    static Builder builder(Transport.Factory transports) {
        return new Builder(transports);
    }

    /**
     * Returns the client of the latest connection. While it is lost, calls fail.
     *
     * @return the client
     */
    AcpClient client();

    /**
     * Finds a session on the latest connection.
     *
     * @param id its id
     * @return the session; null when it is not open there
     */
    default @Nullable ClientSession session(SessionId id) {
        return client().session(id);
    }

    /**
     * Returns whether there is a connection now, with the sessions restored.
     *
     * @return false from the loss of a connection until it has been replaced, and after the end
     */
    boolean isConnected();

    /**
     * Returns when the supervision has ended.
     *
     * @return a stage that completes with null after {@link #close()}, and with the last failure when the agent was given up
     */
    CompletionStage<@Nullable Throwable> ended();

    /**
     * Replaces the connection, for instance because the agent hangs. Closes the connection, which ends the process of the agent, and
     * restores the sessions on a new one. Turns in progress are lost, as with any other loss. Returns immediately. If the connection is
     * already being replaced, returns the result of that replacement.
     *
     * @return a stage that completes with the new client; it fails if the supervision ends first
     */
    CompletionStage<AcpClient> restart();

    /** Ends the supervision and closes the connection. Returns at once and may be called again. */
    @Override
    void close();

    /** Describes a supervised connection. Used by one thread. */
    final class Builder {

        private final Transport.Factory transports;
        private Consumer<AcpClientBuilder> settings = builder -> {};
        private Preparation preparation = client -> {};
        private Function<SessionId, @Nullable UpdateListener> sessionListeners = session -> null;
        private SupervisorListener listener = new SupervisorListener() {};
        private BackOff backOff = BackOff.DEFAULT;
        private Duration restoreTimeout = DEFAULT_RESTORE_TIMEOUT;
        private RestoreMethod restoreMethod = RestoreMethod.AUTOMATIC;
        private boolean restartUnresponsive;

        Builder(Transport.Factory transports) {
            this.transports = Objects.requireNonNull(transports, "transports");
        }

        /**
         * Sets how each client is described: handlers, host services, limits.
         *
         * @param client is given a new builder for each connection
         * @return this
         */
        public Builder client(Consumer<AcpClientBuilder> client) {
            settings = Objects.requireNonNull(client, "client");
            return this;
        }

        /**
         * Sets the preparation of each new connection before its sessions are opened, such as authentication. Default: none.
         *
         * @param steps the steps of the preparation
         * @return this
         */
        public Builder prepare(Preparation steps) {
            preparation = Objects.requireNonNull(steps, "steps");
            return this;
        }

        /**
         * Sets who takes the updates of sessions that are opened again, the replay of a loaded one included, beside the
         * client's own listener. Listeners that were added to sessions of the old client are not carried over.
         *
         * @param listeners gives the listener of a session; null when only the client's own does
         * @return this
         */
        public Builder sessionListeners(Function<SessionId, @Nullable UpdateListener> listeners) {
            sessionListeners = Objects.requireNonNull(listeners, "listeners");
            return this;
        }

        /**
         * Sets the listener for losses and restorations.
         *
         * @param events the listener
         * @return this
         */
        public Builder listener(SupervisorListener events) {
            listener = Objects.requireNonNull(events, "events");
            return this;
        }

        /**
         * Sets how often and how soon to connect again; {@link BackOff#DEFAULT} unless set.
         *
         * @param times the times
         * @return this
         */
        public Builder backOff(BackOff times) {
            backOff = Objects.requireNonNull(times, "times");
            return this;
        }

        /**
         * Limits how long resuming or loading one session may take; it counts as failed then.
         *
         * @param limit the time, positive
         * @return this
         */
        public Builder restoreTimeout(Duration limit) {
            if (limit.isNegative() || limit.isZero()) {
                throw new IllegalArgumentException("restoreTimeout must be positive, not " + DurationText.of(limit));
            }
            restoreTimeout = limit;
            return this;
        }

        /**
         * Sets the method of opening sessions on a new connection. Default {@link RestoreMethod#AUTOMATIC}.
         *
         * @param method the preferred method
         * @return this
         */
        public Builder restoreMethod(RestoreMethod method) {
            restoreMethod = Objects.requireNonNull(method, "method");
            return this;
        }

        /**
         * Sets whether an unresponsive agent is restarted. An agent is unresponsive if it has not confirmed the cancellation of a turn
         * within {@link AcpClientBuilder#cancelTimeout}. Silence alone does not count, because an agent may work for a long time. Default
         * false, since a restart also ends the turns of other sessions.
         *
         * @param restarts true to {@linkplain SupervisedAgent#restart() restart} such an agent
         * @return this
         */
        public Builder restartUnresponsive(boolean restarts) {
            restartUnresponsive = restarts;
            return this;
        }

        /**
         * Connects for the first time, without a second attempt, and waits until that is done; supervises from then on.
         *
         * @return the supervised connection, to be closed by the caller
         * @throws io.acp4j.rpc.AcpException when the agent cannot be launched or connected: what
         *     {@link AcpClientBuilder#connect()} throws, and for a failing transport one with its exception as the cause
         */
        public SupervisedAgent start() {
            return DefaultSupervisedAgent.start(new Supervision(
                    transports,
                    settings,
                    preparation,
                    sessionListeners,
                    listener,
                    backOff,
                    restoreTimeout,
                    restoreMethod,
                    restartUnresponsive));
        }
    }

    /** Preparation of a new connection before its sessions are opened, such as authentication. */
    @FunctionalInterface
    interface Preparation {

        /**
         * Prepares a client that has just been initialized. The implementation may call the agent and wait.
         *
         * @param client the client
         * @throws Exception to fail the attempt to connect
         */
        void prepare(AcpClient client) throws Exception;
    }

    /**
     * Method of opening sessions on a new connection. If the agent does not advertise the preferred request, or refuses it, the other
     * one is used.
     */
    enum RestoreMethod {

        /**
         * Loads the session if the client keeps transcripts, so that the transcript equals the history of the agent. Otherwise resumes the
         * session. This is the default.
         */
        AUTOMATIC,

        /** Loads the session: the agent sends the history again, and listeners receive it. */
        LOAD,

        /** Resumes the session: the agent does not send the history. The transcript of the lost connection continues after a gap. */
        RESUME
    }
}
