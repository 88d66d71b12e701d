package io.acp4j.schema.method;

import io.acp4j.schema.Method;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.Side;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.auth.AuthStatusRequest;
import io.acp4j.schema.auth.AuthStatusResponse;
import io.acp4j.schema.auth.AuthStatusUpdateNotification;
import io.acp4j.schema.auth.AuthenticateRequest;
import io.acp4j.schema.auth.AuthenticateResponse;
import io.acp4j.schema.auth.LogoutRequest;
import io.acp4j.schema.auth.LogoutResponse;
import io.acp4j.schema.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.config.SetSessionConfigOptionResponse;
import io.acp4j.schema.elicitation.CompleteElicitationNotification;
import io.acp4j.schema.elicitation.CreateElicitationRequest;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.fs.ReadTextFileRequest;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.fs.WriteTextFileRequest;
import io.acp4j.schema.fs.WriteTextFileResponse;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.mcp.MessageMcpNotification;
import io.acp4j.schema.mcp.MessageMcpRequest;
import io.acp4j.schema.mcp.MessageMcpResponse;
import io.acp4j.schema.mode.SetSessionModeRequest;
import io.acp4j.schema.mode.SetSessionModeResponse;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.CancelNotification;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.protocol.CancelRequestNotification;
import io.acp4j.schema.provider.DisableProviderRequest;
import io.acp4j.schema.provider.DisableProviderResponse;
import io.acp4j.schema.provider.ListProvidersRequest;
import io.acp4j.schema.provider.ListProvidersResponse;
import io.acp4j.schema.provider.SetProviderRequest;
import io.acp4j.schema.provider.SetProviderResponse;
import io.acp4j.schema.proxy.ProxySuccessorNotification;
import io.acp4j.schema.proxy.ProxySuccessorRequest;
import io.acp4j.schema.session.ArchiveSessionRequest;
import io.acp4j.schema.session.ArchiveSessionResponse;
import io.acp4j.schema.session.CloseSessionRequest;
import io.acp4j.schema.session.CloseSessionResponse;
import io.acp4j.schema.session.DeleteSessionRequest;
import io.acp4j.schema.session.DeleteSessionResponse;
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
import io.acp4j.schema.session.UnarchiveSessionResponse;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.terminal.CreateTerminalResponse;
import io.acp4j.schema.terminal.KillTerminalRequest;
import io.acp4j.schema.terminal.KillTerminalResponse;
import io.acp4j.schema.terminal.ReleaseTerminalRequest;
import io.acp4j.schema.terminal.ReleaseTerminalResponse;
import io.acp4j.schema.terminal.TerminalOutputRequest;
import io.acp4j.schema.terminal.TerminalOutputResponse;
import io.acp4j.schema.terminal.WaitForTerminalExitRequest;
import io.acp4j.schema.terminal.WaitForTerminalExitResponse;
import io.acp4j.schema.update.SessionNotification;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every method of protocol version 1, once: its name, its types, who handles it, how settled it is and what must be
 * advertised before it is called.
 *
 * <p>Nothing else in this library writes the name of a method.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/overview">the specification</a>
 * @since 0.1.0
 */
public final class Methods {

    /** Opens the connection: versions and capabilities. */
    public static final RequestMethod<InitializeRequest, InitializeResponse> INITIALIZE =
            RequestMethod.of("initialize", Side.AGENT, () -> InitializeRequest.CODEC, () -> InitializeResponse.CODEC);

    /** Authenticates the user. */
    public static final RequestMethod<AuthenticateRequest, AuthenticateResponse> AUTHENTICATE =
            RequestMethod.<AuthenticateRequest, AuthenticateResponse>of(
                            "authenticate",
                            Side.AGENT,
                            () -> AuthenticateRequest.CODEC,
                            () -> AuthenticateResponse.CODEC)
                    .inV2("auth/login");

    /** Ends the user's authentication. */
    public static final RequestMethod<LogoutRequest, LogoutResponse> LOGOUT =
            RequestMethod.<LogoutRequest, LogoutResponse>of(
                            "logout", Side.AGENT, () -> LogoutRequest.CODEC, () -> LogoutResponse.CODEC)
                    .needing(Capabilities.LOGOUT)
                    .inV2("auth/logout");

    /** Creates a session. */
    public static final RequestMethod<NewSessionRequest, NewSessionResponse> SESSION_NEW =
            RequestMethod.of("session/new", Side.AGENT, () -> NewSessionRequest.CODEC, () -> NewSessionResponse.CODEC);

    /** Opens a stored session and replays its history. */
    public static final RequestMethod<LoadSessionRequest, LoadSessionResponse> SESSION_LOAD =
            RequestMethod.<LoadSessionRequest, LoadSessionResponse>of(
                            "session/load", Side.AGENT, () -> LoadSessionRequest.CODEC, () -> LoadSessionResponse.CODEC)
                    .needing(Capabilities.LOAD_SESSION)
                    .notInV2();

    /** Lists sessions. */
    public static final RequestMethod<ListSessionsRequest, ListSessionsResponse> SESSION_LIST =
            RequestMethod.<ListSessionsRequest, ListSessionsResponse>of(
                            "session/list",
                            Side.AGENT,
                            () -> ListSessionsRequest.CODEC,
                            () -> ListSessionsResponse.CODEC)
                    .needing(Capabilities.SESSION_LIST);

    /** Deletes a session. */
    public static final RequestMethod<DeleteSessionRequest, DeleteSessionResponse> SESSION_DELETE =
            RequestMethod.<DeleteSessionRequest, DeleteSessionResponse>of(
                            "session/delete",
                            Side.AGENT,
                            () -> DeleteSessionRequest.CODEC,
                            () -> DeleteSessionResponse.CODEC)
                    .needing(Capabilities.SESSION_DELETE);

    /** Opens a stored session without a replay. */
    public static final RequestMethod<ResumeSessionRequest, ResumeSessionResponse> SESSION_RESUME =
            RequestMethod.<ResumeSessionRequest, ResumeSessionResponse>of(
                            "session/resume",
                            Side.AGENT,
                            () -> ResumeSessionRequest.CODEC,
                            () -> ResumeSessionResponse.CODEC)
                    .needing(Capabilities.SESSION_RESUME);

    /** Creates a session that shares the history of another one. */
    @Unstable("session-fork")
    public static final RequestMethod<ForkSessionRequest, ForkSessionResponse> SESSION_FORK =
            RequestMethod.<ForkSessionRequest, ForkSessionResponse>of(
                            "session/fork", Side.AGENT, () -> ForkSessionRequest.CODEC, () -> ForkSessionResponse.CODEC)
                    .needing(Capabilities.SESSION_FORK)
                    .unstable();

    /** Closes a session; it stays stored. */
    public static final RequestMethod<CloseSessionRequest, CloseSessionResponse> SESSION_CLOSE =
            RequestMethod.<CloseSessionRequest, CloseSessionResponse>of(
                            "session/close",
                            Side.AGENT,
                            () -> CloseSessionRequest.CODEC,
                            () -> CloseSessionResponse.CODEC)
                    .needing(Capabilities.SESSION_CLOSE);

    /** Returns whether the user is authenticated. */
    @Unstable("auth-status")
    public static final RequestMethod<AuthStatusRequest, AuthStatusResponse> AUTH_STATUS =
            RequestMethod.<AuthStatusRequest, AuthStatusResponse>of(
                            "auth/status", Side.AGENT, () -> AuthStatusRequest.CODEC, () -> AuthStatusResponse.CODEC)
                    .needing(Capabilities.AUTH_STATUS)
                    .unstable();

    /** Lists the providers of models. */
    @Unstable("providers")
    public static final RequestMethod<ListProvidersRequest, ListProvidersResponse> PROVIDERS_LIST =
            RequestMethod.<ListProvidersRequest, ListProvidersResponse>of(
                            "providers/list",
                            Side.AGENT,
                            () -> ListProvidersRequest.CODEC,
                            () -> ListProvidersResponse.CODEC)
                    .needing(Capabilities.PROVIDERS)
                    .unstable();

    /** Configures a provider of models. */
    @Unstable("providers")
    public static final RequestMethod<SetProviderRequest, SetProviderResponse> PROVIDERS_SET =
            RequestMethod.<SetProviderRequest, SetProviderResponse>of(
                            "providers/set",
                            Side.AGENT,
                            () -> SetProviderRequest.CODEC,
                            () -> SetProviderResponse.CODEC)
                    .needing(Capabilities.PROVIDERS)
                    .unstable();

    /** Disables a provider of models. */
    @Unstable("providers")
    public static final RequestMethod<DisableProviderRequest, DisableProviderResponse> PROVIDERS_DISABLE =
            RequestMethod.<DisableProviderRequest, DisableProviderResponse>of(
                            "providers/disable",
                            Side.AGENT,
                            () -> DisableProviderRequest.CODEC,
                            () -> DisableProviderResponse.CODEC)
                    .needing(Capabilities.PROVIDERS)
                    .unstable();

    /** Hides a session from lists. */
    @Unstable("session-archive")
    public static final RequestMethod<ArchiveSessionRequest, ArchiveSessionResponse> SESSION_ARCHIVE =
            RequestMethod.<ArchiveSessionRequest, ArchiveSessionResponse>of(
                            "session/archive",
                            Side.AGENT,
                            () -> ArchiveSessionRequest.CODEC,
                            () -> ArchiveSessionResponse.CODEC)
                    .needing(Capabilities.SESSION_ARCHIVE)
                    .unstable();

    /** Shows an archived session in lists again. */
    @Unstable("session-archive")
    public static final RequestMethod<UnarchiveSessionRequest, UnarchiveSessionResponse> SESSION_UNARCHIVE =
            RequestMethod.<UnarchiveSessionRequest, UnarchiveSessionResponse>of(
                            "session/unarchive",
                            Side.AGENT,
                            () -> UnarchiveSessionRequest.CODEC,
                            () -> UnarchiveSessionResponse.CODEC)
                    .needing(Capabilities.SESSION_ARCHIVE)
                    .unstable();

    /** Returns whether a session is in memory. */
    @Unstable("session-status")
    public static final RequestMethod<SessionStatusRequest, SessionStatusResponse> SESSION_STATUS =
            RequestMethod.<SessionStatusRequest, SessionStatusResponse>of(
                            "session/status",
                            Side.AGENT,
                            () -> SessionStatusRequest.CODEC,
                            () -> SessionStatusResponse.CODEC)
                    .needing(Capabilities.SESSION_STATUS)
                    .unstable();

    /** Sets the title of a session. */
    @Unstable("session-title")
    public static final RequestMethod<SetSessionTitleRequest, SetSessionTitleResponse> SESSION_SET_TITLE =
            RequestMethod.<SetSessionTitleRequest, SetSessionTitleResponse>of(
                            "session/set_title",
                            Side.AGENT,
                            () -> SetSessionTitleRequest.CODEC,
                            () -> SetSessionTitleResponse.CODEC)
                    .needing(Capabilities.SESSION_TITLE)
                    .unstable();

    /** Switches the mode of a session. */
    public static final RequestMethod<SetSessionModeRequest, SetSessionModeResponse> SESSION_SET_MODE =
            RequestMethod.<SetSessionModeRequest, SetSessionModeResponse>of(
                            "session/set_mode",
                            Side.AGENT,
                            () -> SetSessionModeRequest.CODEC,
                            () -> SetSessionModeResponse.CODEC)
                    .notInV2();

    /** Sets a configuration option of a session. */
    public static final RequestMethod<SetSessionConfigOptionRequest, SetSessionConfigOptionResponse>
            SESSION_SET_CONFIG_OPTION = RequestMethod.of(
                    "session/set_config_option",
                    Side.AGENT,
                    () -> SetSessionConfigOptionRequest.CODEC,
                    () -> SetSessionConfigOptionResponse.CODEC);

    /** Starts a turn; the response comes when the turn ends. */
    public static final RequestMethod<PromptRequest, PromptResponse> SESSION_PROMPT =
            RequestMethod.<PromptRequest, PromptResponse>of(
                            "session/prompt", Side.AGENT, () -> PromptRequest.CODEC, () -> PromptResponse.CODEC)
                    .notInV2();

    /** Cancels the running turn of a session. */
    public static final NotificationMethod<CancelNotification> SESSION_CANCEL =
            NotificationMethod.of("session/cancel", Set.of(Side.AGENT), () -> CancelNotification.CODEC);

    /** Reports something about a session. */
    public static final NotificationMethod<SessionNotification> SESSION_UPDATE =
            NotificationMethod.of("session/update", Set.of(Side.CLIENT), () -> SessionNotification.CODEC);

    /** Reports that the authentication status has changed. */
    @Unstable("auth-status")
    public static final NotificationMethod<AuthStatusUpdateNotification> AUTH_STATUS_UPDATE = NotificationMethod.of(
                    "auth/status_update", Set.of(Side.CLIENT), () -> AuthStatusUpdateNotification.CODEC)
            .unstable();

    /** Asks the user whether a tool call may run. */
    public static final RequestMethod<RequestPermissionRequest, RequestPermissionResponse> SESSION_REQUEST_PERMISSION =
            RequestMethod.of(
                    "session/request_permission",
                    Side.CLIENT,
                    () -> RequestPermissionRequest.CODEC,
                    () -> RequestPermissionResponse.CODEC);

    /** Reads a text file. */
    public static final RequestMethod<ReadTextFileRequest, ReadTextFileResponse> FS_READ_TEXT_FILE =
            RequestMethod.<ReadTextFileRequest, ReadTextFileResponse>of(
                            "fs/read_text_file",
                            Side.CLIENT,
                            () -> ReadTextFileRequest.CODEC,
                            () -> ReadTextFileResponse.CODEC)
                    .needing(Capabilities.READ_TEXT_FILE)
                    .notInV2();

    /** Writes a text file. */
    public static final RequestMethod<WriteTextFileRequest, WriteTextFileResponse> FS_WRITE_TEXT_FILE =
            RequestMethod.<WriteTextFileRequest, WriteTextFileResponse>of(
                            "fs/write_text_file",
                            Side.CLIENT,
                            () -> WriteTextFileRequest.CODEC,
                            () -> WriteTextFileResponse.CODEC)
                    .needing(Capabilities.WRITE_TEXT_FILE)
                    .notInV2();

    /** Starts a command in a new terminal. */
    public static final RequestMethod<CreateTerminalRequest, CreateTerminalResponse> TERMINAL_CREATE =
            RequestMethod.<CreateTerminalRequest, CreateTerminalResponse>of(
                            "terminal/create",
                            Side.CLIENT,
                            () -> CreateTerminalRequest.CODEC,
                            () -> CreateTerminalResponse.CODEC)
                    .needing(Capabilities.TERMINAL)
                    .notInV2();

    /** Returns the output of a terminal so far. */
    public static final RequestMethod<TerminalOutputRequest, TerminalOutputResponse> TERMINAL_OUTPUT =
            RequestMethod.<TerminalOutputRequest, TerminalOutputResponse>of(
                            "terminal/output",
                            Side.CLIENT,
                            () -> TerminalOutputRequest.CODEC,
                            () -> TerminalOutputResponse.CODEC)
                    .needing(Capabilities.TERMINAL)
                    .notInV2();

    /** Waits for the command of a terminal to end. */
    public static final RequestMethod<WaitForTerminalExitRequest, WaitForTerminalExitResponse> TERMINAL_WAIT_FOR_EXIT =
            RequestMethod.<WaitForTerminalExitRequest, WaitForTerminalExitResponse>of(
                            "terminal/wait_for_exit",
                            Side.CLIENT,
                            () -> WaitForTerminalExitRequest.CODEC,
                            () -> WaitForTerminalExitResponse.CODEC)
                    .needing(Capabilities.TERMINAL)
                    .notInV2();

    /** Ends the command of a terminal. */
    public static final RequestMethod<KillTerminalRequest, KillTerminalResponse> TERMINAL_KILL =
            RequestMethod.<KillTerminalRequest, KillTerminalResponse>of(
                            "terminal/kill",
                            Side.CLIENT,
                            () -> KillTerminalRequest.CODEC,
                            () -> KillTerminalResponse.CODEC)
                    .needing(Capabilities.TERMINAL)
                    .notInV2();

    /** Releases a terminal. */
    public static final RequestMethod<ReleaseTerminalRequest, ReleaseTerminalResponse> TERMINAL_RELEASE =
            RequestMethod.<ReleaseTerminalRequest, ReleaseTerminalResponse>of(
                            "terminal/release",
                            Side.CLIENT,
                            () -> ReleaseTerminalRequest.CODEC,
                            () -> ReleaseTerminalResponse.CODEC)
                    .needing(Capabilities.TERMINAL)
                    .notInV2();

    /** Asks the user for input. */
    public static final RequestMethod<CreateElicitationRequest, CreateElicitationResponse> ELICITATION_CREATE =
            RequestMethod.<CreateElicitationRequest, CreateElicitationResponse>of(
                            "elicitation/create",
                            Side.CLIENT,
                            () -> CreateElicitationRequest.CODEC,
                            () -> CreateElicitationResponse.CODEC)
                    .needing(Capabilities.ELICITATION);

    /** Reports that the user's action on a web page is complete. */
    public static final NotificationMethod<CompleteElicitationNotification> ELICITATION_COMPLETE =
            NotificationMethod.of(
                            "elicitation/complete", Set.of(Side.CLIENT), () -> CompleteElicitationNotification.CODEC)
                    .needing(Capabilities.ELICITATION_URL);

    /** Carries an MCP request to a server that the client provides. */
    @Unstable("mcp-over-acp")
    public static final RequestMethod<MessageMcpRequest, MessageMcpResponse> MCP_MESSAGE =
            RequestMethod.<MessageMcpRequest, MessageMcpResponse>of(
                            "mcp/message", Side.CLIENT, () -> MessageMcpRequest.CODEC, () -> MessageMcpResponse.CODEC)
                    .unstable();

    /** Carries an MCP notification from a server that the client provides. */
    @Unstable("mcp-over-acp")
    public static final NotificationMethod<MessageMcpNotification> MCP_MESSAGE_NOTIFICATION = NotificationMethod.of(
                    "mcp/message", Set.of(Side.AGENT), () -> MessageMcpNotification.CODEC)
            .needing(Capabilities.MCP_OVER_ACP)
            .unstable();

    /** Opens the connection to a proxy, which has a successor; otherwise like {@link #INITIALIZE}. */
    @Unstable("proxy-chains")
    public static final RequestMethod<InitializeRequest, InitializeResponse> PROXY_INITIALIZE =
            RequestMethod.<InitializeRequest, InitializeResponse>of(
                            "proxy/initialize",
                            Side.PROXY,
                            () -> InitializeRequest.CODEC,
                            () -> InitializeResponse.CODEC)
                    .unstable();

    /** Passes a request to a proxy's successor, or from it; the response is that of the request inside. */
    @Unstable("proxy-chains")
    public static final RequestMethod<ProxySuccessorRequest, RawJson> PROXY_SUCCESSOR =
            RequestMethod.<ProxySuccessorRequest, RawJson>of(
                            "proxy/successor", Side.PROXY, () -> ProxySuccessorRequest.CODEC, () -> RawJson.CODEC)
                    .unstable();

    /** Passes a notification to a proxy's successor, or from it. */
    @Unstable("proxy-chains")
    public static final NotificationMethod<ProxySuccessorNotification> PROXY_SUCCESSOR_NOTIFICATION =
            NotificationMethod.of("proxy/successor", Set.of(Side.PROXY), () -> ProxySuccessorNotification.CODEC)
                    .unstable();

    /** Cancels a request that has no response yet. */
    public static final NotificationMethod<CancelRequestNotification> CANCEL_REQUEST = NotificationMethod.of(
            "$/cancel_request", Set.of(Side.AGENT, Side.CLIENT, Side.PROXY), () -> CancelRequestNotification.CODEC);

    /** All of them: those of the agent, of the client, of proxies, of all. */
    public static final List<Method<?>> ALL = List.of(
            INITIALIZE,
            AUTHENTICATE,
            LOGOUT,
            SESSION_NEW,
            SESSION_LOAD,
            SESSION_LIST,
            SESSION_DELETE,
            SESSION_RESUME,
            SESSION_FORK,
            SESSION_CLOSE,
            AUTH_STATUS,
            PROVIDERS_LIST,
            PROVIDERS_SET,
            PROVIDERS_DISABLE,
            SESSION_ARCHIVE,
            SESSION_UNARCHIVE,
            SESSION_STATUS,
            SESSION_SET_TITLE,
            SESSION_SET_MODE,
            SESSION_SET_CONFIG_OPTION,
            SESSION_PROMPT,
            SESSION_CANCEL,
            SESSION_UPDATE,
            AUTH_STATUS_UPDATE,
            SESSION_REQUEST_PERMISSION,
            FS_READ_TEXT_FILE,
            FS_WRITE_TEXT_FILE,
            TERMINAL_CREATE,
            TERMINAL_OUTPUT,
            TERMINAL_WAIT_FOR_EXIT,
            TERMINAL_KILL,
            TERMINAL_RELEASE,
            ELICITATION_CREATE,
            ELICITATION_COMPLETE,
            MCP_MESSAGE,
            MCP_MESSAGE_NOTIFICATION,
            PROXY_INITIALIZE,
            PROXY_SUCCESSOR,
            PROXY_SUCCESSOR_NOTIFICATION,
            CANCEL_REQUEST);

    private static final Map<String, RequestMethod<?, ?>> REQUESTS = ALL.stream()
            .flatMap(method -> method instanceof RequestMethod<?, ?> request ? Stream.of(request) : Stream.empty())
            .collect(Collectors.toUnmodifiableMap(Method::name, Function.identity()));

    private static final Map<String, NotificationMethod<?>> NOTIFICATIONS = ALL.stream()
            .flatMap(method -> method instanceof NotificationMethod<?> told ? Stream.of(told) : Stream.empty())
            .collect(Collectors.toUnmodifiableMap(Method::name, Function.identity()));

    private Methods() {}

    /**
     * Finds a request.
     *
     * @param name its name on the wire
     * @return the method; null when version 1 has no request of that name
     */
    public static @Nullable RequestMethod<?, ?> request(String name) {
        return REQUESTS.get(name);
    }

    /**
     * Finds a notification; there may be a request of the same name.
     *
     * @param name its name on the wire
     * @return the method; null when version 1 has no notification of that name
     */
    public static @Nullable NotificationMethod<?> notification(String name) {
        return NOTIFICATIONS.get(name);
    }
}
