package io.acp4j.client.host;

import io.acp4j.schema.tool.ToolKind;
import java.util.List;
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
     * @return the decision, or {@link Decision#ASK}
     * @throws Exception to respond with an error
     */
    Decision decide(PermissionQuestion question) throws Exception;

    /**
     * Returns a rule that allows some kinds of tools, such as {@link ToolKind#READ} and {@link ToolKind#SEARCH}. It allows a tool
     * call only if all its reported kinds are among them, and at least one kind was reported. The agent reports the kind, and the rule
     * cannot verify it.
     *
     * @param kinds the kinds
     * @return the rule; it leaves all others open
     */
    static PermissionRule allow(ToolKind... kinds) {
        Set<ToolKind> allowed = Set.of(kinds);
        return question ->
                !question.kinds().isEmpty() && allowed.containsAll(question.kinds()) ? Decision.ALLOW : Decision.ASK;
    }

    /**
     * Returns a rule that rejects some kinds of tools. It rejects a tool call as soon as one of its reported kinds is among them. A tool
     * call without a kind, of kind {@link ToolKind#OTHER}, or of an unknown kind may be such a tool. The user decides about it, and later
     * rules are not called ({@link Decision#ASK_USER}). The agent reports the kind, and the rule cannot verify it.
     *
     * @param kinds the kinds
     * @return the rule; it leaves all others open
     */
    static PermissionRule reject(ToolKind... kinds) {
        Set<ToolKind> rejected = Set.of(kinds);
        return question -> {
            List<ToolKind> said = question.kinds().isEmpty() ? List.of(ToolKind.OTHER) : question.kinds();
            if (said.stream().anyMatch(rejected::contains)) {
                return Decision.REJECT;
            }
            Set<ToolKind> definite = Set.of(
                    ToolKind.READ,
                    ToolKind.EDIT,
                    ToolKind.DELETE,
                    ToolKind.MOVE,
                    ToolKind.SEARCH,
                    ToolKind.EXECUTE,
                    ToolKind.THINK,
                    ToolKind.FETCH,
                    ToolKind.SWITCH_MODE);
            return definite.containsAll(said) ? Decision.ASK : Decision.ASK_USER;
        };
    }

    /** The decision of a rule about a question. */
    enum Decision {
        /**
         * The request is allowed once. If the agent offers only options that allow more, the user decides. Without a user the request is
         * rejected.
         */
        ALLOW,
        /** The request is rejected once. */
        REJECT,
        /** The next rule, a remembered choice, or the user decides. */
        ASK,
        /** A remembered choice or the user decides, and later rules are not called. Without a user the request is rejected. */
        ASK_USER
    }
}
