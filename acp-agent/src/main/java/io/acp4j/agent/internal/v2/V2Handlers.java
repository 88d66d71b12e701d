package io.acp4j.agent.internal.v2;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.ClientRequestContext;
import io.acp4j.agent.RequestAction;
import io.acp4j.agent.SessionContext;
import io.acp4j.agent.internal.client.DefaultClientRequestContext;
import io.acp4j.agent.internal.connection.AgentHandlers;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.protocol.OpeningMethod;
import io.acp4j.agent.internal.protocol.RequestChecks;
import io.acp4j.agent.internal.protocol.Surroundings;
import io.acp4j.agent.internal.serving.AgentParts;
import io.acp4j.agent.internal.session.DefaultAgentSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.config.SetSessionConfigOptionResponse;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.method.V2Methods;
import io.acp4j.schema.mode.SetSessionModeRequest;
import io.acp4j.schema.session.CloseSessionRequest;
import io.acp4j.schema.session.CloseSessionResponse;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.ReplayFrom;
import io.acp4j.schema.session.ReplayFromStart;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.schema.session.SessionInfo;
import io.acp4j.schema.session.SessionStatusRequest;
import io.acp4j.schema.session.SessionStatusResponse;
import io.acp4j.schema.terminal.CancelTerminalResponse;
import io.acp4j.schema.tool.CancelToolCallResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Serves the methods that the draft has in another way: what every agent of it has, and what one method does for two. */
final class V2Handlers {

    private final AgentParts parts;
    private final AgentHandlers author;
    private final OngoingResume resumes;

    V2Handlers(AgentParts parts) {
        this.parts = parts;
        this.author = parts.configuration().handlers();
        this.resumes = new OngoingResume(parts);
    }

    void addTo(ProtocolHandlers.Builder handlers) {
        Prompts prompts = new Prompts(parts);
        handlers.onRequestAsync(V2Methods.SESSION_PROMPT, parts.connection().afterOpeningAsync(prompts::insert));
        handlers.onRequestAsync(
                Methods.SESSION_RESUME,
                parts.connection()
                        .servedAsync((request, context) -> parts.lifecycle()
                                .inOrder(request.sessionId(), context, () -> resume(request, context))));
        handlers.onRequestAsync(
                Methods.SESSION_SET_CONFIG_OPTION, parts.connection().afterOpening(this::choose));
        handlers.onRequestAsync(Methods.SESSION_CLOSE, parts.connection().endingAsync(this::close));
        handlers.onRequestAsync(V2Methods.TOOL_CALL_CANCEL, parts.connection().afterOpening((request, context) -> {
            cancel(
                    parts.sessions()
                            .require(request.sessionId())
                            .inBackground()
                            .cancellables()
                            .find(request.toolCallId()),
                    "toolCallId");
            return CancelToolCallResponse.EMPTY;
        }));
        handlers.onRequestAsync(V2Methods.TERMINAL_CANCEL, parts.connection().afterOpening((request, context) -> {
            cancel(
                    parts.sessions()
                            .require(request.sessionId())
                            .inBackground()
                            .cancellables()
                            .find(request.terminalId()),
                    "terminalId");
            return CancelTerminalResponse.EMPTY;
        }));
        if (author.logout == null && !parts.configuration().authMethods().isEmpty()) {
            handlers.onRequest(
                    Methods.LOGOUT,
                    parts.connection()
                            .served((request, context) ->
                                    parts.connection().introductions().logout(null, request, context)));
        }
        if (author.listSessions == null) {
            handlers.onRequest(Methods.SESSION_LIST, parts.connection().served((request, context) -> list(request)));
        }
        RequestHandler<SessionStatusRequest, SessionStatusResponse, ClientRequestContext> handler = author.status;
        if (handler != null) {
            handlers.onRequest(
                    Methods.SESSION_STATUS,
                    parts.connection().served((request, context) -> status(handler, request, context)));
        }
    }

    private static void cancel(@Nullable Runnable action, String member) {
        if (action == null) {
            throw RequestChecks.invalid(
                    "not_cancellable", "/params/" + member, "it is unknown, has ended, or cannot be cancelled");
        }
        action.run();
    }

    private ResumeSessionResponse resume(ResumeSessionRequest request, RequestContext context) throws Exception {
        ReplayFrom from = request.replayFrom();
        if (from != null && !(from instanceof ReplayFromStart)) {
            throw RequestChecks.invalid(
                    "unknown_replay_point", "/params/replayFrom/type", "the agent replays from the start only");
        }
        RequestHandler<LoadSessionRequest, LoadSessionResponse, SessionContext> loading = author.loadSession;
        if (from != null && loading == null) {
            throw RequestChecks.invalid(
                    "not_replayable", "/params/replayFrom", "the agent keeps no conversations to replay");
        }
        boolean opens = author.resumeSession != null || loading != null;
        OpenedState open = resumes.resume(request.sessionId(), surroundings(request), from != null, opens, context);
        if (open != null) {
            return ResumeSessionResponse.builder()
                    .configOptions(open.options())
                    .meta(open.meta())
                    .build();
        }
        return from == null || loading == null
                ? resumed(request, context)
                : resumed(parts.lifecycle().open(OpeningMethod.LOAD, loading, loading(request), context));
    }

    private Surroundings surroundings(ResumeSessionRequest request) {
        return parts.lifecycle().checked(OpeningMethod.RESUME.surroundings().apply(request));
    }

    private ResumeSessionResponse resumed(ResumeSessionRequest request, RequestContext context) throws Exception {
        RequestHandler<ResumeSessionRequest, ResumeSessionResponse, SessionContext> opener = author.resumeSession;
        if (opener == null && author.loadSession != null) {
            return resumed(
                    parts.lifecycle().open(OpeningMethod.LOAD_QUIETLY, author.loadSession, loading(request), context));
        }
        if (opener == null) {
            throw parts.sessions().find(request.sessionId()) == null
                    ? BranchException.unknownSession(request.sessionId())
                    : RequestChecks.invalid(
                            "not_resumable",
                            "/params/sessionId",
                            "the session is open, and the agent opens none again");
        }
        return parts.lifecycle().open(OpeningMethod.RESUME, opener, request, context);
    }

    private static LoadSessionRequest loading(ResumeSessionRequest request) {
        return LoadSessionRequest.builder(request.sessionId(), request.cwd())
                .additionalDirectories(request.additionalDirectories())
                .mcpServers(request.mcpServers())
                .systemPrompt(request.systemPrompt())
                .meta(request.meta())
                .build();
    }

    private static ResumeSessionResponse resumed(LoadSessionResponse response) {
        return ResumeSessionResponse.builder()
                .configOptions(response.configOptions())
                .meta(response.meta())
                .build();
    }

    /** Changes an option; that of the modes is the mode. */
    private SetSessionConfigOptionResponse choose(SetSessionConfigOptionRequest request, RequestContext context)
            throws Exception {
        DefaultAgentSession session = parts.sessions().require(request.sessionId());
        RequestAction<SetSessionModeRequest, AgentSession> setMode = author.setMode;
        RequestHandler<SetSessionConfigOptionRequest, List<SessionConfigOption>, AgentSession> setOption =
                author.setConfigOption;
        if (request.configId().equals(ModeOption.ID)
                && setMode != null
                && ModeOption.isShown(session.configOptions(), session.modes())) {
            if (!(request.value() instanceof SessionConfigValue.Choice choice)) {
                throw RequestChecks.invalid("unknown_value", "/params/value", "The option has no such value");
            }
            var unused = parts.requests()
                    .setMode(
                            setMode,
                            SetSessionModeRequest.of(
                                    request.sessionId(),
                                    new SessionModeId(choice.id().value())),
                            "/params/value");
            return chosen(session);
        }
        if (setOption != null) {
            var unused = parts.requests().setConfigOption(setOption, request, context);
        } else if (session.configOptions() == null) {
            throw RequestChecks.invalid("unknown_config_option", "/params/configId", "The session has no such option");
        } else {
            var unused = parts.requests().chooseConfigOption(request);
        }
        return chosen(session);
    }

    private static SetSessionConfigOptionResponse chosen(DefaultAgentSession session) {
        List<SessionConfigOption> all = ModeOption.with(session.configOptions(), session.modes());
        return SetSessionConfigOptionResponse.of(all == null ? List.of() : all);
    }

    /** Closes a session; there is nothing to do for one that is not open, whether it exists or not. */
    private CompletionStage<CloseSessionResponse> close(CloseSessionRequest request, RequestContext context) {
        if (parts.sessions().find(request.sessionId()) == null) {
            return CompletableFuture.completedFuture(CloseSessionResponse.EMPTY);
        }
        try {
            return parts.requests()
                    .close(
                            author.closeSession == null ? (closing, session) -> {} : author.closeSession,
                            request,
                            context);
        } catch (BranchException e) {
            if (e.reason().equals(BranchException.TAKEN_OVER) || e.reason().equals(BranchException.UNKNOWN_SESSION)) {
                // Another process has taken or deleted it, of which nobody here has heard before.
                return CompletableFuture.completedFuture(CloseSessionResponse.EMPTY);
            }
            throw e;
        }
    }

    /** Lists what is open on this connection, where nothing else is known. */
    private ListSessionsResponse list(ListSessionsRequest request) {
        RequestChecks.absolute(request.cwd(), "/params/cwd");
        if (request.cursor() != null) {
            throw RequestChecks.invalid("invalid_cursor", "/params/cursor", "the list has one page");
        }
        return ListSessionsResponse.of(parts.sessions().all().stream()
                .filter(session -> request.cwd() == null || session.cwd().equals(request.cwd()))
                .map(session -> SessionInfo.builder(session.id(), session.cwd())
                        .additionalDirectories(session.additionalDirectories())
                        .build())
                .toList());
    }

    private SessionStatusResponse status(
            RequestHandler<SessionStatusRequest, SessionStatusResponse, ClientRequestContext> handler,
            SessionStatusRequest request,
            RequestContext context)
            throws Exception {
        SessionStatusResponse said;
        try (DefaultClientRequestContext served =
                new DefaultClientRequestContext(parts.connection().peer(), context)) {
            said = handler.handle(request, served);
        }
        DefaultAgentSession open = parts.sessions().find(request.sessionId());
        return open == null || said.state() != null
                ? said
                : new SessionStatusResponse(said.status(), open.reports().state(), said.meta());
    }
}
