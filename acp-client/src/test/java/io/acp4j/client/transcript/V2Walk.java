package io.acp4j.client.transcript;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/** Random updates of version 2, as an agent may send them, and replays of what they have come to. */
final class V2Walk {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String[] MESSAGES = {"user_message", "agent_message", "agent_thought"};
    private static final byte[] OUTPUT = "grün €uro 𝄞 plain\n".getBytes(StandardCharsets.UTF_8);

    private final Random random;

    V2Walk(long seed) {
        this.random = new Random(seed);
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    JsonNode update() {
        return switch (random.nextInt(13)) {
            case 0, 1 -> message();
            case 2, 3, 4 -> chunk();
            case 5 -> tool();
            case 6 ->
                json("{'sessionUpdate':'tool_call_content_chunk','toolCallId':'" + id("c") + "','content':" + wrapped()
                        + "}");
            case 7 -> chance(50) ? terminal() : outputChunk();
            case 8 -> beside();
            case 9 -> compaction();
            case 10 -> ofAnotherSession();
            default -> state();
        };
    }

    private String id(String prefix) {
        return prefix + random.nextInt(4);
    }

    private String block() {
        return "{'type':'text','text':'" + Integer.toString(random.nextInt(1000)) + "'}";
    }

    private String wrapped() {
        return "{'type':'content','content':" + block() + "}";
    }

    private JsonNode message() {
        ObjectNode update =
                json("{'sessionUpdate':'" + MESSAGES[random.nextInt(3)] + "','messageId':'" + id("m") + "'}");
        patch(update, "content", "[]", "[" + block() + "]", "[" + block() + "," + block() + "]");
        return withMeta(update);
    }

    private JsonNode chunk() {
        return withMeta(json("{'sessionUpdate':'" + MESSAGES[random.nextInt(3)] + "_chunk','messageId':'" + id("m")
                + "','content':" + block() + "}"));
    }

    private JsonNode tool() {
        ObjectNode update = json("{'sessionUpdate':'tool_call_update','toolCallId':'" + id("c") + "'}");
        patch(update, "name", "'grep'");
        patch(update, "title", "'Searching'", "'Still searching'");
        patch(update, "kind", "'search'", "'tomorrow'");
        patch(update, "status", "'in_progress'", "'paused'", "'cancelled'", "'completed'", "'later'");
        patch(update, "content", "[]", "[" + wrapped() + "]");
        patch(update, "capabilities", "{'cancel':{}}", "{}");
        return withMeta(update);
    }

    private JsonNode terminal() {
        ObjectNode update = json("{'sessionUpdate':'terminal_update','terminalId':'" + id("t") + "'}");
        patch(update, "command", "'make'");
        patch(update, "exitStatus", "{'exitCode':-1}", "{'signal':'KILL'}");
        patch(update, "output", "{'data':'" + bytes() + "'}");
        patch(update, "capabilities", "{'cancel':{}}");
        return update;
    }

    private JsonNode outputChunk() {
        return json(
                "{'sessionUpdate':'terminal_output_chunk','terminalId':'" + id("t") + "','data':'" + bytes() + "'}");
    }

    /** Cuts characters where it falls. */
    private String bytes() {
        int from = random.nextInt(OUTPUT.length);
        int to = from + random.nextInt(OUTPUT.length - from + 1);
        return Base64.getEncoder().encodeToString(Arrays.copyOfRange(OUTPUT, from, to));
    }

    private JsonNode beside() {
        return switch (random.nextInt(4)) {
            case 0 -> {
                ObjectNode update = json("{'sessionUpdate':'session_info_update'}");
                patch(update, "title", "'A title'", "'Another'");
                yield update;
            }
            case 1 -> {
                ObjectNode update =
                        json("{'sessionUpdate':'usage_update','used':" + random.nextInt(100) + ",'size':100}");
                patch(update, "cost", "{'amount':1.5,'currency':'EUR'}", "{'amount':2,'currency':'EUR'}");
                yield update;
            }
            case 2 -> json("{'sessionUpdate':'notice','severity':'info','title':'n" + random.nextInt(9) + "'}");
            default ->
                chance(25)
                        ? json("{'sessionUpdate':'plan_removed','planId':'" + id("p") + "'}")
                        : json("{'sessionUpdate':'plan_update','plan':{'type':'items','planId':'" + id("p")
                                + "','entries':[{'content':'" + random.nextInt(9)
                                + "','priority':'low','status':'cancelled'}]}}");
        };
    }

    private JsonNode compaction() {
        if (chance(50)) {
            return json("{'sessionUpdate':'compaction_summary_chunk','compactionId':'" + id("k") + "','content':"
                    + block() + "}");
        }
        ObjectNode update =
                json("{'sessionUpdate':'compaction_update','compactionId':'" + id("k") + "','status':'completed'}");
        patch(update, "summary", "[]", "[" + block() + "]");
        return update;
    }

    /** Returns what a subagent does, and what sessions write to one another: told beside the conversation, and no part of it. */
    private JsonNode ofAnotherSession() {
        return switch (random.nextInt(3)) {
            case 0 -> {
                ObjectNode update = json("{'sessionUpdate':'subagent_update','sessionId':'" + id("s") + "'}");
                patch(update, "title", "'Looks around'");
                patch(update, "state", "{'state':'running'}", "{'state':'idle','stopReason':'end_turn'}");
                yield withMeta(update);
            }
            case 1 -> {
                ObjectNode update = json("{'sessionUpdate':'session_message','messageId':'" + id("m") + "'}");
                patch(update, "senderSessionId", "'s1'");
                patch(update, "content", "[]", "[" + block() + "]");
                yield withMeta(update);
            }
            default ->
                json("{'sessionUpdate':'session_message_chunk','messageId':'" + id("m") + "','content':" + block()
                        + "}");
        };
    }

    private JsonNode state() {
        return json(
                switch (random.nextInt(6)) {
                    case 0 -> "{'sessionUpdate':'state_update','state':'running'}";
                    case 1 ->
                        "{'sessionUpdate':'state_update','state':'idle','background':[{'type':'subagent','sessionId':'s1'}]}";
                    case 2 -> "{'sessionUpdate':'state_update','state':'requires_action','background':[]}";
                    case 3 ->
                        "{'sessionUpdate':'state_update','state':'running','background':[{'type':'tool_call','toolCallId':'c1'}]}";
                    case 4 -> "{'sessionUpdate':'state_update','state':'idle'}";
                    default -> "{'sessionUpdate':'state_update','state':'idle','stopReason':'end_turn'}";
                });
    }

    /** Leaves a member out, clears it, or sets it to one of some values. */
    private void patch(ObjectNode update, String member, String... values) {
        int choice = random.nextInt(values.length + 2);
        if (choice == 0) {
            update.putNull(member);
        } else if (choice > 1) {
            update.set(member, json(values[choice - 2], JsonNode.class));
        }
    }

    private JsonNode withMeta(ObjectNode update) {
        if (chance(30)) {
            patch(update, "_meta", "{}", "{'a':1}", "{'b':{'c':[2]}}", "{'a':null}", "{'a':2,'b':null}");
        }
        return update;
    }

    /** Returns what an agent sends when it replays all that a model has: messages as a whole or in pieces, never notices. */
    List<JsonNode> replay(V2Model model) {
        List<JsonNode> told = new ArrayList<>();
        model.terminals.forEach((id, terminal) -> {
            ObjectNode update = terminal.deepCopy();
            byte[] bytes = model.outputs.containsKey(id) ? model.outputs.get(id).toByteArray() : new byte[0];
            update.put("sessionUpdate", "terminal_update").put("terminalId", id);
            update.putObject("output").put("data", Base64.getEncoder().encodeToString(bytes));
            told.add(update);
        });
        model.entries.forEach((key, entry) -> told.addAll(replay(key, entry)));
        model.plans.forEach((id, entries) -> {
            ObjectNode update = json("{'sessionUpdate':'plan_update','plan':{'type':'items','planId':'" + id + "'}}");
            ((ObjectNode) update.get("plan")).set("entries", entries);
            told.add(update);
        });
        return told;
    }

    private List<JsonNode> replay(String key, ObjectNode entry) {
        String kind = key.substring(0, key.indexOf(' '));
        String id = key.substring(kind.length() + 1);
        ObjectNode update = entry.deepCopy();
        switch (kind) {
            case "notice" -> {
                return List.of();
            }
            case "tool" -> update.put("sessionUpdate", "tool_call_update").put("toolCallId", id);
            case "compaction" -> {
                update.put("sessionUpdate", "compaction_update").put("compactionId", id);
                if (!update.has("status")) {
                    update.put("status", "in_progress");
                }
            }
            default -> update.put("sessionUpdate", kind).put("messageId", id);
        }
        JsonNode content = update.get("content");
        if (kind.contains("_") && content != null && !content.isEmpty() && chance(50)) {
            List<JsonNode> pieces = new ArrayList<>();
            update.remove("content");
            pieces.add(update);
            content.forEach(block -> pieces.add(json("{'sessionUpdate':'" + kind + "_chunk','messageId':'" + id + "'}")
                    .set("content", block)));
            return pieces;
        }
        return List.of(update);
    }

    static ObjectNode json(String text) {
        return json(text, ObjectNode.class);
    }

    private static <T extends JsonNode> T json(String text, Class<T> type) {
        try {
            return type.cast(MAPPER.readTree(text.replace('\'', '"')));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
