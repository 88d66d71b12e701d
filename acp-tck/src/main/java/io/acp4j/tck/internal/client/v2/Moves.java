package io.acp4j.tck.internal.client.v2;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.client.Driver;
import io.acp4j.tck.internal.client.Stage;
import io.acp4j.tck.internal.client.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an agent of version 2 says step by step, where a scenario is about the steps. */
final class Moves {

    private Moves() {}

    static void state(Stage stage, String session, String state, @Nullable Object... members) {
        ObjectNode update = Stage.update(session, "state_update", "state", state);
        update.withObject("/update").setAll(obj(members));
        stage.send(update);
    }

    static void running(Stage stage, String session) {
        state(stage, session, "running");
    }

    static void idle(Stage stage, String session, String stopReason) {
        state(stage, session, "idle", "stopReason", stopReason);
    }

    /** Says that a prompt has become a message. */
    static void inserted(Turn turn, String message) {
        turn.stage().link().respond(turn.prompt(), obj("result", obj("messageId", message)));
    }

    /** Sends the message back that a prompt has become. */
    static void echo(Turn turn, String message) {
        turn.update(
                "user_message", "messageId", message, "content", turn.prompt().at("/params/prompt"));
    }

    /** Inserts a prompt: the response, then the echo. */
    static void insert(Turn turn, String message) {
        inserted(turn, message);
        echo(turn, message);
    }

    static ObjectNode text(String text) {
        return obj("type", "text", "text", text);
    }

    /** Returns an item of the content of a tool call. */
    static ObjectNode item(String text) {
        return obj("type", "content", "content", text(text));
    }

    static String base64(byte... bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    static String base64(String text) {
        return base64(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Checks that a turn is not over; what a client does too early is seen when it has done what it was asked for before. */
    static boolean isOpen(Turn turn, String requirement, String expected) throws InterruptedException {
        Stage stage = turn.stage();
        stage.link().settle();
        if (stage.probe().has("driver:messages")) {
            stage.ask("messages", "session", turn.session());
        }
        Driver.Told early = turn.command().toldSoFar();
        stage.check(requirement, !early.came(), expected, early);
        return !early.came();
    }

    /** Checks that a turn is over, for the reason given. */
    static void isOver(Turn turn, String requirement, String stopReason) throws InterruptedException {
        Driver.Told told = turn.command().await();
        turn.stage()
                .check(
                        requirement,
                        told.text("/stopReason").equals(stopReason),
                        "the end of the turn: " + stopReason,
                        told);
    }

    /** Returns what the driver says of a session; an item of a list by its id, a missing node when it is not there. */
    static JsonNode item(Stage stage, String command, String list, String session, String id)
            throws InterruptedException {
        for (JsonNode each :
                stage.ask(command, "session", session).need(command).at("/" + list)) {
            if (each.path("id").asText().equals(id)) {
                return each;
            }
        }
        return MissingNode.getInstance();
    }

    /** Returns the requests of a method that the client has sent since an entry, once it has told what became of a command. */
    static List<Entry> calls(Stage stage, Entry since, String method) throws InterruptedException {
        stage.link().settle();
        return stage.link().since(since).stream()
                .filter(entry -> entry.method().equals(method))
                .toList();
    }

    /** Asks the client for something that the agent does not offer. */
    static void refuses(Stage stage, String requirement, String method, String command, @Nullable Object... members)
            throws InterruptedException {
        Entry last = stage.last();
        Driver.Told told = stage.ask(command, members);
        List<Entry> calls = calls(stage, last, method);
        stage.check(
                requirement,
                told.came() && calls.isEmpty(),
                "a refusal without " + method,
                calls.isEmpty() ? told : calls);
    }

    /** Returns a select option whose value is one of two. */
    static ObjectNode option(String id, String value) {
        return obj(
                "configId",
                id,
                "name",
                "Option " + id,
                "type",
                "select",
                "currentValue",
                value,
                "options",
                arr(obj("value", "a", "name", "A"), obj("value", "b", "name", "B")));
    }
}
