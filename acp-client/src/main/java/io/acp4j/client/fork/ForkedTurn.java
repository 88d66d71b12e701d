package io.acp4j.client.fork;

import io.acp4j.client.ClientSession;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.v1.prompt.PromptResponse;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A fork with the turn that has been started in it.
 *
 * @param fork the fork with its messages
 * @param turn the end of the turn, as {@link ClientSession#promptAsync(java.util.List)} gives it
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record ForkedTurn(ForkableSession fork, CompletableFuture<PromptResponse> turn) {

    /** Checks that both are there. */
    public ForkedTurn {
        Objects.requireNonNull(fork, "fork");
        Objects.requireNonNull(turn, "turn");
    }

    /**
     * Gives the session of the fork.
     *
     * @return the new session
     */
    public ClientSession session() {
        return fork.session();
    }
}
