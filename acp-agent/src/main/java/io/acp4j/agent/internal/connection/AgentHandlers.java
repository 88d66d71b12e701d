package io.acp4j.agent.internal.connection;

import io.acp4j.agent.AsyncPromptHandler;
import io.acp4j.agent.ClientAction;
import io.acp4j.agent.ClientHandler;
import io.acp4j.agent.ProviderHandlers;
import io.acp4j.agent.SessionAction;
import io.acp4j.agent.SessionEndedHandler;
import io.acp4j.agent.SessionHandler;
import io.acp4j.agent.SessionOpenedHandler;
import io.acp4j.agent.SessionOpener;
import io.acp4j.rpc.Handlers;
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
import org.jspecify.annotations.Nullable;

/**
 * The handlers of an agent; null is a method that the agent does not have. Filled by one thread until the agent is built,
 * and unchanged afterwards.
 */
public final class AgentHandlers {

    public SessionOpener<NewSessionRequest, NewSessionResponse> newSession =
            (request, setup) -> NewSessionResponse.builder(setup.sessionId()).build();
    public @Nullable SessionOpener<LoadSessionRequest, LoadSessionResponse> loadSession;
    public @Nullable SessionOpener<ResumeSessionRequest, ResumeSessionResponse> resumeSession;
    public @Nullable SessionOpener<ForkSessionRequest, ForkSessionResponse> forkSession;

    /** Whether forks may end at a message that the request names. */
    public boolean forkAtMessage;

    public @Nullable SessionOpenedHandler opened;
    public @Nullable SessionEndedHandler ended;
    public @Nullable AsyncPromptHandler prompt;
    public @Nullable SessionAction<PromptRequest> promptReceived;
    public @Nullable ClientHandler<ListSessionsRequest, ListSessionsResponse> listSessions;
    public @Nullable SessionAction<CloseSessionRequest> closeSession;
    public @Nullable ClientAction<DeleteSessionRequest> deleteSession;
    public @Nullable SessionAction<SetSessionModeRequest> setMode;
    public @Nullable SessionHandler<SetSessionConfigOptionRequest, List<SessionConfigOption>> setConfigOption;
    public @Nullable ClientAction<AuthenticateRequest> authenticate;
    public @Nullable ClientAction<LogoutRequest> logout;
    public @Nullable ClientHandler<AuthStatusRequest, AuthStatusResponse> authStatus;
    public @Nullable ProviderHandlers providers;
    public @Nullable ClientAction<ArchiveSessionRequest> archive;
    public @Nullable ClientAction<UnarchiveSessionRequest> unarchive;
    public @Nullable ClientHandler<SessionStatusRequest, SessionStatusResponse> status;
    public @Nullable ClientHandler<SetSessionTitleRequest, SetSessionTitleResponse> title;

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
        copy.opened = opened;
        copy.ended = ended;
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
