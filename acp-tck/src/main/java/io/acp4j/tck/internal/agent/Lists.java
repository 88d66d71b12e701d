package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Link;
import java.util.List;

/** Lists of sessions, page after page, in either version. */
public final class Lists {

    private Lists() {}

    /** Returns all pages of a list. */
    public static List<JsonNode> pages(Link link, ObjectNode params) throws InterruptedException {
        return ListScenarios.pages(link, params);
    }

    /** Returns whether a session is on some page, also where other scenarios shift the pages meanwhile. */
    public static boolean has(Link link, ObjectNode params, String session) throws InterruptedException {
        return ListScenarios.ids(link, params, ids -> ids.contains(session)).contains(session);
    }
}
