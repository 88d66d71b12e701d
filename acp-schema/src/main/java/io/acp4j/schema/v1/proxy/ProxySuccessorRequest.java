package io.acp4j.schema.v1.proxy;

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
 * <p>The proxy sends it to the conductor, and the conductor to the proxy. What the request inside is answered
 * with, result or error, is the answer to this one, unchanged. It is cancelled by the id of this request, on the
 * connection that carries it.
 *
 * @param method the method of the message inside
 * @param params the parameters of the message inside, a JSON object or array, its own {@code _meta} included; null
 *     when it has none
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
     * Wraps a request, without extra data of the envelope.
     *
     * @param method its method
     * @param params its parameters, a JSON object or array; null when it has none
     * @return the envelope
     */
    public static ProxySuccessorRequest of(String method, @Nullable RawJson params) {
        return new ProxySuccessorRequest(method, params, null);
    }
}
