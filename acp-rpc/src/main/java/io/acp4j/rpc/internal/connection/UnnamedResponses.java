package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.MalformedMessageException;
import io.acp4j.rpc.internal.message.Inbound;
import io.acp4j.rpc.internal.receipt.UnnamedResponse;
import io.acp4j.rpc.internal.receipt.UnnamedResponseRule;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests of a connection that a response without an ID may end. */
final class UnnamedResponses implements UnnamedResponseRule.Requests<OutboundCall<?>> {

    private final Engine engine;

    UnnamedResponses(Engine engine) {
        this.engine = engine;
    }

    @Override
    public List<OutboundCall<?>> sent() {
        return engine.calls.sent();
    }

    @Override
    public boolean isPending(OutboundCall<?> call) {
        return engine.calls.isPending(call);
    }

    @Override
    public @Nullable OutboundCall<?> findDamaged(RequestId id) {
        return engine.calls.findDamaged(id);
    }

    @Override
    public boolean isPeerWaiting(OutboundCall<?> call) {
        return call.session() != null && engine.timeLimits.isPeerWaiting(call.session());
    }

    @Override
    public void limit(int maxBytes) {
        engine.frames.limit(maxBytes);
    }

    @Override
    public void end(OutboundCall<?> call, UnnamedResponse response) {
        String fault = response.error() == null ? response.description() : null;
        engine.responses.take(new Inbound.Response(call.id(), call, null, response.error(), fault), 0);
    }

    @Override
    public void giveUp(OutboundCall<?> call, UnnamedResponse response) {
        ErrorObject error = response.error();
        call.ended(Outcomes.FAILED);
        engine.abandon(call);
        call.fail(
                error == null
                        ? new MalformedMessageException(
                                "the response to " + call.methodName() + " is malformed: " + response.description())
                        : AcpErrorException.received(call.methodName(), error));
    }

    @Override
    public Duration wait(OutboundCall<?> call) {
        Duration limit = engine.options.requestTimeout();
        return limit.isZero() ? UnnamedResponseRule.DEFAULT_WAIT : limit;
    }

    @Override
    public void after(Duration delay, Runnable action) {
        engine.timers.after(Deadline.millis(delay), action);
    }
}
