package io.acp4j.schema;

import io.acp4j.schema.internal.base.StandardMethods;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.WireVersion;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A notification, which gets no response.
 *
 * @param <P> the type of its parameters
 * @since 0.1.0
 */
public final class NotificationMethod<P> implements Method<P> {

    private final String name;
    private final Set<Side> handledBy;
    private final Supplier<JsonCodec<P>> params;
    private final Stability stability;
    private final @Nullable Capability<?> capability;
    private final @Nullable MethodOfVersion2 second;

    /** The method as it is there, made when it is first asked for: every message asks. */
    private volatile @Nullable NotificationMethod<P> inV2;

    private NotificationMethod(
            String name,
            Set<Side> handledBy,
            Supplier<JsonCodec<P>> params,
            Stability stability,
            @Nullable Capability<?> capability,
            @Nullable MethodOfVersion2 second) {
        this.name = name;
        this.handledBy = handledBy;
        this.params = params;
        this.stability = stability;
        this.capability = capability;
        this.second = second;
    }

    /**
     * Describes a stable method that needs no capability.
     *
     * @param <P> the type of its parameters
     * @param name its name on the wire
     * @param handledBy who handles it
     * @param params gives the codec of its parameters, asked on every use so that types load when they are needed
     * @return the description
     */
    public static <P> NotificationMethod<P> of(String name, Set<Side> handledBy, Supplier<JsonCodec<P>> params) {
        return new NotificationMethod<>(
                name, Set.copyOf(handledBy), params, Stability.STABLE, null, MethodOfVersion2.AS_DECLARED);
    }

    /**
     * Describes a notification of an extension, which either side may handle.
     *
     * @param <P> the type of its parameters
     * @param name its name on the wire, any that is no method of the protocol; names that start with an underscore are
     *     reserved for extensions, and some agents use others
     * @param params the codec of its parameters
     * @return the description
     * @throws IllegalArgumentException when the name is blank, that of a method of the protocol, or starts with {@code $/}
     * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
     */
    public static <P> NotificationMethod<P> extension(String name, JsonCodec<P> params) {
        return new NotificationMethod<>(
                StandardMethods.extension(name),
                Set.of(Side.AGENT, Side.CLIENT),
                () -> params,
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
    public NotificationMethod<P> needing(Capability<?> needed) {
        return new NotificationMethod<>(name, handledBy, params, stability, needed, second);
    }

    /**
     * Describes this method as not settled.
     *
     * @return a description that says so
     */
    public NotificationMethod<P> unstable() {
        return new NotificationMethod<>(name, handledBy, params, Stability.UNSTABLE, capability, second);
    }

    /**
     * Describes this method as one that version 2 of the protocol does not have.
     *
     * @return a description that says so
     */
    public NotificationMethod<P> notInV2() {
        return new NotificationMethod<>(name, handledBy, params, stability, capability, null);
    }

    @Override
    public @Nullable NotificationMethod<P> in(WireVersion version) {
        if (version == WireVersion.V1) {
            return this;
        }
        NotificationMethod<P> known = inV2;
        if (known == null && second != null) {
            known = new NotificationMethod<>(
                    second.nameOr(name),
                    handledBy,
                    () -> params().in(version),
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
