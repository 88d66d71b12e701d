// Written by build-support/write-types from src/protocol/permission.yaml: change that, not this.
package io.acp4j.schema.permission;

import io.acp4j.schema.Meta;
import io.acp4j.schema.PermissionOptionId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The user, or a rule of the client, chose an option.
 *
 * @param optionId the option chosen
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
 * @since 0.1.0
 */
public record SelectedPermissionOutcome(
        PermissionOptionId optionId, @Nullable Meta meta) implements RequestPermissionOutcome {

    /** Reads and writes the object, without the discriminator that {@link RequestPermissionOutcome#CODEC} adds. */
    public static final ObjectCodec<SelectedPermissionOutcome> CODEC =
            ObjectCodec.of("SelectedPermissionOutcome", type -> {
                var optionId = type.required("optionId", PermissionOptionId.CODEC, SelectedPermissionOutcome::optionId);
                var meta = type.lenient("_meta", Meta.CODEC, SelectedPermissionOutcome::meta);
                return in -> new SelectedPermissionOutcome(in.get(optionId), in.find(meta));
            });

    /** Checks that what is required is there. */
    public SelectedPermissionOutcome {
        Objects.requireNonNull(optionId, "optionId");
    }

    /**
     * Returns a value with what is required.
     *
     * @param optionId the option chosen
     * @return the value
     */
    public static SelectedPermissionOutcome of(PermissionOptionId optionId) {
        return new SelectedPermissionOutcome(optionId, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param optionId the option chosen
     * @return the builder
     */
    public static Builder builder(PermissionOptionId optionId) {
        return new Builder(optionId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(optionId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SelectedPermissionOutcome}; used by one thread. */
    public static final class Builder {

        private final PermissionOptionId optionId;
        private @Nullable Meta meta;

        private Builder(PermissionOptionId optionId) {
            this.optionId = Objects.requireNonNull(optionId, "optionId");
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
        public SelectedPermissionOutcome build() {
            return new SelectedPermissionOutcome(optionId, meta);
        }
    }
}
