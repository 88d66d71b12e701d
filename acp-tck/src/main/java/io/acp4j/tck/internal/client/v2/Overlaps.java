package io.acp4j.tck.internal.client.v2;

import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.wire.Json.obj;

import io.acp4j.tck.internal.client.Driver;
import io.acp4j.tck.internal.client.Stage;
import io.acp4j.tck.internal.client.Turn;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** Prompts that are sent while another one runs. */
final class Overlaps {

    private static final int CANCELLED = -32800;

    static final List<Scenario> ALL = List.of(
            play("v2-queue/held", "V2-CLI-QUEUE-001", stage -> {
                Turn first = stage.prompt(stage.session(), "one");
                Turn second = stage.received(first.session(), "two");
                Moves.idle(stage, first.session(), "end_turn");
                Moves.isOver(first, "V2-CLI-QUEUE-001", "end_turn");
                if (Moves.isOpen(second, "V2-CLI-QUEUE-001", "a turn that goes on, as its prompt is held")) {
                    Moves.insert(second, "u2");
                    Moves.running(stage, first.session());
                    Moves.idle(stage, first.session(), "max_tokens");
                    Moves.isOver(second, "V2-CLI-QUEUE-001", "max_tokens");
                }
            }),
            play("v2-queue/steered", "V2-CLI-QUEUE-002", stage -> {
                Turn first = stage.prompt(stage.session(), "one");
                Turn second = stage.received(first.session(), "two");
                Moves.insert(second, "u2");
                first.say("m1", "As you say");
                Moves.idle(stage, first.session(), "end_turn");
                Moves.isOver(first, "V2-CLI-QUEUE-002", "end_turn");
                Moves.isOver(second, "V2-CLI-QUEUE-002", "end_turn");
            }),
            play("v2-queue/cancelled", "V2-CLI-QUEUE-003", stage -> {
                Turn first = stage.prompt(stage.session(), "one");
                Turn second = stage.received(first.session(), "two");
                Entry last = stage.last();
                stage.ask("cancel", "session", first.session()).need("cancel");
                stage.needCall(last, "session/cancel");
                Driver.Told told = second.refuse(CANCELLED);
                stage.check(
                        "V2-CLI-QUEUE-003",
                        told.isError() || told.text("/stopReason").equals("cancelled"),
                        "a failure, or the stop reason cancelled",
                        told);
                first.end("cancelled");
            }),
            play("v2-queue/withdrawn", "V2-CLI-QUEUE-004 V2-CLI-QUEUE-005", Overlaps::withdrawn));

    private Overlaps() {}

    private static void withdrawn(Stage stage) throws InterruptedException {
        Turn first = stage.received(stage.session(), "one");
        Turn second = stage.received(first.session(), "two");
        Entry last = stage.last();
        stage.ask("withdraw", "command", second.command().id()).need("withdraw");
        Entry call = stage.link()
                .await(
                        last,
                        entry -> entry.method().startsWith("$/")
                                || entry.method().equals("session/cancel"));
        stage.check(
                "V2-CLI-QUEUE-004",
                call != null
                        && call.method().equals("$/cancel_request")
                        && call.at("/params/requestId").equals(second.prompt().at("/id")),
                "$/cancel_request for " + second.prompt().at("/id"),
                call == null ? "nothing" : call);
        stage.link().respond(second.prompt(), obj("error", obj("code", CANCELLED, "message", "Request cancelled")));
        second.command().await();
        List<Entry> cancellations = Moves.calls(stage, last, "session/cancel");
        stage.check("V2-CLI-QUEUE-005", cancellations.isEmpty(), "no session/cancel", cancellations);
        Moves.insert(first, "u1");
        Moves.running(stage, first.session());
        first.end("end_turn");
    }
}
