package io.acp4j.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.v1.session.ForkSessionRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds where a fork is to end, in any of the known ways. */
final class ForkPoints {

    private static final String AIR = "/params/_meta/jetbrains/air/fork";

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
        RawJson jetbrains = request.meta() == null ? null : request.meta().get("jetbrains");
        if (jetbrains == null) {
            return null;
        }
        JsonNode fork = jetbrains.toTree().path("air").path("fork");
        if (fork.isMissingNode() || fork.isNull()) {
            return null;
        }
        if (fork.path("version").asInt(1) != 1) {
            throw RequestChecks.invalid("unknown_version", AIR + "/version", "expected version 1");
        }
        JsonNode id = fork.path("messageId");
        if (!id.isTextual() || id.textValue().isEmpty()) {
            throw RequestChecks.invalid("malformed_fork_point", AIR + "/messageId", "expected an id");
        }
        return new MessageId(id.textValue());
    }
}
