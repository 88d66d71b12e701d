package io.acp4j.schema;

import io.acp4j.schema.json.JsonCodec;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A method that is not answered.
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

    private NotificationMethod(
            String name,
            Set<Side> handledBy,
            Supplier<JsonCodec<P>> params,
            Stability stability,
            @Nullable Capability<?> capability) {
        this.name = name;
        this.handledBy = handledBy;
        this.params = params;
        this.stability = stability;
        this.capability = capability;
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
        return new NotificationMethod<>(name, Set.copyOf(handledBy), params, Stability.STABLE, null);
    }

    /**
     * Describes a notification of an extension, which either side may handle.
     *
     * @param <P> the type of its parameters
     * @param name its name on the wire; starts with an underscore
     * @param params the codec of its parameters
     * @return the description
     * @throws IllegalArgumentException when the name does not start with an underscore
     * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
     */
    public static <P> NotificationMethod<P> extension(String name, JsonCodec<P> params) {
        return new NotificationMethod<>(
                extensionName(name), Set.of(Side.AGENT, Side.CLIENT), () -> params, Stability.STABLE, null);
    }

    static String extensionName(String name) {
        if (!name.startsWith("_")) {
            throw new IllegalArgumentException("the name of an extension method starts with an underscore: " + name);
        }
        return name;
    }

    /**
     * Describes this method with the capability that it needs.
     *
     * @param needed what the handling side must have advertised
     * @return a description with it
     */
    public NotificationMethod<P> needing(Capability<?> needed) {
        return new NotificationMethod<>(name, handledBy, params, stability, needed);
    }

    /**
     * Describes this method as not settled.
     *
     * @return a description that says so
     */
    public NotificationMethod<P> unstable() {
        return new NotificationMethod<>(name, handledBy, params, Stability.UNSTABLE, capability);
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
