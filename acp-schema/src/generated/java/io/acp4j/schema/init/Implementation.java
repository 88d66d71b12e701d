// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Who made one side of a connection: a program and its version.
 *
 * @param name its name for programs, also shown when there is no title
 * @param version its version, for display and for debugging
 * @param title its name for people; null when the name serves
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#implementation-information">the
 *     specification</a>
 * @since 0.1.0
 */
public record Implementation(
        String name,
        String version,
        @Nullable String title,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<Implementation> CODEC = ObjectCodec.of("Implementation", type -> {
        var name = type.required("name", Codecs.STRING, new Get<>(0));
        var title = type.lenient("title", Codecs.STRING, new Get<>(2));
        var version = type.required("version", Codecs.STRING, new Get<>(1));
        var meta = type.lenient("_meta", Meta.CODEC, new Get<>(3));
        return new ObjectCodec.Maker<>() {
            @Override
            public Implementation make(Members in) {
                return new Implementation(in.get(name), in.get(version), in.find(title), in.find(meta));
            }
        };
    });

    /** Checks that what is required is there. */
    public Implementation {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
    }

    /**
     * Returns a value with what is required.
     *
     * @param name its name for programs, also shown when there is no title
     * @param version its version, for display and for debugging
     * @return the value
     */
    public static Implementation of(String name, String version) {
        return new Implementation(name, version, null, null);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<Implementation, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(Implementation value) {
            Object found = switch (member) {
                case 0 -> value.name;
                case 1 -> value.version;
                case 2 -> value.title;
                default -> value.meta;
            };
            return (V) found;
        }
    }

    /**
     * Starts a value with what is required.
     *
     * @param name its name for programs, also shown when there is no title
     * @param version its version, for display and for debugging
     * @return the builder
     */
    public static Builder builder(String name, String version) {
        return new Builder(name, version);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(name, version);
        copy.title = title;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link Implementation}; used by one thread. */
    public static final class Builder {

        private final String name;
        private final String version;
        private @Nullable String title;
        private @Nullable Meta meta;

        private Builder(String name, String version) {
            this.name = Objects.requireNonNull(name, "name");
            this.version = Objects.requireNonNull(version, "version");
        }

        /**
         * Sets its name for people.
         *
         * @param title its name for people; null when the name serves
         * @return this
         */
        public Builder title(@Nullable String title) {
            this.title = title;
            return this;
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
        public Implementation build() {
            return new Implementation(name, version, title, meta);
        }
    }
}
