package io.acp4j.examples.endtoend;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.stdio.StdioTransport;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** An agent and what leads to it. */
final class Link implements AutoCloseable {

    private final Transport client;
    private final AgentConnection agent;
    private final AutoCloseable below;

    private Link(Transport client, AgentConnection agent, AutoCloseable below) {
        this.client = client;
        this.agent = agent;
        this.below = below;
    }

    /** Serves an agent in memory, over lines of two streams, or over a WebSocket. */
    static Link over(String transport, AcpAgent agent) {
        return switch (transport) {
            case "stdio" -> streams(agent);
            case "websocket" -> webSocket(agent);
            default -> {
                InMemoryTransport.Pair pair = InMemoryTransport.pair();
                yield new Link(pair.client(), agent.serve(pair.agent()), () -> {});
            }
        };
    }

    private static Link streams(AcpAgent agent) {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket client = new Socket(listening.getInetAddress(), listening.getLocalPort());
            Socket served = listening.accept();
            return new Link(lines(client), agent.serve(lines(served)), () -> {
                client.close();
                served.close();
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Transport lines(Socket socket) throws IOException {
        return StdioTransport.over(socket.getInputStream(), socket.getOutputStream());
    }

    private static Link webSocket(AcpAgent agent) {
        BlockingQueue<AgentConnection> served = new LinkedBlockingQueue<>();
        Consumer<WsTransport> acceptor = accepted -> served.add(agent.serve(accepted));
        WsServer server = WsServer.builder(acceptor).start();
        WsTransport client = WsTransport.connect(server.uri().toString());
        try {
            AgentConnection connection = served.poll(60, TimeUnit.SECONDS);
            if (connection == null) {
                throw new AssertionError("the server has accepted nothing");
            }
            return new Link(client, connection, server);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while connecting", e);
        }
    }

    /** The client's end. */
    Transport client() {
        return client;
    }

    /** Waits for the agent to have given back its sessions, which the client's end brings about. */
    @Override
    public void close() throws Exception {
        agent.awaitClosed();
        below.close();
    }
}
