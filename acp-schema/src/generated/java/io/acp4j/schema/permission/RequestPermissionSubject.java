// Written by build-support/write-types from src/protocol/permission.yaml: change that, not this.
package io.acp4j.schema.permission;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.UnionCodec;

/**
 * What a permission request is about.
 *
 * <p>New kinds may be permitted in minor releases: handle {@link UnknownPermissionSubject} or a default.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/tool-calls#requesting-permission">the
 *     specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public sealed interface RequestPermissionSubject
        permits ToolCallPermissionSubject, CommandPermissionSubject, UnknownPermissionSubject {

    /** Reads and writes any kind, told apart by {@code type}. */
    UnionCodec<RequestPermissionSubject> CODEC = UnionCodec.<RequestPermissionSubject>on("type")
            .variant("tool_call", ToolCallPermissionSubject.class, () -> ToolCallPermissionSubject.CODEC)
            .variant("command", CommandPermissionSubject.class, () -> CommandPermissionSubject.CODEC)
            .unknown(UnknownPermissionSubject.class, UnknownPermissionSubject::new, UnknownPermissionSubject::raw);
}
