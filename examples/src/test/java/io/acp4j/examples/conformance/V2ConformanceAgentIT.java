package io.acp4j.examples.conformance;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** Certifies an agent built with this library in version 2 of the protocol, over real processes. */
@Tag("full")
class V2ConformanceAgentIT extends ConformanceAgentIT {

    @Override
    protected List<Integer> protocols() {
        return List.of(2);
    }
}
