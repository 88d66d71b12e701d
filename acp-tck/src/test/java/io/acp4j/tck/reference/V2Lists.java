package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Comparator;

/** The lists of sessions of the reference agent of version 2. */
final class V2Lists {

    private static final int PAGE = 5;

    private final ReferenceAgent agent;
    private final V2Store store;
    private final Collection<V2Session> open;

    /** Lists what is stored, and knows the sessions that are open on the connection. */
    V2Lists(ReferenceAgent agent, V2Store store, Collection<V2Session> open) {
        this.agent = agent;
        this.store = store;
        this.open = open;
    }

    private boolean fits(V2Store.Kept kept, String cwd) {
        return cwd.isEmpty() || (cwd.equals(kept.cwd) && !agent.faults.has("filters-everything"));
    }

    /** Returns whether the kit's only session of a directory is there. */
    private boolean isOfAnotherPlace(String cwd) {
        return store.list().stream().anyMatch(kept -> kept.cwd.equals(cwd) && kept.title.equals("in another place"));
    }

    JsonNode list(JsonNode params) {
        long before = Long.MAX_VALUE;
        JsonNode cursor = params.path("cursor");
        if (cursor.isTextual()) {
            boolean known = cursor.asText().matches("before-\\d+");
            if (!known && !agent.faults.has("takes-any-cursor")) {
                throw V2Agent.invalid("There is no such cursor");
            }
            before = known && !repeatsPages(params)
                    ? Long.parseLong(cursor.asText().substring("before-".length()))
                    : before;
        }
        String cwd = params.path("cwd").asText("");
        if ((agent.faults.has("ignores-other-cwd") && isOfAnotherPlace(cwd))
                || (agent.faults.has("filters-the-first-page") && cursor.isTextual())) {
            cwd = "";
        }
        String archived = params.path("archived").asText("exclude");
        ArrayNode page = arr();
        String next = null;
        for (V2Store.Kept kept : store.list()) {
            boolean shown = archived.equals("include") || kept.archived == archived.equals("only");
            if (kept.number >= before || !shown || kept.hidden || !fits(kept, cwd)) {
                continue;
            }
            if (page.size() == PAGE) {
                next = "before-" + page.get(PAGE - 1).path("sessionId").asText().substring("sess-".length());
                break;
            }
            ObjectNode info = obj("sessionId", kept.id, "cwd", kept.cwd, "updatedAt", "2026-11-22T10:00:00Z");
            if (!kept.title.isEmpty()) {
                info.put("title", kept.title);
            }
            page.add(info);
        }
        ObjectNode result = obj("sessions", page.isEmpty() && agent.faults.has("lists-null-when-empty") ? null : page);
        if (next != null) {
            result.put("nextCursor", next);
        }
        return result;
    }

    /** A fault of the last list of a connection only, as other scenarios look for sessions that lists have first. */
    private boolean repeatsPages(JsonNode params) {
        return agent.faults.has("repeats-pages")
                && !params.has("cwd")
                && open.stream()
                        .max(Comparator.comparing(session -> session.kept.number))
                        .filter(last -> last.kept.title.equals("something else to list 11"))
                        .isPresent();
    }
}
