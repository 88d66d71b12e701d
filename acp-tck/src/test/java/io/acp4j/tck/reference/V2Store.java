package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What the reference agent of version 2 remembers, in memory; each item of a conversation as it stands after all updates. */
final class V2Store {

    private final AtomicLong numbers = new AtomicLong();
    private final Map<String, Kept> sessions = new LinkedHashMap<>();

    /** A conversation. Guarded by itself. */
    static final class Kept {

        final long number;
        final String id;
        final String cwd;
        final Map<String, JsonNode> options = new LinkedHashMap<>();
        private final Map<String, ObjectNode> items = new LinkedHashMap<>();
        private volatile int settled;
        volatile String title = "";
        volatile boolean archived;
        volatile boolean open = true;
        volatile boolean hidden;
        volatile boolean forgets;
        volatile String parent = "";

        Kept(long number, String cwd) {
            this.number = number;
            this.id = "sess-" + number;
            this.cwd = cwd;
            options.put("mode", obj("v", "ask").path("v"));
            options.put("model", obj("v", "small").path("v"));
            options.put("verbose", obj("v", false).path("v"));
        }

        synchronized List<ObjectNode> items() {
            return items.values().stream().map(ObjectNode::deepCopy).toList();
        }

        /** Copies the items up to one, which comes along or not. */
        synchronized void copyFrom(Kept source, @Nullable String last, boolean inclusive) {
            for (Map.Entry<String, ObjectNode> item : source.copy().entrySet()) {
                boolean end = item.getValue().path("messageId").asText().equals(last);
                if (!end || inclusive) {
                    items.put(item.getKey(), item.getValue());
                }
                if (end) {
                    return;
                }
            }
        }

        /** Marks all items as part of work that has ended. */
        synchronized void settle() {
            settled = items.size();
        }

        /** Copies the items of work that has ended, or nothing. */
        synchronized void copySettled(Kept source, boolean nothing) {
            source.copy().entrySet().stream()
                    .limit(nothing ? 0 : source.settled)
                    .forEach(item -> items.put(item.getKey(), item.getValue()));
        }

        /** Removes the items of a kind. */
        synchronized void remove(String kind) {
            items.values().removeIf(item -> item.path("sessionUpdate").asText().equals(kind));
        }

        /** Leaves one block of the last message, if it came in several. */
        synchronized void cutTheLast() {
            items.values().stream().reduce((first, second) -> second).ifPresent(last -> {
                ArrayNode content = last.withArray("content");
                while (content.size() > 1) {
                    content.remove(1);
                }
            });
        }

        synchronized void forgetTheFirst() {
            items.keySet().stream().findFirst().ifPresent(items::remove);
        }

        private synchronized Map<String, ObjectNode> copy() {
            Map<String, ObjectNode> copy = new LinkedHashMap<>();
            items.forEach((key, item) -> copy.put(key, item.deepCopy()));
            return copy;
        }

        /** Returns what was said, as roles and texts. */
        synchronized ArrayNode history() {
            ArrayNode history = arr();
            for (ObjectNode item : items.values()) {
                String kind = item.path("sessionUpdate").asText();
                if (kind.equals("user_message") || kind.equals("agent_message")) {
                    StringBuilder text = new StringBuilder();
                    item.path("content")
                            .forEach(block -> text.append(block.path("text").asText("")));
                    history.add(obj("role", kind.equals("user_message") ? "user" : "agent", "text", text.toString()));
                }
            }
            return history;
        }

        /** Applies an update to what is kept. */
        synchronized void apply(ObjectNode update) {
            String kind = update.path("sessionUpdate").asText();
            switch (kind) {
                case "user_message_chunk", "agent_message_chunk", "agent_thought_chunk" -> {
                    ObjectNode item = item(kind.substring(0, kind.length() - "_chunk".length()), "messageId", update);
                    item.withArray("content").add(update.path("content"));
                }
                case "user_message", "agent_message", "agent_thought" -> merge(item(kind, "messageId", update), update);
                case "tool_call_update" -> merge(item(kind, "toolCallId", update), update);
                case "tool_call_content_chunk" ->
                    item("tool_call_update", "toolCallId", update)
                            .withArray("content")
                            .add(update.path("content"));
                case "terminal_update" -> merge(item(kind, "terminalId", update), update);
                case "terminal_output_chunk" -> {
                    ObjectNode item = item("terminal_update", "terminalId", update);
                    String before = item.at("/output/data").asText("");
                    ByteArrayOutputStream all = new ByteArrayOutputStream();
                    all.writeBytes(Base64.getDecoder().decode(before));
                    all.writeBytes(
                            Base64.getDecoder().decode(update.path("data").asText()));
                    item.set("output", obj("data", Base64.getEncoder().encodeToString(all.toByteArray())));
                }
                case "plan_update" -> {
                    String key = kind + update.at("/plan/planId").asText();
                    items.put(key, update.deepCopy());
                }
                default -> {
                    // Nothing that is replayed.
                }
            }
        }

        private ObjectNode item(String kind, String id, ObjectNode update) {
            String name = update.path(id).asText();
            return items.computeIfAbsent(kind + name, key -> obj("sessionUpdate", kind, id, name));
        }

        private static void merge(ObjectNode item, ObjectNode update) {
            update.properties().forEach(member -> {
                if (member.getValue().isNull()) {
                    item.remove(member.getKey());
                } else {
                    item.set(member.getKey(), member.getValue().deepCopy());
                }
            });
        }
    }

    String newId(String prefix) {
        return prefix + numbers.incrementAndGet();
    }

    synchronized Kept create(String cwd) {
        Kept session = new Kept(numbers.incrementAndGet(), cwd);
        sessions.put(session.id, session);
        return session;
    }

    synchronized @Nullable Kept find(String id) {
        return sessions.get(id);
    }

    synchronized void delete(String id) {
        sessions.remove(id);
    }

    /** Returns the sessions, the newest first. */
    synchronized List<Kept> list() {
        List<Kept> all = new ArrayList<>(sessions.values());
        java.util.Collections.reverse(all);
        return all;
    }
}
