// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A session of a subagent that goes on working.
 *
 * @param sessionId the session of the subagent
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/prompt-lifecycle#background-work">the
 *     specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public record BackgroundSubagent(
        SessionId sessionId, @Nullable Meta meta) implements BackgroundWork {

    /** Reads and writes the object, without the discriminator that {@link BackgroundWork#CODEC} adds. */
    public static final ObjectCodec<BackgroundSubagent> CODEC = ObjectCodec.of("BackgroundSubagent", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, BackgroundSubagent::sessionId);
        var meta = type.lenient("_meta", Meta.CODEC, BackgroundSubagent::meta);
        return in -> new BackgroundSubagent(in.get(sessionId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public BackgroundSubagent {
        Objects.requireNonNull(sessionId, "sessionId");
    }

    /**
     * Returns a value with what is required.
     *
     * @param sessionId the session of the subagent
     * @return the value
     */
    public static BackgroundSubagent of(SessionId sessionId) {
        return new BackgroundSubagent(sessionId, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param sessionId the session of the subagent
     * @return the builder
     */
    public static Builder builder(SessionId sessionId) {
        return new Builder(sessionId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link BackgroundSubagent}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public BackgroundSubagent build() {
            return new BackgroundSubagent(sessionId, meta);
        }
    }
}
