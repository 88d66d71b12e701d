package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.ws.DamagedPeerContract;
import io.acp4j.transport.ws.RawSocket;
import io.acp4j.transport.ws.WsLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;

/** Peers that ask a servlet for a WebSocket. */
abstract class ContainerDamagedPeerContract extends DamagedPeerContract {

    private final Map<WsLimits, Served> servers = new HashMap<>();
    private final BlockingQueue<Transport> accepted = new LinkedBlockingQueue<>();

    abstract Served.Host host();

    @AfterEach
    void stop() {
        servers.values().forEach(Served::close);
    }

    @Override
    protected Connection connect(WsLimits limits) throws Exception {
        Served server = servers.get(limits);
        if (server == null) {
            server = host().serve(
                            accepted::add, Served.Setup.DEFAULT.with(limits).withAnyMessage());
            servers.put(limits, server);
        }
        RawSocket peer = RawSocket.connect(server.port());
        assertThat(peer.ask(RawSocket.upgrade(server.uri().getPath(), ""))).startsWith("HTTP/1.1 101 ");
        return new Connection(Puppet.take(accepted), peer);
    }
}
