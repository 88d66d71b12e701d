package io.acp4j.client.host;

import io.acp4j.schema.v1.tool.ToolKind;
import java.util.Set;

/**
 * Decides about questions without asking the user.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface PermissionRule {

    /**
     * Decides about one question; called on a handler thread, several at once.
     *
     * @param question what the agent wants to do
     * @return the decision, or {@link PermissionDecision#ASK}
     * @throws Exception to answer with an error
     */
    PermissionDecision decide(PermissionQuestion question) throws Exception;

    /**
     * Makes a rule that allows some kinds of tools, such as {@link ToolKind#READ} and {@link ToolKind#SEARCH}. The kind is
     * what the agent says of itself.
     *
     * @param kinds the kinds
     * @return the rule; it leaves all others open
     */
    static PermissionRule allow(ToolKind... kinds) {
        Set<ToolKind> allowed = Set.of(kinds);
        return question -> {
            ToolKind kind = question.kind();
            return kind != null && allowed.contains(kind) ? PermissionDecision.ALLOW : PermissionDecision.ASK;
        };
    }

    /**
     * Makes a rule that rejects some kinds of tools.
     *
     * @param kinds the kinds
     * @return the rule; it leaves all others open
     */
    static PermissionRule reject(ToolKind... kinds) {
        Set<ToolKind> rejected = Set.of(kinds);
        return question -> {
            ToolKind kind = question.kind();
            return kind != null && rejected.contains(kind) ? PermissionDecision.REJECT : PermissionDecision.ASK;
        };
    }
}
