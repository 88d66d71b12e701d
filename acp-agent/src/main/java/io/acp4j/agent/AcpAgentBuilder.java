package io.acp4j.agent;

import io.acp4j.agent.internal.assembly.AgentAssembly;
import io.acp4j.agent.internal.connection.BlockingPrompts;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AsyncRequestHandler;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.NotificationHandler;
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
import java.util.function.Consumer;
import java.util.function.Supplier;

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

    AcpAgentBuilder(Implementation info) {
        assembly = new AgentAssembly(info, DEFAULT_MAX_SESSIONS, DEFAULT_MAX_WAITING_PROMPTS);
        unstable = new UnstableHandlers(assembly.handlers);
    }

    /**
     * Sets what the agent does with prompts; the one thing that it needs.
     *
     * @param handler runs one turn; it may block
     * @return this
     */
    public AcpAgentBuilder onPrompt(PromptHandler handler) {
        Objects.requireNonNull(handler, "handler");
        return onPromptAsync(new BlockingPrompts(handler));
    }

    /**
     * Keeps the agent's sessions in a store. It serves {@code session/list}, {@code load}, {@code resume}, {@code close},
     * {@code delete}, {@code fork} (whole and at a message), {@code archive}, {@code unarchive}, {@code status}, {@code
     * set_title} and branches inside sessions from there, and stores what turns send; {@link PromptTurn#history} is what a model is to see.
     *
     * <p>Openers that you also set are called for sessions that are already stored and open; the session's own modes and options
     * complete what they return. They must keep the id that they are given. A handler of {@code
     * session/list} takes the place of the stored list; those of close and delete are called before anything is closed or
     * deleted.
     *
     * @param repository the sessions; they stay open when the agent's connections end
     * @return this
     */
    public AcpAgentBuilder sessions(SessionRepository repository) {
        return sessions(repository, SessionServiceOptions.DEFAULTS);
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
     * Sets what the agent does with prompts, for handlers that do not hold a thread.
     *
     * @param handler runs one turn
     * @return this
     */
    public AcpAgentBuilder onPromptAsync(AsyncPromptHandler handler) {
        assembly.handlers.prompt = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets what opens new sessions. Without it, a session with a random id is all there is to it.
     *
     * @param opener opens one; {@code NewSessionResponse.builder(setup.sessionId()).build()} is the least response
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#creating-a-session">the specification</a>
     */
    public AcpAgentBuilder onNewSession(SessionOpener<NewSessionRequest, NewSessionResponse> opener) {
        assembly.handlers.newSession = Objects.requireNonNull(opener, "opener");
        return this;
    }

    /**
     * Sets what opens stored sessions, replaying their conversation with {@link SessionContext#replay}. In version 2 of the protocol it
     * also serves those who want no replay, unless {@link #onResumeSession} does: the conversation that it replays is not sent then.
     *
     * @param opener opens one, or throws {@link io.acp4j.rpc.AcpErrorException#notFound}
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#loading-sessions">the specification</a>
     */
    public AcpAgentBuilder onLoadSession(SessionOpener<LoadSessionRequest, LoadSessionResponse> opener) {
        assembly.handlers.loadSession = Objects.requireNonNull(opener, "opener");
        return this;
    }

    /**
     * Sets what opens stored sessions without a replay.
     *
     * @param opener opens one, or throws {@link io.acp4j.rpc.AcpErrorException#notFound}
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#resuming-sessions">the specification</a>
     */
    public AcpAgentBuilder onResumeSession(SessionOpener<ResumeSessionRequest, ResumeSessionResponse> opener) {
        assembly.handlers.resumeSession = Objects.requireNonNull(opener, "opener");
        return this;
    }

    /**
     * Sets what opens a new session with the history of another one, whole unless {@link #forkAtMessage} says more.
     *
     * <p>The other session need not be open; the handler refuses what does not exist with {@link
     * io.acp4j.rpc.AcpErrorException#notFound}. A refused fork leaves nothing behind.
     *
     * @param opener opens one
     * @return this
     * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
     */
    @Unstable("session-fork")
    public AcpAgentBuilder onForkSession(SessionOpener<ForkSessionRequest, ForkSessionResponse> opener) {
        assembly.handlers.forkSession = Objects.requireNonNull(opener, "opener");
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
     * Teaches the agent another way in which clients may name the message to fork at.
     *
     * @param resolver finds it in a request
     * @return this
     */
    @Unstable("session-fork")
    public AcpAgentBuilder forkPointResolver(ForkPointResolver resolver) {
        assembly.forkPointResolvers.add(Objects.requireNonNull(resolver, "resolver"));
        return this;
    }

    /**
     * Sets what prepares each session that is opened, however it came to be: new, loaded, resumed or forked, stored or not.
     * It runs after the opener, if there is one, and before anything else is served of the session. This is the place to
     * attach what the session needs and to send what the client is to know from the start.
     *
     * @param handler prepares one; may refuse it
     * @return this
     */
    public AcpAgentBuilder onSessionOpened(SessionOpenedHandler handler) {
        assembly.handlers.opened = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets what frees the resources of each session that has ended, whatever has ended it: {@code session/close}, {@code
     * session/delete} or {@code session/archive}, another connection that has opened it, this connection that has opened it again,
     * or the end of the connection. That another process has opened it is noticed when the session is used here again. This is the
     * place to close what {@link #onSessionOpened} has attached.
     *
     * <p>The response to a request that ends a session is sent when the handler has returned. A connection that ends, and with it
     * {@link AgentConnection#closed}, waits for the handlers of all its sessions for 10 seconds at most.
     *
     * @param handler frees them
     * @return this
     */
    public AcpAgentBuilder onSessionEnded(SessionEndedHandler handler) {
        assembly.handlers.ended = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Declares the modes of every session. New sessions begin in the first one; a session that is loaded, resumed or forked
     * goes on in the mode that it had there, as far as it is known: stored, or open on the same connection. Clients switch
     * between them, also without {@link #onSetMode}; the agent does with {@link AgentSession#setMode}.
     *
     * <p>An opener that returns modes has its own for that session.
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
     * <p>An opener that returns options has its own for that session.
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
    public AcpAgentBuilder onListSessions(ClientHandler<ListSessionsRequest, ListSessionsResponse> handler) {
        assembly.handlers.listSessions = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets what serves {@code session/close}. The running turn has been cancelled and has ended by then, unless it took longer
     * than 30 seconds; afterwards the session is not open any more. Sessions end in other ways, too: free their resources in
     * {@link #onSessionEnded}.
     *
     * @param handler does what is to be done first; may refuse
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#closing-active-sessions">the
     *     specification</a>
     */
    public AcpAgentBuilder onCloseSession(SessionAction<CloseSessionRequest> handler) {
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
    public AcpAgentBuilder onDeleteSession(ClientAction<DeleteSessionRequest> handler) {
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
    public AcpAgentBuilder onSetMode(SessionAction<SetSessionModeRequest> handler) {
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
            SessionHandler<SetSessionConfigOptionRequest, List<SessionConfigOption>> handler) {
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
    public AcpAgentBuilder onAuthenticate(List<AuthMethod> methods, ClientAction<AuthenticateRequest> handler) {
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
    public AcpAgentBuilder onLogout(ClientAction<LogoutRequest> handler) {
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
    public <P, R> AcpAgentBuilder onRequest(RequestMethod<P, R> method, RequestHandler<P, R> handler) {
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
    public <P, R> AcpAgentBuilder onRequestAsync(RequestMethod<P, R> method, AsyncRequestHandler<P, R> handler) {
        assembly.lowLevel.onRequestAsync(method, handler);
        return this;
    }

    /**
     * Handles a notification itself, in the place of what this class does about it.
     *
     * @param <P> the type of the parameters
     * @param method a notification of the protocol or of an extension
     * @param handler takes its notifications; {@link AgentConnection#of(io.acp4j.rpc.Connection)} returns the client
     * @return this
     */
    public <P> AcpAgentBuilder onNotification(NotificationMethod<P> method, NotificationHandler<P> handler) {
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
     * Sets what decides whether a prompt becomes a part of the conversation. What it throws is the response's error; then nothing is
     * stored or shown, and no turn begins. A prompt that waits for a turn to end is decided on when its turn has come, or when {@link
     * PromptTurn#takeWaitingPrompt} takes it.
     *
     * @param check returns to let the prompt pass; called on a handler thread, in the place of the turn, so that no other prompt of the
     *     session is decided on meanwhile unless the running turn takes it; it may block
     * @return this
     */
    public AcpAgentBuilder onPromptReceived(SessionAction<PromptRequest> check) {
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
     * Makes the agent.
     *
     * @return the agent
     * @throws IllegalStateException when nothing handles prompts, or forks are to end at messages and nothing handles
     *     forks
     */
    public AcpAgent build() {
        return new AcpAgent(assembly.configuration());
    }
}
