// Written by build-support/write-types from src/protocol/permission.yaml: change that, not this.
package io.acp4j.schema.permission;

import io.acp4j.schema.Meta;
import io.acp4j.schema.PermissionOptionId;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One choice that a permission request leaves to the user.
 *
 * @param optionId names it within the request
 * @param name what to show the user
 * @param kind what it means
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#permission-options">the specification</a>
 * @since 0.1.0
 */
public record PermissionOption(
        PermissionOptionId optionId,
        String name,
        PermissionOptionKind kind,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<PermissionOption> CODEC = ObjectCodec.of("PermissionOption", type -> {
        var optionId = type.required("optionId", PermissionOptionId.CODEC, PermissionOption::optionId);
        var name = type.required("name", Codecs.STRING, PermissionOption::name);
        var kind = type.required("kind", PermissionOptionKind.CODEC, PermissionOption::kind);
        var meta = type.lenient("_meta", Meta.CODEC, PermissionOption::meta);
        return in -> new PermissionOption(in.get(optionId), in.get(name), in.get(kind), in.find(meta));
    });

    /** Checks that what is required is there. */
    public PermissionOption {
        Objects.requireNonNull(optionId, "optionId");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(kind, "kind");
    }

    /**
     * Returns a value with what is required.
     *
     * @param optionId names it within the request
     * @param name what to show the user
     * @param kind what it means
     * @return the value
     */
    public static PermissionOption of(PermissionOptionId optionId, String name, PermissionOptionKind kind) {
        return new PermissionOption(optionId, name, kind, null);
    }

    /**
     * Returns an option that allows this call.
     *
     * @param optionId names it within the request
     * @param name what to show the user
     * @return the value
     */
    public static PermissionOption allowOnce(String optionId, String name) {
        return of(new PermissionOptionId(optionId), name, PermissionOptionKind.ALLOW_ONCE);
    }

    /**
     * Returns an option that allows this call and others like it.
     *
     * @param optionId names it within the request
     * @param name what to show the user
     * @return the value
     */
    public static PermissionOption allowAlways(String optionId, String name) {
        return of(new PermissionOptionId(optionId), name, PermissionOptionKind.ALLOW_ALWAYS);
    }

    /**
     * Returns an option that refuses this call.
     *
     * @param optionId names it within the request
     * @param name what to show the user
     * @return the value
     */
    public static PermissionOption rejectOnce(String optionId, String name) {
        return of(new PermissionOptionId(optionId), name, PermissionOptionKind.REJECT_ONCE);
    }

    /**
     * Returns an option that refuses this call and others like it.
     *
     * @param optionId names it within the request
     * @param name what to show the user
     * @return the value
     */
    public static PermissionOption rejectAlways(String optionId, String name) {
        return of(new PermissionOptionId(optionId), name, PermissionOptionKind.REJECT_ALWAYS);
    }

    /**
     * Starts a value with what is required.
     *
     * @param optionId names it within the request
     * @param name what to show the user
     * @param kind what it means
     * @return the builder
     */
    public static Builder builder(PermissionOptionId optionId, String name, PermissionOptionKind kind) {
        return new Builder(optionId, name, kind);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(optionId, name, kind);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link PermissionOption}; used by one thread. */
    public static final class Builder {

        private final PermissionOptionId optionId;
        private final String name;
        private final PermissionOptionKind kind;
        private @Nullable Meta meta;

        private Builder(PermissionOptionId optionId, String name, PermissionOptionKind kind) {
            this.optionId = Objects.requireNonNull(optionId, "optionId");
            this.name = Objects.requireNonNull(name, "name");
            this.kind = Objects.requireNonNull(kind, "kind");
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
        public PermissionOption build() {
            return new PermissionOption(optionId, name, kind, meta);
        }
    }
}
