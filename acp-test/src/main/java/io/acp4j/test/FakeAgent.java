package io.acp4j.test;

import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.init.SessionForkCapabilities;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.SessionUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
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
 * that it is to do is given with {@link #onRequest}. It speaks version 1 of the protocol, or {@linkplain #protocolVersion version 2}, with
 * the same scripts. Describe it before it is connected, for one connection. Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public final class FakeAgent implements AutoCloseable {

    /** How long it waits for anything unless {@link #timeLimit(Duration)} says otherwise. */
    public static final Duration DEFAULT_TIME_LIMIT = Duration.ofMinutes(1);

    static final String NAME = "fake-agent";
    static final String VERSION = "1";

    private final InMemoryTransport.Pair pair = InMemoryTransport.pair();
    private final FakeSessions sessions = new FakeSessions();
    private final FakeServing plain = new PlainServing(this, sessions);
    private final FakeServing v2 = new V2Serving(this, sessions);
    private final Queue<FakeTurn.Script> scripts = new ConcurrentLinkedQueue<>();
    private final List<PromptRequest> prompts = new CopyOnWriteArrayList<>();
    private volatile boolean speaksV2;
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
    private volatile @Nullable Connection connection;

    private FakeAgent() {}

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
     * Sets the version of the protocol that it speaks. Default: version 1. In version 2 prompts are echoed, each turn has its states and
     * prompts may wait, without a script's doing; sessions are resumed, with a replay if that is wanted. Clients that ask for an older
     * version are refused.
     *
     * @param spoken {@link ProtocolVersion#V1} or {@link ProtocolVersion#V2}
     * @return this
     * @throws IllegalArgumentException for another version
     */
    @Unstable("protocol-version-2")
    public FakeAgent protocolVersion(ProtocolVersion spoken) {
        speaksV2 = SpokenVersions.isDraft(SpokenVersions.known(spoken));
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
    public <P, R> FakeAgent onRequest(RequestMethod<P, R> method, RequestHandler<P, R, RequestContext> handler) {
        plain.onRequest(method, handler);
        v2.onRequest(method, handler);
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
    public <P> FakeAgent onNotification(NotificationMethod<P> method, NotificationHandler<P, Connection> handler) {
        plain.onNotification(method, handler);
        v2.onNotification(method, handler);
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
        sessions.store(session, List.of(history));
        return this;
    }

    /**
     * Starts the agent and describes a client of it, which speaks the agent's version.
     *
     * @return a builder to connect with
     */
    public AcpClientBuilder client() {
        AcpClientBuilder builder = AcpClient.builder(transport());
        return speaksV2 ? builder.protocolVersions(ProtocolVersion.V2) : builder;
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
        connection = serving().start(pair.agent());
        return pair.client();
    }

    /**
     * Reports something about a session, between turns for instance. What it does, too: version 2 calls that its state.
     *
     * @param session which one
     * @param update what has happened
     */
    public void update(SessionId session, SessionUpdate update) {
        Connection unused = connection();
        sessions.record(session, update);
        serving().update(session, update);
    }

    /**
     * Sets what goes on in the background of a session that is open, which every state says from then on. Version 2 only.
     *
     * @param session which one
     * @param running what goes on, announced before; none to say that nothing does
     * @throws IllegalStateException in version 1, or when the session is not open
     */
    @Unstable("protocol-version-2")
    public void background(SessionId session, BackgroundWork... running) {
        Connection unused = connection();
        serving().background(session, List.of(running));
    }

    /**
     * Plays a turn without a prompt while no other turn runs in the session. Version 2 only.
     *
     * @param session the session, which must be open
     * @param script plays the turn
     * @return a stage that completes when the turn has ended; it fails if the turn fails
     * @throws IllegalStateException in version 1, or when the session is not open
     */
    @Unstable("protocol-version-2")
    public CompletionStage<Void> startTurn(SessionId session, FakeTurn.Script script) {
        Connection unused = connection();
        return serving().startTurn(session, Objects.requireNonNull(script, "script"));
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
        return serving().introduction();
    }

    /**
     * Returns the requests for new sessions, in order.
     *
     * @return a snapshot
     */
    public List<NewSessionRequest> opened() {
        return sessions.opened();
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
        return sessions.history(session);
    }

    /** Goes away as a program that exits. */
    @Override
    public void close() {
        pair.agent().close();
    }

    /**
     * Breaks the connection.
     *
     * @param cause why
     */
    public void crash(Throwable cause) {
        pair.agent().fail(cause);
    }

    MessageId newMessage() {
        return sessions.newMessage();
    }

    AgentCapabilities advertised() {
        return capabilities;
    }

    /** Notes a prompt that has become a part of a conversation. */
    void received(PromptRequest prompt) {
        prompts.add(prompt);
    }

    /** Plays a turn with the script that is next. */
    void play(FakeTurn turn) throws Exception {
        nextScript().play(turn);
    }

    /** Takes the script of the turn that begins. */
    FakeTurn.Script nextScript() {
        FakeTurn.Script script = scripts.poll();
        FakeTurn.Script played = script != null ? script : otherwise;
        return played != null ? played : turn -> {};
    }

    void requireDraft(String what) {
        if (!speaksV2) {
            throw PlainServing.missing(what);
        }
    }

    private FakeServing serving() {
        return speaksV2 ? v2 : plain;
    }
}
