package io.acp4j.proxy.internal.bridge.older;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.wire.Incoming;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Surroundings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns of the older version as states of the newer one. The older version has no moment of insertion: a prompt counts as inserted
 * with the first sign of the agent, or after a while.
 */
final class Prompts {

    private static final int CANCELLED = -32800;

    private final Surroundings on;
    private final ClientLink client;
    private final Chunks chunks;

    Prompts(Surroundings on, ClientLink client, Chunks chunks) {
        this.on = on;
        this.client = client;
        this.chunks = chunks;
    }

    void prompt(BridgedSession session, Incoming request) {
        PromptedTurn turn = new PromptedTurn(
                request, request.params().path("prompt"), on.ids().get(), on.limits());
        if (session.takesPrompt()) {
            start(session, turn);
        } else if (session.held.size() >= on.limits().maxHeldPrompts()) {
            on.wire().refuse(request, -32603, "Too many prompts wait for this session; wait for one to end");
        } else {
            session.held.add(turn);
            request.onCancel(() -> withdraw(session, turn));
        }
    }

    private void withdraw(BridgedSession session, PromptedTurn turn) {
        session.held.remove(turn);
        on.wire().refuse(turn.request, CANCELLED, "Cancelled: the prompt was withdrawn before it was inserted");
    }

    private void start(BridgedSession session, PromptedTurn turn) {
        session.turn = turn;
        session.endChunks();
        turn.request.onCancel(null);
        ObjectNode params = Json.objectOf(turn.request.params()).deepCopy();
        on.wire()
                .forward(
                        turn.request, "session/prompt", params, (result, error) -> ended(session, turn, result, error));
        on.timers().after(on.limits().insertionDelay(), () -> {
            if (turn.equals(session.turn)) {
                insert(session, turn, null);
            }
        });
    }

    /** Takes a sign that the agent works on the session's prompt. */
    void sign(BridgedSession session) {
        if (session.turn != null) {
            insert(session, session.turn, null);
        }
    }

    /** Takes the agent's word: the echo of the prompt comes before the first one, or not at all. */
    void speaks(BridgedSession session) {
        PromptedTurn turn = session.turn;
        if (turn != null && !turn.spoken) {
            turn.spoken = true;
            showOther(session, turn);
        }
    }

    /**
     * Takes a chunk of the user while the agent works.
     *
     * @return whether it is, or may be, a part of the prompt's echo, which the client has already
     */
    boolean takesEcho(BridgedSession session, ObjectNode params, ObjectNode update) {
        PromptedTurn turn = session.turn;
        if (turn == null) {
            return false;
        }
        String id = Json.text(update, "messageId");
        boolean taken = takes(session, turn, params, id);
        if (!taken) {
            showOther(session, turn);
            // Where it has only ended what was kept, it may begin the echo itself.
            taken = takes(session, turn, params, id);
        }
        if (!taken && turn.echo.isOf(id)) {
            update.put("messageId", turn.messageId);
        } else if (taken && turn.echo.isWhole()) {
            echoed(session, turn, id);
        } else if (turn.echo.isTooMuch()) {
            showOther(session, turn);
        }
        return taken;
    }

    private static boolean takes(BridgedSession session, PromptedTurn turn, ObjectNode params, @Nullable String id) {
        boolean isOther = !turn.echo.isOf(id) && Chunks.continues(session, id);
        return !turn.spoken
                && !isOther
                && turn.echo.takes(params, params.path("update").path("content"), id);
    }

    private void echoed(BridgedSession session, PromptedTurn turn, @Nullable String id) {
        session.endChunks();
        if (id != null) {
            session.userMessages.put(id, true);
        }
        if (!turn.inserted) {
            insert(session, turn, id);
        } else if (id != null && !id.equals(turn.messageId)) {
            session.aliases.put(turn.messageId, id);
        }
    }

    /** Shows what looked like the prompt in the beginning and is another message. */
    private void showOther(BridgedSession session, PromptedTurn turn) {
        List<ObjectNode> other = turn.echo.refute();
        if (!other.isEmpty()) {
            insert(session, turn, null);
            showAll(session, other);
        }
    }

    private void showAll(BridgedSession session, List<ObjectNode> updates) {
        for (ObjectNode params : updates) {
            chunks.show(session, params, Json.objectOf(params.path("update")));
        }
    }

    private void insert(BridgedSession session, PromptedTurn turn, @Nullable String agentId) {
        if (turn.inserted) {
            return;
        }
        turn.inserted = true;
        if (agentId == null) {
            session.losses.add(BridgeLoss.MESSAGE_ID);
        } else {
            turn.messageId = agentId;
        }
        ObjectNode echo = Json.object().put("sessionUpdate", "user_message").put("messageId", turn.messageId);
        echo.set("content", turn.prompt.isArray() ? turn.prompt.deepCopy() : Json.array());
        client.update(session, echo);
        on.wire().respond(turn.request, Json.object().put("messageId", turn.messageId));
        client.state(session, "running");
    }

    private void ended(BridgedSession session, PromptedTurn turn, @Nullable JsonNode result, @Nullable JsonNode error) {
        if (!turn.equals(session.turn)) {
            on.wire().refuse(turn.request, error);
            return;
        }
        if (result == null && !turn.inserted) {
            showAll(session, turn.echo.refute());
            on.wire().refuse(turn.request, error);
        } else {
            insert(session, turn, null);
            showOther(session, turn);
            client.update(session, idle(result, error));
        }
        next(session);
    }

    private static ObjectNode idle(@Nullable JsonNode result, @Nullable JsonNode error) {
        ObjectNode idle = Json.object().put("sessionUpdate", "state_update").put("state", "idle");
        if (result != null) {
            idle.put("stopReason", Json.text(result, "stopReason", "end_turn"));
            for (String member : new String[] {"usage", "_meta"}) {
                if (Json.has(result, member)) {
                    idle.set(member, result.path(member));
                }
            }
        } else if (error != null && error.path("code").asInt() == CANCELLED) {
            idle.put("stopReason", "cancelled");
        } else {
            idle.put("stopReason", "error").set("error", error);
        }
        return idle;
    }

    private void next(BridgedSession session) {
        session.turn = null;
        session.endChunks();
        proceed(session);
    }

    /** Passes on the first prompt that waits, where nothing is in its way any more. */
    void proceed(BridgedSession session) {
        PromptedTurn next = session.takesPrompt() ? session.held.poll() : null;
        if (next != null) {
            start(session, next);
        }
    }

    /** Stops what runs and what waits; prompts that come later are not concerned. */
    void cancel(BridgedSession session) {
        sign(session);
        dropHeld(session, "the session's work was cancelled");
    }

    private void dropHeld(BridgedSession session, String why) {
        for (PromptedTurn turn; (turn = session.held.poll()) != null; ) {
            on.wire().refuse(turn.request, CANCELLED, "Cancelled: " + why);
        }
    }

    /** Ends the turn of a session that is closed or whose agent has gone, whatever the agent still says. */
    void end(BridgedSession session, String stopReason, @Nullable JsonNode error) {
        dropHeld(session, "the session has ended");
        PromptedTurn turn = session.turn;
        if (turn == null) {
            return;
        }
        session.turn = null;
        if (!turn.inserted && error != null) {
            showAll(session, turn.echo.refute());
            on.wire().refuse(turn.request, error);
            return;
        }
        insert(session, turn, null);
        showOther(session, turn);
        ObjectNode idle = Json.object()
                .put("sessionUpdate", "state_update")
                .put("state", "idle")
                .put("stopReason", stopReason);
        if (error != null) {
            idle.set("error", error);
        }
        client.update(session, idle);
    }

    /** Ends a turn that the agent will not end any more, if it is the running one; what waits goes on, as the session does. */
    void end(BridgedSession session, PromptedTurn turn) {
        if (turn.equals(session.turn)) {
            insert(session, turn, null);
            showOther(session, turn);
            client.update(session, idle(Json.object().put("stopReason", "cancelled"), null));
            next(session);
        }
    }

    /** Sends the session's state to a client that resumes it. */
    void tellState(BridgedSession session) {
        client.state(
                session, session.turn == null ? "idle" : session.questions.isEmpty() ? "running" : "requires_action");
    }

    /** Sends a request of the agent that the user decides to the client, in the state that goes with it. */
    void ask(BridgedSession session, Incoming question, ObjectNode params, JsonNode ifCancelled) {
        sign(session);
        if (session.turn != null && session.questions.isEmpty()) {
            client.state(session, "requires_action");
        }
        session.questions.add(question);
        session.losses.tellIn(params);
        on.wire().forward(question, question.method(), params, (result, error) -> {
            decided(session, question);
            if (result == null) {
                on.wire().refuse(question, error);
            } else {
                on.wire().respond(question, OlderAgent.decision(result, ifCancelled));
            }
        });
    }

    private void decided(BridgedSession session, Incoming question) {
        session.questions.remove(question);
        if (session.turn != null && session.questions.isEmpty()) {
            client.state(session, "running");
        }
    }

    /** Has all open questions of a session decided as a client of the older version does when it cancels. */
    void cancelQuestions(BridgedSession session) {
        for (Incoming question : session.questions) {
            on.wire().abandon(question);
            on.wire().respond(question, OlderAgent.cancelled(question.method()));
        }
        session.questions.clear();
    }
}
