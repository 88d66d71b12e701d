package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The turns of a session, as a reference client of version 2 tells them apart. */
final class V2Turns {

    /** What is told of the end of a turn. */
    interface Listener {
        void ended(JsonNode command, JsonNode idle);
    }

    private static final class Turn {
        private final JsonNode command;
        private boolean inserted;
        private boolean early;

        Turn(JsonNode command) {
            this.command = command;
        }
    }

    private final Faults faults;
    private final Listener listener;
    private final List<Turn> open = new ArrayList<>();

    /** The messages of the user that came back before the response to their prompt, and what has ended their work since. */
    private final Map<String, JsonNode> echoed = new HashMap<>();

    private final Set<String> echoes = new HashSet<>();
    private boolean busy;

    V2Turns(Faults faults, Listener listener) {
        this.faults = faults;
        this.listener = listener;
    }

    boolean isBusy() {
        return busy || open.stream().anyMatch(turn -> turn.inserted);
    }

    /** Ends the turns that are open as abandoned; returns their commands. */
    List<JsonNode> abandoned() {
        List<JsonNode> commands = open.stream().map(turn -> turn.command).toList();
        open.clear();
        return commands;
    }

    void begin(JsonNode command) {
        open.add(new Turn(command));
    }

    private @Nullable Turn of(JsonNode command) {
        return open.stream().filter(turn -> turn.command == command).findFirst().orElse(null);
    }

    /** The prompt has been refused. */
    void refused(JsonNode command) {
        open.removeIf(turn -> turn.command == command);
    }

    /** The agent has sent a message of the user back. */
    void echo(String id) {
        echoes.add(id);
    }

    /** The prompt has become a message. */
    void inserted(JsonNode command, String id) {
        Turn turn = of(command);
        if (turn == null) {
            return;
        }
        turn.inserted = true;
        turn.early &= !echoes.contains(id);
        JsonNode ended = echoed.remove(id);
        if (ended != null && !faults.has("forgets-early-ends")) {
            end(turn, ended);
        } else if (faults.has("ends-echoed-when-inserted") && echoes.contains(id) && ended == null) {
            end(turn, obj("stopReason", "end_turn"));
        }
    }

    /** The agent goes on to something else: a faulty client takes that for the end. */
    void turnedAway() {
        if (faults.has("ends-when-inserted") && !busy && echoes.isEmpty()) {
            endInserted(obj("stopReason", "end_turn"), false);
        }
    }

    void state(JsonNode update) {
        String state = update.path("state").asText();
        if (state.equals("idle")) {
            idle(update);
            return;
        }
        open.stream().filter(turn -> !turn.inserted && echoes.isEmpty()).forEach(turn -> turn.early = true);
        busy = true;
        boolean over = state.equals("requires_action") && faults.has("ends-at-requires-action")
                || state.startsWith("_") && faults.has("ends-at-unknown-states");
        if (over) {
            endInserted(obj("stopReason", "end_turn"), false);
        }
    }

    private void idle(JsonNode update) {
        boolean wasBusy = busy;
        busy = false;
        boolean reason = update.path("stopReason").isTextual();
        boolean waits =
                faults.has("waits-for-background") && update.path("background").size() > 0
                        || faults.has("needs-reasons") && !reason;
        if ((!wasBusy && !reason) || waits) {
            if (!wasBusy && faults.has("ends-at-any-idle")) {
                endInserted(update, true);
            }
            return;
        }
        boolean nothing = open.stream().noneMatch(turn -> turn.inserted);
        boolean all = nothing
                ? faults.has(wasBusy ? "ends-with-unprompted-work" : "ends-at-repeated-idles") && !isEchoed()
                : faults.has("ends-held-with-work");
        echoes.forEach(id -> echoed.put(id, update));
        endInserted(update, all);
    }

    private boolean isEchoed() {
        return !echoes.isEmpty();
    }

    private void endInserted(JsonNode idle, boolean all) {
        for (Turn turn : List.copyOf(open)) {
            if (turn.inserted || all) {
                end(turn, idle);
                if (faults.has("ends-one-turn-at-a-time")) {
                    return;
                }
            }
        }
    }

    private void end(Turn turn, JsonNode idle) {
        open.remove(turn);
        if (open.isEmpty()) {
            echoes.clear();
            echoed.clear();
        }
        boolean confused = turn.early && faults.has("confuses-early-running");
        listener.ended(turn.command, confused ? obj("stopReason", "end_turn") : idle);
    }
}
