package io.acp4j.schema;

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
public final class NotificationMethod<P> extends Method<P> {

    /** The method as it is there, made when it is first asked for: every message asks. */
    private volatile @Nullable NotificationMethod<P> inV2;

    private NotificationMethod(MethodTraits traits, Supplier<JsonCodec<P>> params) {
        super(traits, params);
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
        return new NotificationMethod<>(MethodTraits.of(name, handledBy), params);
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
        return new NotificationMethod<>(MethodTraits.extension(name), () -> params);
    }

    /**
     * Describes this method with the capability that it needs.
     *
     * @param needed what the handling side must have advertised
     * @return a description with it
     */
    public NotificationMethod<P> needing(Capability<?> needed) {
        return new NotificationMethod<>(traits.needing(needed), params);
    }

    /** {@return a description of this method as not settled} */
    public NotificationMethod<P> unstable() {
        return new NotificationMethod<>(traits.unstable(), params);
    }

    /** {@return a description of this method as one that version 2 of the protocol does not have} */
    public NotificationMethod<P> notInV2() {
        return new NotificationMethod<>(traits.notInV2(), params);
    }

    @Override
    public @Nullable NotificationMethod<P> in(WireVersion version) {
        if (version == WireVersion.V1) {
            return this;
        }
        NotificationMethod<P> known = inV2;
        if (known == null && traits.isInV2()) {
            known = new NotificationMethod<>(traits.inV2(), () -> params().in(version));
            inV2 = known;
        }
        return known;
    }
}
