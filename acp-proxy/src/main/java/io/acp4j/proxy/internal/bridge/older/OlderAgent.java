package io.acp4j.proxy.internal.bridge.older;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.wire.Incoming;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Losses;
import io.acp4j.proxy.internal.bridge.wire.Sessions;
import io.acp4j.proxy.internal.bridge.wire.Side;
import io.acp4j.proxy.internal.bridge.wire.Surroundings;
import io.acp4j.proxy.internal.bridge.wire.Translator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts an agent of the older version behind a client of the newer one. */
public final class OlderAgent implements Translator {

    private static final String PERMISSION = "session/request_permission";
    private static final String ELICITATION = "elicitation/create";

    /** Methods of the older version's clients, which a client of the newer one does not have. */
    private static final Set<String> CLIENT_SERVICES = Set.of(
            "fs/read_text_file",
            "fs/write_text_file",
            "terminal/create",
            "terminal/output",
            "terminal/wait_for_exit",
            "terminal/kill",
            "terminal/release");

    private final Surroundings on;
    private final JsonNode capabilities;
    private final Sessions<BridgedSession> sessions;
    private final Prompts prompts;
    private final Updates updates;
    private final Setups setups;

    /**
     * Starts with what the agent has said of itself.
     *
     * @param capabilities the agent's {@code agentCapabilities}
     */
    public OlderAgent(Surroundings on, JsonNode capabilities) {
        this.on = on;
        this.capabilities = capabilities;
        int maxItems = on.limits().maxItems();
        this.sessions = new Sessions<>(
                on.limits().maxSessions(), BridgedSession::isIdle, id -> new BridgedSession(id, maxItems));
        ClientLink client = new ClientLink(on.wire());
        Chunks chunks = new Chunks(client, on.ids());
        this.prompts = new Prompts(on, client, chunks);
        this.updates = new Updates(client, chunks, prompts);
        this.setups = new Setups(on, capabilities, sessions, prompts);
    }

    @Override
    public void request(Incoming request) {
        if (request.from() == Side.CLIENT) {
            fromClient(request);
        } else {
            fromAgent(request);
        }
    }

    private void fromClient(Incoming request) {
        switch (request.method()) {
            case "initialize" -> on.wire().refuse(request, -32600, "Invalid request: initialized before");
            case "auth/login" -> pass(request, "authenticate");
            case "auth/logout" -> logout(request);
            case "session/new" -> setups.open(request);
            case "session/fork" -> setups.fork(request);
            case "session/resume" -> setups.resume(request);
            case "session/list" -> setups.list(request);
            case "session/close" -> setups.close(request);
            case "session/archive" -> setups.archiveOrDelete(request, "archive");
            case "session/delete" -> setups.archiveOrDelete(request, "delete");
            case "session/set_config_option" -> setups.configure(request);
            case "session/prompt" -> prompt(request);
            case "tool_call/cancel", "terminal/cancel" ->
                on.wire().refuse(request, -32602, "Invalid params: nothing was advertised as cancellable");
            default -> pass(request, request.method());
        }
    }

    private void prompt(Incoming request) {
        String id = Json.text(request.params(), "sessionId");
        if (id == null) {
            on.wire().refuse(request, -32602, "Invalid params: /sessionId: expected a string");
        } else if (sessions.isClosed(id)) {
            on.wire().refuse(request, notFound(id));
        } else {
            prompts.prompt(sessions.get(id), request);
        }
    }

    static ObjectNode notFound(String sessionId) {
        ObjectNode error = Json.error(-32002, "Resource not found: session");
        error.putObject("data").put("sessionId", sessionId);
        return error;
    }

    private void logout(Incoming request) {
        if (Json.has(capabilities.path("auth"), "logout")) {
            pass(request, "logout");
        } else {
            on.wire().refuse(request, -32601, "Method not found: the agent cannot log out");
        }
    }

    /** Passes a request on; an error about a session is told with the session's id. */
    void pass(Incoming request, String method) {
        on.wire().forward(request, method, request.params(), (result, error) -> {
            if (result == null) {
                on.wire().refuse(request, withSession(error, request.params()));
            } else {
                on.wire().respond(request, result);
            }
        });
    }

    static @Nullable JsonNode withSession(@Nullable JsonNode error, JsonNode params) {
        String id = Json.text(params, "sessionId");
        if (error instanceof ObjectNode object
                && id != null
                && error.path("code").asInt() == -32002
                && (!Json.has(error, "data") || error.path("data").isObject())) {
            ObjectNode data = Json.objectOf(error.path("data"));
            if (!Json.has(data, "sessionId")) {
                object.set("data", data.put("sessionId", id));
            }
        }
        return error;
    }

    private void fromAgent(Incoming request) {
        String sessionId = Json.text(request.params(), "sessionId");
        if (CLIENT_SERVICES.contains(request.method())) {
            on.wire().refuse(request, -32601, "Method not found: the client does not offer files or terminals");
        } else if (request.method().equals(PERMISSION)) {
            askPermission(request, sessionId);
        } else if (request.method().equals(ELICITATION) && sessionId != null) {
            prompts.ask(sessions.get(sessionId), request, Json.objectOf(request.params()), cancelled(ELICITATION));
        } else {
            pass(request, request.method());
        }
    }

    private void askPermission(Incoming request, @Nullable String sessionId) {
        if (sessionId == null) {
            on.wire().refuse(request, -32602, "Invalid params: /sessionId: expected a string");
            return;
        }
        BridgedSession session = sessions.get(sessionId);
        ObjectNode params = Json.objectOf(request.params());
        prompts.sign(session);
        session.endChunks();
        if (params.path("toolCall") instanceof ObjectNode call) {
            updates.toolCall(session, call);
            String known = session.titles.get(Json.text(call, "toolCallId", ""));
            params.put("title", known == null ? Json.text(call, "kind", "Tool call") : known);
            params.putObject("subject").put("type", "tool_call").set("toolCall", call);
        } else {
            params.put("title", "Permission");
            session.losses.add(BridgeLoss.PERMISSION);
        }
        params.remove("toolCall");
        prompts.ask(session, request, params, cancelled(PERMISSION));
    }

    /** Returns what a client of the older version responds to a request that it does not want to decide. */
    static ObjectNode cancelled(String method) {
        ObjectNode result = Json.object();
        if (method.equals(PERMISSION)) {
            result.putObject("outcome").put("outcome", "cancelled");
        } else {
            result.put("action", "cancel");
        }
        return result;
    }

    /** Returns a decision that the older version knows: unknown outcomes do not approve. */
    static JsonNode decision(JsonNode result, JsonNode ifCancelled) {
        if (ifCancelled.has("outcome")) {
            String outcome = Json.text(result.path("outcome"), "outcome", "");
            return outcome.equals("selected") ? result : ifCancelled;
        }
        return Set.of("accept", "decline").contains(Json.text(result, "action", "")) ? result : ifCancelled;
    }

    @Override
    public void notification(Side from, String method, JsonNode params) {
        String sessionId = Json.text(params, "sessionId");
        if (from == Side.AGENT && method.equals("session/update")) {
            if (sessionId != null && !sessions.isClosed(sessionId) && params instanceof ObjectNode object) {
                updates.take(sessions.get(sessionId), object);
            }
            return;
        }
        if (from == Side.CLIENT && method.equals("session/cancel") && sessionId != null) {
            BridgedSession session = sessions.get(sessionId);
            prompts.cancel(session);
            on.wire().notify(Side.AGENT, method, params);
            prompts.cancelQuestions(session);
            return;
        }
        on.wire().notify(from.other(), method, params);
    }

    @Override
    public void ended(Side side) {
        if (side == Side.AGENT) {
            for (BridgedSession session : sessions.all()) {
                prompts.end(session, "error", on.wire().gone());
            }
        }
    }

    /** Returns how much is remembered, for tests of the bounds. */
    public int remembered() {
        return sessions.all().stream()
                .mapToInt(session -> 1
                        + session.held.size()
                        + session.pending.size()
                        + session.titles.size()
                        + session.terminals.size()
                        + session.aliases.size()
                        + session.userMessages.size()
                        + (session.turn == null ? 0 : session.turn.echo.kept())
                        + session.questions.size())
                .sum();
    }

    /** Adds to a result what a bridge of this kind never carries. */
    public static void describe(ObjectNode result) {
        ObjectNode own = Losses.own(result);
        own.put("agentProtocolVersion", 1).put("clientProtocolVersion", 2);
        ArrayNode lost = own.putArray("lost");
        lost.add(BridgeLoss.MESSAGE_ID.code());
    }
}
