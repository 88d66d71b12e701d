package io.acp4j.transport.ws;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportContract;
import java.net.URI;
import java.time.Duration;

/** The contract over a real socket, with a proxy between that can lose it. */
abstract class WsContract extends TransportContract {

    record Ends(WsTransport server, WsTransport client) {}

    abstract Transport near(Ends ends);

    abstract Transport far(Ends ends);

    @Override
    protected Link connect(int maxQueuedBytes) throws Exception {
        WsLimits limits = WsLimits.builder()
                .maxQueuedBytes(maxQueuedBytes)
                .keepAlive(Duration.ofSeconds(2), Duration.ofSeconds(20))
                .build();
        Pair pair = new Pair(server -> server.limits(limits).threads(1));
        FaultProxy proxy = FaultProxy.to(pair.server.port());
        WsTransport client = Pair.client(URI.create("ws://localhost:" + proxy.port()))
                .limits(limits)
                .connect();
        Ends ends = new Ends(pair.accepted(), client);
        ends.server().closed().thenRun(() -> pair.server.shutdown(Duration.ZERO));
        return new Link() {
            @Override
            public Transport near() {
                return WsContract.this.near(ends);
            }

            @Override
            public Transport far() {
                return WsContract.this.far(ends);
            }

            @Override
            public void lose() {
                proxy.reset();
            }

            @Override
            public boolean silence() {
                proxy.stall();
                return true;
            }
        };
    }
}
