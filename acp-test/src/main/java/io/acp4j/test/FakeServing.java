package io.acp4j.test;

import io.acp4j.rpc.Connection;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.SessionUpdate;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a version of the protocol makes of a {@link FakeAgent}. */
interface FakeServing {

    /** Begins to serve. */
    Connection start(Transport transport);

    /** Serves a method by hand. */
    <P, R> void onRequest(RequestMethod<P, R> method, RequestHandler<P, R, RequestContext> handler);

    /** Handles a notification by hand. */
    <P> void onNotification(NotificationMethod<P> method, NotificationHandler<P, Connection> handler);

    /** Returns what the client said of itself; null before it did. */
    @Nullable
    InitializeRequest introduction();

    /** Sends an update. */
    void update(SessionId session, SessionUpdate update);

    /** Sets what goes on in the background of an open session. */
    void background(SessionId session, List<BackgroundWork> running);

    /** Plays a turn that no prompt has begun. */
    CompletionStage<Void> startTurn(SessionId session, FakeTurn.Script script);
}
