package io.acp4j.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.branching.ForkDetails;
import io.acp4j.schema.branching.ForkGranularity;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.SessionForkCapabilities;
import io.acp4j.schema.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Defines which agents fork at a message that {@code _meta.jetbrains.air.fork} names; immutable.
 *
 * <p>There is no capability for it in the protocol, and an agent that does not know the member would fork the whole session in
 * silence. So it is sent only to agents that are known to understand it: those that respond to {@code initialize} with
 * {@code _meta.jetbrains.air}, those that advertise {@code atMessageId} with {@link ForkDetails}, and those that are named here.
 *
 * @since 0.1.0
 */
@Unstable("session-fork")
public final class AirForkDetection {

    /** No agent at all, whatever it says. */
    public static final AirForkDetection NONE = new AirForkDetection(List.of(), false, null);

    /** Agents that say so, and no other. */
    public static final AirForkDetection ADVERTISED = new AirForkDetection(List.of(), true, null);

    /**
     * Agents that say so, and the adapters of Claude from 0.100.0 and of Codex from 2.6.0 on: the first keeps up to the message,
     * the second to the end of its turn.
     */
    public static final AirForkDetection KNOWN = ADVERTISED
            .with("@agentclientprotocol/claude-agent-acp", "0.100.0", ForkGranularity.MESSAGE)
            .with("@agentclientprotocol/codex-acp", "2.6.0", ForkGranularity.TURN);

    private final List<Named> named;
    private final boolean advertised;
    private final @Nullable ForkGranularity always;

    private AirForkDetection(List<Named> named, boolean advertised, @Nullable ForkGranularity always) {
        this.named = List.copyOf(named);
        this.advertised = advertised;
        this.always = always;
    }

    private record Named(String name, String since, ForkGranularity granularity) {}

    /**
     * Vouches for the agent that the client connects to, whatever that says.
     *
     * @param granularity how finely it cuts a turn
     * @return the choice of every agent
     */
    public static AirForkDetection always(ForkGranularity granularity) {
        return new AirForkDetection(List.of(), true, Objects.requireNonNull(granularity, "granularity"));
    }

    /**
     * Adds agents of a name.
     *
     * @param name the name that the agent gives in {@code agentInfo}
     * @param since the first version that understands the member, such as {@code 2.6.0}
     * @param granularity how finely it cuts a turn
     * @return a copy with these agents
     */
    public AirForkDetection with(String name, String since, ForkGranularity granularity) {
        List<Named> more = new ArrayList<>(named);
        more.add(
                0,
                new Named(
                        Objects.requireNonNull(name, "name"),
                        Objects.requireNonNull(since, "since"),
                        Objects.requireNonNull(granularity, "granularity")));
        return new AirForkDetection(more, advertised, always);
    }

    /**
     * Returns whether an agent supports forks at a message that {@code _meta.jetbrains.air.fork} names.
     *
     * @param agent what the agent has said of itself
     * @return true if it is one of these agents
     */
    public boolean isSupportedBy(InitializeResponse agent) {
        SessionForkCapabilities fork =
                agent.agentCapabilities().sessionCapabilities().fork();
        if (fork == null) {
            return false;
        }
        return always != null
                || named(agent) != null
                || (advertised && (details(fork) != null || speaksAir(agent.meta())));
    }

    /**
     * Returns how finely an agent cuts a turn.
     *
     * @param agent what the agent has said of itself
     * @return the granularity; null when the agent has not said, or does not fork in this way
     */
    public @Nullable ForkGranularity granularity(InitializeResponse agent) {
        SessionForkCapabilities fork =
                agent.agentCapabilities().sessionCapabilities().fork();
        if (fork == null || always != null) {
            return fork == null ? null : always;
        }
        Named known = named(agent);
        if (known != null) {
            return known.granularity();
        }
        ForkDetails details = advertised ? details(fork) : null;
        return details == null ? null : details.granularity();
    }

    private @Nullable Named named(InitializeResponse agent) {
        Implementation info = agent.agentInfo();
        for (Named known : named) {
            if (info != null && known.name().equals(info.name()) && compare(info.version(), known.since()) >= 0) {
                return known;
            }
        }
        return null;
    }

    private static @Nullable ForkDetails details(SessionForkCapabilities fork) {
        return fork.atMessageId() ? ForkDetails.of(fork.meta()) : null;
    }

    private static boolean speaksAir(@Nullable Meta meta) {
        RawJson jetbrains = meta == null ? null : meta.get("jetbrains");
        JsonNode air = jetbrains == null ? null : jetbrains.toTree().path("air");
        return air != null
                && air.path("version").isIntegralNumber()
                && air.path("version").asLong() >= 1
                && air.path("capabilities").isArray();
    }

    /** Compares the numbers of versions; a version that has none comes before all others. */
    private static int compare(String version, String other) {
        String[] left = version.split("[^0-9]+", -1);
        String[] right = other.split("[^0-9]+", -1);
        for (int i = 0; i < Math.min(3, Math.max(left.length, right.length)); i++) {
            int compared = Long.compare(number(left, i), number(right, i));
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    private static long number(String[] parts, int index) {
        if (index >= parts.length || parts[index].isEmpty() || parts[index].length() > 9) {
            return index == 0 ? -1 : 0;
        }
        return Long.parseLong(parts[index]);
    }
}
