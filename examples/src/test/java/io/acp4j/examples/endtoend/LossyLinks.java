package io.acp4j.examples.endtoend;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.examples.Children;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.http.HttpTransport;
import io.acp4j.transport.stdio.AgentCommand;
import io.acp4j.transport.stdio.StdioTransport;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;

/** Connections to an agent of one row of {@link LossRestoreTest}, which are lost on request. */
final class LossyLinks implements AutoCloseable {

    private final LossRestoreTest.Row row;
    private final Path database;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private AcpAgent agent;
    private AutoCloseable latest = () -> {};

    LossyLinks(LossRestoreTest.Row row, Path directory) {
        this.row = row;
        this.database = directory.resolve("sessions.db");
        this.agent = agent();
    }

    private AcpAgent agent() {
        if (row.restore().equals("none")) {
            return LossyAgent.over(null, end);
        }
        if (row.loss().equals("killed")) {
            // The agent is another process.
            return LossyAgent.over(null, end);
        }
        SessionRepository repository = SessionRepository.over(
                row.store().equals("sqlite") ? SessionStores.open(database) : SessionStore.inMemory());
        open.push(repository);
        return LossyAgent.over(repository, end);
    }

    /** Opens a connection, the next one after a loss. */
    Transport connect() throws IOException {
        return row.loss().equals("killed") ? process() : connected();
    }

    private Transport process() throws IOException {
        if (row.transport().equals("stdio")) {
            StdioTransport transport = AgentCommand.of(Children.java(LossyAgent.class, "stdio", database.toString()))
                    .open();
            long pid = transport.processId().orElseThrow();
            latest = () -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            return transport;
        }
        Process process = new ProcessBuilder(Children.java(LossyAgent.class, row.transport(), database.toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        latest = process::destroyForcibly;
        open.push(latest);
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        return network(Integer.parseInt(out.readLine()));
    }

    private Transport network(int port) {
        return row.transport().equals("http")
                ? HttpTransport.connect("http://127.0.0.1:" + port + "/acp")
                : WsTransport.connect("ws://127.0.0.1:" + port + "/acp");
    }

    private Transport connected() throws IOException {
        if (row.transport().equals("stdio")) {
            return streams();
        }
        int port;
        if (row.transport().equals("http")) {
            HttpServer server = HttpServer.builder(agent::serve).start();
            open.push(server);
            port = server.port();
        } else {
            WsServer server = WsServer.builder(agent::serve).start();
            open.push(server);
            port = server.port();
        }
        SeveredLink link = new SeveredLink(port);
        latest = link;
        open.push(link);
        return network(link.port());
    }

    private Transport streams() throws IOException {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket client = new Socket(listening.getInetAddress(), listening.getLocalPort());
            Socket served = listening.accept();
            agent.serve(StdioTransport.over(served.getInputStream(), served.getOutputStream()));
            latest = () -> {
                client.close();
                served.close();
            };
            open.push(latest);
            return StdioTransport.over(client.getInputStream(), client.getOutputStream());
        }
    }

    /** Kills the process, or cuts the sockets. With a refused load, the next agent does not know the session. */
    void lose() throws Exception {
        if (row.loss().equals("refused")) {
            agent = agent();
        }
        latest.close();
    }

    @Override
    public void close() throws Exception {
        end.countDown();
        latest.close();
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }
}
