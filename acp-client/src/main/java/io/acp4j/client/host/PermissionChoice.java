package io.acp4j.client.host;

/**
 * What a rule says about a question.
 *
 * @since 0.1.0
 */
public enum PermissionChoice {
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
