package io.acp4j.agent.internal.client;

import io.acp4j.agent.Client;
import io.acp4j.agent.ClientRequestContext;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.Registration;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.internal.handler.CancellationSource;
import io.acp4j.schema.RequestId;

/** A request that is being served: questions to the user about it end with it. */
public final class DefaultClientRequestContext implements ClientRequestContext, AutoCloseable {

    private final DefaultClient connected;
    private final Client client;
    private final RequestContext context;
    /** Cancelled on the thread that ends the request, so that questions are withdrawn before its response. */
    private final CancellationSource ended = new CancellationSource(Runnable::run);

    private final Registration cancelled;

    /**
     * Creates the context of a request.
     *
     * @param connected the client of the connection
     * @param context the request
     */
    public DefaultClientRequestContext(DefaultClient connected, RequestContext context) {
        this.connected = connected;
        this.client = new DefaultClient(connected, ended);
        this.context = context;
        this.cancelled = context.cancellation().onCancel(ended::cancel);
    }

    /** Returns the client of the connection. It remains usable after the request has ended. */
    public DefaultClient connected() {
        return connected;
    }

    @Override
    public RequestId requestId() {
        return context.id();
    }

    @Override
    public Client client() {
        return client;
    }

    @Override
    public CancellationToken cancellation() {
        return context.cancellation();
    }

    /** Withdraws the questions that have no response yet. */
    @Override
    public void close() {
        cancelled.close();
        ended.cancel();
    }
}
