package io.acp4j.transport.http;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/** The servlet in Tomcat. */
@Tag("full")
class TomcatDamagedPeerTest extends ContainerDamagedPeerContract {

    @Override
    Served.Host host() {
        return Served.Host.TOMCAT;
    }

    @Override
    protected Set<String> passed() {
        return Set.of();
    }

    @Override
    protected Set<String> waitedFor() {
        return Set.of("length of 2^62", "length of 2^32 + 2", "length of 2^31", "length that is not the shortest");
    }

    @Override
    protected Map<String, Integer> otherCodes() {
        return Map.of("close text that is no UTF-8", 1002);
    }
}
