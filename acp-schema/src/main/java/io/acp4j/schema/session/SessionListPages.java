package io.acp4j.schema.session;

import io.acp4j.schema.Unstable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How {@link ListSessionsRequest} goes on to further pages. */
sealed interface SessionListPages permits ListSessionsRequest {

    /**
     * Asks for sessions by whether they are archived, too.
     *
     * <p>Only for agents that advertise {@code sessionCapabilities.archive}.
     *
     * @param filter which ones to list; null lists those that are not archived
     * @return a changed request
     */
    @Unstable("session-archive")
    default ListSessionsRequest archived(@Nullable SessionArchiveFilter filter) {
        return ((ListSessionsRequest) this).toBuilder().archived(filter).build();
    }

    /**
     * Asks for the page that follows one.
     *
     * @param nextCursor the cursor that the page carries
     * @return the same request for the next page
     */
    default ListSessionsRequest after(String nextCursor) {
        return ((ListSessionsRequest) this)
                .toBuilder()
                        .cursor(Objects.requireNonNull(nextCursor, "nextCursor"))
                        .build();
    }
}
