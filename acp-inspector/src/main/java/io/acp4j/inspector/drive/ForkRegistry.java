package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.SessionNode;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.SessionLineage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Facts about forks that the list of an agent may omit: their lineage, their origin, and the names of deleted sources. They remain when
 * the connection ends, since the sessions of the agent do. Safe for use by many threads.
 */
final class ForkRegistry {

    /** Maximum number of sessions with facts of each kind. The oldest are removed. */
    static final int MAX_SESSIONS = 10_000;

    private final Map<SessionId, SessionLineage> lineages = bounded();
    private final Map<SessionId, ForkOrigin> origins = bounded();
    private final Map<SessionId, SessionId> sources = bounded();
    private final Map<SessionId, String> deleted = bounded();

    private static <V> Map<SessionId, V> bounded() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<SessionId, V> eldest) {
                return size() > MAX_SESSIONS;
            }
        };
    }

    /** Adds a fork that was created here. */
    synchronized void created(SessionId fork, SessionLineage lineage, @Nullable ForkOrigin origin) {
        created(fork);
        lineages.put(fork, lineage);
        source(fork, lineage.parentSessionId());
        if (origin != null) {
            origins.put(fork, origin);
        }
    }

    /** Removes the facts about an earlier session of the same ID. */
    synchronized void created(SessionId session) {
        lineages.remove(session);
        origins.remove(session);
        sources.remove(session);
        deleted.remove(session);
    }

    synchronized void origin(SessionId fork, ForkOrigin origin) {
        origins.put(fork, origin);
        source(fork, origin.source());
    }

    synchronized @Nullable ForkOrigin origin(SessionId fork) {
        return origins.get(fork);
    }

    /** Returns the lineage of a fork that was created here; null for other sessions. */
    synchronized @Nullable SessionLineage lineage(SessionId fork) {
        return lineages.get(fork);
    }

    /** Adds the source that an agent states. It may state none after the deletion of the source. */
    private void source(SessionId fork, @Nullable SessionId source) {
        if (source != null && !source.equals(fork)) {
            sources.put(fork, source);
        }
    }

    /** Adds the name of a session that was deleted. */
    synchronized void deleted(SessionId session, String name) {
        lineages.remove(session);
        origins.remove(session);
        deleted.put(session, name);
    }

    /**
     * Writes the origin of a session into its row: {@code mark}, and {@code fork} with the kind, the number of the message, and the name of
     * the source.
     *
     * @param names returns the name of a session that is listed; null for others
     */
    synchronized void describe(SessionNode node, ObjectNode row, Function<SessionId, @Nullable String> names) {
        SessionLineage lineage = node.lineage();
        source(node.id(), lineage == null ? null : lineage.parentSessionId());
        String mark = node.mark();
        ForkOrigin origin = origins.get(node.id());
        if (mark == null && origin == null) {
            row.putNull("mark");
            return;
        }
        row.put("mark", Shown.line(origin == null ? Objects.requireNonNull(mark) : origin.mark()));
        ObjectNode fork = row.putObject("fork");
        fork.put("kind", origin == null ? "forked" : origin.kind().word());
        Integer depth = lineage == null ? null : lineage.forkDepth();
        fork.put("number", origin == null ? depth : origin.message());
        SessionId source = sources.get(node.id());
        String name = source == null ? null : names.apply(source);
        boolean isDeleted = name == null && source != null && deleted.containsKey(source);
        fork.put("from", isDeleted ? deleted.get(source) : name);
        fork.put("isFromDeleted", isDeleted);
    }
}
