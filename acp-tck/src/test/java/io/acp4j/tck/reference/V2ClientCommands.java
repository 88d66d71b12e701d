package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The test driver of a reference client of version 2. */
final class V2ClientCommands extends ClientCommands implements V2Turns.Listener {

    private static final int NOT_FOUND = -32002;

    private static final int CANCELLED = -32800;

    private static final List<String> MORE = List.of(
            "overlap",
            "withdrawPrompt",
            "state",
            "toolCalls",
            "terminals",
            "info",
            "plans",
            "options",
            "setOption",
            "cancelToolCall",
            "cancelTerminal",
            "logout",
            "archiveSession",
            "sessionStatus",
            "setTitle");

    /** What version 1 calls otherwise, by its pointer; what every agent has that has sessions stands for the rest. */
    private static final Map<String, String> CAPABILITIES = Map.of(
            "/sessionCapabilities/delete", "/delete",
            "/sessionCapabilities/additionalDirectories", "/additionalDirectories",
            "/promptCapabilities/image", "/prompt/image",
            "/promptCapabilities/audio", "/prompt/audio",
            "/promptCapabilities/embeddedContext", "/prompt/embeddedContext",
            "/mcpCapabilities/http", "/mcp/http",
            "/mcpCapabilities/sse", "/mcp/sse",
            "/mcpCapabilities/stdio", "/mcp/stdio");

    private final V2ClientSessions sessions;
    private boolean failed;

    V2ClientCommands(ReferenceClient client, V2ClientSessions sessions) {
        super(client);
        this.sessions = sessions;
        sessions.listener(this);
    }

    @Override
    List<String> all() {
        List<String> all = new ArrayList<>(super.all());
        all.addAll(MORE);
        all.remove("forkAt");
        return all;
    }

    private JsonNode offered(String member) {
        return client.agent().at("/capabilities/session" + member);
    }

    @Override
    boolean offers(String pointer) {
        JsonNode value = offered(CAPABILITIES.getOrDefault(pointer, ""));
        return value.isObject() || (value.asBoolean() && faults.has("takes-true-for-an-offer"));
    }

    @Override
    JsonNode forkCapability() {
        return offered("/fork");
    }

    @Override
    void newSession(JsonNode command) {
        boolean hasty =
                faults.has("ignores-failed-initialize") && client.agent().isMissingNode();
        if (!offered("").isObject() && !faults.has("opens-anyway") && !hasty) {
            fail(command, "the agent has no sessions");
            return;
        }
        super.newSession(command);
    }

    @Override
    ObjectNode setup(JsonNode command) {
        return obj("cwd", cwd(command));
    }

    @Override
    void opened(JsonNode command, JsonNode result) {
        String session = result.path("sessionId").asText();
        if (faults.has("overwrites-early-states")) {
            sessions.session(session).facts().assume("idle");
        }
        sessions.session(session).facts().options(result.path("configOptions"), false);
        super.opened(command, result);
    }

    @Override
    void open(JsonNode command, String method, String name, String capability) {
        boolean loads = method.equals("session/load");
        String session = command.path("session").asText();
        if (sessions.isLoaded(session) && faults.has("unusual:loads-once")) {
            fail(command, "the session is loaded");
            return;
        }
        if (loads && !faults.has("adds-second-replays")) {
            sessions.replayed(session);
        }
        sessions.loading(session, true);
        ObjectNode params = setup(command).put("sessionId", session);
        if (loads ? !faults.has("resumes-when-loading") : faults.has("replays-when-resuming")) {
            params.set("replayFrom", obj("type", "start"));
        } else if (faults.has("unusual:writes-nulls")) {
            params.putNull("replayFrom").putNull("mcpServers").putNull("additionalDirectories");
        }
        client.request("session/resume", params, reporting(command, result -> {
            sessions.loading(session, false);
            sessions.known(session);
            client.tell(command, obj("session", session));
        }));
    }

    @Override
    void simple(JsonNode command, String method, String capability) {
        boolean unheardOf = offered(CAPABILITIES.getOrDefault(capability, "")).isMissingNode();
        if (!offers(capability) && !(unheardOf && faults.has("calls:" + method))) {
            fail(command, "the agent does not offer " + method);
            return;
        }
        String session = command.path("session").asText();
        client.request(method, obj("sessionId", session), response -> {
            boolean gone = response.at("/error/code").asInt() == NOT_FOUND && !faults.has("needs-known:" + method);
            if (response.has("result") || gone) {
                sessions.closed(session);
                client.tell(command, obj());
            } else {
                fail(command, response.at("/error/message").asText("failed"));
            }
        });
    }

    @Override
    boolean isCursor(JsonNode cursor) {
        return cursor.isTextual() && !(cursor.asText().isEmpty() && faults.has("takes-empty-cursors-for-none"));
    }

    @Override
    void send(JsonNode command, String session, ObjectNode params) {
        if (failed) {
            fail(command, "the last turn has failed");
            return;
        }
        V2Turns turns = sessions.session(session).turns();
        turns.begin(command);
        requests.put(command.path("id").asInt(), client.request("session/prompt", params, response -> {
            JsonNode message = response.at("/result/messageId");
            if (message.isTextual()) {
                if (faults.has("shows-prompts-twice")) {
                    sessions.conversation(session)
                            .repeat(
                                    message.asText(),
                                    params.at("/prompt/0/text").asText());
                }
                if (faults.has("unusual:shows-prompts-at-once")) {
                    sessions.conversation(session)
                            .say(message.asText(), params.at("/prompt/0/text").asText());
                }
                turns.inserted(command, message.asText());
            } else if (response.at("/error/code").asInt() == CANCELLED && faults.has("takes-withdrawn-for-done")) {
                turns.refused(command);
                client.tell(command, obj("stopReason", "end_turn"));
            } else {
                turns.refused(command);
                sessions.running(session, false);
                ended(command, session, response);
            }
        }));
    }

    @Override
    public void ended(JsonNode command, JsonNode idle) {
        String session = command.path("session").asText();
        String reason = idle.path("stopReason").asText("end_turn");
        if (reason.equals("error")) {
            failed = faults.has("gives-up-after-errors");
            if (!faults.has("hides-errors")) {
                fail(command, idle.at("/error/message").asText("failed"));
                return;
            }
            reason = "end_turn";
        }
        ended(command, session, obj("result", obj("stopReason", reason)));
    }

    @Override
    void agentGone() {
        sessions.abandoned().forEach(command -> fail(command, "the agent is gone"));
    }

    @Override
    void withdraw(@Nullable JsonNode request) {
        boolean prompt = prompts.values().stream()
                .anyMatch(command -> requests.get(command.path("id").asInt()) == request);
        boolean wrong = faults.has(prompt ? "withdraws-wrongly" : "withdraws-sessions-wrongly");
        client.notify("$/cancel_request", obj("requestId", wrong ? "another" : request));
        if (prompt && faults.has("cancels-when-withdrawing")) {
            prompts.keySet().forEach(session -> client.notify("session/cancel", obj("sessionId", session)));
        }
    }

    @Override
    void authenticate(JsonNode command) {
        String method = command.path("method").asText();
        JsonNode offered = client.agent().path("authMethods");
        boolean known = false;
        for (JsonNode each : offered) {
            known |= each.path("methodId").asText().equals(method)
                    && (each.path("type").asText().equals("agent") || faults.has("logs-in-by-terminal"));
        }
        if (!known && !(faults.has("authenticates-anyhow") && method.equals("retina"))) {
            fail(command, "the agent does not offer this method");
            return;
        }
        String sent =
                faults.has("takes-the-first-method") ? offered.at("/0/methodId").asText() : method;
        client.request("auth/login", obj("methodId", sent), reporting(command, result -> client.tell(command, obj())));
    }

    private static final Set<String> SHOWN = Set.of("state", "toolCalls", "terminals", "info", "plans", "options");

    @Override
    void other(JsonNode command, String what, String session) {
        V2ClientSessions.Known known = sessions.session(session);
        if (SHOWN.contains(what)) {
            client.tell(
                    command,
                    switch (what) {
                        case "state" -> known.facts().shownState();
                        case "toolCalls" -> obj(what, known.tools().shown());
                        case "terminals" -> obj(what, known.terminals().shown());
                        case "info" -> known.facts().shownInfo();
                        case "plans" -> obj(what, known.facts().shownPlans());
                        default -> obj(what, known.facts().shownOptions());
                    });
            return;
        }
        switch (what) {
            case "setOption" -> setOption(command, session, known);
            case "cancelToolCall" -> {
                String id = command.path("toolCall").asText();
                ObjectNode params = obj("sessionId", session, "toolCallId", id);
                ask(
                        command,
                        known.tools().isCancellable(id),
                        "tool_call/cancel",
                        params,
                        () -> known.tools().accepted(id));
            }
            case "cancelTerminal" -> {
                String id = command.path("terminal").asText();
                ObjectNode params = obj("sessionId", session, "terminalId", id);
                ask(command, known.terminals().isCancellable(id), "terminal/cancel", params, () -> {});
            }
            case "logout" -> {
                boolean possible = !client.agent().path("authMethods").isEmpty() || faults.has("logs-out-anyway");
                ask(command, possible && !faults.has("never-logs-out"), "auth/logout", obj(), () -> {});
            }
            case "archiveSession" -> optional(command, "archive", "session/archive", obj("sessionId", session));
            case "sessionStatus" -> optional(command, "status", "session/status", obj("sessionId", session));
            case "setTitle" ->
                optional(
                        command,
                        "title",
                        "session/set_title",
                        obj("sessionId", session, "title", command.path("title")));
            default -> super.other(command, what, session);
        }
    }

    private void optional(JsonNode command, String capability, String method, ObjectNode params) {
        boolean offered = offered("/" + capability).isObject() || faults.has("calls:" + method);
        ask(command, offered, method, params, () -> {});
    }

    private void ask(JsonNode command, boolean offered, String method, ObjectNode params, Runnable accepted) {
        if (!offered) {
            fail(command, "the agent does not offer " + method);
            return;
        }
        client.request(method, params, reporting(command, result -> {
            accepted.run();
            client.tell(command, obj());
        }));
    }

    private void setOption(JsonNode command, String session, V2ClientSessions.Known known) {
        String id = command.path("option").asText();
        String value = command.path("value").asText();
        ObjectNode params = obj("sessionId", session, "configId", id, "type", "id", "value", value);
        client.request("session/set_config_option", params, reporting(command, result -> {
            if (faults.has("shows-what-was-set")) {
                known.facts().option(id, value);
            } else {
                known.facts().options(result.path("configOptions"), false);
            }
            client.tell(command, obj());
        }));
    }

    @Override
    void list(JsonNode command) {
        page(command, null, arr());
    }

    @Override
    boolean takes(JsonNode sessions, ArrayNode into) {
        List<JsonNode> ids = new ArrayList<>();
        for (JsonNode each : sessions) {
            if (each.path("sessionId").isTextual()) {
                ids.add(each.path("sessionId"));
            } else if (faults.has("drops-malformed-pages")) {
                return false;
            }
        }
        into.addAll(ids);
        return true;
    }
}
