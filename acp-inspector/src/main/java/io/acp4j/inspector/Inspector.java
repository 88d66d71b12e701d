package io.acp4j.inspector;

import io.acp4j.inspector.check.KitRun;
import io.acp4j.inspector.check.LiveFindings;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.inspector.drive.LiveAgent;
import io.acp4j.inspector.drive.Workbench;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.page.Logs;
import io.acp4j.inspector.page.PageServer;
import io.acp4j.inspector.page.StateBoard;
import java.io.IOException;
import java.net.URI;

/** An inspector that runs: an agent, the log of its frames, and the server of the page. */
public final class Inspector implements AutoCloseable {

    private final FrameLog log;
    private final LiveAgent agent;
    private final PageServer server;
    private final LiveFindings findings;
    private final KitRun kit;

    private Inspector(FrameLog log, LiveAgent agent, PageServer server, LiveFindings findings, KitRun kit) {
        this.findings = findings;
        this.kit = kit;
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
        LiveAgent agent = new LiveAgent(from, log, board);
        KitRun kit = new KitRun(from.kit(), agent::protocolVersion, board);
        try {
            Logs logs = source -> source.isEmpty() ? log : null;
            PageServer server =
                    PageServer.start(port, board, logs, new Workbench(agent, kit), new FrameDownloads(logs));
            return new Inspector(log, agent, server, new LiveFindings(log, board, "findings"), kit);
        } catch (IOException e) {
            log.close();
            throw e;
        }
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
        log.close();
    }
}
