// Written by build-support/write-types from src/protocol/init.yaml: change that, not this.
package io.acp4j.schema.init;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Members;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * In which ways a client can ask its user for information on behalf of the agent.
 *
 * @param form whether forms can be shown; null means no
 * @param url whether web pages can be opened; null means no
 * @param meta extra data; null when there is none
 * @param extras members that this version does not know, by name; kept so that they survive
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#elicitation">the specification</a>
 * @since 0.1.0
 */
public record ElicitationCapabilities(
        @Nullable ElicitationFormCapabilities form,
        @Nullable ElicitationUrlCapabilities url,
        @Nullable Meta meta,
        Map<String, RawJson> extras) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ElicitationCapabilities> CODEC = ObjectCodec.of("ElicitationCapabilities", type -> {
        var form = type.lenient("form", ElicitationFormCapabilities.CODEC, new Get<>(0));
        var url = type.lenient("url", ElicitationUrlCapabilities.CODEC, new Get<>(1));
        var meta = type.lenient("_meta", Meta.CODEC, new Get<>(2));
        type.extras(ElicitationCapabilities::extras);
        return new ObjectCodec.Maker<>() {
            @Override
            public ElicitationCapabilities make(Members in) {
                return new ElicitationCapabilities(in.find(form), in.find(url), in.find(meta), in.extras());
            }
        };
    });

    /** Nothing advertised. */
    public static final ElicitationCapabilities NONE = new ElicitationCapabilities(null, null, null, Map.of());

    /** Copies the unknown members. */
    public ElicitationCapabilities {
        extras = CODEC.copyOfExtras(extras);
    }

    /** Takes a member out of a value. */
    private static final class Get<V> implements Function<ElicitationCapabilities, V> {

        private final int member;

        Get(int member) {
            this.member = member;
        }

        @Override
        @SuppressWarnings("unchecked") // the codec declares each member as what it is
        public @Nullable V apply(ElicitationCapabilities value) {
            Object found = switch (member) {
                case 0 -> value.form;
                case 1 -> value.url;
                default -> value.meta;
            };
            return (V) found;
        }
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
        copy.form = form;
        copy.url = url;
        copy.meta = meta;
        copy.extras.putAll(extras);
        return copy;
    }

    /** Collects the members of {@link ElicitationCapabilities}; used by one thread. */
    public static final class Builder {

        private @Nullable ElicitationFormCapabilities form;
        private @Nullable ElicitationUrlCapabilities url;
        private @Nullable Meta meta;
        private final Map<String, RawJson> extras = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Advertises that forms can be shown.
         *
         * @return this
         */
        public Builder form() {
            return form(ElicitationFormCapabilities.SUPPORTED);
        }

        /**
         * Sets whether forms can be shown.
         *
         * @param form whether forms can be shown; null means no
         * @return this
         */
        public Builder form(@Nullable ElicitationFormCapabilities form) {
            this.form = form;
            return this;
        }

        /**
         * Advertises that web pages can be opened.
         *
         * @return this
         */
        public Builder url() {
            return url(ElicitationUrlCapabilities.SUPPORTED);
        }

        /**
         * Sets whether web pages can be opened.
         *
         * @param url whether web pages can be opened; null means no
         * @return this
         */
        public Builder url(@Nullable ElicitationUrlCapabilities url) {
            this.url = url;
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
         * Adds a member that this version does not know.
         *
         * @param name its name
         * @param value its value, converted by {@link RawJson#of}
         * @return this
         */
        public Builder extra(String name, @Nullable Object value) {
            extras.put(name, RawJson.of(value));
            return this;
        }

        /**
         * Returns the value.
         *
         * @return the value
         */
        public ElicitationCapabilities build() {
            return new ElicitationCapabilities(form, url, meta, extras);
        }
    }
}
