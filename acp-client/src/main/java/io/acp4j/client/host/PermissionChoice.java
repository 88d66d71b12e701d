package io.acp4j.client.host;

/**
 * What a rule says about a question.
 *
 * @since 0.1.0
 */
public enum PermissionChoice {
    /** It may be done, this once. */
    ALLOW,
    /** It must not be done, this once. */
    REJECT,
    /** Others are to decide: the next rule, what the user has chosen before, or the user. */
    ASK,
    /** No other rule may decide: what the user has chosen before counts, or he is asked; without a user it must not be done. */
    ASK_USER
}
