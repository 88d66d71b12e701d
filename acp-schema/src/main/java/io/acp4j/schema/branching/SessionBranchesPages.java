package io.acp4j.schema.branching;

import java.util.Objects;

/** How {@link SessionBranchesRequest} goes on to further pages. */
sealed interface SessionBranchesPages permits SessionBranchesRequest {

    /**
     * Asks for the page that follows one.
     *
     * @param nextCursor the cursor that the page carries
     * @return the same request for the next page
     */
    default SessionBranchesRequest after(String nextCursor) {
        return ((SessionBranchesRequest) this)
                .toBuilder()
                        .cursor(Objects.requireNonNull(nextCursor, "nextCursor"))
                        .build();
    }
}
