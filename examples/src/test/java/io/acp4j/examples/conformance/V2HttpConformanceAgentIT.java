package io.acp4j.examples.conformance;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** Certifies an agent built with this library over Streamable HTTP in version 2 of the protocol: recommendations included. */
@Tag("full")
class V2HttpConformanceAgentIT extends HttpConformanceAgentIT {

    @Override
    protected List<Integer> protocols() {
        return List.of(2);
    }
}
