package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.internal.bridge.values.Commands;
import io.acp4j.proxy.internal.bridge.values.McpServers;
import io.acp4j.proxy.internal.bridge.wire.Incoming;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Sessions;
import io.acp4j.proxy.internal.bridge.wire.Surroundings;
import org.jspecify.annotations.Nullable;

/** Sessions of an agent of the newer version: how they are opened, configured, closed, archived and deleted. */
final class SessionSetups {

    private final Surroundings on;
    private final JsonNode capabilities;
    private final Sessions<ShownSession> sessions;
    private final ClientUpdates client;
    private final Turns turns;
    private final ToolCalls tools;
    private final Settings settings;

    SessionSetups(
            Surroundings on,
            JsonNode capabilities,
            Sessions<ShownSession> sessions,
            ClientUpdates client,
            Turns turns,
            ToolCalls tools,
            Settings settings) {
        this.on = on;
        this.capabilities = capabilities;
        this.sessions = sessions;
        this.client = client;
        this.turns = turns;
        this.tools = tools;
        this.settings = settings;
    }

    private @Nullable ObjectNode params(Incoming request) {
        ObjectNode params = Json.objectOf(request.params());
        String problem = McpServers.forNewer(params, capabilities.path("mcp"));
        if (problem != null) {
            on.wire().refuse(request, -32602, "Invalid params: /mcpServers: " + problem);
            return null;
        }
        return params;
    }

    /** Opens a session that is new, or a fork. */
    void open(Incoming request) {
        ObjectNode params = params(request);
        if (params == null) {
            return;
        }
        on.wire().forward(request, request.method(), params, (result, error) -> {
            String id = result == null ? null : Json.text(result, "sessionId");
            if (result == null) {
                on.wire().refuse(request, error);
            } else if (id == null) {
                on.wire().respond(request, result);
            } else {
                opened(request, sessions.opened(id), Json.objectOf(result));
            }
        });
    }

    private void opened(Incoming request, ShownSession session, ObjectNode result) {
        tools.flush(session);
        JsonNode commands = result.path("availableCommands");
        result.remove("availableCommands");
        settings.open(session, result);
        session.losses.tellIn(result);
        on.wire().respond(request, result);
        if (commands.isArray()) {
            ObjectNode update = Json.object().put("sessionUpdate", "available_commands_update");
            update.set("availableCommands", Commands.forOlder(commands, session.losses));
            client.send(session, update);
        }
    }

    /** Resumes a session, or loads it: then it is replayed from its start. */
    void resume(Incoming request, boolean replay) {
        ObjectNode params = params(request);
        String id = Json.text(request.params(), "sessionId");
        if (params == null) {
            return;
        }
        if (id == null) {
            on.wire().refuse(request, -32602, "Invalid params: /sessionId: expected a string");
            return;
        }
        ShownSession session = sessions.opened(id);
        params.remove("replayFrom");
        if (replay) {
            params.putObject("replayFrom").put("type", "start");
            if (session.replays++ == 0) {
                session.restart();
            }
        }
        session.openings++;
        on.wire().forward(request, "session/resume", params, (result, error) -> {
            if (replay && --session.replays > 0) {
                session.restart();
            }
            if (result == null) {
                on.wire().refuse(request, error);
            } else {
                opened(request, session, Json.objectOf(result));
            }
        });
    }

    void close(Incoming request) {
        end(request, true);
    }

    /** Archives a session, or deletes it, which ends its work as closing does. An agent that cannot refuses it, and all goes on. */
    void archiveOrDelete(Incoming request, String capability) {
        end(request, Json.has(capabilities, capability));
    }

    private void end(Incoming request, boolean stopsWork) {
        String id = Json.text(request.params(), "sessionId", "");
        ShownSession session = sessions.find(id);
        int openings = session == null ? 0 : session.openings;
        WaitingTurn running = session == null ? null : session.turn;
        if (session != null && stopsWork) {
            turns.cancel(session);
        }
        on.wire().forward(request, request.method(), request.params(), result -> {
            ShownSession open = sessions.find(id);
            if (open != null && open.openings != openings) {
                // It was asked to be opened again behind this.
                if (running != null) {
                    turns.end(open, running);
                }
                return result;
            }
            if (session != null) {
                turns.end(session);
            }
            sessions.close(id);
            return result;
        });
    }

    void setMode(Incoming request) {
        ShownSession session = sessions.get(Json.text(request.params(), "sessionId", ""));
        ObjectNode modes = session.modes;
        if (modes == null) {
            on.wire().refuse(request, -32602, "Invalid params: the session has no modes");
            return;
        }
        ObjectNode params = Json.objectOf(request.params());
        String mode = Json.text(params, "modeId", "");
        params.remove("modeId");
        params.put("configId", Json.text(modes, "configId", ""));
        params.put("type", "id").put("value", mode);
        on.wire().forward(request, "session/set_config_option", params, result -> {
            ObjectNode update = Json.objectOf(result).deepCopy();
            update.remove("_meta");
            String unused = settings.take(session, update);
            if (update.has("configOptions")) {
                client.send(session, update.put("sessionUpdate", "config_option_update"));
            }
            ObjectNode response = Json.object();
            if (Json.has(result, "_meta")) {
                response.set("_meta", result.path("_meta"));
            }
            return response;
        });
    }

    void configure(Incoming request) {
        ShownSession session = sessions.get(Json.text(request.params(), "sessionId", ""));
        ObjectNode params = Json.objectOf(request.params());
        if (!Json.has(params, "type")) {
            params.put("type", "id");
        }
        on.wire().forward(request, request.method(), params, result -> {
            ObjectNode object = Json.objectOf(result);
            String mode = settings.take(session, object);
            session.losses.tellIn(object);
            settings.tell(session, mode);
            return object;
        });
    }
}
