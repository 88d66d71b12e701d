package io.acp4j.client.internal.calls;

import io.acp4j.rpc.AcpException;
import io.acp4j.schema.Capability;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.PathEntry;
import io.acp4j.schema.branching.SessionPathRequest;
import io.acp4j.schema.branching.SessionPathResponse;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the pages of a session's path from the agent, one after the other. */
public final class PathPages {

    private static final int MAX_PAGES = 100_000;

    private final SessionPathRequest first;
    private final Function<SessionPathRequest, CompletableFuture<SessionPathResponse>> agent;
    private final Executor executor;
    private final List<SessionUpdate> updates = new ArrayList<>();
    private final Set<String> cursors = new HashSet<>();

    private PathPages(
            SessionId session,
            Function<SessionPathRequest, CompletableFuture<SessionPathResponse>> agent,
            Executor executor) {
        this.first = SessionPathRequest.builder(session).build();
        this.agent = agent;
        this.executor = executor;
    }

    /** Returns whether an agent advertises the path of a session. */
    public static boolean areOffered(AgentCapabilities agent) {
        Capability<?> needed = BranchMethods.PATH.capability();
        return needed != null && needed.in(agent);
    }

    /**
     * Reads the path up to the head of a session.
     *
     * @param agent sends a request for a page
     * @param executor runs tasks that must not run on the lane of the session, where the response would overtake earlier messages
     * @return completes with the updates that a replay would send
     */
    public static CompletableFuture<List<SessionUpdate>> read(
            SessionId session,
            Function<SessionPathRequest, CompletableFuture<SessionPathResponse>> agent,
            Executor executor) {
        return CompletableFuture.completedFuture(new PathPages(session, agent, executor))
                .thenComposeAsync(pages -> pages.next(null), executor);
    }

    private CompletableFuture<List<SessionUpdate>> next(@Nullable String cursor) {
        return agent.apply(cursor == null ? first : first.at(cursor)).thenCompose(this::take);
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
        // Runs outside of the completion of the last page, so that long paths do not overflow the stack.
        return CompletableFuture.completedFuture(cursor).thenComposeAsync(this::next, executor);
    }
}
