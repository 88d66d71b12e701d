package io.acp4j.agent.internal.protocol;

import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.session.ForkSessionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the message that a fork is to end with, in any of the known ways. */
public final class ForkPoints {

    private final List<Function<ForkSessionRequest, ForkPoint.@Nullable OfMessage>> resolvers;

    public ForkPoints(List<Function<ForkSessionRequest, ForkPoint.@Nullable OfMessage>> further) {
        List<Function<ForkSessionRequest, ForkPoint.@Nullable OfMessage>> all = new ArrayList<>();
        all.add(request -> request.messageId() == null ? null : ForkPoint.at(request.messageId()));
        all.add(AirForkPoint::in);
        all.addAll(further);
        resolvers = List.copyOf(all);
    }

    /** Returns the point that a request names, as exactly as it does; null when it names none. */
    public ForkPoint.@Nullable OfMessage of(ForkSessionRequest request) {
        ForkPoint.OfMessage found = null;
        for (Function<ForkSessionRequest, ForkPoint.@Nullable OfMessage> resolver : resolvers) {
            ForkPoint.OfMessage candidate = resolver.apply(request);
            if (found != null && candidate != null && !candidate.id().equals(found.id())) {
                throw RequestChecks.invalid(
                        "conflicting_fork_points", "/params", "names two different messages to fork at");
            }
            found = found == null || candidate instanceof ForkPoint.Matching ? candidate : found;
        }
        return found;
    }
}
