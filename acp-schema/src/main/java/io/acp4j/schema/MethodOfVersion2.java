package io.acp4j.schema;

import io.acp4j.schema.json.WireVersion;
import org.jspecify.annotations.Nullable;

/**
 * What version 2 changes about a method.
 *
 * @param name its name there, where it needs no capability then; null when nothing changes
 */
record MethodOfVersion2(@Nullable String name) {

    static final MethodOfVersion2 AS_DECLARED = new MethodOfVersion2(null);

    String nameOr(String first) {
        return name == null ? first : name;
    }

    @Nullable
    Capability<?> capabilityOr(@Nullable Capability<?> first) {
        return name == null && first != null ? first.at(WireVersion.V2) : null;
    }
}
