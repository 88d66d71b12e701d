package io.acp4j.agent.internal.connection;

import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.RequestId;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** A request's context whose connection is the agent's. */
public record AgentRequestContext(RequestContext request, Connection connection) implements RequestContext {

    @Override
    public RequestId id() {
        return request.id();
    }

    @Override
    public String method() {
        return request.method();
    }

    @Override
    public CancellationToken cancellation() {
        return request.cancellation();
    }

    @Override
    public Executor executor() {
        return request.executor();
    }

    @Override
    public void afterResponse(Runnable action) {
        request.afterResponse(action);
    }

    @Override
    public void keepOpenUntil(CompletionStage<?> end) {
        request.keepOpenUntil(end);
    }
}
