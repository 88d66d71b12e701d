package io.acp4j.agent;

import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.Handlers;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.auth.AuthMethod;
import io.acp4j.schema.v1.auth.AuthenticateRequest;
import io.acp4j.schema.v1.auth.LogoutRequest;
import io.acp4j.schema.v1.config.SessionConfigOption;
import io.acp4j.schema.v1.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.v1.init.AgentCapabilities;
import io.acp4j.schema.v1.init.Implementation;
import io.acp4j.schema.v1.mode.SetSessionModeRequest;
import io.acp4j.schema.v1.session.CloseSessionRequest;
import io.acp4j.schema.v1.session.DeleteSessionRequest;
import io.acp4j.schema.v1.session.ForkSessionRequest;
import io.acp4j.schema.v1.session.ForkSessionResponse;
import io.acp4j.schema.v1.session.ListSessionsRequest;
import io.acp4j.schema.v1.session.ListSessionsResponse;
import io.acp4j.schema.v1.session.LoadSessionRequest;
import io.acp4j.schema.v1.session.LoadSessionResponse;
import io.acp4j.schema.v1.session.NewSessionRequest;
import io.acp4j.schema.v1.session.NewSessionResponse;
import io.acp4j.schema.v1.session.ResumeSessionRequest;
import io.acp4j.schema.v1.session.ResumeSessionResponse;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Everything that the author of an agent has decided; null handlers are methods that the agent does not have. */
record AgentConfiguration(
        Implementation info,
        AgentCapabilities capabilities,
        RequestChecks checks,
        ForkPoints forkPoints,
        List<AuthMethod> authMethods,
        AsyncPromptHandler prompt,
        SessionOpener<NewSessionRequest, NewSessionResponse> newSession,
        @Nullable SessionOpener<LoadSessionRequest, LoadSessionResponse> loadSession,
        @Nullable SessionOpener<ResumeSessionRequest, ResumeSessionResponse> resumeSession,
        @Nullable SessionOpener<ForkSessionRequest, ForkSessionResponse> forkSession,
        @Nullable ClientHandler<ListSessionsRequest, ListSessionsResponse> listSessions,
        @Nullable SessionAction<CloseSessionRequest> closeSession,
        @Nullable ClientAction<DeleteSessionRequest> deleteSession,
        @Nullable SessionAction<SetSessionModeRequest> setMode,
        @Nullable SessionHandler<SetSessionConfigOptionRequest, List<SessionConfigOption>> setConfigOption,
        @Nullable ClientAction<AuthenticateRequest> authenticate,
        @Nullable ClientAction<LogoutRequest> logout,
        UnstableHandlers unstable,
        List<LowLevelRoute> lowLevel,
        @Nullable StoredSessions stored,
        Handlers.@Nullable RawRequestHandler otherRequest,
        Handlers.@Nullable RawNotificationHandler otherNotification,
        Supplier<SessionId> sessionIds,
        Supplier<MessageId> messageIds,
        boolean echoUserMessages,
        int maxSessions,
        ConnectionOptions options) {

    /** The same agent with its sessions in a store. */
    AgentConfiguration storing(StoredSessions sessions) {
        StoredOpeners openers = new StoredOpeners(sessions);
        return new AgentConfiguration(
                info,
                capabilities,
                checks,
                forkPoints,
                authMethods,
                prompt,
                openers.create(newSession),
                openers.load(loadSession),
                openers.resume(resumeSession),
                openers.fork(forkSession),
                listSessions == null ? (request, client) -> sessions.list(request) : listSessions,
                closeSession == null ? (request, session) -> {} : closeSession,
                (request, client) -> delete(sessions, request, client),
                setMode,
                setConfigOption,
                authenticate,
                logout,
                sessions.serving(unstable),
                lowLevel,
                stored,
                otherRequest,
                otherNotification,
                sessionIds,
                messageIds,
                echoUserMessages,
                maxSessions,
                options);
    }

    private void delete(StoredSessions sessions, DeleteSessionRequest request, ClientPeer client) throws Exception {
        if (deleteSession != null) {
            deleteSession.handle(request, client);
        }
        sessions.delete(request.sessionId());
    }
}
