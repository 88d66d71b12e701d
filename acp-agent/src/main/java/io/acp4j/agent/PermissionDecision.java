package io.acp4j.agent;

import io.acp4j.schema.permission.CancelledPermissionOutcome;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.PermissionOptionKind;
import io.acp4j.schema.permission.RequestPermissionOutcome;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the user decided about a tool call.
 *
 * @param outcome what the client has returned
 * @param option the option that was chosen; null when none was, or none of those offered
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission">the specification</a>
 * @since 0.1.0
 */
public record PermissionDecision(
        RequestPermissionOutcome outcome, @Nullable PermissionOption option) {

    /** Checks that the outcome is there. */
    public PermissionDecision {
        Objects.requireNonNull(outcome, "outcome");
    }

    /**
     * Returns whether the call may be made.
     *
     * @return true when an option was chosen that allows it, once or always
     */
    public boolean isAllowed() {
        return option != null
                && (option.kind().equals(PermissionOptionKind.ALLOW_ONCE)
                        || option.kind().equals(PermissionOptionKind.ALLOW_ALWAYS));
    }

    /**
     * Returns whether the turn was cancelled before the user decided.
     *
     * @return true when it was
     */
    public boolean isCancelled() {
        return outcome instanceof CancelledPermissionOutcome;
    }
}
