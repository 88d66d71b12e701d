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
 * Wraps a notification that goes from a proxy to its successor, or from the successor to the proxy.
 *
 * <p>The proxy sends it to the conductor, and the conductor to the proxy.
 *
 * @param method the method of the message inside
 * @param params the parameters of the message inside, a JSON object or array, its own {@code _meta} included; null when
 *     it has none
 * @param meta extra data about the envelope; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/proxy-chains">the specification</a>
 * @since 0.1.0
 */
@Unstable("proxy-chains")
public record ProxySuccessorNotification(
        String method, @Nullable RawJson params, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ProxySuccessorNotification> CODEC =
            ObjectCodec.of("ProxySuccessorNotification", type -> {
                var method = type.required("method", Codecs.STRING, ProxySuccessorNotification::method);
                var params = type.optional("params", Codecs.OBJECT_OR_ARRAY, ProxySuccessorNotification::params);
                var meta = type.lenient("_meta", Meta.CODEC, ProxySuccessorNotification::meta);
                return in -> new ProxySuccessorNotification(in.get(method), in.find(params), in.find(meta));
            });

    /** Checks that what is required is there. */
    public ProxySuccessorNotification {
        Objects.requireNonNull(method, "method");
    }

    /**
     * Returns a notification with what is required.
     *
     * @param method the method of the message inside
     * @return the notification
     */
    public static ProxySuccessorNotification of(String method) {
        return new ProxySuccessorNotification(method, null, null);
    }

    /**
     * Wraps a notification, without extra data of the envelope.
     *
     * @param method the method of the message inside
     * @param params the parameters of the message inside, a JSON object or array, its own {@code _meta} included; null
     *     when it has none
     * @return the notification
     */
    public static ProxySuccessorNotification of(String method, @Nullable RawJson params) {
        return new ProxySuccessorNotification(method, params, null);
    }

    /**
     * Starts a notification with what is required.
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
     * @return a builder that holds what this notification holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(method);
        copy.params = params;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ProxySuccessorNotification}; used by one thread. */
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
         * Returns the notification.
         *
         * @return the notification
         */
        public ProxySuccessorNotification build() {
            return new ProxySuccessorNotification(method, params, meta);
        }
    }
}
