package io.acp4j.schema;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.WireVersion;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request, which gets a response.
 *
 * @param <P> the type of its parameters
 * @param <R> the type of its result
 * @since 0.1.0
 */
public final class RequestMethod<P, R> extends Method<P> {

    private final Supplier<JsonCodec<R>> result;

    /** The method as it is there, made when it is first asked for: every message asks. */
    private volatile @Nullable RequestMethod<P, R> inV2;

    private RequestMethod(MethodTraits traits, Supplier<JsonCodec<P>> params, Supplier<JsonCodec<R>> result) {
        super(traits, params);
        this.result = result;
    }

    /**
     * Describes a stable method that needs no capability.
     *
     * @param <P> the type of its parameters
     * @param <R> the type of its result
     * @param name its name on the wire
     * @param handledBy who handles it
     * @param params gives the codec of its parameters, asked on every use so that types load when they are needed
     * @param result gives the codec of its result
     * @return the description
     */
    public static <P, R> RequestMethod<P, R> of(
            String name, Side handledBy, Supplier<JsonCodec<P>> params, Supplier<JsonCodec<R>> result) {
        return new RequestMethod<>(MethodTraits.of(name, Set.of(handledBy)), params, result);
    }

    /**
     * Describes a method of an extension, which either side may handle.
     *
     * @param <P> the type of its parameters
     * @param <R> the type of its result
     * @param name its name on the wire, any that is no method of the protocol; names that start with an underscore are
     *     reserved for extensions, and some agents use others
     * @param params the codec of its parameters
     * @param result the codec of its result
     * @return the description
     * @throws IllegalArgumentException when the name is blank, that of a method of the protocol, or starts with {@code $/}
     * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
     */
    public static <P, R> RequestMethod<P, R> extension(String name, JsonCodec<P> params, JsonCodec<R> result) {
        return new RequestMethod<>(MethodTraits.extension(name), () -> params, () -> result);
    }

    /**
     * Describes this method with the capability that it needs.
     *
     * @param needed what the handling side must have advertised
     * @return a description with it
     */
    public RequestMethod<P, R> needing(Capability<?> needed) {
        return with(traits.needing(needed));
    }

    /** {@return a description of this method as not settled} */
    public RequestMethod<P, R> unstable() {
        return with(traits.unstable());
    }

    /**
     * Describes this method as one that version 2 of the protocol names otherwise, and that needs no capability there.
     *
     * @param nameInV2 its name on the wire of version 2
     * @return a description that says so
     */
    public RequestMethod<P, R> inV2(String nameInV2) {
        return with(traits.namedInV2(nameInV2));
    }

    /** {@return a description of this method as one that version 2 of the protocol does not have} */
    public RequestMethod<P, R> notInV2() {
        return with(traits.notInV2());
    }

    @Override
    public @Nullable RequestMethod<P, R> in(WireVersion version) {
        if (version == WireVersion.V1) {
            return this;
        }
        RequestMethod<P, R> known = inV2;
        if (known == null && traits.isInV2()) {
            known = new RequestMethod<>(traits.inV2(), () -> params().in(version), () -> result().in(version));
            inV2 = known;
        }
        return known;
    }

    /** {@return the codec of its result} */
    public JsonCodec<R> result() {
        return result.get();
    }

    private RequestMethod<P, R> with(MethodTraits other) {
        return new RequestMethod<>(other, params, result);
    }
}
