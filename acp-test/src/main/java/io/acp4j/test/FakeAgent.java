package io.acp4j.test;

import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.init.SessionForkCapabilities;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.prompt.CancelNotification;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.CloseSessionResponse;
import io.acp4j.schema.session.DeleteSessionResponse;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.schema.session.SessionInfo;
import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An agent for the tests of a client: in memory, without a process, and with turns that a script plays.
 *
 * <pre>{@code
 * try (FakeAgent agent = FakeAgent.answering("Hello!");
 *         AcpClient client = agent.connect()) {
 *     client.newSession(Path.of(".")).prompt("Hi");
 * }
 * }</pre>
 *
 * <p>It opens sessions named {@code session-1}, {@code session-2} and so on and remembers what was said in them: it lists them,
 * replays them on {@code session/load}, resumes, closes and deletes them, and forks them, whole or at a message. Anything else
 * that it is to do is given with {@link #onRequest}. Describe it before it is connected, for one connection. Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public final class FakeAgent implements AutoCloseable {

    /** How long it waits for anything unless {@link #timeLimit(Duration)} says otherwise. */
    public static final Duration DEFAULT_TIME_LIMIT = Duration.ofMinutes(1);

    private final InMemoryTransport.Pair pair = InMemoryTransport.pair();
    private final Handlers.Builder handlers = Handlers.builder();
    private final Map<SessionId, FakeHistory> sessions =
            new ConcurrentSkipListMap<>(Comparator.comparing(SessionId::value));
    private final Map<SessionId, FakeTurn> turns = new ConcurrentHashMap<>();
    private final Queue<FakeTurn.Script> scripts = new ConcurrentLinkedQueue<>();
    private final List<PromptRequest> prompts = new CopyOnWriteArrayList<>();
    private final List<NewSessionRequest> opened = new CopyOnWriteArrayList<>();
    private final AtomicInteger sessionNumbers = new AtomicInteger();
    private final AtomicInteger messageNumbers = new AtomicInteger();
    private volatile AgentCapabilities capabilities = AgentCapabilities.builder()
            .loadSession(true)
            .sessionCapabilities(SessionCapabilities.builder()
                    .list()
                    .resume()
                    .close()
                    .delete()
                    .fork(SessionForkCapabilities.AT_MESSAGE)
                    .build())
            .build();
    private volatile Duration timeLimit = DEFAULT_TIME_LIMIT;
    private volatile FakeTurn.@Nullable Script otherwise;
    private volatile @Nullable InitializeRequest initialized;
    private volatile @Nullable Connection connection;

    private FakeAgent() {
        handlers.onRequest(Methods.INITIALIZE, this::initialize)
                .onRequest(Methods.SESSION_NEW, this::open)
                .onRequest(Methods.SESSION_LOAD, this::load)
                .onRequest(Methods.SESSION_LIST, this::list)
                .onRequest(Methods.SESSION_FORK, this::fork)
                .onRequest(Methods.SESSION_RESUME, (request, context) -> {
                    require(request.sessionId());
                    return ResumeSessionResponse.EMPTY;
                })
                .onRequest(Methods.SESSION_CLOSE, (request, context) -> {
                    require(request.sessionId());
                    cancel(request.sessionId());
                    return CloseSessionResponse.EMPTY;
                })
                .onRequest(Methods.SESSION_DELETE, (request, context) -> {
                    sessions.remove(request.sessionId());
                    cancel(request.sessionId());
                    return DeleteSessionResponse.EMPTY;
                })
                .onRequest(Methods.SESSION_PROMPT, this::prompt)
                .onNotification(Methods.SESSION_CANCEL, this::cancel);
    }

    /**
     * Makes an agent whose turns say nothing.
     *
     * @return the agent
     */
    public static FakeAgent create() {
        return new FakeAgent();
    }

    /**
     * Makes an agent that answers the first prompt with the first text, and so on; turns after the last say nothing.
     *
     * @param texts what it says
     * @return the agent
     */
    public static FakeAgent answering(String... texts) {
        FakeAgent agent = new FakeAgent();
        for (String text : texts) {
            agent.nextTurn(turn -> turn.say(text));
        }
        return agent;
    }

    /**
     * Sets what it advertises. Default: that it can list, load, resume, close, delete and fork sessions, also at a message.
     *
     * @param advertised its capabilities; what they promise is to be kept with {@link #onRequest}
     * @return this
     */
    public FakeAgent capabilities(AgentCapabilities advertised) {
        capabilities = Objects.requireNonNull(advertised, "advertised");
        return this;
    }

    /**
     * Sets how long it waits for anything: for responses of the client, and for a cancellation. Default: a minute.
     *
     * @param limit how long at most
     * @return this
     */
    public FakeAgent timeLimit(Duration limit) {
        timeLimit = Objects.requireNonNull(limit, "limit");
        return this;
    }

    Duration timeLimit() {
        return timeLimit;
    }

    /**
     * Plays one of the next turns: the first one that nothing has been said of yet. May be called at any time.
     *
     * @param script plays it
     * @return this
     */
    public FakeAgent nextTurn(FakeTurn.Script script) {
        scripts.add(Objects.requireNonNull(script, "script"));
        return this;
    }

    /**
     * Plays all turns that {@link #nextTurn} does not.
     *
     * @param script plays them
     * @return this
     */
    public FakeAgent onPrompt(FakeTurn.Script script) {
        otherwise = Objects.requireNonNull(script, "script");
        return this;
    }

    /**
     * Serves any method by hand, in place of what this agent does itself.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method
     * @param handler serves it; throws {@link AcpErrorException} to respond with an error
     * @return this
     */
    public <P, R> FakeAgent onRequest(RequestMethod<P, R> method, RequestHandler<P, R> handler) {
        handlers.onRequest(method, handler);
        return this;
    }

    /**
     * Handles any notification, in place of what this agent does itself.
     *
     * @param <P> the type of the parameters
     * @param method the method
     * @param handler takes it
     * @return this
     */
    public <P> FakeAgent onNotification(NotificationMethod<P> method, NotificationHandler<P> handler) {
        handlers.onNotification(method, handler);
        return this;
    }

    /**
     * Stores a session of {@code /project} that can be listed, loaded, resumed and forked.
     *
     * @param session its id
     * @param history what is replayed
     * @return this
     */
    public FakeAgent stored(SessionId session, SessionUpdate... history) {
        sessions.put(session, new FakeHistory("/project", List.of(history)));
        return this;
    }

    /**
     * Starts the agent and describes a client of it.
     *
     * @return a builder to connect with
     */
    public AcpClientBuilder client() {
        return AcpClient.builder(transport());
    }

    /**
     * Starts the agent and connects a client with default handlers to it.
     *
     * @return the client, to be closed by the caller
     */
    public AcpClient connect() {
        return client().connect();
    }

    /**
     * Starts the agent.
     *
     * @return the end of the connection that belongs to the client
     */
    public Transport transport() {
        connection = handlers.build().connect(pair.second(), TimeLimits.of(timeLimit));
        return pair.first();
    }

    /**
     * Reports something about a session, between turns for instance.
     *
     * @param session which one
     * @param update what has happened
     */
    public void update(SessionId session, SessionUpdate update) {
        sessions.computeIfAbsent(session, id -> new FakeHistory("/project", List.of()))
                .add(update);
        connection().notify(Methods.SESSION_UPDATE, SessionNotification.of(session, update));
    }

    /**
     * Returns the connection to the client, for requests of any kind.
     *
     * @return the connection
     * @throws IllegalStateException when the agent has not been started
     */
    public Connection connection() {
        Connection started = connection;
        if (started == null) {
            throw new IllegalStateException("the agent has not been started; connect a client first");
        }
        return started;
    }

    /**
     * Returns what the client said of itself.
     *
     * @return its {@code initialize} request; null before it
     */
    public @Nullable InitializeRequest initialized() {
        return initialized;
    }

    /**
     * Returns the requests for new sessions, in order.
     *
     * @return a snapshot
     */
    public List<NewSessionRequest> opened() {
        return List.copyOf(opened);
    }

    /**
     * Returns the prompts of all sessions, in order.
     *
     * @return a snapshot
     */
    public List<PromptRequest> prompts() {
        return List.copyOf(prompts);
    }

    /**
     * Returns what was said in a session, prompts included, as a replay would.
     *
     * @param session which one
     * @return a snapshot; empty when there is no such session
     */
    public List<SessionUpdate> history(SessionId session) {
        FakeHistory known = sessions.get(session);
        return known == null ? List.of() : known.updates();
    }

    /** Goes away as a program that exits. */
    @Override
    public void close() {
        pair.second().close();
    }

    /**
     * Breaks the connection.
     *
     * @param cause why
     */
    public void crash(Throwable cause) {
        pair.second().fail(cause);
    }

    MessageId newMessage() {
        return new MessageId("message-" + messageNumbers.incrementAndGet());
    }

    private InitializeResponse initialize(InitializeRequest request, RequestContext context) {
        initialized = request;
        return InitializeResponse.builder(ProtocolVersion.NEWEST)
                .agentCapabilities(capabilities)
                .agentInfo(Implementation.of("fake-agent", "1"))
                .build();
    }

    private NewSessionResponse open(NewSessionRequest request, RequestContext context) {
        opened.add(request);
        SessionId id = newSession();
        sessions.put(id, new FakeHistory(request.cwd(), List.of()));
        return NewSessionResponse.of(id);
    }

    private SessionId newSession() {
        return new SessionId("session-" + sessionNumbers.incrementAndGet());
    }

    private FakeHistory require(SessionId id) {
        FakeHistory history = sessions.get(id);
        if (history == null) {
            throw AcpErrorException.notFound("sessionId", id.value());
        }
        return history;
    }

    private ForkSessionResponse fork(ForkSessionRequest request, RequestContext context) {
        FakeHistory fork = require(request.sessionId()).fork(request.cwd(), request.messageId());
        SessionId id = newSession();
        sessions.put(id, fork);
        return ForkSessionResponse.of(id);
    }

    private ListSessionsResponse list(ListSessionsRequest request, RequestContext context) {
        List<SessionInfo> infos = new ArrayList<>();
        sessions.forEach((id, history) -> {
            if (request.cwd() == null || request.cwd().equals(history.cwd())) {
                infos.add(SessionInfo.builder(id, history.cwd()).build());
            }
        });
        return ListSessionsResponse.of(infos);
    }

    private LoadSessionResponse load(LoadSessionRequest request, RequestContext context) {
        for (SessionUpdate update : require(request.sessionId()).updates()) {
            context.connection().notify(Methods.SESSION_UPDATE, SessionNotification.of(request.sessionId(), update));
        }
        return LoadSessionResponse.EMPTY;
    }

    private PromptResponse prompt(PromptRequest request, RequestContext context) throws Exception {
        FakeHistory history = require(request.sessionId());
        prompts.add(request);
        MessageId prompt = newMessage();
        for (ContentBlock block : request.prompt()) {
            history.add(new UserMessageChunk(block, prompt, null));
        }
        FakeTurn turn = new FakeTurn(this, request, context);
        turns.put(request.sessionId(), turn);
        try {
            FakeTurn.Script script = scripts.poll();
            FakeTurn.Script played = script != null ? script : otherwise;
            if (played != null) {
                played.play(turn);
            }
            return PromptResponse.of(turn.isCancelled() ? StopReason.CANCELLED : turn.stopReason());
        } finally {
            turns.remove(request.sessionId(), turn);
        }
    }

    private void cancel(CancelNotification notification, Connection from) {
        cancel(notification.sessionId());
    }

    private void cancel(SessionId session) {
        FakeTurn turn = turns.get(session);
        if (turn != null) {
            turn.cancel();
        }
    }
}
