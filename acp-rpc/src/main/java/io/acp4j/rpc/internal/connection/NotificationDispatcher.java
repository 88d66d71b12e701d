package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.internal.handler.MessageLossHandler;
import io.acp4j.rpc.internal.handler.NotificationFallback;
import io.acp4j.rpc.internal.lane.InboundBudget;
import io.acp4j.rpc.internal.lane.Lane;
import io.acp4j.rpc.internal.lane.Lanes;
import io.acp4j.rpc.internal.message.CancelRequest;
import io.acp4j.rpc.internal.message.Inbound;
import io.acp4j.rpc.internal.message.Routes;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.rpc.internal.text.PeerWarnings;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes the peer's notifications, and losses of them, to their handlers. Called by the reading thread only. */
final class NotificationDispatcher {

    private final Connection connection;
    private final Shutdown shutdown;
    private final Routes routes;
    private final Gate gate;
    private final Lanes lanes;
    private final InboundBudget budget;
    private final InboundCalls served;
    private final PeerWarnings warnings;

    NotificationDispatcher(
            Engine engine, Shutdown shutdown, Routes routes, Gate gate, Connection connection, PeerWarnings warnings) {
        this.connection = connection;
        this.shutdown = shutdown;
        this.routes = routes;
        this.gate = gate;
        this.lanes = engine.lanes;
        this.budget = engine.budget;
        this.served = engine.served;
        this.warnings = warnings;
    }

    /** Handles a notification. */
    void take(Inbound.Call call, int bytes) {
        if (call.fault() != null) {
            warnings.warn(
                    log(),
                    "ignored a malformed notification {}: {}",
                    LogText.of(call.method()),
                    call.fault().message());
        } else if (call.params() instanceof CancelRequest cancel) {
            served.cancel(cancel.requestId());
        } else if (gate.isShut()) {
            ignored(call);
        } else if (call.route() instanceof Routes.NotificationRoute<?> route) {
            add(call, () -> handle(route, call.params()), bytes);
        } else {
            NotificationFallback fallback = routes.notificationFallback();
            if (fallback == null) {
                routes.unhandled().onNotification(call.method());
                log().debug("ignored a notification {} that has no handler", LogText.of(call.method()));
            } else {
                add(call, () -> handle(fallback, call), bytes);
            }
        }
    }

    private void add(Inbound.Call call, Runnable task, int bytes) {
        if (gate.isOpen()) {
            lanes.addNotification(call.session(), task, bytes);
            return;
        }
        lanes.startHeld();
        int cost = budget.acquire(bytes);
        served.holdWaiting();
        Lane.Item admitted = gate.admit(new Gate.Waiting(
                call.session(),
                new Lane.Item(() -> runWaiting(task), cost, false, false),
                new Lane.Item(() -> runWaiting(() -> ignored(call)), cost, false, false)));
        if (admitted != null) {
            lanes.of(call.session()).add(admitted);
        }
    }

    private void runWaiting(Runnable task) {
        try {
            task.run();
        } finally {
            served.waitsNoMore();
            shutdown.responded();
        }
    }

    private static void ignored(Inbound.Call call) {
        log().debug("ignored {} before the connection is open", LogText.of(call.method()));
    }

    @SuppressWarnings("unchecked") // the decoder has read the parameters with the codec of this very route
    private <P> void handle(Routes.NotificationRoute<P> route, @Nullable Object params) {
        try {
            route.handler().handle((P) Objects.requireNonNull(params), connection);
        } catch (Exception e) {
            logFailure(route.method().name(), e);
        }
    }

    private void handle(NotificationFallback handler, Inbound.Call call) {
        try {
            handler.handle(call.method(), call.params() instanceof RawJson raw ? raw : null, connection);
        } catch (Exception e) {
            logFailure(call.method(), e);
        }
    }

    private static void logFailure(String method, Exception failure) {
        if (failure instanceof ConnectionClosedException) {
            log().debug("the handler of {} was cut off by the end of the connection", LogText.of(method));
        } else {
            log().error("the handler of {} failed", LogText.of(method), failure);
        }
    }

    /** Reports a loss of messages to the handler. */
    void lost(MessageLoss loss) {
        MessageLossHandler handler = routes.lossHandler();
        if (handler == null || !gate.isOpen()) {
            return;
        }
        Collection<SessionId> affected = loss.session() == null ? handler.sessions() : List.of();
        if (affected.isEmpty()) {
            lanes.addNotification(loss.session(), () -> handle(handler, loss), 0);
        }
        // In the lane of each session, so that the loss keeps its place among the messages of the session.
        for (SessionId session : affected) {
            MessageLoss ofSession = new MessageLoss(session, loss.problem());
            lanes.addNotification(session, () -> handle(handler, ofSession), 0);
        }
    }

    private void handle(MessageLossHandler handler, MessageLoss loss) {
        try {
            handler.handle(loss, connection);
        } catch (Exception e) {
            logFailure("a message loss", e);
        }
    }

    /** Returns the logger; looked up late, since finding the logging library is a part of a program's start. */
    private static Logger log() {
        return LoggerFactory.getLogger(NotificationDispatcher.class);
    }
}
