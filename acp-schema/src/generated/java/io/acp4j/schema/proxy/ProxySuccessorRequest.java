// Written by build-support/write-types from src/protocol/proxy.yaml: change that, not this.
package io.acp4j.schema.proxy;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Wraps a request that goes from a proxy to its successor, or from the successor to the proxy.
 *
 * <p>The proxy sends it to the conductor, and the conductor to the proxy. What comes as the response to the request
 * inside, result or error, is the response to this one, unchanged. It is cancelled by the id of this request, on the
 * connection that carries it.
 *
 * @param method the method of the message inside
 * @param params the parameters of the message inside, a JSON object or array, its own {@code _meta} included; null when
 *     it has none
 * @param meta extra data about the envelope; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/proxy-chains">the specification</a>
 * @since 0.1.0
 */
@Unstable("proxy-chains")
public record ProxySuccessorRequest(
        String method, @Nullable RawJson params, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ProxySuccessorRequest> CODEC = ObjectCodec.of("ProxySuccessorRequest", type -> {
        var method = type.required("method", Codecs.STRING, ProxySuccessorRequest::method);
        var params = type.optional("params", Codecs.OBJECT_OR_ARRAY, ProxySuccessorRequest::params);
        var meta = type.lenient("_meta", Meta.CODEC, ProxySuccessorRequest::meta);
        return in -> new ProxySuccessorRequest(in.get(method), in.find(params), in.find(meta));
    });

    /** Checks that what is required is there. */
    public ProxySuccessorRequest {
        Objects.requireNonNull(method, "method");
    }

    /**
     * Returns a request with what is required.
     *
     * @param method the method of the message inside
     * @return the request
     */
    public static ProxySuccessorRequest of(String method) {
        return new ProxySuccessorRequest(method, null, null);
    }

    /**
     * Wraps a request, without extra data of the envelope.
     *
     * @param method the method of the message inside
     * @param params the parameters of the message inside, a JSON object or array, its own {@code _meta} included; null
     *     when it has none
     * @return the request
     */
    public static ProxySuccessorRequest of(String method, @Nullable RawJson params) {
        return new ProxySuccessorRequest(method, params, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param method the method of the message inside
     * @return the builder
     */
    public static Builder builder(String method) {
        return new Builder(method);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(method);
        copy.params = params;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ProxySuccessorRequest}; used by one thread. */
    public static final class Builder {

        private final String method;
        private @Nullable RawJson params;
        private @Nullable Meta meta;

        private Builder(String method) {
            this.method = Objects.requireNonNull(method, "method");
        }

        /**
         * Sets the parameters of the message inside, a JSON object or array, its own {@code _meta} included.
         *
         * @param params the parameters of the message inside, a JSON object or array, its own {@code _meta} included;
         *     null when it has none
         * @return this
         */
        public Builder params(@Nullable RawJson params) {
            this.params = params;
            return this;
        }

        /**
         * Sets extra data about the envelope.
         *
         * @param meta extra data about the envelope; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the request.
         *
         * @return the request
         */
        public ProxySuccessorRequest build() {
            return new ProxySuccessorRequest(method, params, meta);
        }
    }
}
