package io.acp4j.tck.internal.client.v2;

import static io.acp4j.tck.internal.client.Stage.introduced;
import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.client.Driver;
import io.acp4j.tck.internal.client.PlayedAgent;
import io.acp4j.tck.internal.client.Stage;
import io.acp4j.tck.internal.probe.Responders;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client shows of a session besides what is said in it: title, cost, plans, options. */
final class Facts {

    private static final String INFO = "session_info_update";

    static final List<Scenario> ALL = List.of(
            play("v2-info/cleared-title", "V2-CLI-INFO-001", stage -> {
                String session = stage.session();
                stage.send(Stage.update(session, INFO, "title", "A secret"));
                stage.send(Stage.update(session, INFO, "title", null));
                info(stage, session, "V2-CLI-INFO-001", "title", null);
            }),
            play("v2-info/kept-title", "V2-CLI-INFO-002", stage -> {
                String session = stage.session();
                stage.send(Stage.update(session, INFO, "title", "A title"));
                stage.send(Stage.update(session, INFO, "updatedAt", "2026-01-02T03:04:05Z"));
                info(stage, session, "V2-CLI-INFO-002", "title", "A title");
            }),
            play("v2-info/cleared-cost", "V2-CLI-INFO-003", stage -> {
                String session = stage.session();
                usage(stage, session, "cost", obj("amount", 7, "currency", "EUR"));
                usage(stage, session, "cost", null);
                info(stage, session, "V2-CLI-INFO-003", "cost", null);
            }),
            play("v2-info/kept-cost", "V2-CLI-INFO-004", stage -> {
                String session = stage.session();
                usage(stage, session, "cost", obj("amount", 7, "currency", "EUR"));
                usage(stage, session);
                info(stage, session, "V2-CLI-INFO-004", "cost", "7");
            }),
            play("v2-plan/apart", "V2-CLI-PLAN-001", stage -> {
                String session = stage.session();
                plan(stage, session, "p1", entry("dig"));
                plan(stage, session, "p2", entry("sow"));
                plans(stage, session, "V2-CLI-PLAN-001", "p1", "dig");
                plans(stage, session, "V2-CLI-PLAN-001", "p2", "sow");
            }),
            play("v2-plan/replaced", "V2-CLI-PLAN-002", stage -> {
                String session = stage.session();
                plan(stage, session, "p1", entry("dig"), entry("sow"));
                plan(stage, session, "p1", entry("reap"));
                plans(stage, session, "V2-CLI-PLAN-002", "p1", "reap");
            }),
            play("v2-plan/malformed-entry", "V2-CLI-PLAN-003", stage -> {
                String session = stage.session();
                plan(stage, session, "p1", entry("dig"), obj("content", 7), entry("sow"));
                plans(stage, session, "V2-CLI-PLAN-003", "p1", "dig", "sow");
            }),
            play("v2-option/set", "V2-CLI-OPT-001 V2-CLI-OPT-002", Facts::withOptions, Facts::set),
            play("v2-option/update", "V2-CLI-OPT-003", Facts::withOptions, stage -> {
                String session = stage.session();
                stage.send(Stage.update(
                        session, "config_option_update", "configOptions", arr(Moves.option("style", "b"))));
                stage.link().settle();
                JsonNode shown = stage.ask("options", "session", session).at("/options");
                ArrayNode expected = arr(obj("id", "style", "value", "b"));
                stage.check("V2-CLI-OPT-003", shown.equals(expected), expected.toString(), shown);
            }));

    private Facts() {}

    private static void usage(Stage stage, String session, @Nullable Object... more) {
        ObjectNode update = Stage.update(session, "usage_update", "used", 10, "size", 100);
        update.withObject("/update").setAll(obj(more));
        stage.send(update);
    }

    private static void info(Stage stage, String session, String requirement, String member, @Nullable String expected)
            throws InterruptedException {
        stage.link().settle();
        Driver.Told told = stage.ask("info", "session", session).need("info");
        JsonNode value = told.at("/" + member);
        boolean same = expected == null
                ? value.isNull() || value.isMissingNode() || value.asText().isEmpty()
                : value.isNumber()
                        ? value.asDouble() == Double.parseDouble(expected)
                        : value.asText().equals(expected);
        stage.check(requirement, same, expected == null ? "no " + member : member + " " + expected, told);
    }

    private static ObjectNode entry(String content) {
        return obj("content", content, "priority", "medium", "status", "pending");
    }

    private static void plan(Stage stage, String session, String id, Object... entries) {
        ObjectNode plan = obj("type", "items", "planId", id, "entries", arr(entries));
        stage.send(Stage.update(session, "plan_update", "plan", plan));
    }

    private static void plans(Stage stage, String session, String requirement, String id, Object... entries)
            throws InterruptedException {
        stage.link().settle();
        JsonNode shown = Moves.item(stage, "plans", "plans", session, id);
        stage.check(
                requirement,
                shown.path("entries").equals(arr(entries)),
                "the plan " + id + " with " + List.of(entries),
                shown.isMissingNode() ? "no such plan" : shown);
    }

    private static Responders withOptions(PlayedAgent agent) {
        return introduced(agent, agent.introduction(obj()))
                .on(
                        "session/new",
                        request -> obj(
                                "result",
                                obj(
                                        "sessionId",
                                        "sess-1",
                                        "configOptions",
                                        arr(Moves.option("model", "a"), Moves.option("depth", "a")))))
                .on(
                        "session/set_config_option",
                        request -> obj(
                                "result",
                                obj(
                                        "configOptions",
                                        arr(
                                                Moves.option("model", "b"),
                                                Moves.option("depth", "b"),
                                                Moves.option("speed", "a")))));
    }

    private static void set(Stage stage) throws InterruptedException {
        String session = stage.session();
        Driver.Told told = stage.ask("setOption", "session", session, "option", "model", "value", "b");
        List<Entry> calls = stage.calls("session/set_config_option");
        JsonNode params = calls.isEmpty() ? obj() : calls.get(0).at("/params");
        stage.check(
                "V2-CLI-OPT-001",
                calls.size() == 1
                        && params.path("sessionId").asText().equals(session)
                        && params.path("configId").asText().equals("model")
                        && params.path("type").asText().equals("id")
                        && params.path("value").asText().equals("b"),
                "session/set_config_option of model, with the type id and the value b",
                calls.isEmpty() ? told : calls);
        ArrayNode expected = arr(
                obj("id", "model", "value", "b"), obj("id", "depth", "value", "b"), obj("id", "speed", "value", "a"));
        JsonNode shown =
                stage.ask("options", "session", session).need("options").at("/options");
        stage.check("V2-CLI-OPT-002", shown.equals(expected), expected.toString(), shown);
    }
}
