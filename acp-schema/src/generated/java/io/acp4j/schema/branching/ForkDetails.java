// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.internal.codec.MetaMember;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Advertises what an agent that forks sessions can do beyond that.
 *
 * <p>Carried in the {@code _meta} of {@code sessionCapabilities.fork}.
 *
 * @param user whether a fork may end with a message of the user; yes unless the agent says no
 * @param thought whether a fork may end with a thought; no unless the agent says yes
 * @param granularity how finely a turn can be cut; after any message unless the agent says otherwise
 * @param label whether a request to fork may carry a label; no unless the agent says yes
 * @param lineage whether the agent reports and accepts {@link SessionLineage}; no unless it says yes
 * @see <a href="https://agentclientprotocol.com/rfds/session-fork">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record ForkDetails(boolean user, boolean thought, ForkGranularity granularity, boolean label, boolean lineage) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ForkDetails> CODEC = ObjectCodec.of("ForkDetails", type -> {
        var user = type.lenient("user", Codecs.BOOLEAN, ForkDetails::user, true);
        var thought = type.lenient("thought", Codecs.BOOLEAN, ForkDetails::thought, false);
        var granularity =
                type.lenient("granularity", ForkGranularity.CODEC, ForkDetails::granularity, ForkGranularity.MESSAGE);
        var label = type.lenient("label", Codecs.BOOLEAN, ForkDetails::label, false);
        var lineage = type.lenient("lineage", Codecs.BOOLEAN, ForkDetails::lineage, false);
        return in ->
                new ForkDetails(in.get(user), in.get(thought), in.get(granularity), in.get(label), in.get(lineage));
    });

    /** Checks that what is required is there. */
    public ForkDetails {
        Objects.requireNonNull(granularity, "granularity");
    }

    /** The member of {@code _meta} that holds it. */
    public static final String KEY = "acp4j/fork";

    /**
     * Returns what {@code _meta} holds.
     *
     * @param meta extra data; may be null
     * @return the value; null when there is none, or a malformed one
     */
    public static @Nullable ForkDetails of(@Nullable Meta meta) {
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
        copy.user = user;
        copy.thought = thought;
        copy.granularity = granularity;
        copy.label = label;
        copy.lineage = lineage;
        return copy;
    }

    /** Collects the members of {@link ForkDetails}; used by one thread. */
    public static final class Builder {

        private boolean user = true;
        private boolean thought = false;
        private ForkGranularity granularity = ForkGranularity.MESSAGE;
        private boolean label = false;
        private boolean lineage = false;

        private Builder() {}

        /**
         * Sets whether a fork may end with a message of the user.
         *
         * @param user whether a fork may end with a message of the user; yes unless the agent says no
         * @return this
         */
        public Builder user(boolean user) {
            this.user = user;
            return this;
        }

        /**
         * Sets whether a fork may end with a thought.
         *
         * @param thought whether a fork may end with a thought; no unless the agent says yes
         * @return this
         */
        public Builder thought(boolean thought) {
            this.thought = thought;
            return this;
        }

        /**
         * Sets how finely a turn can be cut.
         *
         * @param granularity how finely a turn can be cut; after any message unless the agent says otherwise
         * @return this
         */
        public Builder granularity(ForkGranularity granularity) {
            this.granularity = Objects.requireNonNull(granularity, "granularity");
            return this;
        }

        /**
         * Sets whether a request to fork may carry a label.
         *
         * @param label whether a request to fork may carry a label; no unless the agent says yes
         * @return this
         */
        public Builder label(boolean label) {
            this.label = label;
            return this;
        }

        /**
         * Sets whether the agent reports and accepts {@link SessionLineage}.
         *
         * @param lineage whether the agent reports and accepts {@link SessionLineage}; no unless it says yes
         * @return this
         */
        public Builder lineage(boolean lineage) {
            this.lineage = lineage;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public ForkDetails build() {
            return new ForkDetails(user, thought, granularity, label, lineage);
        }
    }
}
