package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.SessionLineage;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds the origins of recorded forks: in their requests, else from the first prompt of a fork. For one thread at a time. */
final class RecordedOrigins {

    private final ForkRegistry forks;

    /** The prompts that the source of a fork had in the place of the first prompt of the fork. */
    private final Map<SessionId, String> replaced = new HashMap<>();

    RecordedOrigins(ForkRegistry forks) {
        this.forks = forks;
    }

    /** Adds a fork. */
    void forked(WatchedSession source, WatchedSession fork, JsonNode params) {
        int depth = WatchedSession.depth(fork.conversation());
        SessionId id = fork.info().sessionId();
        SessionLineage lineage = SessionLineage.builder()
                .parentSessionId(source.info().sessionId())
                .forkDepth(depth)
                .build();
        fork.info(SessionDesk.withMeta(fork.info(), lineage));
        ForkOrigin origin = ForkOrigin.of(params);
        forks.created(id, lineage, origin);
        String next = WatchedSession.promptAt(source.conversation(), depth);
        if (origin == null && next != null) {
            replaced.put(id, next);
        }
    }

    /** Adds a new session. A first message is edited in a new session, whose request states the source. */
    void created(WatchedSession session, JsonNode params) {
        SessionId id = session.info().sessionId();
        forks.created(id);
        ForkOrigin origin = ForkOrigin.of(params);
        if (origin != null) {
            forks.origin(id, origin);
            SessionLineage lineage = SessionLineage.builder()
                    .parentSessionId(origin.source())
                    .forkDepth(0)
                    .build();
            session.info(SessionDesk.withMeta(session.info(), lineage));
        }
    }

    /** Adds a prompt. Other clients do not state that a response is regenerated, but the prompt is then the same as in the source. */
    void prompted(WatchedSession session, JsonNode params) {
        SessionId id = session.info().sessionId();
        String before = replaced.remove(id);
        SessionLineage lineage = SessionLineage.of(session.info().meta());
        if (before == null || lineage == null) {
            return;
        }
        SessionId source = lineage.parentSessionId();
        StringBuilder text = new StringBuilder();
        params.path("prompt").forEach(block -> text.append(block.path("text").asText()));
        if (source != null && before.contentEquals(text)) {
            int depth = Objects.requireNonNullElse(lineage.forkDepth(), 0);
            forks.origin(id, ForkOrigin.regenerated(source, depth + 1));
        }
    }

    /** Removes a session that was deleted. */
    void deleted(SessionId id, @Nullable String name) {
        replaced.remove(id);
        forks.deleted(id, name == null ? id.value() : name);
    }
}
