package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.reference.ReferenceAgent.Refused;
import io.acp4j.tck.reference.ReferenceStore.Item;
import io.acp4j.tck.reference.ReferenceStore.Node;
import io.acp4j.tck.reference.ReferenceStore.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The reference agent's extension methods for branches inside a session. */
final class ReferenceBranches {

    static final String PREFIX = "_acp4j/session/";
    static final List<String> METHODS =
            List.of("tree", "branches", "path", "navigate", "label", "compare", "graft", "prune");

    private static final String TIME = "2026-01-02T03:04:05Z";
    private static final int PAGE = 3;

    private final ReferenceAgent agent;
    private final Session session;
    private final boolean running;

    ReferenceBranches(ReferenceAgent agent, Session session, boolean running) {
        this.agent = agent;
        this.session = session;
        this.running = running;
    }

    static JsonNode capability() {
        ArrayNode methods = arr();
        METHODS.forEach(method -> methods.add(PREFIX + method));
        return obj("acp4j/branching", obj("version", 1, "methods", methods));
    }

    JsonNode call(String method, JsonNode params) {
        return switch (method) {
            case "tree" -> tree();
            case "branches" -> branches();
            case "path" -> path(params);
            case "navigate" -> navigate(params);
            case "label" -> label(params);
            case "compare" -> compare(params);
            case "graft" -> graft(params);
            default -> prune(params);
        };
    }

    private List<Node> messages() {
        return session.nodes().stream().filter(node -> node.item().isMessage()).toList();
    }

    private static List<Item> only(List<Item> path) {
        return path.stream().filter(Item::isMessage).toList();
    }

    private Node find(String id) {
        return messages().stream()
                .filter(node -> node.item().id().equals(id))
                .findFirst()
                .orElseThrow(() -> new Refused(-32602, "No such message", obj("messageId", id)));
    }

    private ObjectNode message(Item item, List<Item> path) {
        List<Item> before = only(path);
        int depth = before.indexOf(item) + 1;
        ObjectNode message = obj(
                "messageId",
                item.id(),
                "role",
                item.kind().startsWith("user") ? "user" : "agent",
                "depth",
                depth,
                "createdAt",
                TIME);
        if (depth > 1) {
            message.put("parentId", before.get(depth - 2).id());
        }
        if (session.labels.containsKey(item.id()) && !agent.faults.has("labels-are-lost")) {
            message.put("label", session.labels.get(item.id()));
        }
        return message;
    }

    private JsonNode tree() {
        List<Node> nodes = new ArrayList<>(messages());
        if (agent.faults.has("tree-turns-around") && agent.count("trees of " + session.id) > 1) {
            Collections.reverse(nodes);
        }
        ArrayNode all = arr();
        nodes.forEach(node -> all.add(message(node.item(), node.path())));
        return obj("messages", all);
    }

    private List<Node> leaves() {
        return messages().stream()
                .filter(node -> messages().stream()
                        .noneMatch(other -> other != node && other.path().contains(node.item())))
                .toList();
    }

    private JsonNode branches() {
        List<Node> leaves = new ArrayList<>(leaves());
        if (leaves.size() > 1 && agent.faults.has("leaves-miss-one")) {
            leaves.remove(0);
        }
        if (leaves.size() == 1 && agent.faults.has("leaves-everywhere")) {
            leaves.add(0, messages().get(0));
        }
        ArrayNode all = arr();
        for (Node leaf : leaves) {
            ObjectNode shown = message(leaf.item(), leaf.path());
            shown.put("active", session.items().contains(leaf.item()));
            shown.remove(List.of("role", "parentId"));
            all.add(shown);
        }
        return obj("leaves", all);
    }

    /** Returns the thoughts between a message and the next one. */
    private static List<ObjectNode> thoughtsAfter(Item message, List<Item> whole) {
        List<ObjectNode> thoughts = new ArrayList<>();
        for (Item item : whole.subList(whole.indexOf(message) + 1, whole.size())) {
            if (item.isMessage()) {
                break;
            }
            if (item.kind().equals("agent_thought_chunk")) {
                thoughts.add(obj(
                        "sessionUpdate", item.kind(),
                        "messageId", item.id(),
                        "content", obj("type", "text", "text", item.text())));
            }
        }
        return thoughts;
    }

    private JsonNode path(JsonNode params) {
        List<Item> whole = session.items();
        JsonNode end = params.path("messageId");
        if (end.isTextual() && !agent.faults.has("path-ignores-its-end")) {
            whole = find(end.asText()).path();
        }
        boolean first = !end.isTextual() && leaves().size() > 1 && agent.faults.has("path-forgets-the-head");
        if (first && agent.count("paths of " + session.id) == 1) {
            whole = leaves().get(0).path();
        }
        List<Item> messages = only(whole);
        int from = params.path("cursor").asInt(0);
        int to = Math.min(
                messages.size(), from + Math.min(PAGE, params.path("limit").asInt(PAGE)));
        ArrayNode page = arr();
        for (Item item : messages.subList(from, to)) {
            JsonNode update = obj(
                    "sessionUpdate", item.kind(),
                    "messageId", item.id(),
                    "content", obj("type", "text", "text", item.text()));
            ArrayNode updates = arr(update);
            thoughtsAfter(item, whole).forEach(updates::add);
            page.add(obj("message", message(item, whole), "updates", updates));
        }
        ObjectNode result = obj("messages", page);
        if (to < messages.size()) {
            boolean again = params.has("limit") && from == 0 && agent.faults.has("paths-repeat-themselves");
            result.put("nextCursor", String.valueOf(again ? to - 1 : to));
        }
        return result;
    }

    private JsonNode navigate(JsonNode params) {
        if (running && !agent.faults.has("moves-in-turns")) {
            throw new Refused(-32600, "A turn is running", obj("reason", "turn_in_progress"));
        }
        String id = params.path("messageId").asText();
        if (agent.faults.has("moves-anywhere")
                && messages().stream().noneMatch(node -> node.item().id().equals(id))) {
            return obj("head", id);
        }
        Node node = find(id);
        boolean user = node.item().kind().startsWith("user");
        List<Item> path = user ? node.path().subList(0, node.path().size() - 1) : node.path();
        session.moveTo(path);
        List<Item> left = only(path);
        ObjectNode result =
                obj("head", left.isEmpty() ? null : left.get(left.size() - 1).id());
        if (user && !agent.faults.has("moves-without-words")) {
            result.put("text", node.item().text());
        }
        return result;
    }

    private JsonNode label(JsonNode params) {
        Node node = find(params.path("messageId").asText());
        session.labels.put(node.item().id(), params.path("label").asText());
        return obj();
    }

    private JsonNode compare(JsonNode params) {
        List<Item> left = only(find(params.path("left").asText()).path());
        List<Item> right = only(find(params.path("right").asText()).path());
        int common = 0;
        while (common < Math.min(left.size(), right.size()) && left.get(common).equals(right.get(common))) {
            common++;
        }
        ObjectNode result = obj("left", tail(left, common), "right", tail(right, common));
        if (common > 0 && !agent.faults.has("compares-nothing")) {
            result.put("common", left.get(common - 1).id());
        }
        return result;
    }

    private ArrayNode tail(List<Item> path, int from) {
        ArrayNode tail = arr();
        path.subList(from, path.size()).forEach(item -> tail.add(message(item, path)));
        return tail;
    }

    private JsonNode graft(JsonNode params) {
        find(params.path("from").asText());
        String id = agent.store.newId("m-");
        String summary =
                agent.faults.has("grafts-nothing") ? "" : params.path("summary").asText();
        session.add(new Item("agent_message_chunk", id, summary, Map.copyOf(session.options)));
        return obj("messageId", id);
    }

    private JsonNode prune(JsonNode params) {
        Item item = find(params.path("messageId").asText()).item();
        if (session.items().contains(item)) {
            if (agent.faults.has("prunes-anything")) {
                return obj("removed", 1);
            }
            throw new Refused(-32602, "In use", obj("reason", "in_use"));
        }
        long removed =
                messages().stream().filter(node -> node.path().contains(item)).count();
        if (!agent.faults.has("prunes-nothing")) {
            session.remove(item);
        }
        return obj("removed", agent.faults.has("prunes-without-counting") ? 0 : removed);
    }
}
