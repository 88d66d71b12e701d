// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.internal.codec.MetaMember;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Reports that a turn is running in a session.
 *
 * <p>Carried in the {@code _meta} of {@code SessionInfo}, and of the state of a session that a status request returns.
 *
 * @param startedAt the time at which the turn started (ISO 8601); null when it is unknown
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#the-meta-field">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record RunningTurn(@Nullable String startedAt) {

    /** Reads and writes the object. */
    public static final ObjectCodec<RunningTurn> CODEC = ObjectCodec.of("RunningTurn", type -> {
        var startedAt = type.lenient("startedAt", Codecs.STRING, RunningTurn::startedAt);
        return in -> new RunningTurn(in.find(startedAt));
    });

    /** The member of {@code _meta} that holds it. */
    public static final String KEY = "acp4j/runningTurn";

    /**
     * Returns what {@code _meta} holds.
     *
     * @param meta extra data; may be null
     * @return the value; null when there is none, or a malformed one
     */
    public static @Nullable RunningTurn of(@Nullable Meta meta) {
        return MetaMember.find(meta, KEY, CODEC);
    }

    /**
     * Returns extra data that holds this, too.
     *
     * @param meta what is there already, which is kept; may be null
     * @return the data
     */
    public Meta into(@Nullable Meta meta) {
        return MetaMember.put(meta, KEY, CODEC.toRaw(this));
    }

    /**
     * Starts a value, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.startedAt = startedAt;
        return copy;
    }

    /** Collects the members of {@link RunningTurn}; used by one thread. */
    public static final class Builder {

        private @Nullable String startedAt;

        private Builder() {}

        /**
         * Sets the time at which the turn started (ISO 8601).
         *
         * @param startedAt the time at which the turn started (ISO 8601); null when it is unknown
         * @return this
         */
        public Builder startedAt(@Nullable String startedAt) {
            this.startedAt = startedAt;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public RunningTurn build() {
            return new RunningTurn(startedAt);
        }
    }
}
