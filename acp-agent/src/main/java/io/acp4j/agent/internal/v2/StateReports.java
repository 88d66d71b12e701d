package io.acp4j.agent.internal.v2;

import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.protocol.WorkReports;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.MessageTooLargeException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.prompt.Usage;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.RequiresActionStateUpdate;
import io.acp4j.schema.update.RunningStateUpdate;
import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.StateUpdate;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what a session does: running, waiting for the user, idle; and with each of them what runs in the background, once the agent
 * has said anything of that.
 */
final class StateReports implements WorkReports {

    private static final Logger LOG = LoggerFactory.getLogger(StateReports.class);

    private enum State {
        IDLE,
        RUNNING,
        REQUIRES_ACTION
    }

    private final SessionId session;
    private final DefaultClient client;
    private final AtomicBoolean reporting;
    private volatile State state = State.IDLE;
    private volatile @Nullable List<BackgroundWork> background;
    private int questions;
    private boolean closed;

    /**
     * Creates the reports of an idle session.
     *
     * @param reporting whether the agent has ever said what runs in the background of a session: who reports that has to do so with
     *     every state, so also when a session was closed and is opened again
     */
    StateReports(SessionId session, DefaultClient client, AtomicBoolean reporting) {
        this.session = session;
        this.client = client;
        this.reporting = reporting;
        this.background = reporting.get() ? List.of() : null;
    }

    @Override
    public void opened() {
        send(state());
    }

    @Override
    public void begun() {
        questions = 0;
        state = State.RUNNING;
        send(state());
    }

    @Override
    public void waiting() {
        if (state != State.IDLE && questions++ == 0) {
            state = State.REQUIRES_ACTION;
            send(state());
        }
    }

    @Override
    public void waitingNoMore() {
        if (state == State.REQUIRES_ACTION && --questions == 0) {
            state = State.RUNNING;
            quietly(state());
        }
    }

    @Override
    public void ended(@Nullable PromptResponse response, @Nullable Throwable failure) {
        if (state == State.IDLE) {
            return;
        }
        state = State.IDLE;
        if (response != null) {
            quietly(idle(response.stopReason(), null, response.usage(), response.meta()));
        } else if (isCancellation(failure)) {
            quietly(idle(StopReason.CANCELLED, null, null, null));
        } else {
            quietly(idle(IdleStateUpdate.ERROR, error(failure), null, null));
        }
    }

    /** Returns whether work that has ended so was cancelled, which is no failure. */
    static boolean isCancellation(@Nullable Throwable failure) {
        return failure instanceof RequestCancelledException || failure instanceof CancellationException;
    }

    private ErrorObject error(@Nullable Throwable failure) {
        if (failure instanceof AcpErrorException error) {
            return error.responseError();
        }
        if (failure instanceof MessageTooLargeException tooLarge) {
            LOG.error("the turn of session {} failed: {}", session, tooLarge.getMessage());
            return tooLarge.responseError();
        }
        LOG.error("the turn of session {} failed; the client gets an error without details", session, failure);
        return ErrorObject.of(ErrorCode.INTERNAL_ERROR, "Internal error");
    }

    @Override
    public void closed() {
        if (state != State.IDLE) {
            state = State.IDLE;
            quietly(idle(StopReason.CANCELLED, null, null, null));
        }
        closed = true;
    }

    @Override
    public StateUpdate state() {
        return switch (state) {
            case RUNNING -> new RunningStateUpdate(background, null);
            case REQUIRES_ACTION -> new RequiresActionStateUpdate(background, null);
            case IDLE -> idle(null, null, null, null);
        };
    }

    private IdleStateUpdate idle(
            @Nullable StopReason reason, @Nullable ErrorObject error, @Nullable Usage usage, @Nullable Meta meta) {
        return new IdleStateUpdate(reason, error, usage, background, meta);
    }

    @Override
    public void background(List<BackgroundWork> running) {
        reporting.set(true);
        background = List.copyOf(running);
        send(state());
    }

    @Override
    public void carry(@Nullable List<BackgroundWork> running) {
        if (running != null) {
            background = running;
        }
    }

    private void send(StateUpdate update) {
        if (!closed) {
            client.update(new SessionNotification(session, update, null));
        }
    }

    /** Sends what nobody waits for: a client that is gone needs it no more. */
    private void quietly(StateUpdate update) {
        try {
            send(update);
        } catch (AcpException e) {
            LOG.debug("the client was not told what session {} does", session, e);
        }
    }
}
