package io.acp4j.schema;

import io.acp4j.schema.internal.base.StandardMethods;
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
public final class RequestMethod<P, R> implements Method<P> {

    private final String name;
    private final Set<Side> handledBy;
    private final Supplier<JsonCodec<P>> params;
    private final Supplier<JsonCodec<R>> result;
    private final Stability stability;
    private final @Nullable Capability<?> capability;
    private final @Nullable MethodOfVersion2 second;

    /** The method as it is there, made when it is first asked for: every message asks. */
    private volatile @Nullable RequestMethod<P, R> inV2;

    private RequestMethod(
            String name,
            Set<Side> handledBy,
            Supplier<JsonCodec<P>> params,
            Supplier<JsonCodec<R>> result,
            Stability stability,
            @Nullable Capability<?> capability,
            @Nullable MethodOfVersion2 second) {
        this.name = name;
        this.handledBy = handledBy;
        this.params = params;
        this.result = result;
        this.stability = stability;
        this.capability = capability;
        this.second = second;
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
        return new RequestMethod<>(
                name, Set.of(handledBy), params, result, Stability.STABLE, null, MethodOfVersion2.AS_DECLARED);
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
        return new RequestMethod<>(
                StandardMethods.extension(name),
                Set.of(Side.AGENT, Side.CLIENT),
                () -> params,
                () -> result,
                Stability.STABLE,
                null,
                MethodOfVersion2.AS_DECLARED);
    }

    /**
     * Describes this method with the capability that it needs.
     *
     * @param needed what the handling side must have advertised
     * @return a description with it
     */
    public RequestMethod<P, R> needing(Capability<?> needed) {
        return new RequestMethod<>(name, handledBy, params, result, stability, needed, second);
    }

    /**
     * Describes this method as not settled.
     *
     * @return a description that says so
     */
    public RequestMethod<P, R> unstable() {
        return new RequestMethod<>(name, handledBy, params, result, Stability.UNSTABLE, capability, second);
    }

    /**
     * Describes this method as one that version 2 of the protocol names otherwise, and that needs no capability there.
     *
     * @param nameInV2 its name on the wire of version 2
     * @return a description that says so
     */
    public RequestMethod<P, R> inV2(String nameInV2) {
        return new RequestMethod<>(
                name, handledBy, params, result, stability, capability, new MethodOfVersion2(nameInV2));
    }

    /**
     * Describes this method as one that version 2 of the protocol does not have.
     *
     * @return a description that says so
     */
    public RequestMethod<P, R> notInV2() {
        return new RequestMethod<>(name, handledBy, params, result, stability, capability, null);
    }

    @Override
    public @Nullable RequestMethod<P, R> in(WireVersion version) {
        if (version == WireVersion.V1) {
            return this;
        }
        RequestMethod<P, R> known = inV2;
        if (known == null && second != null) {
            known = new RequestMethod<>(
                    second.nameOr(name),
                    handledBy,
                    () -> params().in(version),
                    () -> result().in(version),
                    stability,
                    second.capabilityOr(capability),
                    second);
            inV2 = known;
        }
        return known;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public JsonCodec<P> params() {
        return params.get();
    }

    /**
     * Returns the codec of the result.
     *
     * @return the codec
     */
    public JsonCodec<R> result() {
        return result.get();
    }

    @Override
    public Set<Side> handledBy() {
        return handledBy;
    }

    @Override
    public Stability stability() {
        return stability;
    }

    @Override
    public @Nullable Capability<?> capability() {
        return capability;
    }

    @Override
    public String toString() {
        return name;
    }
}
