package io.acp4j.observability.micrometer;

import io.acp4j.observability.internal.Labels;
import io.acp4j.rpc.ConnectionListener;
import io.acp4j.rpc.ConnectionLoad;
import io.acp4j.rpc.ObservedRequest;
import io.acp4j.rpc.RequestListener;
import io.acp4j.rpc.RequestOutcome;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.Meta;
import io.acp4j.schema.method.Methods;
import java.time.Duration;

/** Adds what happens on one connection to the meters. */
final class MeteredConnection implements ConnectionListener {

    private final ConnectionMeters meters;
    private final ConnectionLoad load;

    MeteredConnection(ConnectionMeters meters, ConnectionLoad load) {
        this.meters = meters;
        this.load = load;
        meters.opened(load);
    }

    @Override
    public void frame(Direction direction, int bytes) {
        meters.frame(direction, bytes);
    }

    @Override
    public void refused() {
        meters.refused();
    }

    @Override
    public RequestListener outgoing(ObservedRequest request) {
        return new Running(Direction.OUTBOUND, request.method());
    }

    @Override
    public RequestListener incoming(ObservedRequest request, Meta meta) {
        return new Running(Direction.INBOUND, request.method());
    }

    @Override
    public void closed(CloseReason reason) {
        meters.closed(load, reason);
    }

    private final class Running implements RequestListener {

        private final Direction direction;
        private final String method;
        private final boolean turn;
        private final long began = System.nanoTime();

        Running(Direction direction, String method) {
            this.direction = direction;
            this.method = method;
            this.turn = method.equals(Methods.SESSION_PROMPT.name());
            if (turn) {
                meters.turns(direction).incrementAndGet();
            }
        }

        @Override
        public void ended(RequestOutcome outcome) {
            Duration duration = Duration.ofNanos(System.nanoTime() - began);
            meters.requestEnded(direction, method, outcome, duration);
            if (turn) {
                meters.turns(direction).decrementAndGet();
                // In protocol version 2 a result says that the turn has begun.
                if (outcome.kind() != RequestOutcome.Kind.RESULT || Labels.stopReason(outcome) != null) {
                    meters.turnEnded(direction, outcome, duration);
                }
            }
        }
    }
}
