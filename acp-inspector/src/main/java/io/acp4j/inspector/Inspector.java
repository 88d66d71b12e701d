package io.acp4j.inspector;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.acp4j.inspector.check.KitLog;
import io.acp4j.inspector.check.KitRun;
import io.acp4j.inspector.check.LiveFindings;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.inspector.drive.LiveAgent;
import io.acp4j.inspector.drive.Workbench;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.QueueMeter;
import io.acp4j.inspector.page.Logs;
import io.acp4j.inspector.page.PageServer;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.rpc.VisibleText;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;

/** An inspector that runs: an agent, the log of its frames, and the server of the page. */
public final class Inspector implements AutoCloseable {

    private final FrameLog log;
    private final LiveAgent agent;
    private final PageServer server;
    private final LiveFindings findings;
    private final KitRun kit;
    private final KitLog kitLog;

    private Inspector(
            FrameLog log, LiveAgent agent, PageServer server, LiveFindings findings, KitRun kit, KitLog kitLog) {
        this.findings = findings;
        this.kit = kit;
        this.kitLog = kitLog;
        this.log = log;
        this.agent = agent;
        this.server = server;
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
        FrameLog log = FrameLog.create();
        StateBoard board = new StateBoard();
        WireTopic.show(log, board, "wire");
        KitLog kitLog;
        try {
            kitLog = KitLog.create(board);
        } catch (IOException e) {
            log.close();
            throw e;
        }
        WireTopic.show(kitLog.log(), board, "wire@" + KitLog.SOURCE);
        showSources(from.name(), kitLog.log(), board);
        QueueMeter queues = new QueueMeter(log, () -> WireTopic.renew(log, board, "wire"));
        LiveAgent agent = new LiveAgent(from, log, board, queues);
        KitRun kit = new KitRun(from.kit(), agent::protocolVersion, board, kitLog);
        try {
            Logs logs = source -> source.isEmpty() ? log : source.equals(KitLog.SOURCE) ? kitLog.log() : null;
            PageServer server =
                    PageServer.start(port, board, logs, new Workbench(agent, kit), new FrameDownloads(logs));
            return new Inspector(log, agent, server, new LiveFindings(log, board, "findings"), kit, kitLog);
        } catch (IOException e) {
            queues.close();
            kitLog.close();
            log.close();
            throw e;
        }
    }

    /** The agent, and what the kit has said to it; once there is any. */
    private static void showSources(String name, FrameLog kitLog, StateBoard board) {
        AtomicBoolean isShown = new AtomicBoolean();
        kitLog.onRow(row -> {
            if (isShown.compareAndSet(false, true)) {
                board.put("sources", () -> {
                    ArrayNode sources = JsonNodeFactory.instance.arrayNode();
                    sources.addObject().put("id", "").put("name", VisibleText.line(name));
                    sources.addObject().put("id", KitLog.SOURCE).put("name", "Checks");
                    return sources;
                });
            }
        });
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
        agent.close();
        kit.close();
        findings.close();
        server.close();
        kitLog.close();
        log.close();
    }
}
