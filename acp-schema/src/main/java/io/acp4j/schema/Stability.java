package io.acp4j.schema;

/**
 * Whether the protocol has settled a part of itself.
 *
 * @since 0.1.0
 */
public enum Stability {
    /** Part of the published protocol. */
    STABLE,
    /** Proposed: may change or vanish. */
    UNSTABLE
}
