package io.acp4j.schema;

import io.acp4j.schema.internal.base.CapabilityPaths;
import io.acp4j.schema.json.WireVersion;
import java.util.function.Predicate;

/**
 * Something that one side advertises when a connection is initialized, and without which a method may not be called.
 *
 * @param <C> the type that holds the side's capabilities
 * @param path where it stands in the {@code initialize} exchange, such as
 *     {@code agentCapabilities.sessionCapabilities.list}
 * @param holder the class of {@code C}
 * @param advertised tells whether capabilities include it
 * @see <a href="https://agentclientprotocol.com/protocol/v1/initialization#capabilities">the specification</a>
 * @since 0.1.0
 */
public record Capability<C>(String path, Class<C> holder, Predicate<C> advertised) {

    /**
     * Returns whether capabilities include this one.
     *
     * @param capabilities what the other side advertised; of the class that {@link #holder()} names
     * @return true when they do
     */
    public boolean in(Object capabilities) {
        return advertised.test(holder.cast(capabilities));
    }

    /**
     * Describes this capability as a version of the protocol has it: the same, at another place.
     *
     * @param version the version
     * @return the description
     */
    public Capability<C> at(WireVersion version) {
        return version == WireVersion.V1 ? this : new Capability<>(CapabilityPaths.inV2(path), holder, advertised);
    }

    @Override
    public String toString() {
        return path;
    }
}
