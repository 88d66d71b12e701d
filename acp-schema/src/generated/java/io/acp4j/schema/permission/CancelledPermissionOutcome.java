// Written by build-support/write-types from src/protocol/permission.yaml: change that, not this.
package io.acp4j.schema.permission;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * The turn was cancelled before the user decided.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
 * @since 0.1.0
 */
public record CancelledPermissionOutcome(
        @Unstable("protocol-version-2") @Nullable Meta meta) implements RequestPermissionOutcome {

    /** Reads and writes the object, without the discriminator that {@link RequestPermissionOutcome#CODEC} adds. */
    public static final ObjectCodec<CancelledPermissionOutcome> CODEC =
            ObjectCodec.of("RequestPermissionOutcome", type -> {
                var meta = type.isV2()
                        ? type.lenient("_meta", Meta.CODEC, CancelledPermissionOutcome::meta)
                        : type.<Meta>absent(null);
                return in -> new CancelledPermissionOutcome(in.find(meta));
            });

    /** Without extra data. */
    public static final CancelledPermissionOutcome CANCELLED = new CancelledPermissionOutcome(null);

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

    /** Collects the members of {@link CancelledPermissionOutcome}; used by one thread. */
    public static final class Builder {

        private @Nullable Meta meta;

        private Builder() {}

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        @Unstable("protocol-version-2")
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public CancelledPermissionOutcome build() {
            return new CancelledPermissionOutcome(meta);
        }
    }
}
