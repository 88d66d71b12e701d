package io.acp4j.examples.conformance;

import java.util.List;

/** Certifies the agent in version 2 of the protocol, over processes that share a SQLite file: recommendations included. */
class V2StoredConformanceAgentIT extends StoredConformanceAgentIT {

    @Override
    protected List<Integer> protocols() {
        return List.of(2);
    }
}
