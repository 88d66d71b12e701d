package io.acp4j.examples.tutorial.agent;

import io.acp4j.agent.PermissionDecision;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.schema.permission.PermissionOption;

/** A tool call that is running, as the client shows it. */
public record Step(PromptTurn turn, ToolCallHandle shown) {

    /**
     * Lets the user decide.
     *
     * @throws IllegalStateException when the user says no
     */
    // snippet:permission
    void requirePermission() {
        PermissionDecision decision = turn.requestPermission(
                shown,
                PermissionOption.allowOnce("once", "Allow"),
                PermissionOption.allowAlways("always", "Always allow"),
                PermissionOption.rejectOnce("no", "Reject"));
        if (!decision.isAllowed()) {
            throw new IllegalStateException("the user does not allow it");
        }
    }
    // end
}
