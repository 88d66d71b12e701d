package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.wire.Incoming;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Losses;
import io.acp4j.proxy.internal.bridge.wire.Side;
import io.acp4j.proxy.internal.bridge.wire.Surroundings;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * States of the newer version as turns of the older one: a prompt's response waits for the state that ends the work after its
 * insertion. A state that only says again that nothing runs ends nothing.
 */
final class Turns {

    private static final int CANCELLED = -32800;

    /** How many updates wait for the response to a prompt; before there are more, the oldest is shown. */
    private static final int MAX_PUT_OFF = 256;

    private static final long MAX_PUT_OFF_CHARACTERS = 4_000_000;

    private static final Set<String> STOP_REASONS =
            Set.of("end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled");

    private final Surroundings on;

    /** Sends what was put off, before a response that ends a turn. */
    private final Consumer<ShownSession> flush;

    /** Shows what was put off until the response to a prompt. */
    private final BiConsumer<ShownSession, ObjectNode> show;

    Turns(Surroundings on, Consumer<ShownSession> flush, BiConsumer<ShownSession, ObjectNode> show) {
        this.on = on;
        this.flush = flush;
        this.show = show;
    }

    void prompt(ShownSession session, Incoming request) {
        WaitingTurn turn = new WaitingTurn(request);
        if (session.turn == null) {
            start(session, turn);
        } else if (on.settings().refuseOverlaps()) {
            on.wire().refuse(request, -32600, "Invalid request: a prompt of this session is running");
        } else if (session.held.size() >= on.limits().maxHeldPrompts()) {
            on.wire().refuse(request, -32603, "Too many prompts wait for this session; wait for one to end");
        } else {
            session.held.add(turn);
            request.onCancel(() -> {
                session.held.remove(turn);
                on.wire().refuse(request, CANCELLED, "Cancelled: the prompt was withdrawn before it was sent");
            });
        }
    }

    private void start(ShownSession session, WaitingTurn turn) {
        session.turn = turn;
        turn.request.onCancel(null);
        on.wire().forward(turn.request, "session/prompt", turn.request.params(), (result, error) -> {
            if (!turn.equals(session.turn)) {
                return;
            }
            String id = result == null ? null : Json.text(result, "messageId");
            if (result == null) {
                refuse(session, turn, error);
            } else {
                inserted(session, turn, id == null ? "" : id);
            }
        });
    }

    private void refuse(ShownSession session, WaitingTurn turn, @Nullable JsonNode error) {
        release(session);
        flush.accept(session);
        if (turn.cancelled && error != null && error.path("code").asInt() == CANCELLED) {
            on.wire().respond(turn.request, Json.object().put("stopReason", "cancelled"));
        } else {
            on.wire().refuse(turn.request, error);
        }
        next(session);
    }

    private void inserted(ShownSession session, WaitingTurn turn, String messageId) {
        turn.messageId = messageId;
        turn.request.onCancel(() -> {
            turn.cancelled = true;
            on.wire().notify(Side.AGENT, "session/cancel", Json.object().put("sessionId", session.id));
        });
        showAll(session, turn);
        if (turn.early != null && turn.equals(session.turn)) {
            finish(session, turn, turn.early);
        }
    }

    /** Puts an update off until it is known which message is the echo of the prompt; returns whether it does. */
    boolean putsOff(ShownSession session, ObjectNode params) {
        WaitingTurn turn = session.turn;
        if (turn == null || session.isReplaying() || !turn.putsOff(params)) {
            return false;
        }
        int limit = Math.min(MAX_PUT_OFF, on.limits().maxItems());
        for (ObjectNode surplus; (surplus = turn.surplus(limit, MAX_PUT_OFF_CHARACTERS)) != null; ) {
            show.accept(session, surplus);
        }
        return true;
    }

    /** Shows all that was put off, and puts off nothing more, as something depends on it. */
    void release(ShownSession session) {
        if (session.turn != null) {
            session.turn.release();
            showAll(session, session.turn);
        }
    }

    private void showAll(ShownSession session, WaitingTurn turn) {
        for (ObjectNode params; (params = turn.next()) != null; ) {
            show.accept(session, params);
        }
    }

    /** Takes a message of a user, or a part of one; returns whether it is the session's own prompt. */
    boolean isOwnPrompt(ShownSession session, String messageId, JsonNode content) {
        WaitingTurn turn = session.turn;
        if (turn == null) {
            return false;
        }
        if (!turn.isInserted()) {
            return turn.mayBe(content);
        }
        turn.active = true;
        return messageId.equals(turn.messageId);
    }

    /** Notes that the agent has sent something. */
    void sign(ShownSession session) {
        if (session.turn != null && session.turn.isInserted()) {
            session.turn.active = true;
        }
    }

    void state(ShownSession session, JsonNode update) {
        if (Json.has(update, "background") && !update.path("background").isEmpty()) {
            session.losses.add(BridgeLoss.BACKGROUND_WORK);
        }
        String state = Json.text(update, "state", "");
        boolean worked = session.working;
        if (!state.equals("idle")) {
            session.working = !state.equals("unknown") && !state.isEmpty();
            return;
        }
        session.working = false;
        WaitingTurn turn = session.turn;
        if (turn == null || session.isReplaying()) {
            return;
        }
        boolean ends = worked || (turn.active && Json.has(update, "stopReason"));
        if (turn.isInserted() && ends) {
            finish(session, turn, update);
        } else if (turn.isReleased() && worked) {
            turn.early = update;
        }
    }

    private void finish(ShownSession session, WaitingTurn turn, JsonNode idle) {
        flush.accept(session);
        String reason = Json.text(idle, "stopReason", "");
        if (reason.equals("error")) {
            JsonNode error = idle.path("error");
            boolean given = error.path("code").isIntegralNumber()
                    && error.path("message").isTextual();
            on.wire().refuse(turn.request, given ? error : Json.error(-32603, "Internal error: the turn failed"));
        } else {
            ObjectNode result = Json.object().put("stopReason", reason);
            for (String member : new String[] {"usage", "_meta"}) {
                if (Json.has(idle, member)) {
                    result.set(member, idle.path(member));
                }
            }
            if (!STOP_REASONS.contains(reason)) {
                result.put("stopReason", "end_turn");
                session.losses.add(BridgeLoss.STOP_REASON);
                if (!reason.isEmpty()) {
                    Losses.own(result).put("stopReason", reason);
                }
            }
            if (turn.messageId != null && !turn.messageId.isEmpty()) {
                Losses.own(result).put("messageId", turn.messageId);
            }
            session.losses.tellIn(result);
            on.wire().respond(turn.request, result);
        }
        next(session);
    }

    private void next(ShownSession session) {
        session.turn = null;
        WaitingTurn next = session.held.poll();
        if (next != null) {
            start(session, next);
        }
    }

    /** Notes a cancellation that is passed on, and ends the turns that the agent does not know yet. */
    void cancel(ShownSession session) {
        if (session.turn != null) {
            session.turn.cancelled = true;
        }
        for (WaitingTurn turn; (turn = session.held.poll()) != null; ) {
            on.wire().respond(turn.request, Json.object().put("stopReason", "cancelled"));
        }
    }

    /** Ends what the agent will not end any more. */
    void end(ShownSession session) {
        cancel(session);
        WaitingTurn turn = session.turn;
        if (turn != null) {
            release(session);
            flush.accept(session);
            session.turn = null;
            on.wire().respond(turn.request, Json.object().put("stopReason", "cancelled"));
        }
    }

    /** Ends a turn that the agent will not end any more, if it is the running one; what waits goes on, as the session does. */
    void end(ShownSession session, WaitingTurn turn) {
        if (turn.equals(session.turn)) {
            release(session);
            flush.accept(session);
            on.wire().respond(turn.request, Json.object().put("stopReason", "cancelled"));
            next(session);
        }
    }

    /** Fails what runs and what waits, as the agent has gone. */
    void fail(ShownSession session, ObjectNode error) {
        release(session);
        WaitingTurn running = session.turn;
        session.turn = null;
        if (running != null) {
            on.wire().refuse(running.request, error);
        }
        for (WaitingTurn turn; (turn = session.held.poll()) != null; ) {
            on.wire().refuse(turn.request, error.deepCopy());
        }
    }
}
