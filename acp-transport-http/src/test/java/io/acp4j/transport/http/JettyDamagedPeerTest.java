package io.acp4j.transport.http;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/** The servlet in Jetty. */
@Tag("full")
class JettyDamagedPeerTest extends ContainerDamagedPeerContract {

    @Override
    Served.Host host() {
        return Served.Host.JETTY;
    }

    @Override
    protected Set<String> passed() {
        return Set.of();
    }

    @Override
    protected Set<String> waitedFor() {
        return Set.of("length that is not the shortest");
    }

    @Override
    protected Map<String, Integer> otherCodes() {
        return Map.of("length of 2^63", 1009, "length of 2^64 - 1", 1009);
    }
}
