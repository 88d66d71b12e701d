// Written by build-support/write-types from src/protocol/config.yaml: change that, not this.
package io.acp4j.schema.config;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionConfigGroupId;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Values of an option that belong together under a heading.
 *
 * @param group its id
 * @param name the heading
 * @param options the values, in the order to show them
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options#configoptionvalue">the
 *     specification</a>
 * @since 0.1.0
 */
public record SessionConfigSelectGroup(
        SessionConfigGroupId group,
        String name,
        List<SessionConfigSelectOption> options,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionConfigSelectGroup> CODEC =
            ObjectCodec.of("SessionConfigSelectGroup", type -> {
                var group = type.required(
                        type.isV2() ? "groupId" : "group", SessionConfigGroupId.CODEC, SessionConfigSelectGroup::group);
                var name = type.required("name", Codecs.STRING, SessionConfigSelectGroup::name);
                var options = type.requiredLenientList(
                        "options", SessionConfigSelectOption.CODEC, SessionConfigSelectGroup::options);
                var meta = type.lenient("_meta", Meta.CODEC, SessionConfigSelectGroup::meta);
                return in -> new SessionConfigSelectGroup(in.get(group), in.get(name), in.get(options), in.find(meta));
            });

    /** Checks that what is required is there and copies the collections. */
    public SessionConfigSelectGroup {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(name, "name");
        options = List.copyOf(options);
    }

    /**
     * Returns a value with what is required.
     *
     * @param group its id
     * @param name the heading
     * @param options the values, in the order to show them
     * @return the value
     */
    public static SessionConfigSelectGroup of(
            SessionConfigGroupId group, String name, List<SessionConfigSelectOption> options) {
        return new SessionConfigSelectGroup(group, name, options, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param group its id
     * @param name the heading
     * @param options the values, in the order to show them
     * @return the builder
     */
    public static Builder builder(SessionConfigGroupId group, String name, List<SessionConfigSelectOption> options) {
        return new Builder(group, name, options);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(group, name, options);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionConfigSelectGroup}; used by one thread. */
    public static final class Builder {

        private final SessionConfigGroupId group;
        private final String name;
        private final List<SessionConfigSelectOption> options;
        private @Nullable Meta meta;

        private Builder(SessionConfigGroupId group, String name, List<SessionConfigSelectOption> options) {
            this.group = Objects.requireNonNull(group, "group");
            this.name = Objects.requireNonNull(name, "name");
            this.options = Objects.requireNonNull(options, "options");
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
        public SessionConfigSelectGroup build() {
            return new SessionConfigSelectGroup(group, name, options, meta);
        }
    }
}
