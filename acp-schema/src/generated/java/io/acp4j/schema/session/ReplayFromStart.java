// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * From the first message.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/session-setup#resuming-a-session">the
 *     specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record ReplayFromStart(@Nullable Meta meta) implements ReplayFrom {

    /** Reads and writes the object, without the discriminator that {@link ReplayFrom#CODEC} adds. */
    public static final ObjectCodec<ReplayFromStart> CODEC = ObjectCodec.of("ReplayFromStart", type -> {
        var meta = type.lenient("_meta", Meta.CODEC, ReplayFromStart::meta);
        return in -> new ReplayFromStart(in.find(meta));
    });

    /** Without extra data. */
    public static final ReplayFromStart START = new ReplayFromStart(null);

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
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ReplayFromStart}; used by one thread. */
    public static final class Builder {

        private @Nullable Meta meta;

        private Builder() {}

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
        public ReplayFromStart build() {
            return new ReplayFromStart(meta);
        }
    }
}
