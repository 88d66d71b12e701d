package io.acp4j.agent.internal.connection;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.ClientRequestContext;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.RequestAction;
import io.acp4j.agent.SessionContext;
import io.acp4j.agent.SessionListener;
import io.acp4j.agent.UnstableHandlers;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.schema.auth.AuthStatusRequest;
import io.acp4j.schema.auth.AuthStatusResponse;
import io.acp4j.schema.auth.AuthenticateRequest;
import io.acp4j.schema.auth.LogoutRequest;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.mode.SetSessionModeRequest;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.session.ArchiveSessionRequest;
import io.acp4j.schema.session.CloseSessionRequest;
import io.acp4j.schema.session.DeleteSessionRequest;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.schema.session.SessionStatusRequest;
import io.acp4j.schema.session.SessionStatusResponse;
import io.acp4j.schema.session.SetSessionTitleRequest;
import io.acp4j.schema.session.SetSessionTitleResponse;
import io.acp4j.schema.session.UnarchiveSessionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of an agent; null is a method that the agent does not have. Filled by one thread until the agent is built,
 * and unchanged afterwards.
 */
public final class AgentHandlers {

    public RequestHandler<NewSessionRequest, NewSessionResponse, SessionContext> newSession =
            (request, setup) -> NewSessionResponse.builder(setup.sessionId()).build();
    public @Nullable RequestHandler<LoadSessionRequest, LoadSessionResponse, SessionContext> loadSession;
    public @Nullable RequestHandler<ResumeSessionRequest, ResumeSessionResponse, SessionContext> resumeSession;
    public @Nullable RequestHandler<ForkSessionRequest, ForkSessionResponse, SessionContext> forkSession;

    /** Whether forks may end at a message that the request names. */
    public boolean forkAtMessage;

    public @Nullable SessionListener sessionListener;
    public @Nullable Function<PromptTurn, ? extends CompletionStage<?>> prompt;
    public @Nullable RequestAction<PromptRequest, AgentSession> promptReceived;
    public @Nullable RequestHandler<ListSessionsRequest, ListSessionsResponse, ClientRequestContext> listSessions;
    public @Nullable RequestAction<CloseSessionRequest, AgentSession> closeSession;
    public @Nullable RequestAction<DeleteSessionRequest, ClientRequestContext> deleteSession;
    public @Nullable RequestAction<SetSessionModeRequest, AgentSession> setMode;
    public @Nullable RequestHandler<SetSessionConfigOptionRequest, List<SessionConfigOption>, AgentSession>
            setConfigOption;
    public @Nullable RequestAction<AuthenticateRequest, ClientRequestContext> authenticate;
    public @Nullable RequestAction<LogoutRequest, ClientRequestContext> logout;
    public @Nullable RequestHandler<AuthStatusRequest, AuthStatusResponse, ClientRequestContext> authStatus;
    public UnstableHandlers.@Nullable ProviderHandlers providers;
    public @Nullable RequestAction<ArchiveSessionRequest, ClientRequestContext> archive;
    public @Nullable RequestAction<UnarchiveSessionRequest, ClientRequestContext> unarchive;
    public @Nullable RequestHandler<SessionStatusRequest, SessionStatusResponse, ClientRequestContext> status;
    public @Nullable RequestHandler<SetSessionTitleRequest, SetSessionTitleResponse, ClientRequestContext> title;

    /** Handlers of whole methods; each takes the place of what is here for its method. */
    public final List<LowLevelRoute> lowLevel = new ArrayList<>();

    public Handlers.@Nullable RawRequestHandler otherRequest;
    public Handlers.@Nullable RawNotificationHandler otherNotification;

    /** Returns a copy that later changes leave alone. */
    public AgentHandlers copy() {
        AgentHandlers copy = new AgentHandlers();
        copy.newSession = newSession;
        copy.loadSession = loadSession;
        copy.resumeSession = resumeSession;
        copy.forkSession = forkSession;
        copy.forkAtMessage = forkAtMessage;
        copy.sessionListener = sessionListener;
        copy.prompt = prompt;
        copy.promptReceived = promptReceived;
        copy.listSessions = listSessions;
        copy.closeSession = closeSession;
        copy.deleteSession = deleteSession;
        copy.setMode = setMode;
        copy.setConfigOption = setConfigOption;
        copy.authenticate = authenticate;
        copy.logout = logout;
        copy.authStatus = authStatus;
        copy.providers = providers;
        copy.archive = archive;
        copy.unarchive = unarchive;
        copy.status = status;
        copy.title = title;
        copy.lowLevel.addAll(lowLevel);
        copy.otherRequest = otherRequest;
        copy.otherNotification = otherNotification;
        return copy;
    }
}
