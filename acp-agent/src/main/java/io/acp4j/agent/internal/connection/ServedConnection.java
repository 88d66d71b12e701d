package io.acp4j.agent.internal.connection;

import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.session.Sessions;
import io.acp4j.rpc.AsyncRequestHandler;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.schema.SessionScoped;

/** A connection as handlers of whole methods need it: each is wrapped, so that it sees the client, and the client what its failures mean. */
public interface ServedConnection {

    /** Returns the open sessions of the connection. */
    Sessions sessions();

    /** Returns the client of the connection. */
    DefaultClient peer();

    /** Wraps a handler that may hold a thread. */
    <P, R> RequestHandler<P, R, RequestContext> served(RequestHandler<P, R, RequestContext> handler);

    /** Wraps a handler that holds no thread. */
    <P, R> AsyncRequestHandler<P, R, RequestContext> servedAsync(AsyncRequestHandler<P, R, RequestContext> handler);

    /**
     * Wraps a handler that may hold a thread, of a request about one session: it begins after the requests before it that open or end
     * the session.
     */
    <P extends SessionScoped, R> AsyncRequestHandler<P, R, RequestContext> afterOpening(
            RequestHandler<P, R, RequestContext> handler);

    /** Wraps a handler that holds no thread, of a request about one session, in the same way. */
    <P extends SessionScoped, R> AsyncRequestHandler<P, R, RequestContext> afterOpeningAsync(
            AsyncRequestHandler<P, R, RequestContext> handler);

    /** Wraps a handler that holds no thread, of a request that ends a session, in the same way; what comes behind it waits for it. */
    <P extends SessionScoped, R> AsyncRequestHandler<P, R, RequestContext> endingAsync(
            AsyncRequestHandler<P, R, RequestContext> handler);

    /** Wraps a handler of notifications. */
    <P> NotificationHandler<P, Connection> taken(NotificationHandler<P, ? super AgentConnection> handler);

    /** Wraps a handler that serves {@code initialize} in the place of this library. */
    <P, R> AsyncRequestHandler<P, R, RequestContext> introducing(AsyncRequestHandler<P, R, RequestContext> handler);
}
