package io.acp4j.agent;

import io.acp4j.schema.v1.permission.CancelledPermissionOutcome;
import io.acp4j.schema.v1.permission.PermissionOption;
import io.acp4j.schema.v1.permission.PermissionOptionKind;
import io.acp4j.schema.v1.permission.RequestPermissionOutcome;
import io.acp4j.schema.v1.permission.SelectedPermissionOutcome;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the user decided about a tool call.
 *
 * @param outcome what the client answered
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

    /** Finds the chosen option among those offered. */
    static PermissionDecision of(RequestPermissionOutcome outcome, List<PermissionOption> offered) {
        PermissionOption chosen = null;
        if (outcome instanceof SelectedPermissionOutcome selected) {
            chosen = offered.stream()
                    .filter(option -> option.optionId().equals(selected.optionId()))
                    .findFirst()
                    .orElse(null);
        }
        return new PermissionDecision(outcome, chosen);
    }

    /**
     * Tells whether the call may be made.
     *
     * @return true when an option was chosen that allows it, once or always
     */
    public boolean isAllowed() {
        return option != null
                && (option.kind().equals(PermissionOptionKind.ALLOW_ONCE)
                        || option.kind().equals(PermissionOptionKind.ALLOW_ALWAYS));
    }

    /**
     * Tells whether the turn was cancelled before the user decided.
     *
     * @return true when it was
     */
    public boolean isCancelled() {
        return outcome instanceof CancelledPermissionOutcome;
    }
}
