// Written by build-support/write-types from src/protocol/permission.yaml: change that, not this.
package io.acp4j.schema.permission;

import io.acp4j.schema.json.UnionCodec;

/**
 * What became of a permission request.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
 * @since 0.1.0
 */
public sealed interface RequestPermissionOutcome
        permits CancelledPermissionOutcome, SelectedPermissionOutcome, UnknownPermissionOutcome {

    /** Reads and writes any kind, told apart by {@code outcome}. */
    UnionCodec<RequestPermissionOutcome> CODEC = UnionCodec.<RequestPermissionOutcome>on("outcome")
            .variant("cancelled", CancelledPermissionOutcome.class, () -> CancelledPermissionOutcome.CODEC)
            .variant("selected", SelectedPermissionOutcome.class, () -> SelectedPermissionOutcome.CODEC)
            .unknown(UnknownPermissionOutcome.class, UnknownPermissionOutcome::new, UnknownPermissionOutcome::raw);
}
