package io.acp4j.agent.internal.client;

import io.acp4j.agent.RequestClient;
import io.acp4j.rpc.CancellationSource;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.Registration;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.elicitation.CreateElicitationRequest;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The client of one request: what it asks the user ends with the request. */
public final class DefaultRequestClient extends ForwardingPeer implements RequestClient, AutoCloseable {

    private final DefaultClient peer;
    private final RequestContext context;
    /** Cancelled on the thread that ends the request, so that questions are withdrawn before its response. */
    private final CancellationSource ended = new CancellationSource(Runnable::run);

    private final Registration cancelled;

    /**
     * Creates the client of a request that is being served.
     *
     * @param context the request
     */
    public DefaultRequestClient(DefaultClient peer, RequestContext context) {
        super(peer);
        this.peer = peer;
        this.context = context;
        this.cancelled = context.cancellation().onCancel(ended::cancel);
    }

    /** Returns the client of the connection. It remains usable after the request has ended. */
    public DefaultClient peer() {
        return peer;
    }

    @Override
    public RequestId requestId() {
        return context.id();
    }

    @Override
    public CancellationToken cancellation() {
        return context.cancellation();
    }

    @Override
    public CreateElicitationResponse elicit(CreateElicitationRequest request) {
        return Waits.await(elicitAsync(request));
    }

    @Override
    public CompletableFuture<CreateElicitationResponse> elicitAsync(CreateElicitationRequest request) {
        return Waits.untilCancelled(ended, () -> peer.elicitAsync(request), Function.identity());
    }

    /** Withdraws the questions that have no response yet. */
    @Override
    public void close() {
        cancelled.close();
        ended.cancel();
    }
}
