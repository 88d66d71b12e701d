package io.acp4j.agent.store;

import java.time.Instant;
import java.util.Objects;

/**
 * The right to write to a session, for a time.
 *
 * @param holder names the process that has it
 * @param token rises with each taking: who has a lower one has lost the right
 * @param expiresAt when anybody else may take it, by the store's clock
 * @since 0.1.0
 */
public record Lease(String holder, long token, Instant expiresAt) {

    /** The lease of a session that nobody has opened yet. */
    public static final Lease NONE = new Lease("", 0, Instant.EPOCH);

    /** Checks that what is required is there. */
    public Lease {
        Objects.requireNonNull(holder, "holder");
        Objects.requireNonNull(expiresAt, "expiresAt");
    }
}
