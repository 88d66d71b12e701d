// Written by build-support/write-types from src/protocol/permission.yaml: change that, not this.
package io.acp4j.schema.permission;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * What an option of a permission request means, for icons and defaults.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#permission-options">the specification</a>
 * @since 0.1.0
 */
public record PermissionOptionKind(String value) {

    /** Yes, this time. */
    public static final PermissionOptionKind ALLOW_ONCE = new PermissionOptionKind("allow_once");

    /** Yes, and remember it. */
    public static final PermissionOptionKind ALLOW_ALWAYS = new PermissionOptionKind("allow_always");

    /** No, this time. */
    public static final PermissionOptionKind REJECT_ONCE = new PermissionOptionKind("reject_once");

    /** No, and remember it. */
    public static final PermissionOptionKind REJECT_ALWAYS = new PermissionOptionKind("reject_always");

    /** Reads and writes the word. */
    public static final JsonCodec<PermissionOptionKind> CODEC = OpenValueCodec.of(
            PermissionOptionKind::new,
            PermissionOptionKind::value,
            List.of(ALLOW_ONCE, ALLOW_ALWAYS, REJECT_ONCE, REJECT_ALWAYS));

    /** Checks that the value is there. */
    public PermissionOptionKind {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
