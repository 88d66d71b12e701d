// Written by build-support/write-types from src/methods.yaml: change that, not this.
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
import io.acp4j.schema.json.JsonCodec;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
            Methods.<InitializeRequest, InitializeResponse>requestTo("initialize", Side.AGENT);

    /** Authenticates the user. */
    public static final RequestMethod<AuthenticateRequest, AuthenticateResponse> AUTHENTICATE =
            Methods.<AuthenticateRequest, AuthenticateResponse>requestTo("authenticate", Side.AGENT)
                    .inV2("auth/login");

    /** Ends the user's authentication. */
    public static final RequestMethod<LogoutRequest, LogoutResponse> LOGOUT =
            Methods.<LogoutRequest, LogoutResponse>requestTo("logout", Side.AGENT)
                    .needing(Capabilities.LOGOUT)
                    .inV2("auth/logout");

    /** Creates a session. */
    public static final RequestMethod<NewSessionRequest, NewSessionResponse> SESSION_NEW =
            Methods.<NewSessionRequest, NewSessionResponse>requestTo("session/new", Side.AGENT);

    /** Opens a stored session and replays its history. */
    public static final RequestMethod<LoadSessionRequest, LoadSessionResponse> SESSION_LOAD =
            Methods.<LoadSessionRequest, LoadSessionResponse>requestTo("session/load", Side.AGENT)
                    .needing(Capabilities.LOAD_SESSION)
                    .notInV2();

    /** Lists sessions. */
    public static final RequestMethod<ListSessionsRequest, ListSessionsResponse> SESSION_LIST =
            Methods.<ListSessionsRequest, ListSessionsResponse>requestTo("session/list", Side.AGENT)
                    .needing(Capabilities.SESSION_LIST);

    /** Deletes a session. */
    public static final RequestMethod<DeleteSessionRequest, DeleteSessionResponse> SESSION_DELETE =
            Methods.<DeleteSessionRequest, DeleteSessionResponse>requestTo("session/delete", Side.AGENT)
                    .needing(Capabilities.SESSION_DELETE);

    /** Opens a stored session without a replay. */
    public static final RequestMethod<ResumeSessionRequest, ResumeSessionResponse> SESSION_RESUME =
            Methods.<ResumeSessionRequest, ResumeSessionResponse>requestTo("session/resume", Side.AGENT)
                    .needing(Capabilities.SESSION_RESUME);

    /** Creates a session that shares the history of another one. */
    @Unstable("session-fork")
    public static final RequestMethod<ForkSessionRequest, ForkSessionResponse> SESSION_FORK =
            Methods.<ForkSessionRequest, ForkSessionResponse>requestTo("session/fork", Side.AGENT)
                    .needing(Capabilities.SESSION_FORK)
                    .unstable();

    /** Closes a session; it stays stored. */
    public static final RequestMethod<CloseSessionRequest, CloseSessionResponse> SESSION_CLOSE =
            Methods.<CloseSessionRequest, CloseSessionResponse>requestTo("session/close", Side.AGENT)
                    .needing(Capabilities.SESSION_CLOSE);

    /** Returns whether the user is authenticated. */
    @Unstable("auth-status")
    public static final RequestMethod<AuthStatusRequest, AuthStatusResponse> AUTH_STATUS =
            Methods.<AuthStatusRequest, AuthStatusResponse>requestTo("auth/status", Side.AGENT)
                    .needing(Capabilities.AUTH_STATUS)
                    .unstable();

    /** Lists the providers of models. */
    @Unstable("providers")
    public static final RequestMethod<ListProvidersRequest, ListProvidersResponse> PROVIDERS_LIST =
            Methods.<ListProvidersRequest, ListProvidersResponse>requestTo("providers/list", Side.AGENT)
                    .needing(Capabilities.PROVIDERS)
                    .unstable();

    /** Configures a provider of models. */
    @Unstable("providers")
    public static final RequestMethod<SetProviderRequest, SetProviderResponse> PROVIDERS_SET =
            Methods.<SetProviderRequest, SetProviderResponse>requestTo("providers/set", Side.AGENT)
                    .needing(Capabilities.PROVIDERS)
                    .unstable();

    /** Disables a provider of models. */
    @Unstable("providers")
    public static final RequestMethod<DisableProviderRequest, DisableProviderResponse> PROVIDERS_DISABLE =
            Methods.<DisableProviderRequest, DisableProviderResponse>requestTo("providers/disable", Side.AGENT)
                    .needing(Capabilities.PROVIDERS)
                    .unstable();

    /** Hides a session from lists. */
    @Unstable("session-archive")
    public static final RequestMethod<ArchiveSessionRequest, ArchiveSessionResponse> SESSION_ARCHIVE =
            Methods.<ArchiveSessionRequest, ArchiveSessionResponse>requestTo("session/archive", Side.AGENT)
                    .needing(Capabilities.SESSION_ARCHIVE)
                    .unstable();

    /** Shows an archived session in lists again. */
    @Unstable("session-archive")
    public static final RequestMethod<UnarchiveSessionRequest, UnarchiveSessionResponse> SESSION_UNARCHIVE =
            Methods.<UnarchiveSessionRequest, UnarchiveSessionResponse>requestTo("session/unarchive", Side.AGENT)
                    .needing(Capabilities.SESSION_ARCHIVE)
                    .unstable();

    /** Returns whether a session is in memory. */
    @Unstable("session-status")
    public static final RequestMethod<SessionStatusRequest, SessionStatusResponse> SESSION_STATUS =
            Methods.<SessionStatusRequest, SessionStatusResponse>requestTo("session/status", Side.AGENT)
                    .needing(Capabilities.SESSION_STATUS)
                    .unstable();

    /** Sets the title of a session. */
    @Unstable("session-title")
    public static final RequestMethod<SetSessionTitleRequest, SetSessionTitleResponse> SESSION_SET_TITLE =
            Methods.<SetSessionTitleRequest, SetSessionTitleResponse>requestTo("session/set_title", Side.AGENT)
                    .needing(Capabilities.SESSION_TITLE)
                    .unstable();

    /** Switches the mode of a session. */
    public static final RequestMethod<SetSessionModeRequest, SetSessionModeResponse> SESSION_SET_MODE =
            Methods.<SetSessionModeRequest, SetSessionModeResponse>requestTo("session/set_mode", Side.AGENT)
                    .notInV2();

    /** Sets a configuration option of a session. */
    public static final RequestMethod<SetSessionConfigOptionRequest, SetSessionConfigOptionResponse>
            SESSION_SET_CONFIG_OPTION =
                    Methods.<SetSessionConfigOptionRequest, SetSessionConfigOptionResponse>requestTo(
                            "session/set_config_option", Side.AGENT);

    /** Starts a turn; the response comes when the turn ends. */
    public static final RequestMethod<PromptRequest, PromptResponse> SESSION_PROMPT =
            Methods.<PromptRequest, PromptResponse>requestTo("session/prompt", Side.AGENT)
                    .notInV2();

    /** Cancels the running turn of a session. */
    public static final NotificationMethod<CancelNotification> SESSION_CANCEL =
            Methods.<CancelNotification>notificationTo("session/cancel", Side.AGENT);

    /** Reports something about a session. */
    public static final NotificationMethod<SessionNotification> SESSION_UPDATE =
            Methods.<SessionNotification>notificationTo("session/update", Side.CLIENT);

    /** Reports that the authentication status has changed. */
    @Unstable("auth-status")
    public static final NotificationMethod<AuthStatusUpdateNotification> AUTH_STATUS_UPDATE =
            Methods.<AuthStatusUpdateNotification>notificationTo("auth/status_update", Side.CLIENT)
                    .unstable();

    /** Asks the user whether a tool call may run. */
    public static final RequestMethod<RequestPermissionRequest, RequestPermissionResponse> SESSION_REQUEST_PERMISSION =
            Methods.<RequestPermissionRequest, RequestPermissionResponse>requestTo(
                    "session/request_permission", Side.CLIENT);

    /** Reads a text file. */
    public static final RequestMethod<ReadTextFileRequest, ReadTextFileResponse> FS_READ_TEXT_FILE =
            Methods.<ReadTextFileRequest, ReadTextFileResponse>requestTo("fs/read_text_file", Side.CLIENT)
                    .needing(Capabilities.READ_TEXT_FILE)
                    .notInV2();

    /** Writes a text file. */
    public static final RequestMethod<WriteTextFileRequest, WriteTextFileResponse> FS_WRITE_TEXT_FILE =
            Methods.<WriteTextFileRequest, WriteTextFileResponse>requestTo("fs/write_text_file", Side.CLIENT)
                    .needing(Capabilities.WRITE_TEXT_FILE)
                    .notInV2();

    /** Starts a command in a new terminal. */
    public static final RequestMethod<CreateTerminalRequest, CreateTerminalResponse> TERMINAL_CREATE =
            Methods.<CreateTerminalRequest, CreateTerminalResponse>requestTo("terminal/create", Side.CLIENT)
                    .needing(Capabilities.TERMINAL)
                    .notInV2();

    /** Returns the output of a terminal so far. */
    public static final RequestMethod<TerminalOutputRequest, TerminalOutputResponse> TERMINAL_OUTPUT =
            Methods.<TerminalOutputRequest, TerminalOutputResponse>requestTo("terminal/output", Side.CLIENT)
                    .needing(Capabilities.TERMINAL)
                    .notInV2();

    /** Waits for the command of a terminal to end. */
    public static final RequestMethod<WaitForTerminalExitRequest, WaitForTerminalExitResponse> TERMINAL_WAIT_FOR_EXIT =
            Methods.<WaitForTerminalExitRequest, WaitForTerminalExitResponse>requestTo(
                            "terminal/wait_for_exit", Side.CLIENT)
                    .needing(Capabilities.TERMINAL)
                    .notInV2();

    /** Ends the command of a terminal. */
    public static final RequestMethod<KillTerminalRequest, KillTerminalResponse> TERMINAL_KILL =
            Methods.<KillTerminalRequest, KillTerminalResponse>requestTo("terminal/kill", Side.CLIENT)
                    .needing(Capabilities.TERMINAL)
                    .notInV2();

    /** Releases a terminal. */
    public static final RequestMethod<ReleaseTerminalRequest, ReleaseTerminalResponse> TERMINAL_RELEASE =
            Methods.<ReleaseTerminalRequest, ReleaseTerminalResponse>requestTo("terminal/release", Side.CLIENT)
                    .needing(Capabilities.TERMINAL)
                    .notInV2();

    /** Asks the user for input. */
    public static final RequestMethod<CreateElicitationRequest, CreateElicitationResponse> ELICITATION_CREATE =
            Methods.<CreateElicitationRequest, CreateElicitationResponse>requestTo("elicitation/create", Side.CLIENT)
                    .needing(Capabilities.ELICITATION);

    /** Reports that the user's action on a web page is complete. */
    public static final NotificationMethod<CompleteElicitationNotification> ELICITATION_COMPLETE =
            Methods.<CompleteElicitationNotification>notificationTo("elicitation/complete", Side.CLIENT)
                    .needing(Capabilities.ELICITATION_URL);

    /** Carries an MCP request to a server that the client provides. */
    @Unstable("mcp-over-acp")
    public static final RequestMethod<MessageMcpRequest, MessageMcpResponse> MCP_MESSAGE =
            Methods.<MessageMcpRequest, MessageMcpResponse>requestTo("mcp/message", Side.CLIENT)
                    .unstable();

    /** Carries an MCP notification from a server that the client provides. */
    @Unstable("mcp-over-acp")
    public static final NotificationMethod<MessageMcpNotification> MCP_MESSAGE_NOTIFICATION =
            Methods.<MessageMcpNotification>notificationTo("mcp/message", Side.AGENT)
                    .needing(Capabilities.MCP_OVER_ACP)
                    .unstable();

    /** Opens the connection to a proxy, which has a successor; otherwise like {@link #INITIALIZE}. */
    @Unstable("proxy-chains")
    public static final RequestMethod<InitializeRequest, InitializeResponse> PROXY_INITIALIZE =
            Methods.<InitializeRequest, InitializeResponse>requestTo("proxy/initialize", Side.PROXY)
                    .unstable();

    /** Passes a request to a proxy's successor, or from it; the response is that of the request inside. */
    @Unstable("proxy-chains")
    public static final RequestMethod<ProxySuccessorRequest, RawJson> PROXY_SUCCESSOR =
            Methods.<ProxySuccessorRequest, RawJson>requestTo("proxy/successor", Side.PROXY)
                    .unstable();

    /** Passes a notification to a proxy's successor, or from it. */
    @Unstable("proxy-chains")
    public static final NotificationMethod<ProxySuccessorNotification> PROXY_SUCCESSOR_NOTIFICATION =
            Methods.<ProxySuccessorNotification>notificationTo("proxy/successor", Side.PROXY)
                    .unstable();

    /** Cancels a request that has no response yet. */
    public static final NotificationMethod<CancelRequestNotification> CANCEL_REQUEST =
            Methods.<CancelRequestNotification>notificationTo("$/cancel_request", Side.AGENT, Side.CLIENT, Side.PROXY);

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

    private static final Map<String, RequestMethod<?, ?>> REQUESTS = new HashMap<>();
    private static final Map<String, NotificationMethod<?>> NOTIFICATIONS = new HashMap<>();

    static {
        for (Method<?> method : ALL) {
            if (method instanceof RequestMethod<?, ?> request) {
                REQUESTS.put(request.name(), request);
            } else if (method instanceof NotificationMethod<?> notification) {
                NOTIFICATIONS.put(notification.name(), notification);
            }
        }
    }

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

    @SuppressWarnings("unchecked") // each codec is written from the types of its constant
    private static <P, R> RequestMethod<P, R> requestTo(String name, Side handledBy) {
        return RequestMethod.of(name, handledBy, () -> (JsonCodec<P>) codecOfRequest(name, false), () ->
                (JsonCodec<R>) codecOfRequest(name, true));
    }

    @SuppressWarnings("unchecked") // as above
    private static <P> NotificationMethod<P> notificationTo(String name, Side... handledBy) {
        return NotificationMethod.of(name, Set.of(handledBy), () -> (JsonCodec<P>) codecOfNotification(name));
    }

    /** Returns a codec. A switch and not a lambda for each: a program that starts pays for each lambda, used or not. */
    private static JsonCodec<?> codecOfRequest(String name, boolean result) {
        return switch (name) {
            case "initialize" -> result ? InitializeResponse.CODEC : InitializeRequest.CODEC;
            case "authenticate" -> result ? AuthenticateResponse.CODEC : AuthenticateRequest.CODEC;
            case "logout" -> result ? LogoutResponse.CODEC : LogoutRequest.CODEC;
            case "session/new" -> result ? NewSessionResponse.CODEC : NewSessionRequest.CODEC;
            case "session/load" -> result ? LoadSessionResponse.CODEC : LoadSessionRequest.CODEC;
            case "session/list" -> result ? ListSessionsResponse.CODEC : ListSessionsRequest.CODEC;
            case "session/delete" -> result ? DeleteSessionResponse.CODEC : DeleteSessionRequest.CODEC;
            case "session/resume" -> result ? ResumeSessionResponse.CODEC : ResumeSessionRequest.CODEC;
            case "session/fork" -> result ? ForkSessionResponse.CODEC : ForkSessionRequest.CODEC;
            case "session/close" -> result ? CloseSessionResponse.CODEC : CloseSessionRequest.CODEC;
            case "auth/status" -> result ? AuthStatusResponse.CODEC : AuthStatusRequest.CODEC;
            case "providers/list" -> result ? ListProvidersResponse.CODEC : ListProvidersRequest.CODEC;
            case "providers/set" -> result ? SetProviderResponse.CODEC : SetProviderRequest.CODEC;
            case "providers/disable" -> result ? DisableProviderResponse.CODEC : DisableProviderRequest.CODEC;
            case "session/archive" -> result ? ArchiveSessionResponse.CODEC : ArchiveSessionRequest.CODEC;
            case "session/unarchive" -> result ? UnarchiveSessionResponse.CODEC : UnarchiveSessionRequest.CODEC;
            case "session/status" -> result ? SessionStatusResponse.CODEC : SessionStatusRequest.CODEC;
            case "session/set_title" -> result ? SetSessionTitleResponse.CODEC : SetSessionTitleRequest.CODEC;
            case "session/set_mode" -> result ? SetSessionModeResponse.CODEC : SetSessionModeRequest.CODEC;
            case "session/set_config_option" ->
                result ? SetSessionConfigOptionResponse.CODEC : SetSessionConfigOptionRequest.CODEC;
            case "session/prompt" -> result ? PromptResponse.CODEC : PromptRequest.CODEC;
            case "session/request_permission" ->
                result ? RequestPermissionResponse.CODEC : RequestPermissionRequest.CODEC;
            case "fs/read_text_file" -> result ? ReadTextFileResponse.CODEC : ReadTextFileRequest.CODEC;
            case "fs/write_text_file" -> result ? WriteTextFileResponse.CODEC : WriteTextFileRequest.CODEC;
            case "terminal/create" -> result ? CreateTerminalResponse.CODEC : CreateTerminalRequest.CODEC;
            case "terminal/output" -> result ? TerminalOutputResponse.CODEC : TerminalOutputRequest.CODEC;
            case "terminal/wait_for_exit" ->
                result ? WaitForTerminalExitResponse.CODEC : WaitForTerminalExitRequest.CODEC;
            case "terminal/kill" -> result ? KillTerminalResponse.CODEC : KillTerminalRequest.CODEC;
            case "terminal/release" -> result ? ReleaseTerminalResponse.CODEC : ReleaseTerminalRequest.CODEC;
            case "elicitation/create" -> result ? CreateElicitationResponse.CODEC : CreateElicitationRequest.CODEC;
            case "mcp/message" -> result ? MessageMcpResponse.CODEC : MessageMcpRequest.CODEC;
            case "proxy/initialize" -> result ? InitializeResponse.CODEC : InitializeRequest.CODEC;
            case "proxy/successor" -> result ? RawJson.CODEC : ProxySuccessorRequest.CODEC;
            default -> throw new IllegalArgumentException("no request has codecs under " + name);
        };
    }

    private static JsonCodec<?> codecOfNotification(String name) {
        return switch (name) {
            case "session/cancel" -> CancelNotification.CODEC;
            case "session/update" -> SessionNotification.CODEC;
            case "auth/status_update" -> AuthStatusUpdateNotification.CODEC;
            case "elicitation/complete" -> CompleteElicitationNotification.CODEC;
            case "mcp/message" -> MessageMcpNotification.CODEC;
            case "proxy/successor" -> ProxySuccessorNotification.CODEC;
            case "$/cancel_request" -> CancelRequestNotification.CODEC;
            default -> throw new IllegalArgumentException("no notification has a codec under " + name);
        };
    }
}
