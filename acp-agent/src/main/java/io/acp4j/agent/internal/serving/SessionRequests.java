package io.acp4j.agent.internal.serving;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.ClientRequestContext;
import io.acp4j.agent.RequestAction;
import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.client.DefaultClientRequestContext;
import io.acp4j.agent.internal.connection.AgentConfiguration;
import io.acp4j.agent.internal.connection.Results;
import io.acp4j.agent.internal.protocol.ConfigOptions;
import io.acp4j.agent.internal.protocol.RequestChecks;
import io.acp4j.agent.internal.session.DefaultAgentSession;
import io.acp4j.agent.internal.session.KnownSessions;
import io.acp4j.agent.internal.session.Sessions;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.config.SetSessionConfigOptionResponse;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.mode.SetSessionModeRequest;
import io.acp4j.schema.mode.SetSessionModeResponse;
import io.acp4j.schema.session.ArchiveSessionRequest;
import io.acp4j.schema.session.ArchiveSessionResponse;
import io.acp4j.schema.session.CloseSessionRequest;
import io.acp4j.schema.session.CloseSessionResponse;
import io.acp4j.schema.session.DeleteSessionRequest;
import io.acp4j.schema.session.DeleteSessionResponse;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Serves the requests about sessions other than those that open one or start a turn. */
public final class SessionRequests {

    private final AgentConfiguration configuration;
    private final Sessions sessions;
    private final Turns turns;
    private final DefaultClient client;

    SessionRequests(AgentConfiguration configuration, Sessions sessions, Turns turns, DefaultClient client) {
        this.configuration = configuration;
        this.sessions = sessions;
        this.turns = turns;
        this.client = client;
    }

    ListSessionsResponse list(
            RequestHandler<ListSessionsRequest, ListSessionsResponse, ClientRequestContext> handler,
            ListSessionsRequest request,
            RequestContext context)
            throws Exception {
        RequestChecks.absolute(request.cwd(), "/params/cwd");
        configuration.checks(client.version()).archived(request.archived());
        try (DefaultClientRequestContext served = new DefaultClientRequestContext(client, context)) {
            return Results.notNull(handler.handle(request, served), context.method());
        }
    }

    SetSessionModeResponse setMode(
            RequestAction<SetSessionModeRequest, AgentSession> handler, SetSessionModeRequest request)
            throws Exception {
        return setMode(handler, request, "/params/modeId");
    }

    /**
     * Switches the mode of a session.
     *
     * @param path where the request names the mode
     */
    public SetSessionModeResponse setMode(
            RequestAction<SetSessionModeRequest, AgentSession> handler, SetSessionModeRequest request, String path)
            throws Exception {
        DefaultAgentSession session = sessions.require(request.sessionId());
        SessionModeState modes = session.modes();
        if (modes != null
                && modes.availableModes().stream().noneMatch(mode -> mode.id().equals(request.modeId()))) {
            throw RequestChecks.invalid("unknown_mode", path, "the session has no such mode");
        }
        handler.handle(request, session);
        session.settings().modeChosen(request.modeId());
        return SetSessionModeResponse.EMPTY;
    }

    /** Has the author change an option. */
    public SetSessionConfigOptionResponse setConfigOption(
            RequestHandler<SetSessionConfigOptionRequest, List<SessionConfigOption>, AgentSession> handler,
            SetSessionConfigOptionRequest request,
            RequestContext context)
            throws Exception {
        DefaultAgentSession session = sessions.require(request.sessionId());
        ConfigOptions.check(request, session.configOptions());
        List<SessionConfigOption> options =
                List.copyOf(Results.notNull(handler.handle(request, session), context.method()));
        session.settings().optionsChosen(options);
        return SetSessionConfigOptionResponse.of(ConfigOptions.known(options, client));
    }

    /** Changes an option as the client has chosen it, where the author has declared the options and nothing else. */
    public SetSessionConfigOptionResponse chooseConfigOption(SetSessionConfigOptionRequest request) {
        List<SessionConfigOption> options =
                sessions.require(request.sessionId()).settings().optionChosen(request);
        return SetSessionConfigOptionResponse.of(ConfigOptions.known(options, client));
    }

    /** Closes a session. */
    public CompletionStage<CloseSessionResponse> close(
            RequestAction<CloseSessionRequest, AgentSession> handler,
            CloseSessionRequest request,
            RequestContext context) {
        if (isClosedAlready(request.sessionId())) {
            return CompletableFuture.completedFuture(CloseSessionResponse.EMPTY);
        }
        DefaultAgentSession session = sessions.require(request.sessionId());
        if (!session.foreground().beginClosing()) {
            throw BranchException.closed(request.sessionId());
        }
        return afterTurn(session, context, () -> {
            handler.handle(request, session);
            return CloseSessionResponse.EMPTY;
        });
    }

    /**
     * Returns whether a session exists that is not open on this connection, nor was taken from it: closing it changes
     * nothing.
     */
    private boolean isClosedAlready(SessionId id) {
        KnownSessions stored = configuration.stored();
        return stored != null
                && sessions.find(id) == null
                && !sessions.isTaken(id)
                && stored.isKnown(id, client.principal());
    }

    /** Deletes a stored session; an open one is closed with it. */
    CompletionStage<DeleteSessionResponse> delete(
            RequestAction<DeleteSessionRequest, ClientRequestContext> handler,
            DeleteSessionRequest request,
            RequestContext context) {
        DefaultAgentSession session = openAndNotClosing(request.sessionId());
        return afterTurn(session, context, () -> {
            handle(handler, request, context);
            return DeleteSessionResponse.EMPTY;
        });
    }

    /** Archives a session; an open one is closed before. */
    CompletionStage<ArchiveSessionResponse> archive(
            RequestAction<ArchiveSessionRequest, ClientRequestContext> handler,
            ArchiveSessionRequest request,
            RequestContext context) {
        DefaultAgentSession session = openAndNotClosing(request.sessionId());
        return afterTurn(session, context, () -> {
            RequestAction<CloseSessionRequest, AgentSession> closing = configuration.handlers().closeSession;
            if (session != null && closing != null) {
                closing.handle(CloseSessionRequest.of(request.sessionId()), session);
            }
            handle(handler, request, context);
            return ArchiveSessionResponse.EMPTY;
        });
    }

    private <P> void handle(RequestAction<P, ClientRequestContext> handler, P request, RequestContext context)
            throws Exception {
        try (DefaultClientRequestContext served = new DefaultClientRequestContext(client, context)) {
            handler.handle(request, served);
        }
    }

    private @Nullable DefaultAgentSession openAndNotClosing(SessionId id) {
        DefaultAgentSession session = sessions.find(id);
        return session != null && session.foreground().beginClosing() ? session : null;
    }

    /** Serves a request that ends a session, once its turn has ended, and forgets the session if it was served. */
    private <R> CompletionStage<R> afterTurn(
            @Nullable DefaultAgentSession session, RequestContext context, Callable<R> serving) {
        CompletionStage<Void> settled =
                session == null ? CompletableFuture.completedFuture(null) : turns.settle(session);
        return settled.thenComposeAsync(
                done -> {
                    try {
                        R result = serving.call();
                        if (session != null) {
                            sessions.remove(session);
                        }
                        return CompletableFuture.completedFuture(result);
                    } catch (Throwable e) {
                        if (session != null) {
                            session.reopen();
                        }
                        return CompletableFuture.failedFuture(e);
                    }
                },
                context.executor());
    }
}
