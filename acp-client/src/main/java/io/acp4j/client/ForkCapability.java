package io.acp4j.client;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.branching.ForkGranularity;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Describes how an agent forks sessions.
 *
 * @param atMessage how it is given the message that a fork is to end with
 * @param granularity how finely it cuts a turn; null when it has not said, or forks at no message
 * @since 0.1.0
 */
@Unstable("session-fork")
public record ForkCapability(AtMessage atMessage, @Nullable ForkGranularity granularity) {

    /** How an agent is given the message that a fork is to end with. */
    public enum AtMessage {
        /** The agent does not fork at all. */
        NO_FORKS,

        /** Not at all: the agent forks whole sessions only. */
        WHOLE_ONLY,

        /** By the root member {@code messageId} of the proposal. */
        MESSAGE_ID,

        /** By {@code _meta.jetbrains.air.fork}. Only messages of the agent can be named, and only those with ids. */
        AIR
    }

    /** Checks that the way is there. */
    public ForkCapability {
        Objects.requireNonNull(atMessage, "atMessage");
    }
}
