// Written by build-support/write-types from src/protocol/mcp.yaml: change that, not this.
package io.acp4j.schema.mcp;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A header to send with every request to an MCP server.
 *
 * @param name its name
 * @param value its value; may be a secret
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#http-transport">the specification</a>
 * @since 0.1.0
 */
public record HttpHeader(
        String name, String value, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<HttpHeader> CODEC = ObjectCodec.of("HttpHeader", type -> {
        var name = type.required("name", Codecs.STRING, HttpHeader::name);
        var value = type.required("value", Codecs.STRING, HttpHeader::value);
        var meta = type.lenient("_meta", Meta.CODEC, HttpHeader::meta);
        return in -> new HttpHeader(in.get(name), in.get(value), in.find(meta));
    });

    /** Checks that what is required is there. */
    public HttpHeader {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
    }

    /**
     * Returns a value with what is required.
     *
     * @param name its name
     * @param value its value; may be a secret
     * @return the value
     */
    public static HttpHeader of(String name, String value) {
        return new HttpHeader(name, value, null);
    }

    /** Names the members without what may be secret. */
    @Override
    public String toString() {
        return "HttpHeader[name=" + name + ", value=***, meta=" + meta + "]";
    }

    /**
     * Starts a value with what is required.
     *
     * @param name its name
     * @param value its value; may be a secret
     * @return the builder
     */
    public static Builder builder(String name, String value) {
        return new Builder(name, value);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(name, value);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link HttpHeader}; used by one thread. */
    public static final class Builder {

        private final String name;
        private final String value;
        private @Nullable Meta meta;

        private Builder(String name, String value) {
            this.name = Objects.requireNonNull(name, "name");
            this.value = Objects.requireNonNull(value, "value");
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
        public HttpHeader build() {
            return new HttpHeader(name, value, meta);
        }
    }
}
