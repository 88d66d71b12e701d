package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.LoggedConnection;
import io.acp4j.inspector.log.QueueMeter;
import io.acp4j.inspector.page.PageException;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.auth.AuthMethod;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.ClientSessionCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.SessionConfigOptionsCapabilities;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The connection to the agent: it is opened, lost, and opened again at the user's wish. Safe for use by many threads. */
public final class LiveAgent implements AutoCloseable {

    /** How many lines of the agent's error output are kept. */
    static final int MAX_ERROR_LINES = 1_000;

    private static final int MAX_LINE = 4_000;
    private static final int MAX_ENTRIES = 20_000;
    private static final long MAX_CHARACTERS = 64L * 1024 * 1024;

    private enum State {
        CONNECTING,
        CONNECTED,
        CLOSED
    }

    private volatile AgentSource source;
    private final FrameLog log;
    private final StateBoard board;
    private final Questions questions;
    private final QueueMeter queues;
    private final Deque<String> errorLines = new ArrayDeque<>();
    private long errorLineCount;
    private State state = State.CLOSED;
    private @Nullable String failure;
    private @Nullable AcpClient client;
    private @Nullable Transport transport;
    private @Nullable LoggedConnection logged;
    private OfferedCapabilities offered = OfferedCapabilities.ALL;
    private ForkRegistry forks = new ForkRegistry();
    private SessionDesk desk;
    private int connections;

    private final TerminalOutputs terminals;

    /** True if the agent of this source has completed a handshake. */
    private boolean hasConnected;

    private volatile Runnable sampleListener = () -> {};

    /**
     * Creates an agent that is not connected.
     *
     * @param source where it comes from
     * @param log takes its frames
     * @param board shows it
     * @param queues measures what waits on its connections; closed with it
     */
    public LiveAgent(AgentSource source, FrameLog log, StateBoard board, QueueMeter queues) {
        this.source = source;
        this.log = log;
        this.board = board;
        this.queues = queues;
        this.questions = new Questions(board, () -> desk().show());
        this.desk = new SessionDesk(board, questions, "s", forks);
        this.terminals = new TerminalOutputs(log, board, id -> desk().key(id));
        show();
        showErrorLines();
    }

    /**
     * Returns the source of the agent: the one of the command line, or the sample agent after {@link #startSample}.
     *
     * @return the source
     */
    public AgentSource source() {
        return source;
    }

    /**
     * Sets the listener to the replacement of the agent by the sample agent.
     *
     * @param listener called before the sample agent is started
     */
    public void onSample(Runnable listener) {
        sampleListener = listener;
    }

    /** Replaces an agent that could not be started by the sample agent, and connects to that. */
    CompletableFuture<Void> startSample() {
        synchronized (this) {
            AgentSource sample = offeredSample();
            if (sample == null) {
                throw new PageException("the sample agent is offered only if the agent could not be started");
            }
            source = sample;
            forks = new ForkRegistry();
        }
        sampleListener.run();
        return connect();
    }

    private @Nullable AgentSource offeredSample() {
        return state == State.CLOSED && failure != null && !hasConnected ? source.sample() : null;
    }

    synchronized SessionDesk desk() {
        return desk;
    }

    /**
     * Returns the version of the protocol that is spoken with the agent.
     *
     * @return the version; that which it will be asked for while it is not connected
     */
    public synchronized int protocolVersion() {
        AcpClient now = client;
        return (now == null ? source.version() : now.protocolVersion()).value();
    }

    Questions questions() {
        return questions;
    }

    /** The client, while there is one. */
    synchronized AcpClient client() {
        AcpClient now = client;
        if (now == null) {
            throw new PageException("the agent is not connected");
        }
        return now;
    }

    /** Connects with what the user offers to the agent. */
    CompletableFuture<Void> connect(JsonNode chosen) {
        return connect(OfferedCapabilities.of(chosen));
    }

    /**
     * Connects, and offers everything to the agent; may wait for the agent to start.
     *
     * @return completes when the agent is connected; fails when it cannot be reached
     */
    public CompletableFuture<Void> connect() {
        return connect(OfferedCapabilities.ALL);
    }

    private CompletableFuture<Void> connect(OfferedCapabilities capabilities) {
        disconnect("the user has restarted the agent");
        SessionDesk sessions;
        SessionDesk before;
        LoggedConnection frames;
        synchronized (this) {
            if (state == State.CONNECTING) {
                throw new PageException("the agent is being connected already");
            }
            state = State.CONNECTING;
            frames = log.open(failure == null ? "" : failure);
            logged = frames;
            failure = null;
            offered = capabilities;
            before = desk;
            desk = new SessionDesk(board, questions, "s" + ++connections + "-", forks);
            sessions = desk;
        }
        before.close();
        show();
        sessions.show();
        frames.event("connecting to " + source.name());
        Transport opened;
        try {
            opened = source.opening().open(this::errorLine);
        } catch (IOException | AcpException e) {
            lost(null, String.valueOf(e.getMessage()));
            throw new PageException(Shown.text(String.valueOf(e.getMessage())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            lost(null, "interrupted");
            throw new PageException("interrupted");
        }
        synchronized (this) {
            transport = opened;
        }
        return connect(opened, frames, capabilities, sessions);
    }

    private CompletableFuture<Void> connect(
            Transport opened, LoggedConnection frames, OfferedCapabilities capabilities, SessionDesk sessions) {
        AcpClientBuilder builder = AcpClient.builder(new FaultTap(opened, frames))
                .info("acp-inspector", "0.1.0")
                .protocolVersions(source.version(), source.others())
                .options(ConnectionOptions.builder()
                        .listener(frames)
                        .observer(queues)
                        .build())
                .capabilities(ClientCapabilities.builder()
                        .session(ClientSessionCapabilities.builder()
                                .configOptions(SessionConfigOptionsCapabilities.BOOLEAN)
                                .build())
                        .build())
                .transcripts(TranscriptOptions.builder()
                        .maxEntries(MAX_ENTRIES)
                        .maxSize(MAX_CHARACTERS)
                        .build());
        new UserServices(questions, sessions::key, terminals).register(builder, capabilities);
        return builder.connectAsync().handle((connected, problem) -> {
            if (problem != null) {
                opened.close();
                Throwable cause = problem.getCause() == null ? problem : problem.getCause();
                lost(opened, String.valueOf(cause.getMessage()));
                throw new PageException(Shown.text(String.valueOf(cause.getMessage())));
            }
            connected(connected, opened);
            return null;
        });
    }

    private void connected(AcpClient connected, Transport opened) {
        SessionDesk sessions;
        boolean isCurrent;
        synchronized (this) {
            isCurrent = opened.equals(transport);
            if (isCurrent) {
                client = connected;
                state = State.CONNECTED;
                hasConnected = true;
            }
            sessions = desk;
        }
        if (!isCurrent) {
            connected.close(); // It was given up during its handshake.
            return;
        }
        show();
        var unused = connected.closed().whenComplete((reason, problem) -> {
            String why = reason == null ? "the connection failed" : reason.description();
            lost(opened, why);
        });
        if (connected.agentCapabilities().sessionCapabilities().list() != null) {
            var unusedList = sessions.refresh(connected).whenComplete((done, problem) -> {
                if (problem != null) {
                    log.event("the list of sessions could not be read");
                }
            });
        }
    }

    /** The connection has ended, or was never there; one that was given up already changes nothing. */
    private void lost(@Nullable Transport which, String why) {
        LoggedConnection frames;
        synchronized (this) {
            if (which != null && !which.equals(transport)) {
                return;
            }
            client = null;
            transport = null;
            state = State.CLOSED;
            failure = Shown.text(why);
            frames = logged;
        }
        questions.cancelAll();
        if (frames != null) {
            frames.ended();
        }
        show();
        desk().show();
    }

    /** Ends the connection, and the agent with it. */
    void disconnect(String why) {
        Transport old;
        AcpClient oldClient;
        synchronized (this) {
            old = transport;
            oldClient = client;
            if (old == null) {
                return;
            }
        }
        lost(old, why);
        if (oldClient != null) {
            oldClient.close();
        }
        old.close();
        desk().close();
    }

    private void errorLine(String line) {
        synchronized (this) {
            errorLineCount++;
            errorLines.add(Shown.tabbedLine(line.length() > MAX_LINE ? line.substring(0, MAX_LINE) + "…" : line));
            if (errorLines.size() > MAX_ERROR_LINES) {
                errorLines.remove();
            }
        }
        showErrorLines();
    }

    private void showErrorLines() {
        board.put("stderr", () -> {
            ObjectNode node = Shown.NODES.objectNode();
            synchronized (this) {
                node.put("count", errorLineCount);
                ArrayNode lines = node.putArray("lines");
                errorLines.forEach(lines::add);
            }
            return node;
        });
    }

    private void show() {
        board.put("connection", this::connection);
    }

    private synchronized ObjectNode connection() {
        ObjectNode node = Shown.NODES.objectNode();
        node.put("source", Shown.line(source.name()));
        node.put("cwd", Shown.line(source.directory().toString()));
        node.put("state", state.name().toLowerCase(Locale.ROOT));
        node.set("offered", offered.toJson());
        if (failure != null) {
            node.put("failure", failure);
        }
        node.put("offersSample", offeredSample() != null);
        AcpClient now = client;
        if (now != null) {
            agent(node, now);
        }
        return node;
    }

    private static void agent(ObjectNode node, AcpClient now) {
        node.put("version", now.protocolVersion().value());
        Implementation info = now.agentInfo();
        if (info != null) {
            node.put("agentName", Shown.line(info.name()));
            node.put("agent", Shown.line(info.title() == null ? info.name() : info.title()));
            node.put("agentVersion", Shown.line(info.version()));
        }
        JsonNode capabilities = Shown.of(AgentCapabilities.CODEC, now.agentCapabilities());
        node.set("capabilities", capabilities);
        JsonNode session = capabilities.path("sessionCapabilities");
        ObjectNode can = node.putObject("can");
        can.put("load", capabilities.path("loadSession").asBoolean());
        for (String name : new String[] {"list", "resume", "close", "delete", "fork"}) {
            can.put(name, session.path(name).isObject());
        }
        can.put("rename", session.path("title").isObject());
        can.put("branches", Branches.offeredBy(now));
        can.put("compareBranches", BranchPath.offeredBy(now));
        JsonNode prompt = capabilities.path("promptCapabilities");
        for (String name : new String[] {"image", "audio", "embeddedContext"}) {
            can.put(name, prompt.path(name).asBoolean());
        }
        ArrayNode methods = node.putArray("authMethods");
        for (AuthMethod method : now.authMethods()) {
            methods.addObject().put("id", Shown.line(method.id().value())).put("name", Shown.line(method.name()));
        }
    }

    @Override
    public void close() {
        disconnect("the inspector ends");
        queues.close();
    }
}
