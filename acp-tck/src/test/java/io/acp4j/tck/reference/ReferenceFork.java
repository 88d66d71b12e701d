package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Json;
import io.acp4j.tck.reference.ReferenceAgent.Refused;
import io.acp4j.tck.reference.ReferenceStore.Item;
import io.acp4j.tck.reference.ReferenceStore.Session;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Forks of the reference agent. */
final class ReferenceFork {

    private final ReferenceAgent agent;
    private final ReferenceMethods methods;
    private Session last;

    ReferenceFork(ReferenceAgent agent, ReferenceMethods methods) {
        this.agent = agent;
        this.methods = methods;
    }

    JsonNode fork(JsonNode params) {
        Session source = methods.session(params);
        int number = agent.count("forks of " + source.id);
        String cwd = params.path("cwd").asText("");
        if (!cwd.startsWith("/")) {
            if (agent.faults.has("refused-forks-stay")) {
                agent.store.create("/somewhere/" + cwd);
            }
            throw new Refused(-32602, "cwd must be absolute");
        }
        if (source.kept.containsKey("kind") && !agent.faults.has("forks-every-kind")) {
            throw new Refused(-32602, "Not to be forked", obj("reason", "not_forkable"));
        }
        String key = params.at("/_meta/acp4j~1fork/idempotencyKey").asText("");
        Session known = key.isEmpty() || agent.faults.has("forks-again") ? null : agent.store.byKey(key);
        if (known != null) {
            return answer(known);
        }
        if (agent.faults.has("forks-are-their-sources") && source.tells("gamma")) {
            return answer(source);
        }
        if (agent.faults.has("forks-run-together") && number == 15) {
            return answer(last);
        }
        if (agent.faults.has("forks-own-only") && !agent.own.contains(source.id)) {
            throw new Refused(-32002, "No such session");
        }
        JsonNode root = params.path("messageId");
        JsonNode air = airPoint(source, params.at("/_meta/jetbrains/air/fork"));
        if (root.isTextual() && air.isTextual() && !root.equals(air) && !agent.faults.has("fork-takes-either")) {
            throw new Refused(-32602, "Two different messages are named", obj("reason", "contradiction"));
        }
        JsonNode point = root.isTextual() ? root : air;
        boolean elsewhere = !agent.own.contains(source.id);
        List<Item> path =
                point.isTextual() ? pathTo(source, point.asText(), number, cwd, !root.isTextual()) : whole(source);
        if (root.isNull() && agent.faults.has("null-messages-mean-empty-forks")) {
            path = List.of();
        }
        if (agent.faults.has("fork-stops-the-source") && !point.isTextual()) {
            methods.stopWaiting(source);
        }
        Session fork = agent.store.create(agent.faults.has("forks-stay-put") ? source.cwd : cwd);
        agent.opened(fork.id);
        fork.continueIdsOf(source);
        if (agent.faults.has("unusual:forks-renumber")) {
            path = path.stream()
                    .map(item -> new Item(item.kind(), agent.store.newId("f-"), item.text(), item.options()))
                    .toList();
        }
        if (!(elsewhere && agent.faults.has("forks-elsewhere-empty"))) {
            path.forEach(fork::add);
        }
        fork.settled = path.size();
        fork.options.clear();
        boolean latest = !point.isTextual() || path.isEmpty() || agent.faults.has("fork-takes-latest-options");
        fork.options.putAll(latest ? source.options : path.get(path.size() - 1).options());
        if (agent.faults.has("fork-resets-options")) {
            fork.options.put("model", "small");
        }
        if (agent.faults.has("fork-resets-mode") && source.tells("in a mode to inherit")) {
            fork.options.put("mode", "ask");
        }
        fork.parent = source.id;
        fork.depth = source.depth + 1;
        fork.forkPoint = point.asText("");
        fork.title = source.title + " (fork)";
        fork.key = key;
        fork.label = params.at("/_meta/acp4j~1fork/label").asText("");
        inherit(source, fork);
        fork.forgotten = source.tells("north") && number == 1 && agent.faults.has("fork-forgets");
        last = fork;
        if (agent.faults.has("forks-move-the-source") && source.tells("to be kept")) {
            agent.store.delete(source.id);
        }
        if (agent.faults.has("fork-announces-itself")) {
            agent.update(fork.id, obj("sessionUpdate", "session_info_update", "title", fork.title));
        }
        if (agent.faults.has("fork-asks-again") && methods.isRunning(source)) {
            agent.requestClient(
                    "session/request_permission",
                    obj(
                            "sessionId", source.id,
                            "toolCall", obj("toolCallId", "again", "title", "A tool"),
                            "options", ReferenceTurn.options()));
        }
        return answer(fork);
    }

    private void inherit(Session source, Session fork) {
        fork.kept.putAll(source.kept);
        if (!agent.faults.has("forks-take-the-channel")) {
            fork.kept.keySet().removeIf(name -> !name.equals("project") && !name.equals("mcpDisabled"));
        }
    }

    /** Forks as a model's tool does; what it says to the model. */
    String byTool(Session source, String count) {
        List<Item> path = List.of();
        boolean fits = count.matches("\\d{1,4}");
        long messages = source.items().stream().filter(Item::isMessage).count();
        if (!fits || Integer.parseInt(count) > messages) {
            if (!agent.faults.has("tool-copies-all")) {
                return "refused";
            }
            path = source.items();
        }
        Session fork = agent.store.create(source.cwd);
        agent.own.add(fork.id);
        long left = fits ? Integer.parseInt(count) : 0;
        for (Item item : path.isEmpty() ? source.items() : path) {
            if (path.isEmpty() && left == 0) {
                break;
            }
            left -= item.isMessage() ? 1 : 0;
            fork.add(item);
        }
        fork.settled = fork.items().size();
        fork.parent = source.id;
        inherit(source, fork);
        return "forked " + fork.id;
    }

    /** The id that a fork point of the other dialect means: the one it names, or that of a message with its digest. */
    private JsonNode airPoint(Session source, JsonNode air) {
        JsonNode id = air.path("messageId");
        JsonNode print = air.path("messageFingerprint");
        boolean known = source.items().stream().anyMatch(item -> item.id().equals(id.asText()));
        if (known || !print.isTextual() || agent.faults.has("reads-no-digests")) {
            return id;
        }
        List<Item> fitting = source.items().stream()
                .filter(item -> item.isMessage() && print.asText().equals("sha256:" + sha256(item.text())))
                .toList();
        int occurrence = agent.faults.has("takes-the-first-digest")
                ? 1
                : air.path("messageOccurrence").asInt(1);
        return occurrence <= fitting.size()
                ? Json.node(fitting.get(occurrence - 1).id())
                : id;
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Item> whole(Session source) {
        List<Item> path = new ArrayList<>(settled(source));
        if (agent.faults.has("forks-lose-the-last") && source.tells("gamma")) {
            path.remove(path.size() - 1);
        }
        if (agent.faults.has("deep-forks-lose-the-first") && source.depth == 20) {
            path.remove(0);
        }
        if (agent.faults.has("empty-forks-are-haunted") && path.isEmpty()) {
            path.add(new Item("agent_message_chunk", agent.store.newId("m-"), "ghost", Map.of("model", "small")));
        }
        if (agent.faults.has("forks-undo-compactions")) {
            path.removeIf(item -> item.kind().equals("compaction"));
        }
        return path;
    }

    private ObjectNode answer(Session fork) {
        ObjectNode result = ReferenceOptions.state(agent, fork);
        if (agent.faults.has("forks-tell-no-modes")) {
            result.remove("modes");
        }
        result.put("sessionId", fork.id);
        result.set("_meta", obj("acp4j/lineage", lineage(agent, fork)));
        return result;
    }

    static ObjectNode lineage(ReferenceAgent agent, Session fork) {
        boolean whole = fork.forkPoint.isEmpty() || agent.faults.has("lineage-forgets-the-point");
        ObjectNode lineage = obj("parentSessionId", fork.parent, "forkMessageId", whole ? null : fork.forkPoint);
        if (!fork.label.isEmpty()) {
            lineage.put("label", fork.label);
        }
        return lineage;
    }

    private List<Item> settled(Session source) {
        List<Item> all = source.items();
        if (agent.faults.has("forks-nothing-while-running") && methods.isRunning(source)) {
            return List.of();
        }
        return agent.faults.has("forks-unsettled") || !methods.isRunning(source)
                ? all
                : all.subList(0, Math.min(source.settled, all.size()));
    }

    private List<Item> pathTo(Session source, String id, int number, String cwd, boolean air) {
        List<Item> all = source.items();
        if (source.tells("east") && !source.parent.isEmpty()) {
            Session parent = agent.store.find(source.parent);
            boolean inherited = all.stream().anyMatch(item -> item.id().equals(id));
            if (agent.faults.has("forks-at-what-the-parent-says") && !inherited && parent != null) {
                return parent.items();
            }
            if (agent.faults.has("forks-of-forks-know-nothing") && inherited) {
                throw refused(id, "unknown_message");
            }
        }
        if (agent.faults.has("air-means-whole") && air && source.tells("red") && !id.startsWith("acp4j")) {
            return all;
        }
        int at = -1;
        for (int i = 0; i < all.size(); i++) {
            // A message is preferred to a thought of the same id.
            boolean better = at < 0
                    || (isThought(all.get(at)) && !isThought(all.get(i)) && !agent.faults.has("prefers-thoughts"));
            if (!id.isEmpty() && all.get(i).id().equals(id) && better) {
                at = i;
            }
        }
        if (at >= 0) {
            return path(source, all, at, number);
        }
        boolean missing = id.startsWith("acp4j");
        if ((missing && !air && agent.faults.has("unknown-means-whole") && source.tells("alpha"))
                || (agent.faults.has("foreign-means-whole")
                        && !missing
                        && !id.isEmpty()
                        && source.tells("alpha")
                        && !methods.isRunning(source))
                || (methods.isRunning(source) && agent.faults.has("streaming-means-settled"))) {
            return settled(source);
        }
        if (missing && agent.faults.has("refused-points-stay")) {
            agent.store.create(cwd);
        }
        if (id.isEmpty() && agent.faults.has("empty-means-whole")) {
            return settled(source);
        }
        throw refused(id, "unknown_message");
    }

    private static boolean isThought(Item item) {
        return item.kind().equals("agent_thought_chunk");
    }

    private List<Item> path(Session source, List<Item> all, int at, int number) {
        Item item = all.get(at);
        boolean allowed = agent.faults.has("forks-at-thoughts") || agent.faults.has("prefers-thoughts");
        if (isThought(item) && !allowed) {
            throw refused(item.id(), "thought_not_supported");
        }
        if (item.kind().equals("tool_call") && !agent.faults.has("forks-at-tools")) {
            throw refused(item.id(), "unknown_message");
        }
        if (item.text().equals("waiting") && agent.faults.has("cancelled-is-internal")) {
            throw new Refused(-32603, "Cancelled");
        }
        int end = at + 1;
        if ((agent.faults.has("forks-past-the-message") && source.tells("first") && number == 1)
                || (source.tells("first") && number == 3 && agent.faults.has("forks-past-the-user"))
                || (source.tells("north") && number == 2 && agent.faults.has("edits-keep-the-old"))) {
            end++;
        }
        if (agent.faults.has("forks-short-of-the-last") && source.tells("first") && number == 2) {
            end--;
        }
        if (agent.faults.has("forks-take-tools-along")
                && end < all.size()
                && all.get(end).kind().equals("tool_call")) {
            end++;
        }
        List<Item> path = new ArrayList<>(all.subList(0, end));
        if (item.text().startsWith("1 2 3") && agent.faults.has("forks-keep-one-chunk")) {
            path.set(end - 1, new Item(item.kind(), item.id(), "1 ", item.options()));
        }
        if (item.text().equals("before and after") && agent.faults.has("forks-drop-tools")) {
            path.removeIf(each -> each.kind().equals("tool_call"));
        }
        if (agent.faults.has("forks-compact-everything")) {
            all.stream().filter(each -> each.kind().equals("compaction")).forEach(path::add);
        }
        return path;
    }

    private static Refused refused(String id, String reason) {
        return new Refused(-32602, "Cannot fork there", obj("messageId", id, "reason", reason));
    }
}
