package io.acp4j.client.internal.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AirForkDetection;
import io.acp4j.client.ForkCapability;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.ForkGranularity;
import io.acp4j.schema.init.InitializeResponse;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The dialects in which a client names the point of a fork, the one to take first; immutable. */
public final class ForkDialects {

    private static final List<ForkDialect> ALL =
            List.of(new MessageIdDialect(), new AirDialect(), new WholeSessionDialect());

    private final AirForkDetection vouched;

    /**
     * Creates the choice of a client.
     *
     * @param vouched the agents of which the application says that they understand what they do not advertise
     */
    public ForkDialects(AirForkDetection vouched) {
        this.vouched = vouched;
    }

    /** A point that a request names. */
    public record Point(ForkDialect dialect, MessageId message) {}

    /** Returns the dialect to use with an agent; null for an agent that does not fork sessions. */
    public static @Nullable ForkDialect of(ForkCapability capability) {
        return ALL.stream()
                .filter(dialect -> capability.supports(dialect.mechanism()))
                .findFirst()
                .orElse(null);
    }

    /** Returns how an agent forks sessions. */
    public ForkCapability capability(InitializeResponse agent) {
        List<ForkDialect> spoken = ALL.stream()
                .filter(dialect -> dialect.isSpokenBy(agent, vouched))
                .toList();
        return new ForkCapability(
                spoken.stream().map(ForkDialect::mechanism).collect(Collectors.toSet()),
                spoken.isEmpty() ? null : spoken.get(0).granularity(agent, vouched));
    }

    /** Returns how finely an agent cuts a turn at a point; null when that is not known. */
    public @Nullable ForkGranularity granularity(InitializeResponse agent, Point point) {
        return point.dialect().granularity(agent, vouched);
    }

    /** Refuses a request with a point that the agent would pass over, and fork the whole session. */
    public void require(InitializeResponse agent, JsonNode params) {
        for (ForkDialect dialect : ALL) {
            if (dialect.isUsedIn(params) && !dialect.isSpokenBy(agent, vouched)) {
                throw dialect.unsupported(agent);
            }
        }
    }

    /** Returns the point that a request names, by whichever code it was made; null for a fork of the whole session. */
    public static @Nullable Point pointIn(JsonNode params) {
        for (ForkDialect dialect : ALL) {
            MessageId message = dialect.pointIn(params);
            if (message != null) {
                return new Point(dialect, message);
            }
        }
        return null;
    }
}
