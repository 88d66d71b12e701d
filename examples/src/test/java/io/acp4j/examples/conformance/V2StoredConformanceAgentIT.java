package io.acp4j.examples.conformance;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** Certifies the agent in version 2 of the protocol, over processes that share a SQLite file: recommendations included. */
@Tag("full")
class V2StoredConformanceAgentIT extends StoredConformanceAgentIT {

    @Override
    protected List<Integer> protocols() {
        return List.of(2);
    }
}
