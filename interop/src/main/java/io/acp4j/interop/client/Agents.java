package io.acp4j.interop.client;

import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.stdio.StdioTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Gives the checks their agent: one that they share, and fresh ones for those that spoil it. Used by one check at a time. */
final class Agents implements AutoCloseable {

    private static final long SECONDS_TO_END = 60;

    private final List<String> command;
    private final boolean onNetwork;
    private final boolean bothVersions;
    private final @Nullable Recorder recorder;
    private final List<AcpClient> clients = new ArrayList<>();
    private @Nullable Peer shared;

    /**
     * Starts nothing yet.
     *
     * @param onNetwork whether the command serves WebSockets or HTTP and prints its address first
     * @param bothVersions whether the clients speak version 2 of the protocol, too
     */
    Agents(List<String> command, boolean onNetwork, boolean bothVersions, @Nullable Recorder recorder) {
        this.command = List.copyOf(command);
        this.onNetwork = onNetwork;
        this.bothVersions = bothVersions;
        this.recorder = recorder;
    }

    /**
     * A running agent.
     *
     * @param client our end
     * @param host what it asks of us
     */
    record Peer(AcpClient client, Host host) {

        /** Ends the agent and waits until it is gone. */
        void end() {
            client.close();
            client.closed()
                    .toCompletableFuture()
                    .orTimeout(SECONDS_TO_END, TimeUnit.SECONDS)
                    .join();
        }
    }

    /** Returns the agent that the checks share. */
    synchronized Peer shared() {
        Peer peer = shared;
        if (peer == null) {
            peer = start();
            shared = peer;
        }
        return peer;
    }

    /** Starts an agent for a client that does everything for it. */
    Peer start() {
        Host host = new Host();
        return new Peer(connect(host.serve(builder())), host);
    }

    /** Starts to describe a client of a fresh agent. */
    synchronized AcpClientBuilder builder() {
        AcpClientBuilder builder = AcpClient.builder(onNetwork ? NetworkAgent.start(command) : overStdio())
                .info("acp4j-interop-client", "1.0.0");
        if (bothVersions) {
            builder.protocolVersions(ProtocolVersion.V2, ProtocolVersion.V1);
        }
        if (recorder != null) {
            builder.options(ConnectionOptions.builder()
                    .listener(recorder.connection(clients.size() + 1))
                    .build());
        }
        return builder;
    }

    private Transport overStdio() {
        // An agent must not depend on the locale of its environment.
        return StdioTransport.builder(command).environment("LC_ALL", "C").launch();
    }

    synchronized AcpClient connect(AcpClientBuilder builder) {
        AcpClient client = builder.connect();
        clients.add(client);
        return client;
    }

    /** Ends all agents and waits until they are gone. */
    @Override
    public synchronized void close() {
        clients.forEach(AcpClient::close);
        clients.forEach(client -> new Peer(client, new Host()).end());
    }
}
