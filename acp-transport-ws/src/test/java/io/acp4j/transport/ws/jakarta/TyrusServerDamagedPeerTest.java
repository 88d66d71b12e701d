package io.acp4j.transport.ws.jakarta;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.transport.ws.DamagedPeerContract;
import io.acp4j.transport.ws.RawSocket;
import io.acp4j.transport.ws.WsLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** The endpoint in Tyrus. */
@Tag("full")
class TyrusServerDamagedPeerTest extends DamagedPeerContract {

    private final Map<WsLimits, Tyrus> servers = new HashMap<>();
    private final Tyrus.Accepted accepted = new Tyrus.Accepted();

    @AfterEach
    void stop() {
        servers.values().forEach(Tyrus::close);
    }

    @Override
    protected Connection connect(WsLimits limits) throws Exception {
        Tyrus server = servers.get(limits);
        if (server == null) {
            server = Tyrus.serving(accepted, builder -> builder.limits(limits));
            servers.put(limits, server);
        }
        accepted.discard();
        RawSocket peer = RawSocket.connect(server.port());
        assertThat(peer.ask(RawSocket.upgrade(""))).startsWith("HTTP/1.1 101 ");
        return new Connection(accepted.next(), peer);
    }

    @Override
    protected Set<String> passed() {
        return TyrusFaults.PASSED;
    }

    @Override
    protected Set<String> waitedFor() {
        return TyrusFaults.WAITED_FOR;
    }

    @Override
    protected Map<String, Integer> otherCodes() {
        return TyrusFaults.OTHER_CODES;
    }
}
