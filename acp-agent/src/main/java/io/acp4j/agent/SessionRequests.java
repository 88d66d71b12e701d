package io.acp4j.agent;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.config.SessionConfigOption;
import io.acp4j.schema.v1.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.v1.config.SetSessionConfigOptionResponse;
import io.acp4j.schema.v1.mode.SessionModeState;
import io.acp4j.schema.v1.mode.SetSessionModeRequest;
import io.acp4j.schema.v1.mode.SetSessionModeResponse;
import io.acp4j.schema.v1.session.ArchiveSessionRequest;
import io.acp4j.schema.v1.session.ArchiveSessionResponse;
import io.acp4j.schema.v1.session.CloseSessionRequest;
import io.acp4j.schema.v1.session.CloseSessionResponse;
import io.acp4j.schema.v1.session.DeleteSessionRequest;
import io.acp4j.schema.v1.session.DeleteSessionResponse;
import io.acp4j.schema.v1.session.ListSessionsRequest;
import io.acp4j.schema.v1.session.ListSessionsResponse;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Serves the requests about sessions other than those that open one or start a turn. */
final class SessionRequests {

    private final AgentConfiguration configuration;
    private final Sessions sessions;
    private final Turns turns;
    private final DefaultClientPeer client;

    SessionRequests(AgentConfiguration configuration, Sessions sessions, Turns turns, DefaultClientPeer client) {
        this.configuration = configuration;
        this.sessions = sessions;
        this.turns = turns;
        this.client = client;
    }

    ListSessionsResponse list(
            ClientHandler<ListSessionsRequest, ListSessionsResponse> handler,
            ListSessionsRequest request,
            RequestContext context)
            throws Exception {
        configuration.checks().absolute(request.cwd(), "/params/cwd");
        configuration.checks().archived(request.archived());
        return Results.notNull(handler.handle(request, client), context);
    }

    SetSessionModeResponse setMode(SessionAction<SetSessionModeRequest> handler, SetSessionModeRequest request)
            throws Exception {
        DefaultAgentSession session = sessions.require(request.sessionId());
        SessionModeState modes = session.modes();
        if (modes != null
                && modes.availableModes().stream().noneMatch(mode -> mode.id().equals(request.modeId()))) {
            throw RequestChecks.invalid("unknown_mode", "/params/modeId", "the session has no such mode");
        }
        handler.handle(request, session);
        session.modeChosen(request.modeId());
        return SetSessionModeResponse.EMPTY;
    }

    SetSessionConfigOptionResponse setConfigOption(
            SessionHandler<SetSessionConfigOptionRequest, List<SessionConfigOption>> handler,
            SetSessionConfigOptionRequest request,
            RequestContext context)
            throws Exception {
        DefaultAgentSession session = sessions.require(request.sessionId());
        ConfigOptions.check(request, session.configOptions());
        List<SessionConfigOption> options = List.copyOf(Results.notNull(handler.handle(request, session), context));
        session.optionsChosen(options);
        return SetSessionConfigOptionResponse.of(ConfigOptions.known(options, client));
    }

    CompletionStage<CloseSessionResponse> close(
            SessionAction<CloseSessionRequest> handler, CloseSessionRequest request, RequestContext context) {
        if (isStoredOnly(request.sessionId())) {
            return CompletableFuture.completedFuture(CloseSessionResponse.EMPTY);
        }
        DefaultAgentSession session = sessions.require(request.sessionId());
        if (!session.beginClosing()) {
            throw AcpErrorException.notFound("sessionId", request.sessionId().value());
        }
        return afterTurn(session, context, () -> {
            handler.handle(request, session);
            return CloseSessionResponse.EMPTY;
        });
    }

    /** Whether a session exists that is not open on this connection: closing it changes nothing. */
    private boolean isStoredOnly(SessionId id) {
        StoredSessions stored = configuration.stored();
        return stored != null && sessions.find(id) == null && stored.find(id) != null;
    }

    /** Deletes a stored session; an open one is closed with it. */
    CompletionStage<DeleteSessionResponse> delete(
            ClientAction<DeleteSessionRequest> handler, DeleteSessionRequest request, RequestContext context) {
        DefaultAgentSession session = openAndNotClosing(request.sessionId());
        return afterTurn(session, context, () -> {
            handler.handle(request, client);
            return DeleteSessionResponse.EMPTY;
        });
    }

    /** Archives a session; an open one is closed before. */
    CompletionStage<ArchiveSessionResponse> archive(
            ClientAction<ArchiveSessionRequest> handler, ArchiveSessionRequest request, RequestContext context) {
        DefaultAgentSession session = openAndNotClosing(request.sessionId());
        return afterTurn(session, context, () -> {
            SessionAction<CloseSessionRequest> closing = configuration.closeSession();
            if (session != null && closing != null) {
                closing.handle(CloseSessionRequest.of(request.sessionId()), session);
            }
            handler.handle(request, client);
            return ArchiveSessionResponse.EMPTY;
        });
    }

    private @Nullable DefaultAgentSession openAndNotClosing(SessionId id) {
        DefaultAgentSession session = sessions.find(id);
        return session != null && session.beginClosing() ? session : null;
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
                    } catch (Exception e) {
                        if (session != null) {
                            session.reopen();
                        }
                        return CompletableFuture.failedFuture(e);
                    }
                },
                context.executor());
    }
}
