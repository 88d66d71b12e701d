package io.acp4j.examples.conformance;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** Certifies a client built with this library in version 2 of the protocol: recommendations included. */
@Tag("full")
class V2ConformanceClientIT extends ConformanceClientIT {

    @Override
    protected List<Integer> protocols() {
        return List.of(2);
    }
}
