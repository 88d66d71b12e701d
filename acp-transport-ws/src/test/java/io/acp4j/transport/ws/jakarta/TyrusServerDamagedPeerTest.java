package io.acp4j.transport.ws.jakarta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.transport.RecordingListener;
import io.acp4j.transport.ws.DamagedPeerContract;
import io.acp4j.transport.ws.RawSocket;
import io.acp4j.transport.ws.WsLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The endpoint in Tyrus. */
@Tag("full")
class TyrusServerDamagedPeerTest extends DamagedPeerContract {

    private final Map<WsLimits, Tyrus> servers = new HashMap<>();
    private final Tyrus.Accepted accepted = new Tyrus.Accepted();
    private int peers;

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
        String query = "peer=" + ++peers;
        RawSocket peer = open(server, query);
        return new Connection(accepted.next(query), peer);
    }

    private static RawSocket open(Tyrus server, String query) throws IOException {
        RawSocket peer = RawSocket.connect(server.port());
        assertThat(peer.ask(RawSocket.upgrade("/acp?" + query, ""))).startsWith("HTTP/1.1 101 ");
        return peer;
    }

    /** Otherwise such a connection is paired with the peer of the next one, and the end of each peer with the next test. */
    @Test
    void connectionOfAnotherTestIsNotTakenForThatOfThePeer() throws Exception {
        Connection first = connect(WsLimits.defaults());
        Tyrus server = servers.get(WsLimits.defaults());
        try (RawSocket stray = open(server, "stray")) {
            Connection second = connect(WsLimits.defaults());
            RecordingListener listener = new RecordingListener();
            second.ours().start(listener);
            stray.send(initialize("stray"));
            second.peer().send(initialize("second"));
            await().atMost(Duration.ofMinutes(1)).until(() -> listener.frameCount() == 1);
            assertThat(listener.frames()).containsExactly(initialize("second"));
            second.peer().close();
        }
        first.peer().close();
    }

    private static String initialize(String id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":\"initialize\"}";
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
