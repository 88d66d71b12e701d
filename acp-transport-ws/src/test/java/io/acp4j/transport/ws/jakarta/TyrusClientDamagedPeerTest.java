package io.acp4j.transport.ws.jakarta;

import io.acp4j.transport.ws.DamagedPeerContract;
import io.acp4j.transport.ws.FakeServer;
import io.acp4j.transport.ws.RawSocket;
import io.acp4j.transport.ws.WsLimits;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;

/** The client in Tyrus. */
@Tag("full")
class TyrusClientDamagedPeerTest extends DamagedPeerContract {

    @Override
    protected Connection connect(WsLimits limits) throws Exception {
        try (FakeServer server = new FakeServer()) {
            CompletableFuture<JakartaTransport> connecting = CompletableFuture.supplyAsync(
                    JakartaTransport.builder(server.uri()).limits(limits)::connect);
            RawSocket peer = server.accept("");
            return new Connection(connecting.get(60, TimeUnit.SECONDS), peer);
        }
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
