package io.acp4j.schema;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.WireVersion;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One method of the protocol, or an extension of it: its name, its parameters, who handles it, and what must be
 * advertised before it is called.
 *
 * @param <P> the type of its parameters
 * @see <a href="https://agentclientprotocol.com/protocol/v1/overview">the specification</a>
 * @since 0.1.0
 */
public abstract sealed class Method<P> permits RequestMethod, NotificationMethod {

    final MethodTraits traits;
    final Supplier<JsonCodec<P>> params;

    Method(MethodTraits traits, Supplier<JsonCodec<P>> params) {
        this.traits = traits;
        this.params = params;
    }

    /**
     * Returns the method as a version of the protocol has it; ask once for each connection.
     *
     * @param version the version
     * @return its name and codecs there; null when that version has no such method
     */
    public abstract @Nullable Method<P> in(WireVersion version);

    /** {@return its name on the wire} */
    public final String name() {
        return traits.name();
    }

    /** {@return the codec of its parameters} */
    public final JsonCodec<P> params() {
        return params.get();
    }

    /** {@return the sides that handle it} */
    public final Set<Side> handledBy() {
        return traits.handledBy();
    }

    /** {@return whether the protocol has settled it} */
    public final Stability stability() {
        return traits.stability();
    }

    /** {@return what the handling side must have advertised; null when it may always be called} */
    public final @Nullable Capability<?> capability() {
        return traits.capability();
    }

    @Override
    public final String toString() {
        return name();
    }
}
