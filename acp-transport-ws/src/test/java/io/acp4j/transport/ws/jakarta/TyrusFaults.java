package io.acp4j.transport.ws.jakarta;

import java.util.Map;
import java.util.Set;

/** Where Tyrus sees frames otherwise than RFC 6455. */
final class TyrusFaults {

    /** It looks at the mask of neither side. */
    static final Set<String> PASSED = Set.of("the wrong masking");

    /** It collects frames of any length, up to the size of its buffer. */
    static final Set<String> WAITED_FOR =
            Set.of("length of 2^62", "length of 2^32 + 2", "length of 2^31", "length that is not the shortest");

    static final Map<String, Integer> OTHER_CODES = Map.of("length of 2^64 - 1", 1011);

    private TyrusFaults() {}
}
