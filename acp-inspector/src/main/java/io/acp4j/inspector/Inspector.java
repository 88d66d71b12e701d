package io.acp4j.inspector;

import io.acp4j.inspector.check.KitLog;
import io.acp4j.inspector.check.KitRun;
import io.acp4j.inspector.check.LiveFindings;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.inspector.drive.LiveAgent;
import io.acp4j.inspector.drive.ReadingRoom;
import io.acp4j.inspector.drive.Workbench;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.QueueMeter;
import io.acp4j.inspector.matrix.MatrixRun;
import io.acp4j.inspector.page.PageServer;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.inspector.replay.ReplayRun;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An inspector that runs: an agent, the log of its frames, recordings beside it, and the server of the page. */
public final class Inspector implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Inspector.class);

    private final FrameLog log;
    private final LiveAgent agent;
    private final PageServer server;

    /** What is to be closed, in this order. */
    private final List<AutoCloseable> parts;

    private Inspector(FrameLog log, LiveAgent agent, PageServer server, List<AutoCloseable> parts) {
        this.log = log;
        this.agent = agent;
        this.server = server;
        this.parts = parts;
    }

    /**
     * Starts an inspector; the agent is not connected yet.
     *
     * @param from where the agent comes from
     * @param port the page's port; 0 for a free one
     * @return the inspector, to be closed
     * @throws IOException when the port is taken, or no temporary files can be made
     */
    public static Inspector start(AgentSource from, int port) throws IOException {
        return start(from, List.of(), List.of(), port);
    }

    /**
     * Starts an inspector with recordings and other agents beside its own; the agent is not connected yet.
     *
     * @param from where the agent comes from
     * @param recordings shown in the same page, and replayed against the agent
     * @param others agents that are compared with it in the matrix
     * @param port the page's port; 0 for a free one
     * @return the inspector, to be closed
     * @throws IOException when a recording cannot be read, the port is taken, or no temporary files can be made
     */
    public static Inspector start(AgentSource from, List<Path> recordings, List<MatrixRun.Agent> others, int port)
            throws IOException {
        Deque<AutoCloseable> parts = new ArrayDeque<>();
        try {
            return start(from, recordings, others, port, parts);
        } catch (IOException | RuntimeException e) {
            close(parts);
            throw e;
        }
    }

    private static Inspector start(
            AgentSource from, List<Path> recordings, List<MatrixRun.Agent> others, int port, Deque<AutoCloseable> parts)
            throws IOException {
        StateBoard board = new StateBoard();
        FrameLog log = FrameLog.create();
        parts.push(log);
        WireTopic.show(log, board, "wire");
        Sources sources = new Sources(board);
        parts.push(sources);
        QueueMeter queues = new QueueMeter(log, () -> WireTopic.renew(log, board, "wire"));
        LiveAgent agent = new LiveAgent(from, log, board, queues);
        sources.agent(() -> agent.source().name(), log);
        sources.open(recordings);
        ReplayedWire replayed = ReplayedWire.create(board);
        parts.push(replayed);
        sources.later(ReplayedWire.SOURCE, "Replay", replayed.log());
        KitLog kitLog = KitLog.create(board);
        parts.push(kitLog);
        WireTopic.show(kitLog.log(), board, "wire@" + KitLog.SOURCE);
        sources.later(KitLog.SOURCE, "Checks", kitLog.log());

        ReplayRun replay = new ReplayRun(errors -> agent.source().opening().open(errors), sources, board, replayed);
        KitRun kit = new KitRun(() -> agent.source().kit(), agent::protocolVersion, board, kitLog);
        List<MatrixRun.Agent> beside = List.copyOf(others);
        MatrixRun matrix = new MatrixRun(
                () -> Stream.concat(Stream.of(inMatrix(agent.source(), log)), beside.stream())
                        .toList(),
                sources::recorded,
                from.version().value(),
                board);
        agent.onSample(() -> {
            sources.show();
            kit.show();
            matrix.look();
        });
        LiveFindings findings = new LiveFindings(log, board, "findings");
        ReadingRoom room = new ReadingRoom(() -> Stream.of(sources.wires(), replayed.wires())
                .flatMap(List::stream)
                .toList());
        InspectorApi api = new InspectorApi(new Workbench(agent, kit, room), sources, replay, matrix);
        List.of(findings, matrix, replay, kit, agent).forEach(parts::push);
        PageServer server = PageServer.start(port, board, sources, api, new FrameDownloads(sources), sources);
        parts.push(server);
        return new Inspector(log, agent, server, List.copyOf(parts));
    }

    private static MatrixRun.Agent inMatrix(AgentSource source, FrameLog log) {
        return new MatrixRun.Agent(source.name(), source.opening(), log);
    }

    /**
     * Returns the agent.
     *
     * @return the agent
     */
    public LiveAgent agent() {
        return agent;
    }

    /**
     * Returns the log.
     *
     * @return the log
     */
    public FrameLog log() {
        return log;
    }

    /**
     * Returns the address to open, with its token.
     *
     * @return the address
     */
    public URI address() {
        return server.address();
    }

    @Override
    public void close() throws IOException {
        close(parts);
    }

    /** Closes all of them, whatever becomes of one; what remains of a log is said in the log of the process. */
    private static void close(Iterable<AutoCloseable> parts) throws IOException {
        IOException failure = null;
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (IOException e) {
                failure = e;
            } catch (Exception e) {
                LOG.warn("a part of the inspector could not be closed", e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
