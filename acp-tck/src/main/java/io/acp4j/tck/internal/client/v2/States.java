package io.acp4j.tck.internal.client.v2;

import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.acp4j.tck.internal.client.Driver;
import io.acp4j.tck.internal.client.Stage;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;

/** What a client shows of the state of a session. */
final class States {

    static final List<Scenario> ALL = List.of(
            play("v2-state/last", "V2-CLI-STATE-001", stage -> {
                String session = stage.session();
                for (String state : List.of("running", "requires_action", "running", "idle")) {
                    Moves.state(stage, session, state);
                    Driver.Told told = shown(stage, session);
                    stage.check("V2-CLI-STATE-001", told.text("/state").equals(state), state, told);
                }
            }),
            play("v2-state/background", "V2-CLI-STATE-002", stage -> {
                String session = stage.session();
                ArrayNode both = arr(
                        obj("type", "tool_call", "toolCallId", "bg1"), obj("type", "terminal", "terminalId", "term-1"));
                Moves.state(stage, session, "running", "background", both);
                background(stage, session, arr("bg1", "term-1"));
                Moves.state(stage, session, "running", "background", arr(both.get(1)));
                background(stage, session, arr("term-1"));
                Moves.state(stage, session, "idle", "background", arr());
                background(stage, session, arr());
            }),
            play("v2-state/apart", "V2-CLI-STATE-003", stage -> {
                String one = stage.session();
                String two = stage.session();
                Moves.state(stage, two, "idle");
                Moves.running(stage, one);
                Driver.Told told = shown(stage, two);
                stage.check("V2-CLI-STATE-003", told.text("/state").equals("idle"), "idle", told);
                Moves.idle(stage, one, "end_turn");
            }),
            play("v2-state/unknown-background", "V2-CLI-STATE-004", stage -> {
                String session = stage.session();
                ArrayNode odd =
                        arr(obj("type", "_dream", "dreamId", "d1"), obj("type", "tool_call", "toolCallId", "bg1"));
                Moves.state(stage, session, "running", "background", odd);
                Driver.Told told = shown(stage, session);
                boolean listed = false;
                for (var each : told.at("/background")) {
                    listed |= each.asText().equals("bg1");
                }
                stage.check(
                        "V2-CLI-STATE-004",
                        told.text("/state").equals("running") && listed,
                        "running, with bg1 in the background",
                        told);
                Moves.idle(stage, session, "end_turn");
            }));

    private States() {}

    private static Driver.Told shown(Stage stage, String session) throws InterruptedException {
        stage.link().settle();
        return stage.ask("state", "session", session).need("state");
    }

    private static void background(Stage stage, String session, ArrayNode ids) throws InterruptedException {
        Driver.Told told = shown(stage, session);
        stage.check("V2-CLI-STATE-002", told.at("/background").equals(ids), "the background " + ids, told);
    }
}
