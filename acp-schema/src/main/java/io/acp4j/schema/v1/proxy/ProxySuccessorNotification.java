package io.acp4j.schema.v1.proxy;

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
 * @param params the parameters of the message inside, a JSON object or array, its own {@code _meta} included; null
 *     when it has none
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
     * Wraps a notification, without extra data of the envelope.
     *
     * @param method its method
     * @param params its parameters, a JSON object or array; null when it has none
     * @return the envelope
     */
    public static ProxySuccessorNotification of(String method, @Nullable RawJson params) {
        return new ProxySuccessorNotification(method, params, null);
    }
}
