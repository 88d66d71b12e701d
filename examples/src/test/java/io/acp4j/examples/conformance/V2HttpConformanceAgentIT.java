package io.acp4j.examples.conformance;

import java.util.List;

/** Certifies an agent built with this library over Streamable HTTP in version 2 of the protocol: recommendations included. */
class V2HttpConformanceAgentIT extends HttpConformanceAgentIT {

    @Override
    protected List<Integer> protocols() {
        return List.of(2);
    }
}
