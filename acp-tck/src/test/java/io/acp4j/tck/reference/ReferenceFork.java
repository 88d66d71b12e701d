package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.reference.ReferenceAgent.Refused;
import io.acp4j.tck.reference.ReferenceStore.Item;
import io.acp4j.tck.reference.ReferenceStore.Session;
import java.util.List;

/** Forks of the reference agent. */
final class ReferenceFork {

    private final ReferenceAgent agent;
    private final ReferenceMethods methods;

    ReferenceFork(ReferenceAgent agent, ReferenceMethods methods) {
        this.agent = agent;
        this.methods = methods;
    }

    JsonNode fork(JsonNode params) {
        Session source = methods.session(params);
        String cwd = params.path("cwd").asText("");
        if (!cwd.startsWith("/") && !agent.faults.has("fork-relative-cwd")) {
            throw new Refused(-32602, "cwd must be absolute");
        }
        String key = params.at("/_meta/acp4j~1idempotencyKey").asText("");
        if (!key.isEmpty()) {
            Session known = agent.store.byKey(key);
            if (known != null && !agent.faults.has("forks-again")) {
                return answer(known);
            }
        }
        JsonNode root = params.path("messageId");
        JsonNode air = params.at("/_meta/jetbrains/air/fork/messageId");
        if (root.isTextual() && air.isTextual() && !root.equals(air) && !agent.faults.has("fork-takes-either")) {
            throw new Refused(-32602, "Two different messages are named", obj("reason", "contradiction"));
        }
        JsonNode point = root.isTextual() ? root : air;
        List<Item> path = point.isTextual() ? pathTo(source, point.asText()) : settled(source);
        Session fork = agent.store.create(cwd);
        path.forEach(fork::add);
        fork.settled = path.size();
        fork.options.clear();
        fork.options.putAll(
                point.isTextual() && !agent.faults.has("fork-takes-latest-options")
                        ? path.get(path.size() - 1).options()
                        : source.options);
        if (agent.faults.has("fork-resets-options")) {
            fork.options.put("model", "small");
            fork.options.put("mode", "ask");
        }
        fork.parent = source.id;
        fork.forkPoint = point.asText("");
        fork.title = source.title + " (fork)";
        fork.key = key;
        return answer(fork);
    }

    private ObjectNode answer(Session fork) {
        ObjectNode result = ReferenceOptions.state(agent, fork);
        result.put("sessionId", fork.id);
        result.set("_meta", obj("acp4j/lineage", lineage(fork)));
        return result;
    }

    static ObjectNode lineage(Session fork) {
        return obj("parentSessionId", fork.parent, "forkMessageId", fork.forkPoint.isEmpty() ? null : fork.forkPoint);
    }

    private List<Item> settled(Session source) {
        List<Item> all = source.items();
        return agent.faults.has("forks-unsettled") || !methods.isRunning(source)
                ? all
                : all.subList(0, Math.min(source.settled, all.size()));
    }

    private List<Item> pathTo(Session source, String id) {
        List<Item> all = source.items();
        for (int i = 0; i < all.size(); i++) {
            Item item = all.get(i);
            if (!item.id().equals(id)) {
                continue;
            }
            if (item.kind().equals("agent_thought_chunk") && !agent.faults.has("forks-at-thoughts")) {
                throw refused(id, "thought_not_supported");
            }
            if (item.kind().equals("tool_call") && !agent.faults.has("forks-at-tools")) {
                throw refused(id, "unknown_message");
            }
            return all.subList(0, i + 1);
        }
        throw refused(id, "unknown_message");
    }

    private static Refused refused(String id, String reason) {
        return new Refused(-32602, "Cannot fork there", obj("messageId", id, "reason", reason));
    }
}
