package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.internal.bridge.wire.Incoming;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Losses;
import io.acp4j.proxy.internal.bridge.wire.Sessions;
import io.acp4j.proxy.internal.bridge.wire.Side;
import io.acp4j.proxy.internal.bridge.wire.Surroundings;
import io.acp4j.proxy.internal.bridge.wire.Translator;

/** Puts an agent of the newer version behind a client of the older one. */
public final class NewerAgent implements Translator {

    private final Surroundings on;
    private final Sessions<ShownSession> sessions;
    private final Turns turns;
    private final ShownUpdates updates;
    private final ToolCalls tools;
    private final PermissionRequests permissions;
    private final SessionSetups setups;

    /**
     * Starts with what both sides have said of themselves.
     *
     * @param clientCapabilities the client's {@code clientCapabilities}
     * @param capabilities the agent's {@code capabilities}
     */
    public NewerAgent(Surroundings on, JsonNode clientCapabilities, JsonNode capabilities) {
        this.on = on;
        this.sessions = new Sessions<>(
                on.limits().maxSessions(), ShownSession::isIdle, id -> new ShownSession(id, on.limits()));
        ClientAbilities abilities = ClientAbilities.of(clientCapabilities);
        ClientUpdates client = new ClientUpdates(on.wire());
        this.tools = new ToolCalls(on, client);
        this.turns = new Turns(on, tools::flush, this::show);
        Settings settings = new Settings(client, abilities.booleans());
        this.updates = new ShownUpdates(abilities, client, turns, tools, new Messages(on, client, turns), settings);
        this.permissions = new PermissionRequests(on, tools);
        this.setups = new SessionSetups(on, capabilities.path("session"), sessions, client, turns, tools, settings);
    }

    @Override
    public void request(Incoming request) {
        if (request.from() == Side.AGENT) {
            fromAgent(request);
            return;
        }
        switch (request.method()) {
            case "initialize" -> on.wire().refuse(request, -32600, "Invalid request: initialized before");
            case "authenticate" -> pass(request, "auth/login");
            case "logout" -> pass(request, "auth/logout");
            case "session/new", "session/fork" -> setups.open(request);
            case "session/load" -> setups.resume(request, true);
            case "session/resume" -> setups.resume(request, false);
            case "session/close" -> setups.close(request);
            case "session/archive" -> setups.archiveOrDelete(request, "archive");
            case "session/delete" -> setups.archiveOrDelete(request, "delete");
            case "session/set_mode" -> setups.setMode(request);
            case "session/set_config_option" -> setups.configure(request);
            case "session/prompt" -> prompt(request);
            default -> pass(request, request.method());
        }
    }

    private void prompt(Incoming request) {
        String id = Json.text(request.params(), "sessionId");
        if (id == null) {
            on.wire().refuse(request, -32602, "Invalid params: /sessionId: expected a string");
        } else {
            turns.prompt(sessions.get(id), request);
        }
    }

    private void show(ShownSession session, ObjectNode params) {
        updates.show(session, params);
    }

    private void pass(Incoming request, String method) {
        on.wire().forward(request, method, request.params(), result -> result);
    }

    private void fromAgent(Incoming request) {
        String sessionId = Json.text(request.params(), "sessionId");
        if (sessionId != null) {
            turns.release(sessions.get(sessionId));
        }
        if (!request.method().equals("session/request_permission")) {
            if (sessionId != null) {
                tools.flush(sessions.get(sessionId));
            }
            pass(request, request.method());
        } else if (sessionId == null) {
            on.wire().refuse(request, -32602, "Invalid params: /sessionId: expected a string");
        } else {
            permissions.ask(sessions.get(sessionId), request);
        }
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
            turns.cancel(sessions.get(sessionId));
        }
        on.wire().notify(from.other(), method, params);
    }

    @Override
    public void ended(Side side) {
        if (side == Side.AGENT) {
            for (ShownSession session : sessions.all()) {
                tools.flush(session);
                turns.fail(session, on.wire().gone());
            }
        }
    }

    /** Returns how much is remembered, for tests of the bounds. */
    public int remembered() {
        return sessions.all().stream()
                .mapToInt(session -> 1
                        + session.held.size()
                        + (session.turn == null ? 0 : session.turn.waiting())
                        + session.messages.size()
                        + session.tools.size()
                        + session.terminals.size()
                        + session.plans.size()
                        + session.stale.size())
                .sum();
    }

    /** Adds to a result which versions the bridge stands between. */
    public static void describe(ObjectNode result) {
        Losses.own(result).put("agentProtocolVersion", 2).put("clientProtocolVersion", 1);
    }
}
