package io.acp4j.client.internal.session;

import io.acp4j.rpc.AcpException;
import io.acp4j.schema.Capability;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.PathEntry;
import io.acp4j.schema.branching.SessionPathRequest;
import io.acp4j.schema.branching.SessionPathResponse;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The pages of an agent's path of a session, read one after the other. */
final class PathPages {

    private static final int MAX_PAGES = 100_000;

    private final SessionId session;
    private final AgentLink link;
    private final List<SessionUpdate> updates = new ArrayList<>();
    private final Set<String> cursors = new HashSet<>();

    private PathPages(SessionId session, AgentLink link) {
        this.session = session;
        this.link = link;
    }

    /** Returns whether the agent advertises the path of a session. */
    static boolean areOffered(AgentLink link) {
        Capability<?> needed = BranchMethods.PATH.capability();
        return needed != null && needed.in(link.capabilities());
    }

    /** Reads the path up to the head of a session; completes with the updates that a replay would send. */
    static CompletableFuture<List<SessionUpdate>> read(SessionId session, AgentLink link) {
        // Not on the lane of the session: the response would overtake earlier messages there.
        return CompletableFuture.completedFuture(new PathPages(session, link))
                .thenComposeAsync(pages -> pages.next(null), link.connection().executor());
    }

    private CompletableFuture<List<SessionUpdate>> next(@Nullable String cursor) {
        SessionPathRequest first = SessionPathRequest.builder(session).build();
        return link.requestAsync(BranchMethods.PATH, cursor == null ? first : first.at(cursor))
                .thenCompose(this::take);
    }

    private CompletableFuture<List<SessionUpdate>> take(SessionPathResponse page) {
        for (PathEntry entry : page.messages()) {
            updates.addAll(entry.updates());
        }
        String cursor = page.nextCursor();
        if (cursor == null) {
            return CompletableFuture.completedFuture(updates);
        }
        if (!cursors.add(cursor) || cursors.size() > MAX_PAGES) {
            throw new AcpException(
                    BranchMethods.PATH.name() + " returned a cursor twice, or more than " + MAX_PAGES + " pages", null);
        }
        // Not from within the completion of the last page, so that long paths need no deep stack.
        return CompletableFuture.completedFuture(cursor)
                .thenComposeAsync(this::next, link.connection().executor());
    }
}
