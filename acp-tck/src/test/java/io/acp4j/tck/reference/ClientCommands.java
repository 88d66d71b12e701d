package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The test driver of a reference client. */
class ClientCommands {

    private static final List<String> ALL = List.of(
            "newSession",
            "mcpServers",
            "additionalDirectories",
            "loadSession",
            "resumeSession",
            "listSessions",
            "closeSession",
            "deleteSession",
            "prompt",
            "blocks",
            "cancel",
            "messages",
            "fork",
            "forkAt",
            "permit",
            "elicit",
            "withdraw",
            "authenticate",
            "quit");

    private static final Set<String> STOP_REASONS =
            Set.of("end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled");

    final ReferenceClient client;
    final Faults faults;
    final Map<Integer, JsonNode> requests = new HashMap<>();
    private final Map<String, String> aliases = new HashMap<>();
    final Map<String, JsonNode> prompts = new HashMap<>();
    private boolean refused;

    ClientCommands(ReferenceClient client) {
        this.client = client;
        this.faults = client.faults();
    }

    void run(JsonNode command) {
        String what = command.path("do").asText();
        String trouble = client.trouble();
        if (trouble != null && !Set.of("hello", "messages", "quit").contains(what)) {
            fail(command, trouble);
            return;
        }
        String session = command.path("session").asText();
        switch (what) {
            case "hello" ->
                client.tell(
                        command,
                        obj(
                                "commands",
                                arr(all().stream()
                                        .filter(each -> !(each.equals("permit")
                                                && client.host().decidesItself()))
                                        .toArray())));
            case "newSession" -> newSession(command);
            case "loadSession" -> open(command, "session/load", "loadSession", "/loadSession");
            case "resumeSession" -> open(command, "session/resume", "resumeSession", "/sessionCapabilities/resume");
            case "listSessions" -> list(command);
            case "closeSession" -> simple(command, "session/close", "/sessionCapabilities/close");
            case "deleteSession" -> simple(command, "session/delete", "/sessionCapabilities/delete");
            case "prompt" -> prompt(command, session);
            case "cancel" -> {
                client.sessions().cancelled(session);
                client.notify("session/cancel", obj("sessionId", session));
                client.host().cancelQuestions(session);
                if (faults.has("ends-when-cancelled")) {
                    endEarly(session, "cancelled");
                }
                client.tell(command, obj());
            }
            case "messages" ->
                client.tell(
                        command,
                        obj("messages", client.sessions().conversation(session).shown()));
            case "fork" -> fork(command, session, null);
            case "forkAt" -> {
                List<ClientConversation.Message> messages =
                        client.sessions().conversation(session).messages();
                int index = command.path("message").asInt();
                boolean last = faults.has("forks-at-last")
                        && client.agent("/sessionCapabilities/fork").size() == 1;
                fork(
                        command,
                        session,
                        messages.get(last ? messages.size() - 1 : index).id());
            }
            case "permit" -> {
                client.host().permit(command.path("choice").asText());
                client.tell(command, obj());
            }
            case "elicit" -> {
                client.host().elicit(command);
                client.tell(command, obj());
            }
            case "withdraw" -> {
                withdraw(requests.get(command.path("command").asInt()));
                client.tell(command, obj());
            }
            case "authenticate" -> authenticate(command);
            case "quit" -> {
                client.tell(command, obj());
                if (!faults.has("stays")) {
                    client.die();
                }
            }
            default -> other(command, what, session);
        }
    }

    /** Returns the commands that it follows. */
    List<String> all() {
        return ALL;
    }

    /** The agent has gone; what waits for a response has been told. */
    void agentGone() {}

    /** Follows a command that version 1 does not have. */
    void other(JsonNode command, String what, String session) {
        fail(command, "unknown command " + what);
    }

    /** Takes a request back. */
    void withdraw(@Nullable JsonNode request) {
        client.notify("$/cancel_request", obj("requestId", request));
    }

    /** Reports the end of a turn of which the agent has not said that it is over. */
    void endEarly(String session, String reason) {
        JsonNode command = prompts.get(session);
        if (command != null) {
            client.tell(command, obj("stopReason", reason));
        }
    }

    void fail(JsonNode command, String why) {
        client.tell(command, obj("error", why));
    }

    /** Reports what became of a request. */
    Consumer<JsonNode> reporting(JsonNode command, Consumer<JsonNode> success) {
        return response -> {
            if (response.has("error")) {
                fail(command, response.at("/error/message").asText("failed"));
            } else {
                success.accept(response.path("result"));
            }
        };
    }

    boolean offers(String pointer) {
        JsonNode value = client.agent(pointer);
        return value.asBoolean() || value.isObject();
    }

    void newSession(JsonNode command) {
        if (client.isBroken() || refused) {
            fail(command, "out of order");
            return;
        }
        for (JsonNode server : command.path("mcpServers")) {
            String type = server.path("type").asText();
            if (!offers("/mcpCapabilities/" + type) && !faults.has("sends:" + type)) {
                fail(command, "the agent takes no servers of this kind");
                return;
            }
        }
        ObjectNode params = setup(command);
        if (command.has("mcpServers")) {
            params.set("mcpServers", command.path("mcpServers"));
        }
        if (command.has("additionalDirectories")) {
            if (!offers("/sessionCapabilities/additionalDirectories") && !faults.has("sends-directories")) {
                fail(command, "the agent takes no additional directories");
                return;
            }
            params.set("additionalDirectories", command.path("additionalDirectories"));
        }
        client.sessions().opening(true);
        JsonNode id = client.request("session/new", params, response -> {
            client.sessions().opening(false);
            if (response.at("/error/code").asInt() == -32603 && faults.has("gives-up")) {
                refused = true;
            }
            reporting(command, result -> opened(command, result)).accept(response);
        });
        requests.put(command.path("id").asInt(), id);
    }

    void opened(JsonNode command, JsonNode result) {
        JsonNode id = result.path("sessionId");
        if (!id.isTextual() && !faults.has("takes-anything")) {
            fail(command, "the agent gave no session id");
            return;
        }
        String first = aliases.putIfAbsent("command " + command.path("id"), id.asText());
        if (first != null) {
            aliases.put(first, id.asText());
        }
        client.sessions().known(id.asText());
        client.tell(command, obj("session", id.asText()));
    }

    ObjectNode setup(JsonNode command) {
        return obj("cwd", cwd(command), "mcpServers", arr());
    }

    /** The directory that was chosen. */
    String cwd(JsonNode command) {
        return faults.has("stays-in-one-place") ? "/tmp" : command.path("cwd").asText("/tmp");
    }

    void open(JsonNode command, String method, String name, String capability) {
        if (!offers(capability) && !faults.has("calls:" + method)) {
            fail(command, "the agent does not offer " + name);
            return;
        }
        String session = command.path("session").asText();
        if (client.sessions().isLoaded(session) && faults.has("unusual:loads-once")) {
            fail(command, "the session is loaded");
            return;
        }
        if (method.equals("session/load") && !faults.has("adds-second-replays")) {
            client.sessions().replayed(session);
        }
        client.sessions().loading(session, true);
        client.request(method, setup(command).put("sessionId", session), reporting(command, result -> {
            client.sessions().loading(session, false);
            client.sessions().known(session);
            client.tell(command, obj("session", session));
        }));
    }

    void simple(JsonNode command, String method, String capability) {
        if (!offers(capability) && !faults.has("calls:" + method)) {
            fail(command, "the agent does not offer " + method);
            return;
        }
        client.request(
                method,
                obj("sessionId", command.path("session").asText()),
                reporting(command, result -> client.tell(command, obj())));
    }

    void list(JsonNode command) {
        if (!offers("/sessionCapabilities/list") && !faults.has("calls:session/list")) {
            fail(command, "the agent does not list its sessions");
            return;
        }
        page(command, null, arr());
    }

    void page(JsonNode command, @Nullable String cursor, ArrayNode sessions) {
        ObjectNode params = obj();
        if (cursor != null) {
            params.put("cursor", cursor);
        }
        client.request("session/list", params, reporting(command, result -> {
            takes(result.path("sessions"), sessions);
            if (isCursor(result.path("nextCursor"))) {
                page(command, result.path("nextCursor").asText(), sessions);
            } else {
                client.tell(command, obj("sessions", sessions));
            }
        }));
    }

    /** Takes the sessions of a page; returns whether it has. */
    boolean takes(JsonNode page, ArrayNode sessions) {
        page.forEach(each -> sessions.add(each.path("sessionId")));
        return true;
    }

    boolean isCursor(JsonNode cursor) {
        return cursor.isTextual();
    }

    private void prompt(JsonNode command, String named) {
        String session = aliases.getOrDefault(named, named);
        for (JsonNode block : command.path("blocks")) {
            String type = block.path("type").asText();
            if (type.equals("text") || type.equals("resource_link")) {
                continue;
            }
            String capability = type.equals("resource") ? "embeddedContext" : type;
            if (!offers("/promptCapabilities/" + capability) && !faults.has("sends:" + type)) {
                fail(command, "the agent does not take content of this kind");
                return;
            }
        }
        ArrayNode blocks = ClientText.prompt(command, faults);
        client.sessions().running(session, true);
        prompts.put(session, command);
        send(command, session, obj("sessionId", session, "prompt", blocks));
    }

    /** Sends a prompt and tells the end of its turn. */
    void send(JsonNode command, String session, ObjectNode params) {
        client.request("session/prompt", params, response -> {
            client.sessions().running(session, false);
            ended(command, session, response);
        });
    }

    void ended(JsonNode command, String session, JsonNode response) {
        String reason = response.at("/result/stopReason").asText();
        if (response.has("error") && response.at("/error/code").asInt() == -32603 && faults.has("hides-failures")) {
            client.tell(command, obj("stopReason", "end_turn"));
        } else if (response.has("error")) {
            fail(command, response.at("/error/message").asText("failed"));
        } else if (faults.has("dislikes-unknown-reasons") && !STOP_REASONS.contains(reason)) {
            client.die();
        } else {
            boolean wrong = faults.has("reports-wrong-reasons") && reason.equals("refusal")
                    || faults.has("denies-cancellations") && client.sessions().wasCancelled(session);
            client.tell(command, obj("stopReason", wrong ? "end_turn" : reason));
        }
    }

    private void fork(JsonNode command, String session, @Nullable String message) {
        JsonNode capability = forkCapability();
        boolean offered = capability.isObject()
                || (capability.isMissingNode() && faults.has("calls:session/fork"))
                || (capability.isNull() && faults.has("takes-null-for-an-offer"));
        JsonNode at = capability.path("atMessageId");
        boolean precise = at.asBoolean()
                || (at.isMissingNode() && faults.has("forks-at-anyway"))
                || (at.isBoolean() && faults.has("takes-false-for-true"));
        if (faults.has("dislikes-unknown-capabilities") && capability.has("sharpness")) {
            precise = false;
        }
        if (!offered || (message != null && !precise)) {
            fail(command, "the agent does not offer this fork");
            return;
        }
        ObjectNode params = setup(obj("cwd", "/tmp")).put("sessionId", session);
        if (message != null) {
            params.put("messageId", message);
        } else if (faults.has("always-names-a-message")) {
            params.put("messageId", "m-2");
        }
        client.request("session/fork", params, response -> {
            if (response.has("error") && faults.has("hides-refused-forks")) {
                client.tell(command, obj("session", session));
            } else {
                reporting(command, result -> opened(command, result)).accept(response);
            }
        });
    }

    JsonNode forkCapability() {
        return client.agent("/sessionCapabilities/fork");
    }

    void authenticate(JsonNode command) {
        String method = command.path("method").asText();
        JsonNode offered = client.agent().path("authMethods");
        boolean known = offered.findValuesAsText("id").contains(method);
        if (!known && !faults.has("authenticates-anyhow")) {
            fail(command, "the agent does not offer this method");
            return;
        }
        String sent = faults.has("takes-the-first-method") ? offered.at("/0/id").asText() : method;
        client.request(
                "authenticate", obj("methodId", sent), reporting(command, result -> client.tell(command, obj())));
    }
}
