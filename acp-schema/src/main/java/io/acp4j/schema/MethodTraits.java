package io.acp4j.schema;

import io.acp4j.schema.internal.base.StandardMethods;
import io.acp4j.schema.json.WireVersion;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is said of a method besides its messages.
 *
 * @param name its name on the wire
 * @param handledBy who handles it
 * @param stability whether the protocol has settled it
 * @param capability what the handling side must have advertised; null when nothing
 * @param isInV2 whether version 2 has it
 * @param nameInV2 its name in version 2, where it needs no capability then; null when nothing changes
 */
record MethodTraits(
        String name,
        Set<Side> handledBy,
        Stability stability,
        @Nullable Capability<?> capability,
        boolean isInV2,
        @Nullable String nameInV2) {

    static MethodTraits of(String name, Set<Side> handledBy) {
        return new MethodTraits(name, Set.copyOf(handledBy), Stability.STABLE, null, true, null);
    }

    static MethodTraits extension(String name) {
        return of(StandardMethods.extension(name), Set.of(Side.AGENT, Side.CLIENT));
    }

    MethodTraits needing(Capability<?> needed) {
        return new MethodTraits(name, handledBy, stability, needed, isInV2, nameInV2);
    }

    MethodTraits unstable() {
        return new MethodTraits(name, handledBy, Stability.UNSTABLE, capability, isInV2, nameInV2);
    }

    MethodTraits namedInV2(String other) {
        return new MethodTraits(name, handledBy, stability, capability, true, other);
    }

    MethodTraits notInV2() {
        return new MethodTraits(name, handledBy, stability, capability, false, null);
    }

    /** Returns what is said of it as version 2 has it. */
    MethodTraits inV2() {
        return nameInV2 == null
                ? new MethodTraits(
                        name,
                        handledBy,
                        stability,
                        capability == null ? null : capability.at(WireVersion.V2),
                        true,
                        null)
                : new MethodTraits(nameInV2, handledBy, stability, null, true, nameInV2);
    }
}
