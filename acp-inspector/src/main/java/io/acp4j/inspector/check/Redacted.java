package io.acp4j.inspector.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.tck.conversation.BrokenRequirement;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Leaves out what a recorder has broken, not a peer: values that it has replaced may have had another type. */
final class Redacted {

    private static final String MARK = "\"[redacted]\"";

    private Redacted() {}

    static List<BrokenRequirement> without(List<BrokenRequirement> broken, IntFunction<byte @Nullable []> frames) {
        return broken.stream()
                .filter(each -> !isRedacted(frames.apply(each.message())))
                .toList();
    }

    private static boolean isRedacted(byte @Nullable [] frame) {
        return frame != null && new String(frame, UTF_8).contains(MARK);
    }
}
