package io.acp4j.agent;

import io.acp4j.agent.internal.assembly.AgentAssembly;
import io.acp4j.agent.internal.connection.BlockingPrompts;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AsyncRequestHandler;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.auth.AuthMethod;
import io.acp4j.schema.auth.AuthenticateRequest;
import io.acp4j.schema.auth.LogoutRequest;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.mode.SetSessionModeRequest;
import io.acp4j.schema.prompt.PromptRequest;
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
import io.acp4j.schema.update.AvailableCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects what an agent does; used by one thread. A handler that is set again replaces the earlier one.
 *
 * <p>Handlers run on handler threads, several at once. What a handler makes possible is advertised to clients without
 * more code; what is left out gets error -32601.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/overview">the specification</a>
 * @since 0.1.0
 */
public final class AcpAgentBuilder {

    /** How many sessions one connection may have open unless {@link #maxSessions} says otherwise. */
    public static final int DEFAULT_MAX_SESSIONS = 1024;

    /** How many prompts may wait in one session unless {@link #maxWaitingPrompts} says otherwise. */
    public static final int DEFAULT_MAX_WAITING_PROMPTS = 32;

    private final AgentAssembly assembly;
    private final UnstableHandlers unstable;

    AcpAgentBuilder() {
        assembly = new AgentAssembly(DEFAULT_MAX_SESSIONS, DEFAULT_MAX_WAITING_PROMPTS);
        unstable = new UnstableHandlers(assembly.handlers);
    }

    /**
     * Sets the name and version that the agent reports to clients. This setting is required.
     *
     * @param name the agent's name for programs
     * @param version the agent's version
     * @return this
     */
    public AcpAgentBuilder info(String name, String version) {
        return info(Implementation.of(name, version));
    }

    /**
     * Sets the name, version and title that the agent reports to clients. This setting is required.
     *
     * @param implementation the name, version and title
     * @return this
     */
    public AcpAgentBuilder info(Implementation implementation) {
        assembly.info = Objects.requireNonNull(implementation, "implementation");
        return this;
    }

    /**
     * Sets the handler of prompts. This setting is required.
     *
     * @param handler runs one turn; it may block
     * @return this
     */
    public AcpAgentBuilder onPrompt(PromptHandler handler) {
        Objects.requireNonNull(handler, "handler");
        return onPromptAsync(new BlockingPrompts(handler));
    }

    /**
     * Stores the agent's sessions in a repository. The agent then serves {@code session/list}, {@code load}, {@code resume}, {@code close},
     * {@code delete}, {@code fork} (whole and at a message), {@code archive}, {@code unarchive}, {@code status}, {@code set_title} and
     * branches inside sessions. It also stores the output of turns. {@link PromptTurn#history} returns the input for a model.
     *
     * <p>If you also set handlers of these requests, they are called after the session has been stored and opened. The session's own modes
     * and options complete their responses. They must not change the ID of the session. A handler of {@code session/list} replaces the
     * stored list. Handlers of close and delete are called before anything is closed or deleted.
     *
     * @param repository the repository; it remains open when the agent's connections end
     * @return this
     */
    public AcpAgentBuilder sessions(SessionRepository repository) {
        return sessions(repository, SessionServiceOptions.defaults());
    }

    /**
     * Keeps the agent's sessions in a store, as {@link #sessions(SessionRepository)} does.
     *
     * @param repository the sessions
     * @param options how they are served
     * @return this
     */
    public AcpAgentBuilder sessions(SessionRepository repository, SessionServiceOptions options) {
        assembly.store(repository, options);
        return this;
    }

    /**
     * Sets the asynchronous handler of prompts. It need not hold a thread during the turn.
     *
     * @param handler begins one turn, which ends when the returned stage completes. The value of the stage is ignored. Its failure has the
     *     same effect as an exception of {@link PromptHandler#handle}
     * @return this
     */
    public AcpAgentBuilder onPromptAsync(Function<PromptTurn, ? extends CompletionStage<?>> handler) {
        assembly.handlers.prompt = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets the handler that opens new sessions. Without one, a new session only has an ID, which is random by default.
     *
     * @param handler opens one session; {@code NewSessionResponse.builder(context.sessionId()).build()} is the minimal response
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#creating-a-session">the specification</a>
     */
    public AcpAgentBuilder onNewSession(RequestHandler<NewSessionRequest, NewSessionResponse, SessionContext> handler) {
        assembly.handlers.newSession = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets the handler that loads stored sessions and replays their conversation with {@link SessionContext#replay}. In version 2 of the
     * protocol, it also serves requests without a replay, unless {@link #onResumeSession} is set. The replayed conversation is then not
     * sent.
     *
     * @param handler opens one session, or throws {@link io.acp4j.rpc.AcpErrorException#notFound}
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#loading-sessions">the specification</a>
     */
    public AcpAgentBuilder onLoadSession(
            RequestHandler<LoadSessionRequest, LoadSessionResponse, SessionContext> handler) {
        assembly.handlers.loadSession = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets the handler that opens stored sessions without a replay.
     *
     * @param handler opens one session, or throws {@link io.acp4j.rpc.AcpErrorException#notFound}
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#resuming-sessions">the specification</a>
     */
    public AcpAgentBuilder onResumeSession(
            RequestHandler<ResumeSessionRequest, ResumeSessionResponse, SessionContext> handler) {
        assembly.handlers.resumeSession = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets the handler that forks sessions: it opens a new session with the history of another one. The history is complete, unless
     * {@link #forkAtMessage} allows requests to specify a message.
     *
     * <p>The other session need not be open. If it does not exist, the handler throws {@link io.acp4j.rpc.AcpErrorException#notFound}. A
     * refused fork leaves nothing behind.
     *
     * @param handler opens one fork
     * @return this
     * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
     */
    @Unstable("session-fork")
    public AcpAgentBuilder onForkSession(
            RequestHandler<ForkSessionRequest, ForkSessionResponse, SessionContext> handler) {
        assembly.handlers.forkSession = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets whether forks may end at a message that the request names. Requests that name one are refused otherwise,
     * never taken for a fork of the whole session.
     *
     * @param supported whether the handler follows {@link ForkSessionRequest#messageId}
     * @return this
     * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
     */
    @Unstable("session-fork")
    public AcpAgentBuilder forkAtMessage(boolean supported) {
        assembly.handlers.forkAtMessage = supported;
        return this;
    }

    /**
     * Adds a function that reads the message to fork at from a request. The member {@code messageId} and the {@code _meta} member
     * {@code jetbrains.air.fork} are always read. Handlers receive the result as {@link ForkSessionRequest#messageId()}.
     *
     * @param resolver returns the message, such as {@link ForkPoint#at(MessageId)}; null if the request does not name one in this form. An
     *     {@link io.acp4j.rpc.AcpErrorException} refuses the request
     * @return this
     * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
     */
    @Unstable("session-fork")
    public AcpAgentBuilder forkPointResolver(Function<ForkSessionRequest, ForkPoint.@Nullable OfMessage> resolver) {
        assembly.forkPointResolvers.add(Objects.requireNonNull(resolver, "resolver"));
        return this;
    }

    /**
     * Sets the listener that is notified when a session has been opened and when it has ended. The session may be new, loaded, resumed or
     * forked, stored or not. The listener is called after the handler of the request, if any, and before the session serves further
     * requests. Use it to attach resources to the session, to send initial updates to the client, and to close the resources.
     *
     * @param listener prepares a session, which it may refuse, and frees its resources
     * @return this
     */
    public AcpAgentBuilder sessionListener(SessionListener listener) {
        assembly.handlers.sessionListener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /**
     * Declares the modes of every session. New sessions begin in the first one; a session that is loaded, resumed or forked
     * goes on in the mode that it had there, as far as it is known: stored, or open on the same connection. Clients switch
     * between them, also without {@link #onSetMode}; the agent does with {@link AgentSession#setMode}.
     *
     * <p>Modes in the response of a handler that opens a session replace them for that session.
     *
     * @param first the mode that new sessions begin in
     * @param others the other modes
     * @return this
     * @throws IllegalArgumentException when two modes have one id
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-modes">the specification</a>
     */
    public AcpAgentBuilder modes(SessionMode first, SessionMode... others) {
        List<SessionMode> all = new ArrayList<>();
        all.add(first);
        all.addAll(List.of(others));
        assembly.declared = assembly.declared.withModes(first, all);
        return this;
    }

    /**
     * Declares the configuration options of every session, with the values that new sessions begin with; a session that is
     * loaded, resumed or forked goes on with the values that it had there, as far as they are known and still offered.
     * Clients change them, also without {@link #onSetConfigOption}; the agent does with {@link
     * AgentSession#setConfigOption}. Those of a kind that a client does not know are left out for that client.
     *
     * <p>Options in the response of a handler that opens a session replace them for that session.
     *
     * @param options the options
     * @return this
     * @throws IllegalArgumentException when two options have one id, or one cannot have the value that it has
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options">the specification</a>
     */
    public AcpAgentBuilder configOptions(SessionConfigOption... options) {
        assembly.declared = assembly.declared.withOptions(List.of(options));
        return this;
    }

    /**
     * Declares the commands of every session; clients get them right after each response that opens one.
     *
     * @param commands the commands
     * @return this
     * @throws IllegalArgumentException when two commands have one name, or a name is blank or begins with a slash
     * @see <a href="https://agentclientprotocol.com/protocol/v1/slash-commands">the specification</a>
     */
    public AcpAgentBuilder commands(AvailableCommand... commands) {
        assembly.declared = assembly.declared.withCommands(List.of(commands));
        return this;
    }

    /**
     * Sets what lists stored sessions.
     *
     * @param handler returns one page
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-list">the specification</a>
     */
    public AcpAgentBuilder onListSessions(
            RequestHandler<ListSessionsRequest, ListSessionsResponse, ClientRequestContext> handler) {
        assembly.handlers.listSessions = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets what serves {@code session/close}. The running turn has been cancelled and has ended by then, unless it took longer
     * than 30 seconds; afterwards the session is not open any more. Sessions end in other ways, too: free their resources in
     * {@link SessionListener#closed}.
     *
     * @param handler does what is to be done first; may refuse
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#closing-active-sessions">the
     *     specification</a>
     */
    public AcpAgentBuilder onCloseSession(RequestAction<CloseSessionRequest, AgentSession> handler) {
        assembly.handlers.closeSession = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets what deletes a stored session, or does nothing when there is none of that id. One that is open has its turn
     * cancelled before and is not open any more afterwards.
     *
     * @param handler deletes it
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-delete">the specification</a>
     */
    public AcpAgentBuilder onDeleteSession(RequestAction<DeleteSessionRequest, ClientRequestContext> handler) {
        assembly.handlers.deleteSession = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets what switches the mode of a session. The mode is one of those that the session has; afterwards the session is in it.
     *
     * @param handler switches it
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-modes#from-the-client">the specification</a>
     */
    public AcpAgentBuilder onSetMode(RequestAction<SetSessionModeRequest, AgentSession> handler) {
        assembly.handlers.setMode = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets what changes an option of a session. Option and value are among those that the agent has sent last.
     *
     * @param handler changes it and returns all options with their values from now on
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#from-the-client">the
     *     specification</a>
     */
    public AcpAgentBuilder onSetConfigOption(
            RequestHandler<SetSessionConfigOptionRequest, List<SessionConfigOption>, AgentSession> handler) {
        assembly.handlers.setConfigOption = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets how users authenticate. Handlers demand it by throwing {@link
     * io.acp4j.rpc.AcpErrorException#authRequired}.
     *
     * @param methods the ways; those that need a terminal are shown only to clients that have one
     * @param handler authenticates the user in one of the ways, those in a terminal excepted
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication">the specification</a>
     */
    public AcpAgentBuilder onAuthenticate(
            List<AuthMethod> methods, RequestAction<AuthenticateRequest, ClientRequestContext> handler) {
        assembly.authMethods = List.copyOf(methods);
        assembly.handlers.authenticate = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets what ends the user's authentication. Afterwards the client opens no session on its connection, new, stored or forked, before it
     * has authenticated again: it gets error -32000, if it was offered a method. Sessions that are open go on; end them in the handler
     * where they must not. In version 2 of the protocol agents with methods log out also without a handler.
     *
     * @param handler ends it; when it throws, the user stays authenticated
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication#logging-out">the specification</a>
     */
    public AcpAgentBuilder onLogout(RequestAction<LogoutRequest, ClientRequestContext> handler) {
        assembly.handlers.logout = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets what the agent does about methods that the protocol has not settled.
     *
     * @param changes sets handlers
     * @return this
     */
    @Unstable("all")
    public AcpAgentBuilder unstable(Consumer<UnstableHandlers> changes) {
        changes.accept(unstable);
        return this;
    }

    /**
     * Advertises what does not follow from handlers: kinds of content in prompts, transports to MCP servers,
     * additional directories, system prompts. Requests that use what is not advertised are refused with error -32602.
     *
     * @param changes sets capabilities
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#agent-capabilities">the
     *     specification</a>
     */
    public AcpAgentBuilder capabilities(Consumer<AgentCapabilities.Builder> changes) {
        changes.accept(assembly.capabilities);
        return this;
    }

    /**
     * Handles a method itself, in the place of what this class does about it. Capabilities do not follow from it, and
     * what rests on the method is up to the handler: sessions that such a handler of {@code session/new} makes are not known
     * here.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method a method of the protocol or of an extension
     * @param handler serves its requests; {@link AgentConnection#of(io.acp4j.rpc.RequestContext)} returns the client
     * @return this
     */
    public <P, R> AcpAgentBuilder onRequest(RequestMethod<P, R> method, RequestHandler<P, R, RequestContext> handler) {
        assembly.lowLevel.onRequest(method, handler);
        return this;
    }

    /**
     * Handles a method itself, as {@link #onRequest} does, without holding a thread.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method a method of the protocol or of an extension
     * @param handler serves its requests
     * @return this
     */
    public <P, R> AcpAgentBuilder onRequestAsync(
            RequestMethod<P, R> method, AsyncRequestHandler<P, R, RequestContext> handler) {
        assembly.lowLevel.onRequestAsync(method, handler);
        return this;
    }

    /**
     * Sets the handler of a notification, which replaces the built-in handling.
     *
     * @param <P> the type of the parameters
     * @param method a notification of the protocol or of an extension
     * @param handler handles its notifications
     * @return this
     */
    public <P> AcpAgentBuilder onNotification(
            NotificationMethod<P> method, NotificationHandler<P, ? super AgentConnection> handler) {
        assembly.lowLevel.onNotification(method, handler);
        return this;
    }

    /**
     * Sets what serves requests of methods that have no handler. Without it they get error -32601.
     *
     * @param handler serves them
     * @return this
     */
    public AcpAgentBuilder onOtherRequest(Handlers.RawRequestHandler handler) {
        assembly.handlers.otherRequest = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets what takes notifications that have no handler. Without it they are ignored.
     *
     * @param handler takes them
     * @return this
     */
    public AcpAgentBuilder onOtherNotification(Handlers.RawNotificationHandler handler) {
        assembly.handlers.otherNotification = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets where the ids of new sessions and forks come from. By default they are random.
     *
     * @param ids returns an id that no other session has, also after a restart; called by any thread
     * @return this
     */
    public AcpAgentBuilder sessionIds(Supplier<SessionId> ids) {
        assembly.sessionIds = Objects.requireNonNull(ids, "ids");
        return this;
    }

    /**
     * Sets where the ids of messages come from. By default they are random.
     *
     * @param ids returns an id that no other message of the session has, also after a restart; called by any thread
     * @return this
     */
    public AcpAgentBuilder messageIds(Supplier<MessageId> ids) {
        assembly.messageIds = Objects.requireNonNull(ids, "ids");
        return this;
    }

    /**
     * Sets whether each turn begins by showing the client its own message with its id, as replays do. By default it
     * does not.
     *
     * @param echo whether it does
     * @return this
     */
    public AcpAgentBuilder echoUserMessages(boolean echo) {
        assembly.echoUserMessages = echo;
        return this;
    }

    /**
     * Sets how many sessions one connection may have open. One more is refused with error -32600 and {@code
     * data.reason} {@code too_many_sessions}. Default {@value #DEFAULT_MAX_SESSIONS}.
     *
     * @param sessions the limit, at least 1
     * @return this
     */
    public AcpAgentBuilder maxSessions(int sessions) {
        if (sessions < 1) {
            throw new IllegalArgumentException("maxSessions must be positive, not " + sessions);
        }
        assembly.maxSessions = sessions;
        return this;
    }

    /**
     * Sets which versions of the protocol the agent serves, all with the same handlers; {@link ProtocolVersion#V1} alone by default.
     * A client gets the newest of them that is not newer than what it asks for. When there is none it gets error -32022, except
     * from an agent of version 1 alone, which responds with that to every client.
     *
     * <p>What handlers do is shown to each client as its version has it; the guide to versions lists what gets lost.
     *
     * @param served {@link ProtocolVersion#V1}, {@link ProtocolVersion#V2} or both
     * @return this
     * @throws IllegalArgumentException when there are none, or one that this library does not speak
     */
    @Unstable("protocol-version-2")
    public AcpAgentBuilder protocolVersions(ProtocolVersion... served) {
        assembly.versions(List.of(served));
        return this;
    }

    /**
     * Sets the check that accepts or refuses a prompt before it becomes part of the conversation. An exception of the check is the error
     * response. Nothing is then stored or shown, and no turn begins. A waiting prompt is checked when its own turn is due, or before
     * {@link PromptTurn#takeWaitingPrompt} returns it.
     *
     * @param check returns to accept the prompt. It is called on a handler thread in place of the turn, and may block. Until it returns, no
     *     other prompt of the session is checked, unless the running turn takes one
     * @return this
     */
    public AcpAgentBuilder onPromptReceived(RequestAction<PromptRequest, AgentSession> check) {
        assembly.handlers.promptReceived = Objects.requireNonNull(check, "check");
        return this;
    }

    /**
     * Sets how many prompts may wait in one session for its running turn to end; one more is refused with error -32600 and {@code
     * data.reason} {@code too_many_prompts}. Default {@value #DEFAULT_MAX_WAITING_PROMPTS}. Only clients of a version that allows it
     * send prompts while a turn is running; one of another version is refused at once.
     *
     * @param prompts the limit; 0 lets none wait
     * @return this
     * @see PromptTurn#takeWaitingPrompt
     */
    @Unstable("protocol-version-2")
    public AcpAgentBuilder maxWaitingPrompts(int prompts) {
        if (prompts < 0) {
            throw new IllegalArgumentException("maxWaitingPrompts must not be negative, not " + prompts);
        }
        assembly.maxWaitingPrompts = prompts;
        return this;
    }

    /**
     * Sets how long turns go on when their client has stopped sending but may still read, as one does that closes its end of
     * a pipe. Then, or at once when the connection is lost altogether, the turns are cancelled, and a second later at most the
     * sessions are closed, whether the handlers have ended or not: what these send afterwards is refused, and stored
     * sessions can be opened elsewhere.
     *
     * @param grace how long, zero by default; without effect beyond {@link ConnectionOptions#drainTimeout}
     * @return this
     */
    public AcpAgentBuilder disconnectGrace(Duration grace) {
        if (grace.isNegative()) {
            throw new IllegalArgumentException("disconnectGrace must not be negative, not " + DurationText.of(grace));
        }
        assembly.disconnectGrace = grace;
        return this;
    }

    /**
     * Sets the limits, time-outs and listeners of connections.
     *
     * @param options the options
     * @return this
     */
    public AcpAgentBuilder options(ConnectionOptions options) {
        assembly.connectionOptions = Objects.requireNonNull(options, "options");
        return this;
    }

    /**
     * Builds the agent.
     *
     * @return the agent
     * @throws IllegalStateException if the name or the handler of prompts is missing, or if forks are to end at messages and no handler
     *     of forks is set
     */
    public AcpAgent build() {
        return new AcpAgent(assembly.configuration());
    }
}
