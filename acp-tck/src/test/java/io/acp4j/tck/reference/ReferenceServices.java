package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What the reference agent asks of its client. */
final class ReferenceServices {

    private final ReferenceTurn turn;
    private final ReferenceAgent agent;

    ReferenceServices(ReferenceTurn turn) {
        this.turn = turn;
        this.agent = turn.agent;
    }

    void use(String word, String rest) throws InterruptedException {
        boolean empty = agent.capabilities.path("elicitation").isObject()
                && agent.capabilities.path("elicitation").isEmpty();
        if (!offered(word) && !(agent.faults.has("uses-unoffered-" + word) && !empty)) {
            turn.say("The client does not offer that");
            return;
        }
        switch (word) {
            case "read" -> {
                JsonNode answer = turn.ask("fs/read_text_file", obj("path", rest, "line", 1, "limit", 10));
                hangOn(answer, "read-error-hangs");
                turn.say("read " + answer.at("/result/content").asText().length());
            }
            case "write" -> {
                JsonNode answer = turn.ask("fs/write_text_file", obj("path", rest, "content", "text\n"));
                hangOn(answer, "write-error-hangs");
                turn.say("written");
            }
            case "terminal" -> terminal();
            default -> elicit(word);
        }
    }

    private boolean offered(String word) {
        JsonNode capabilities = agent.capabilities;
        return switch (word) {
            case "read" -> capabilities.at("/fs/readTextFile").asBoolean(false);
            case "write" -> capabilities.at("/fs/writeTextFile").asBoolean(false);
            case "terminal" -> capabilities.at("/terminal").asBoolean(false);
            case "elicit-form" ->
                capabilities.at("/elicitation/form").isObject()
                        || (capabilities.path("elicitation").isObject()
                                && capabilities.path("elicitation").isEmpty()
                                && agent.faults.has("empty-elicitation-is-form"));
            default -> capabilities.at("/elicitation/url").isObject();
        };
    }

    private void hangOn(JsonNode answer, String flag) throws InterruptedException {
        if (answer.has("error") && agent.faults.has(flag)) {
            turn.awaitCancel();
        }
    }

    private void terminal() throws InterruptedException {
        ObjectNode params = obj(
                "command",
                "echo",
                "args",
                arr("done"),
                "env",
                arr(obj("name", "A", "value", "b")),
                "cwd",
                "/tmp",
                "outputByteLimit",
                1000);
        JsonNode created = turn.ask("terminal/create", params);
        if (created.has("error")) {
            hangOn(created, "terminal-error-hangs");
            turn.say("no terminal");
            return;
        }
        String terminal = created.at("/result/terminalId").asText();
        if (agent.faults.has("invents-terminals")) {
            turn.ask("terminal/output", obj("terminalId", "invented"));
        }
        String call = agent.store.newId("call-");
        String shown = agent.faults.has("shows-invented-terminals") ? "invented" : terminal;
        turn.update(
                "sessionUpdate",
                "tool_call",
                "toolCallId",
                call,
                "title",
                "echo",
                "kind",
                "execute",
                "status",
                "in_progress",
                "content",
                arr(obj("type", "terminal", "terminalId", shown)));
        turn.ask("terminal/wait_for_exit", obj("terminalId", terminal));
        turn.ask("terminal/output", obj("terminalId", terminal));
        if (!agent.faults.has("keeps-terminals")) {
            turn.ask("terminal/release", obj("terminalId", terminal));
        }
        if (agent.faults.has("uses-released-terminals")) {
            turn.ask("terminal/output", obj("terminalId", terminal));
        }
        turn.update("sessionUpdate", "tool_call_update", "toolCallId", call, "status", "completed");
        turn.say("ran");
    }

    private void elicit(String word) throws InterruptedException {
        ObjectNode params = obj("mode", word.equals("elicit-form") ? "form" : "url", "message", "What do you want?");
        if (word.equals("elicit-form")) {
            ObjectNode properties = obj(
                    "name", obj("type", "string", "title", "Name"),
                    "color", obj("type", "string", "enum", arr("red", "green")),
                    "often", obj("type", "boolean"));
            params.set("requestedSchema", obj("type", "object", "properties", properties, "required", arr("name")));
        } else {
            params.put("elicitationId", agent.faults.has("repeats-elicitation-ids") ? "e" : agent.store.newId("e-"));
            params.put("url", "https://example.com/connect");
        }
        JsonNode answer = turn.ask("elicitation/create", params);
        String action = answer.at("/result/action").asText("error");
        if (agent.faults.has("elicitation-" + action + "-hangs")) {
            turn.awaitCancel();
        }
        boolean reports = !agent.faults.has("repeats-elicitation-ids");
        if (word.equals("elicit-url") && action.equals("accept") && reports) {
            agent.notifyClient("elicitation/complete", obj("elicitationId", params.path("elicitationId")));
        }
        turn.say("The user said " + action);
    }
}
