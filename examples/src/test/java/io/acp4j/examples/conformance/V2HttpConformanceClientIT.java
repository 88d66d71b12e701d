package io.acp4j.examples.conformance;

import io.acp4j.tck.Settings;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/**
 * Certifies what a client built with this library says over Streamable HTTP in version 2 of the protocol, as far as it depends on the
 * version.
 */
@Tag("full")
class V2HttpConformanceClientIT extends HttpConformanceClientIT {

    @Override
    protected List<Integer> protocols() {
        return List.of(2);
    }

    @Override
    protected Settings settings() {
        return super.settings().toBuilder()
                .selection(
                        Set.of(
                                "CLI-HTTP-006",
                                "CLI-HTTP-010",
                                "CLI-HTTP-017",
                                "CLI-HTTP-021",
                                "CLI-HTTP-022",
                                "CLI-HTTP-023",
                                "CLI-HTTP-028"),
                        Set.of())
                .build();
    }
}
