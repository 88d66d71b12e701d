package io.acp4j.client;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.branching.ForkGranularity;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Describes how an agent forks sessions; immutable.
 *
 * @param mechanisms the mechanisms of {@code session/fork} that the agent supports; empty if it does not fork sessions. An agent that
 *     forks at messages supports {@link ForkMechanism#MESSAGE_ID} or {@link ForkMechanism#AIR}
 * @param granularity how finely the agent cuts a turn; null if it has not reported that, or does not fork at messages
 * @since 0.1.0
 */
@Unstable("session-fork")
public record ForkCapability(
        Set<ForkMechanism> mechanisms, @Nullable ForkGranularity granularity) {

    /** Copies the set. */
    public ForkCapability {
        mechanisms = Set.copyOf(mechanisms);
    }

    /**
     * Returns whether the agent supports a mechanism.
     *
     * @param mechanism the mechanism
     * @return true if it is one of {@link #mechanisms()}
     */
    public boolean supports(ForkMechanism mechanism) {
        return mechanisms.contains(Objects.requireNonNull(mechanism, "mechanism"));
    }

    /**
     * Returns whether the agent forks at messages, and not only at the end of a session.
     *
     * @return true if it supports a mechanism that contains a message
     */
    public boolean supportsMessages() {
        return supports(ForkMechanism.MESSAGE_ID) || supports(ForkMechanism.AIR);
    }
}
