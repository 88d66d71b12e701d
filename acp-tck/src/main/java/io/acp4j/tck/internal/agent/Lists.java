package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Link;
import java.util.ArrayList;
import java.util.List;

/** Lists of sessions, page after page, in either version. */
public final class Lists {

    private Lists() {}

    /** Returns all pages of a list. */
    public static List<JsonNode> pages(Link link, ObjectNode params) throws InterruptedException {
        return ListScenarios.pages(link, params);
    }

    /** Returns the ids on all pages. */
    public static List<String> ids(Link link, ObjectNode params) throws InterruptedException {
        List<String> ids = new ArrayList<>();
        for (JsonNode page : pages(link, params)) {
            page.path("sessions")
                    .forEach(session -> ids.add(session.path("sessionId").asText()));
        }
        return ids;
    }
}
