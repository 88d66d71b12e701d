package io.acp4j.client.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.schema.Unstable;
import java.util.Objects;

/**
 * A fork with the turn that has been started in it.
 *
 * @param fork the fork with its messages
 * @param turn the turn, as {@link ClientSession#startTurn(java.util.List)} gives it: take its updates, or ask for its result
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record ForkedTurn(ForkableSession fork, PromptTurn turn) {

    /** Checks that both are there. */
    public ForkedTurn {
        Objects.requireNonNull(fork, "fork");
        Objects.requireNonNull(turn, "turn");
    }

    /**
     * Returns the session of the fork.
     *
     * @return the new session
     */
    public ClientSession session() {
        return fork.session();
    }
}
