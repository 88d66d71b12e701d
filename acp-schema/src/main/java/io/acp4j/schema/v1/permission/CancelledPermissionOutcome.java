package io.acp4j.schema.v1.permission;

import io.acp4j.schema.json.ObjectCodec;

/**
 * The turn was cancelled before the user answered.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
 * @since 0.1.0
 */
public record CancelledPermissionOutcome() implements RequestPermissionOutcome {

    /** Reads and writes the object, without the discriminator that {@link RequestPermissionOutcome#CODEC} adds. */
    public static final ObjectCodec<CancelledPermissionOutcome> CODEC =
            ObjectCodec.of("RequestPermissionOutcome", type -> {
                return in -> new CancelledPermissionOutcome();
            });
}
