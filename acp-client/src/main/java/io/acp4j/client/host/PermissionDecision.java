package io.acp4j.client.host;

/**
 * What a rule says about a question.
 *
 * @since 0.1.0
 */
public enum PermissionDecision {
    /** It may be done, this once. */
    ALLOW,
    /** It must not be done, this once. */
    REJECT,
    /** Others are to decide: the next rule, what the user has chosen before, or the user. */
    ASK
}
