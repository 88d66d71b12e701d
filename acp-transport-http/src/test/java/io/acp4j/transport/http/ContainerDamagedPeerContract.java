package io.acp4j.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.ws.DamagedPeerContract;
import io.acp4j.transport.ws.RawSocket;
import io.acp4j.transport.ws.WsLimits;
import io.acp4j.transport.ws.jakarta.JakartaTransport;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;

/** Peers that ask a servlet for a WebSocket. */
abstract class ContainerDamagedPeerContract extends DamagedPeerContract {

    private final Map<WsLimits, Served> servers = new HashMap<>();
    private final BlockingQueue<Transport> accepted = new LinkedBlockingQueue<>();
    private int peers;

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
        String query = "peer=" + ++peers;
        assertThat(peer.ask(RawSocket.upgrade(server.uri().getPath() + "?" + query, "")))
                .startsWith("HTTP/1.1 101 ");
        return new Connection(acceptedWith(query), peer);
    }

    /** Returns the connection with this query in its request, and closes those of other tests that were accepted before it. */
    private Transport acceptedWith(String query) throws InterruptedException {
        while (true) {
            JakartaTransport transport = (JakartaTransport) Puppet.take(accepted);
            if (query.equals(transport.session().getQueryString())) {
                return transport;
            }
            transport.close();
        }
    }
}
