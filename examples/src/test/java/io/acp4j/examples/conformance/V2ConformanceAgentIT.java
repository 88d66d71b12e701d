package io.acp4j.examples.conformance;

import java.util.List;

/** Certifies an agent built with this library in version 2 of the protocol, over real processes. */
class V2ConformanceAgentIT extends ConformanceAgentIT {

    @Override
    protected List<Integer> protocols() {
        return List.of(2);
    }
}
