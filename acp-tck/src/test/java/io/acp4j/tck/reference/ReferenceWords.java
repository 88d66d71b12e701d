package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Json;
import io.acp4j.tck.reference.ReferenceStore.Item;
import io.acp4j.tck.reference.ReferenceStore.Session;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The prompt vocabulary of the kit, as an agent that cooperates follows it. */
final class ReferenceWords {

    /** How many of the last items an agent keeps that forgets older ones. */
    private static final int REMEMBERED = 6;

    private final ReferenceTurn turn;
    private final ReferenceAgent agent;

    ReferenceWords(ReferenceTurn turn) {
        this.turn = turn;
        this.agent = turn.agent;
    }

    String act(String command) throws InterruptedException {
        int space = command.indexOf(' ');
        String word = space < 0 ? command : command.substring(0, space);
        String rest = space < 0 ? "" : command.substring(space + 1);
        switch (word) {
            case "vocabulary" ->
                turn.say(
                        agent.faults.has("knows-no-words")
                                ? "I do not know vocabulary"
                                : "tck-vocabulary: " + String.join(" ", ReferenceTurn.WORDS));
            case "say" -> turn.say(rest);
            case "chunks" ->
                turn.say(IntStream.rangeClosed(1, Integer.parseInt(rest))
                        .mapToObj(i -> i + " ")
                        .toArray(String[]::new));
            case "messages" -> messages(Integer.parseInt(rest));
            case "text-tool-text" -> {
                String id = turn.say("before the tool");
                tool(true);
                String next = agent.faults.has("tool-keeps-id") ? id : turn.newMessageId();
                turn.message("agent_message_chunk", next, List.of("after the tool"), true);
            }
            case "split-message" -> {
                String id = turn.newMessageId();
                turn.chunk("agent_message_chunk", id, "before and ");
                tool(false);
                String next = agent.faults.has("split-changes-id") ? turn.newMessageId() : id;
                turn.chunk("agent_message_chunk", next, "after");
                turn.keep("agent_message_chunk", id, "before and after");
            }
            case "thought" -> {
                String id = turn.newMessageId();
                turn.message("agent_thought_chunk", id, List.of("let me ", "think"), true);
                String next = agent.faults.has("thought-shares-id") ? id : turn.newMessageId();
                turn.message("agent_message_chunk", next, List.of("a thoughtful ", "answer"), true);
            }
            case "tool" -> tool(true);
            case "plan" -> plan();
            case "commands" ->
                turn.update(
                        "sessionUpdate",
                        "available_commands_update",
                        "availableCommands",
                        arr(obj("name", "web", "description", "Search", "input", obj("hint", "what for"))));
            case "info" ->
                turn.update(
                        "sessionUpdate",
                        "session_info_update",
                        "title",
                        "A title",
                        "updatedAt",
                        "2026-01-02T03:04:05Z");
            case "usage" ->
                turn.update(
                        "sessionUpdate",
                        "usage_update",
                        "used",
                        10,
                        "size",
                        100,
                        "cost",
                        obj("amount", 0.5, "currency", "USD"));
            case "content" -> content();
            case "mode" -> ReferenceOptions.changeMode(turn);
            case "config" -> ReferenceOptions.changeOption(turn);
            case "permission" -> permission();
            case "read", "write", "terminal", "elicit-form", "elicit-url" ->
                new ReferenceServices(turn).use(word, rest);
            case "mcp" -> turn.say("connected");
            case "subagent" -> new ReferenceSubagent(turn).work();
            case "extension" -> {
                agent.notifyClient("_reference/note", obj("a", 1));
                JsonNode answer = turn.ask("_reference/ping", obj());
                if (answer.has("error") && agent.faults.has("needs-extension")) {
                    throw new ReferenceAgent.Refused(-32603, "No extension");
                }
                turn.say("asked");
            }
            case "wait" -> await();
            case "large" -> turn.say("x".repeat(Integer.parseInt(rest)));
            case "history" -> history();
            case "compact" -> compact();
            case "notice" -> {
                if (offers("notices") || agent.faults.has("notices-for-all")) {
                    turn.update("sessionUpdate", "notice", "severity", "info", "title", "Just so you know");
                }
                turn.say("noticed");
            }
            case "branch" -> turn.say(new ReferenceFork(agent, agent.methods()).byTool(turn.session, rest));
            case "keep" -> {
                int blank = rest.indexOf(' ');
                turn.session.kept.put(rest.substring(0, blank), rest.substring(blank + 1));
                turn.say("kept");
            }
            case "kept" -> turn.say(Json.node(turn.session.kept).toString());
            case "stop" -> {
                turn.say("stopping");
                return rest;
            }
            default -> turn.say("I do not know " + word);
        }
        return "end_turn";
    }

    /** Sends the updates and requests of a typical long turn of a coding agent. */
    void work() throws InterruptedException {
        turn.message("agent_thought_chunk", agent.store.newId("m-"), List.of("let me ", "think"), true);
        plan();
        tool(true);
        permission();
        for (String word :
                List.of("read /tmp/file", "write /tmp/file", "terminal", "elicit-form", "elicit-url", "subagent")) {
            act(word);
        }
        for (String word : List.of("commands", "info", "usage", "notice", "messages 2")) {
            act(word);
        }
    }

    private void messages(int count) {
        String shared = turn.newMessageId();
        for (int i = 1; i <= count; i++) {
            String own = agent.faults.has("messages-repeat-ids") ? "again-" + i : turn.newMessageId();
            String id = agent.faults.has("messages-share-ids") ? shared : own;
            turn.message("agent_message_chunk", id, List.of("message ", "" + i), true);
        }
    }

    private void await() throws InterruptedException {
        String id = turn.newMessageId();
        turn.willWait();
        turn.chunk("agent_message_chunk", id, "waiting");
        if (agent.faults.has("streams-until-cancelled")) {
            while (!turn.isCancelledSoon()) {
                turn.chunk("agent_message_chunk", id, ", still waiting");
            }
        } else {
            turn.awaitCancel();
        }
        turn.keep("agent_message_chunk", id, "waiting");
    }

    private void tool(boolean settle) {
        boolean again = turn.session.tells("two tools, please") && agent.faults.has("tools-share-ids");
        String id = again ? "call" : agent.store.newId("call-");
        turn.update(
                "sessionUpdate",
                "tool_call",
                "toolCallId",
                id,
                "title",
                "A tool",
                "kind",
                "edit",
                "status",
                "pending",
                "locations",
                arr(obj("path", "/tmp/file", "line", 3)));
        if (!agent.faults.has("never-in-progress")) {
            turn.update("sessionUpdate", "tool_call_update", "toolCallId", id, "status", "in_progress");
        }
        turn.update(
                "sessionUpdate",
                "tool_call_update",
                "toolCallId",
                id,
                "status",
                agent.faults.has("never-completes") ? "in_progress" : "completed",
                "content",
                arr(
                        obj("type", "content", "content", ReferenceTurn.content("text")),
                        obj("type", "diff", "path", "/tmp/file", "oldText", "a", "newText", "b")));
        if (agent.faults.has("tools-end-twice")) {
            turn.update("sessionUpdate", "tool_call_update", "toolCallId", id, "status", "completed");
        }
        turn.keep("tool_call", id, "A tool");
    }

    private void plan() {
        ArrayNode entries = arr(
                obj("content", "one", "priority", "high", "status", "in_progress"),
                obj("content", "two", "priority", "low", "status", "pending"));
        turn.update("sessionUpdate", "plan", "entries", entries);
        ArrayNode later = entries.deepCopy();
        ((ObjectNode) later.get(0)).put("status", "completed");
        if (agent.faults.has("plans-in-part")) {
            later.remove(1);
        }
        turn.keep("plan", "", later.toString());
        turn.update("sessionUpdate", "plan", "entries", later);
    }

    private void content() {
        String id = turn.newMessageId();
        for (String type : List.of("text", "image", "audio", "resource_link", "resource")) {
            turn.update(
                    "sessionUpdate", "agent_message_chunk", "messageId", id, "content", ReferenceTurn.content(type));
        }
        turn.keep("agent_message_chunk", id, "text");
    }

    private void permission() throws InterruptedException {
        String id = agent.store.newId("call-");
        turn.update(
                "sessionUpdate",
                "tool_call",
                "toolCallId",
                id,
                "title",
                "A tool",
                "kind",
                "execute",
                "status",
                "pending");
        String asked = agent.faults.has("asks-for-unknown-calls") ? "unknown-" + id : id;
        JsonNode answer = turn.ask(
                "session/request_permission",
                obj("toolCall", obj("toolCallId", asked, "title", "A tool"), "options", options()));
        if (answer.has("error") && !turn.isCancelled() && agent.faults.has("permission-error-hangs")) {
            turn.awaitCancel();
        }
        boolean allowed = answer.at("/result/outcome/optionId").asText().equals("yes")
                || (answer.has("error") && !turn.isCancelled() && agent.faults.has("failed-means-allowed"))
                || (answer.has("result") && !isCancelled(answer) && agent.faults.has("never-minds-permission"))
                || (isCancelled(answer) && agent.faults.has("cancelled-means-allowed"))
                || (answer.at("/result/outcome/optionId").asText().equals("never")
                        && agent.faults.has("takes-never-for-yes"));
        if (allowed && agent.faults.has("permission-fails")) {
            throw new ReferenceAgent.Refused(-32603, "Cannot live with permission");
        }
        boolean runs = allowed && !agent.faults.has("never-runs-what-is-allowed");
        turn.update("sessionUpdate", "tool_call_update", "toolCallId", id, "status", runs ? "completed" : "failed");
        turn.keep("tool_call", id, "A tool");
        if (!turn.isCancelled()) {
            turn.say(allowed ? "done" : "not done");
        }
    }

    private static boolean isCancelled(JsonNode answer) {
        return answer.at("/result/outcome/outcome").asText().equals("cancelled");
    }

    private boolean offers(String update) {
        return agent.capabilities.path("session").path(update).isObject();
    }

    private void compact() {
        String id = agent.store.newId("compaction-");
        if (offers("compaction") || agent.faults.has("compacts-for-all")) {
            for (String status : List.of("in_progress", "completed")) {
                turn.update("sessionUpdate", "compaction_update", "compactionId", id, "status", status);
            }
        }
        turn.keep("compaction", id, "");
    }

    private JsonNode options() {
        ArrayNode options = ReferenceTurn.options().deepCopy();
        if (agent.faults.has("unusual:offers-never") || agent.faults.has("takes-never-for-yes")) {
            options.add(obj("optionId", "never", "name", "Never", "kind", "reject_always"));
        }
        return options;
    }

    private void history() {
        ArrayNode lines = arr();
        List<Item> items = turn.session.items();
        if (agent.faults.has("remembers-all-branches") && turn.session.nodes().size() > items.size()) {
            items = turn.session.nodes().stream().map(ReferenceStore.Node::item).toList();
        }
        for (int i = items.size() - 1; i >= 0; i--) {
            if (items.get(i).kind().equals("compaction")) {
                items = items.subList(i, items.size());
                break;
            }
        }
        if (agent.faults.has("knows-all-sessions") && items.size() == 1 && turn.session.parent.isEmpty()) {
            items = agent.store.list().stream()
                    .flatMap(session -> session.items().stream())
                    .toList();
        }
        Session parent = agent.store.find(turn.session.parent);
        if (agent.faults.has("forks-share-memory") && parent != null && parent.tells("only in the source")) {
            items = Stream.concat(parent.items().stream(), items.stream()).toList();
        }
        if (turn.session.forgetsOlder && items.size() > REMEMBERED) {
            items = items.subList(items.size() - REMEMBERED, items.size());
        }
        // The question itself is no part of what it asks for.
        int last = items.size() - 1;
        for (Item item : items.subList(0, Math.max(0, last))) {
            boolean late = agent.faults.has("cancel-ends-memory") && item.text().endsWith("vibraphone");
            if (!late
                    && (item.kind().equals("user_message_chunk") || item.kind().equals("agent_message_chunk"))) {
                String role = item.kind().startsWith("user") ? "user" : "agent";
                lines.add(obj("role", role, "text", item.text()));
            }
        }
        boolean forgets = turn.session.forgotten
                || (agent.faults.has("forgets") && lines.toString().contains("bassoon"));
        turn.say(forgets ? "[]" : lines.toString());
    }
}
