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
     * Returns a rule that allows some kinds of tools, such as {@link ToolKind#READ} and {@link ToolKind#SEARCH}. It allows
     * nothing of which another kind has been said, too, and nothing without a kind. The kind is what the agent says
     * of itself: an agent that lies gets what is allowed here.
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
     * Returns a rule that rejects some kinds of tools, as soon as one of them has been said of the tool call. Whether a tool
     * without a kind, of kind {@link ToolKind#OTHER} (which is the same), or of one that the protocol does not know is among
     * them cannot be known: the user decides about it, whatever later rules say ({@link Decision#ASK_USER}). The kind is what the agent says of
     * itself: the rule keeps honest agents from what is not wanted, and stops none that lies.
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

    /** What a rule says about a question. */
    enum Decision {
        /**
         * The request is allowed once. If the agent offers only options that allow more, the user decides. Without a user the request is
         * rejected.
         */
        ALLOW,
        /** It must not be done, this once. */
        REJECT,
        /** Leaves the decision to the next rule, to a remembered choice, or to the user. */
        ASK,
        /** Leaves the decision to a remembered choice or to the user, whatever later rules say; rejects without a user. */
        ASK_USER
    }
}
