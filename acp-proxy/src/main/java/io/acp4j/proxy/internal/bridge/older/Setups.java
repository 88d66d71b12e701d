package io.acp4j.proxy.internal.bridge.older;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.values.ConfigOptions;
import io.acp4j.proxy.internal.bridge.values.McpServers;
import io.acp4j.proxy.internal.bridge.wire.Incoming;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Losses;
import io.acp4j.proxy.internal.bridge.wire.Sessions;
import io.acp4j.proxy.internal.bridge.wire.Side;
import io.acp4j.proxy.internal.bridge.wire.Surroundings;
import org.jspecify.annotations.Nullable;

/** Sessions of an agent of the older version: how they are opened, configured, listed, closed, archived and deleted. */
final class Setups {

    private final Surroundings on;
    private final JsonNode capabilities;
    private final Sessions<BridgedSession> sessions;
    private final Prompts prompts;

    Setups(Surroundings on, JsonNode capabilities, Sessions<BridgedSession> sessions, Prompts prompts) {
        this.on = on;
        this.capabilities = capabilities;
        this.sessions = sessions;
        this.prompts = prompts;
    }

    private boolean can(String member) {
        return Json.has(capabilities.path("sessionCapabilities"), member);
    }

    void open(Incoming request) {
        ObjectNode params = Json.objectOf(request.params());
        McpServers.forOlder(params);
        String cwd = Json.text(params, "cwd");
        on.wire().forward(request, request.method(), params, result -> opened(result, cwd));
    }

    private JsonNode opened(JsonNode result, @Nullable String cwd) {
        String id = Json.text(result, "sessionId");
        if (id == null || !(result instanceof ObjectNode object)) {
            return result;
        }
        BridgedSession session = sessions.opened(id);
        session.cwd = cwd;
        session.take(object);
        session.losses.tellIn(object);
        return object;
    }

    /** Forks; a message that the client knows by an id of the bridge is named by the agent's. */
    void fork(Incoming request) {
        BridgedSession source = sessions.find(Json.text(request.params(), "sessionId", ""));
        if (source != null) {
            alias(source, request.params());
            alias(
                    source,
                    request.params().path("_meta").path("jetbrains").path("air").path("fork"));
        }
        open(request);
    }

    private static void alias(BridgedSession session, JsonNode holder) {
        String id = Json.text(holder, "messageId");
        String agents = id == null ? null : session.aliases.get(id);
        if (agents != null && holder instanceof ObjectNode object) {
            object.put("messageId", agents);
        }
    }

    void resume(Incoming request) {
        ObjectNode params = Json.objectOf(request.params());
        String id = Json.text(params, "sessionId");
        boolean replays = Json.has(params, "replayFrom");
        boolean loads = capabilities.path("loadSession").asBoolean(false);
        if (id == null) {
            on.wire().refuse(request, -32602, "Invalid params: /sessionId: expected a string");
            return;
        }
        if (replays && !"start".equals(Json.text(params.path("replayFrom"), "type"))) {
            on.wire().refuse(request, -32602, "Invalid params: /replayFrom/type: only start is known");
            return;
        }
        if (replays ? !loads : !(loads || can("resume"))) {
            on.wire().refuse(request, -32602, "Invalid params: the agent cannot " + (replays ? "replay" : "resume"));
            return;
        }
        String cwd = Json.text(params, "cwd");
        params.remove("replayFrom");
        McpServers.forOlder(params);
        BridgedSession session = sessions.opened(id);
        boolean load = replays || !can("resume");
        PendingOpening opening = new PendingOpening(load && !replays);
        session.pending.add(opening);
        session.openings++;
        session.endChunks();
        on.wire().forward(request, load ? "session/load" : "session/resume", params, (result, error) -> {
            session.pending.remove(opening);
            session.endChunks();
            if (result == null) {
                on.wire().refuse(request, OlderAgent.withSession(error, params));
            } else {
                ObjectNode object = Json.objectOf(result);
                session.cwd = cwd;
                session.take(object);
                prompts.tellState(session);
                session.losses.tellIn(object);
                on.wire().respond(request, object);
            }
            prompts.proceed(session);
        });
    }

    void list(Incoming request) {
        if (can("list")) {
            on.wire().forward(request, request.method(), request.params(), result -> result);
            return;
        }
        String only = Json.text(request.params(), "cwd");
        ObjectNode result = Json.object();
        ArrayNode rows = result.putArray("sessions");
        for (BridgedSession session : sessions.all()) {
            if (session.cwd != null && (only == null || only.equals(session.cwd))) {
                rows.addObject().put("sessionId", session.id).put("cwd", session.cwd);
            }
        }
        Losses losses = new Losses();
        losses.add(BridgeLoss.SESSION_LIST);
        losses.tellIn(result);
        on.wire().respond(request, result);
    }

    void close(Incoming request) {
        String id = Json.text(request.params(), "sessionId");
        if (id == null) {
            on.wire().refuse(request, -32602, "Invalid params: /sessionId: expected a string");
            return;
        }
        BridgedSession session = sessions.find(id);
        stop(session);
        if (can("close")) {
            forwardAndForget(request, id);
            return;
        }
        if (session != null && session.turn != null) {
            on.wire().notify(Side.AGENT, "session/cancel", Json.object().put("sessionId", id));
        }
        forget(id);
        on.wire().respond(request, Json.object());
    }

    /** Archives a session, or deletes it, which ends its work as closing does. An agent that cannot refuses it, and all goes on. */
    void archiveOrDelete(Incoming request, String capability) {
        String id = Json.text(request.params(), "sessionId");
        if (id == null) {
            on.wire().refuse(request, -32602, "Invalid params: /sessionId: expected a string");
            return;
        }
        if (can(capability)) {
            stop(sessions.find(id));
        }
        forwardAndForget(request, id);
    }

    private void stop(@Nullable BridgedSession session) {
        if (session != null) {
            prompts.cancel(session);
            prompts.cancelQuestions(session);
        }
    }

    private void forwardAndForget(Incoming request, String id) {
        BridgedSession session = sessions.find(id);
        int openings = session == null ? 0 : session.openings;
        PromptedTurn running = session == null ? null : session.turn;
        on.wire().forward(request, request.method(), request.params(), (result, error) -> {
            if (result == null) {
                on.wire().refuse(request, OlderAgent.withSession(error, request.params()));
            } else {
                BridgedSession open = sessions.find(id);
                if (open == null || open.openings == openings) {
                    forget(id);
                } else {
                    // It was asked to be opened again behind this.
                    prompts.cancelQuestions(open);
                    if (running != null) {
                        prompts.end(open, running);
                    }
                }
                on.wire().respond(request, result);
            }
        });
    }

    private void forget(String id) {
        BridgedSession session = sessions.find(id);
        if (session != null) {
            prompts.end(session, "cancelled", null);
            // What the agent asks while it is being closed.
            prompts.cancelQuestions(session);
        }
        sessions.close(id);
    }

    void configure(Incoming request) {
        ObjectNode params = Json.objectOf(request.params());
        BridgedSession session = sessions.get(Json.text(params, "sessionId", ""));
        String configId = Json.text(params, "configId", "");
        if (session.isModes(configId)) {
            setMode(session, request, params);
            return;
        }
        if (!"boolean".equals(Json.text(params, "type"))) {
            params.remove("type");
        }
        on.wire().forward(request, request.method(), params, result -> {
            ObjectNode object = Json.objectOf(result);
            session.configOptions = ConfigOptions.forNewer(object.path("configOptions"));
            object.set("configOptions", session.options());
            session.losses.tellIn(object);
            return object;
        });
    }

    private void setMode(BridgedSession session, Incoming request, ObjectNode params) {
        String mode = Json.text(params, "value", "");
        ObjectNode change = Json.object().put("sessionId", session.id).put("modeId", mode);
        if (Json.has(params, "_meta")) {
            change.set("_meta", params.path("_meta"));
        }
        on.wire().forward(request, "session/set_mode", change, result -> {
            if (session.modes != null) {
                session.modes.put("currentValue", mode);
            }
            ObjectNode object = Json.objectOf(result);
            object.set("configOptions", session.options());
            return object;
        });
    }
}
