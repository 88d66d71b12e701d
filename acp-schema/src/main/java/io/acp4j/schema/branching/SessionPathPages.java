package io.acp4j.schema.branching;

import java.util.Objects;

/** How {@link SessionPathRequest} goes on to further pages. */
sealed interface SessionPathPages permits SessionPathRequest {

    /**
     * Asks for another page of the same path.
     *
     * @param pageCursor a cursor that a page of it carries
     * @return the same request for that page
     */
    default SessionPathRequest at(String pageCursor) {
        return ((SessionPathRequest) this)
                .toBuilder()
                        .cursor(Objects.requireNonNull(pageCursor, "pageCursor"))
                        .build();
    }
}
