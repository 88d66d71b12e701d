package io.acp4j.schema.branching;

import java.util.Objects;

/** How {@link SessionTreeRequest} goes on to further pages. */
sealed interface SessionTreePages permits SessionTreeRequest {

    /**
     * Asks for the page that follows one.
     *
     * @param nextCursor the cursor that the page carries
     * @return the same request for the next page
     */
    default SessionTreeRequest after(String nextCursor) {
        return ((SessionTreeRequest) this)
                .toBuilder()
                        .cursor(Objects.requireNonNull(nextCursor, "nextCursor"))
                        .build();
    }
}
