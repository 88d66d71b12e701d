package io.acp4j.agent;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.v1.session.ForkSessionRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds where a fork is to end, in any of the known ways. */
final class ForkPoints {

    private final List<ForkPointResolver> resolvers;

    ForkPoints(List<ForkPointResolver> further) {
        List<ForkPointResolver> all = new ArrayList<>();
        all.add(ForkSessionRequest::messageId);
        all.add(ForkPoints::air);
        all.addAll(further);
        resolvers = List.copyOf(all);
    }

    @Nullable
    MessageId of(ForkSessionRequest request) {
        MessageId found = null;
        for (ForkPointResolver resolver : resolvers) {
            MessageId candidate = resolver.resolve(request);
            if (found != null && candidate != null && !candidate.equals(found)) {
                throw RequestChecks.invalid(
                        "conflicting_fork_points", "/params", "names two different messages to fork at");
            }
            found = candidate == null ? found : candidate;
        }
        return found;
    }

    private static @Nullable MessageId air(ForkSessionRequest request) {
        AirForkPoint point = AirForkPoint.of(request.meta());
        return point == null ? null : point.id();
    }
}
