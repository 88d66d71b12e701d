package io.acp4j.inspector.log;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps heads that are equal, and the names in them, once. Not safe for use by many threads. */
final class SharedHeads {

    private static final int MAX_NAMES = 10_000;

    private final Map<String, String> names = new HashMap<>();
    private @Nullable FrameHead latest;

    /** Returns the head before when it is the same, as in a run of chunks; else this one, with names that others have. */
    FrameHead shared(FrameHead head) {
        FrameHead before = latest;
        if (before != null && head.equals(before)) {
            return before;
        }
        FrameHead named = new FrameHead(
                head.kind(),
                name(head.method()),
                head.id(),
                name(head.session()),
                name(head.update()),
                name(head.subject()),
                head.problem());
        latest = named;
        return named;
    }

    private @Nullable String name(@Nullable String name) {
        if (name == null) {
            return null;
        }
        String known = names.get(name);
        if (known == null && names.size() < MAX_NAMES) {
            names.put(name, name);
        }
        return known == null ? name : known;
    }
}
