package io.acp4j.observability.internal.micrometer;

import io.acp4j.observability.internal.Labels;
import io.acp4j.rpc.ConnectionListener;
import io.acp4j.rpc.ConnectionListener.RequestListener;
import io.acp4j.rpc.ConnectionListener.RequestOutcome;
import io.acp4j.rpc.ConnectionObserver;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.Meta;
import io.acp4j.schema.method.Methods;
import java.time.Duration;

/** Adds what happens on one connection to the meters. */
public final class MeteredConnection implements ConnectionListener {

    private final ConnectionMeters meters;
    private final ConnectionObserver.Load load;

    public MeteredConnection(ConnectionMeters meters, ConnectionObserver.Load load) {
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
    public RequestListener outgoing(ConnectionListener.Request request) {
        return new Running(Direction.OUTBOUND, request.method());
    }

    @Override
    public RequestListener incoming(ConnectionListener.Request request, Meta meta) {
        return new Running(Direction.INBOUND, request.method());
    }

    @Override
    public void closed(CloseReason reason) {
        meters.closed(load, reason);
    }

    /**
     * A request; that of a prompt is a turn, which ends with the response in version 1, and begins with it in version 2. What waits to
     * begin is not running.
     */
    private final class Running implements RequestListener {

        private final Direction direction;
        private final String method;
        private final boolean turn;
        private final long arrived = System.nanoTime();
        private long turnBegan = arrived;
        private boolean counted;
        private boolean outlives;
        private boolean done;

        Running(Direction direction, String method) {
            this.direction = direction;
            this.method = method;
            this.turn = method.equals(Methods.SESSION_PROMPT.name());
            if (turn) {
                count();
            }
        }

        private void count() {
            counted = true;
            meters.turns(direction).incrementAndGet();
        }

        private void countNoMore() {
            if (counted) {
                counted = false;
                meters.turns(direction).decrementAndGet();
            }
        }

        @Override
        public synchronized void outlivesResponse() {
            if (turn) {
                outlives = true;
                countNoMore();
            }
        }

        @Override
        public synchronized void ended(RequestOutcome outcome) {
            meters.requestEnded(direction, method, outcome, since(arrived));
            if (!turn || done) {
                return;
            }
            boolean result = outcome.kind() == RequestOutcome.Kind.RESULT;
            if (outlives && result) {
                turnBegan = System.nanoTime();
                count();
            } else if (!result || Labels.stopReason(outcome) != null) {
                turnEnded(outcome);
            } else {
                // Neither the sender of this prompt nor its handler reports the end of the turn.
                countNoMore();
            }
        }

        @Override
        public synchronized void workEnded(RequestOutcome outcome) {
            if (turn && !done) {
                turnEnded(outcome);
            }
        }

        private void turnEnded(RequestOutcome outcome) {
            done = true;
            countNoMore();
            meters.turnEnded(direction, outcome, since(turnBegan));
        }

        private Duration since(long nanoTime) {
            return Duration.ofNanos(System.nanoTime() - nanoTime);
        }
    }
}
