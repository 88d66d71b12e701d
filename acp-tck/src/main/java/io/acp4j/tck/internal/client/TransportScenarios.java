package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.jsonrpc.LargeIds;
import io.acp4j.tck.internal.jsonrpc.Separators;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Bytes, lines and envelopes. Any client responds to a request that it does not know, so these need no driver. */
final class TransportScenarios {

    static final List<Scenario> ALL = List.of(
            play("stdio/pieces", "CLI-STDIO-004", TransportScenarios::pieces),
            play("stdio/glued", "CLI-STDIO-005", TransportScenarios::glued),
            play("stdio/carriage-return", "CLI-STDIO-006", TransportScenarios::carriageReturn),
            play("stdio/blank-lines", "CLI-STDIO-007", TransportScenarios::blankLines),
            play(
                    "stdio/separators",
                    "CLI-STDIO-012",
                    stage -> Separators.check(stage.probe(), stage.link(), "CLI-STDIO-012")),
            play("stdio/quit", "CLI-STDIO-008", TransportScenarios::quit),
            play("rpc/notifications", "CLI-RPC-011", TransportScenarios::notifications),
            play("rpc/unknown-method", "CLI-RPC-012", TransportScenarios::unknownMethod),
            play("rpc/string-id", "CLI-RPC-013", stage -> ids(stage, "CLI-RPC-013", node("tck-1"), node("1"))),
            play(
                    "rpc/number-ids",
                    "CLI-RPC-014",
                    stage -> ids(stage, "CLI-RPC-014", node(0), node(-7), node(9007199254740991L))),
            play("rpc/large-ids", "CLI-RPC-021", stage -> LargeIds.check(stage.probe(), stage.link(), "CLI-RPC-021")),
            play(
                    "rpc/strange-ids",
                    "CLI-RPC-015",
                    stage -> ids(stage, "CLI-RPC-015", node("ünï-☃-\uD83D\uDE42"), node("\"\\/\b\n\t\u0001"))),
            play("rpc/any-order", "CLI-RPC-016", TransportScenarios::anyOrder),
            play("rpc/many", "CLI-RPC-017", TransportScenarios::many),
            play("rpc/unasked-response", "CLI-RPC-018", TransportScenarios::unaskedResponse),
            play("rpc/missing-params", "CLI-RPC-019 CLI-RPC-020", TransportScenarios::missingParams));

    private TransportScenarios() {}

    private static String request(String id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":\"_acp4j/ping\",\"params\":{\"text\":\"ü☃\"}}";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isAnswered(Stage stage, String id) throws InterruptedException {
        return stage.link().await(stage.initialize(), entry -> answers(entry, id)) != null;
    }

    private static boolean answers(Entry entry, String id) {
        return entry.kind() == Entry.Kind.RESPONSE && entry.at("/id").asText().equals(id);
    }

    private static void pieces(Stage stage) throws InterruptedException {
        List<byte[]> pieces = new ArrayList<>();
        for (byte b : bytes(request("pieces-ü") + "\n")) {
            pieces.add(new byte[] {b});
        }
        stage.link().writePieces(pieces);
        stage.check("CLI-STDIO-004", isAnswered(stage, "pieces-ü"), "a response", "none");
    }

    private static void glued(Stage stage) throws InterruptedException {
        stage.link()
                .writePieces(List.of(bytes(request("one") + "\n" + request("two") + "\n" + request("three") + "\n")));
        boolean all = isAnswered(stage, "one") && isAnswered(stage, "two") && isAnswered(stage, "three");
        stage.check("CLI-STDIO-005", all, "three responses", "fewer");
    }

    private static void carriageReturn(Stage stage) throws InterruptedException {
        stage.link().writePieces(List.of(bytes(request("cr") + "\r\n")));
        stage.check("CLI-STDIO-006", isAnswered(stage, "cr"), "a response", "none");
    }

    private static void blankLines(Stage stage) throws InterruptedException {
        stage.link().writePieces(List.of(bytes("\n"), bytes(" \t\n"), bytes("\r\n"), bytes(request("blank") + "\n")));
        stage.check("CLI-STDIO-007", isAnswered(stage, "blank"), "a response", "none");
    }

    private static void quit(Stage stage) throws InterruptedException {
        stage.driver().start("quit");
        boolean ended = stage.link().awaitEnd();
        stage.check("CLI-STDIO-008", ended, "the end of the connection", "it stays open");
    }

    private static void notifications(Stage stage) throws InterruptedException {
        Entry last = stage.last();
        stage.link().notify("_acp4j/note", obj("text", "nothing to say to this"));
        stage.link().notify("_acp4j/other", obj());
        Reply fence = stage.link().settle();
        List<Entry> answers = stage.link().since(last).stream()
                .filter(entry -> entry.kind() == Entry.Kind.RESPONSE && entry.index() != fence.index())
                .toList();
        stage.check("CLI-RPC-011", answers.isEmpty(), "no response", answers);
    }

    private static void unknownMethod(Stage stage) throws InterruptedException {
        for (String method : List.of("_acp4j/unknown", "craft/unknown", "session/unknown")) {
            Reply reply = stage.call(method, obj());
            stage.check("CLI-RPC-012", reply.isError(-32601), "error -32601 for " + method, reply);
        }
        // A second response to the last request would otherwise arrive after the end of the scenario.
        stage.link().settle();
    }

    private static void ids(Stage stage, String requirement, JsonNode... ids) throws InterruptedException {
        for (JsonNode id : ids) {
            Call call = stage.link().start(id, "_acp4j/ping", obj());
            Reply reply = call.await();
            JsonNode back = reply.at("/id");
            boolean same = id.isTextual() ? id.equals(back) : back.isIntegralNumber() && back.asLong() == id.asLong();
            stage.check(requirement, same, "the id " + id, reply);
        }
    }

    private static void anyOrder(Stage stage) throws InterruptedException {
        String message = "{\"params\":{\"b\":1},\"method\":\"_acp4j/ping\",\"id\":\"last\",\"jsonrpc\":\"2.0\"}";
        Reply reply = stage.link().startExact(node("last"), message).await();
        stage.check("CLI-RPC-016", reply.isError(-32601) || reply.isResult(), "a response", reply);
    }

    private static void many(Stage stage) throws InterruptedException {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            calls.add(stage.link().start("_acp4j/ping", obj("n", i)));
        }
        for (Call call : calls) {
            stage.check("CLI-RPC-017", call.await().came(), "a response to each", "none to " + call.id());
        }
    }

    private static void unaskedResponse(Stage stage) throws InterruptedException {
        Link link = stage.link();
        Entry last = stage.last();
        link.send(obj("jsonrpc", "2.0", "id", "never-asked", "result", obj()));
        link.send(obj("jsonrpc", "2.0", "id", 987654, "error", obj("code", -32603, "message", "never asked")));
        Reply fence = link.settle();
        List<Entry> answers = link.since(last).stream()
                .filter(entry -> entry.kind() == Entry.Kind.RESPONSE && entry.index() != fence.index())
                .toList();
        stage.check("CLI-RPC-018", answers.isEmpty(), "no response", answers);
    }

    private static void missingParams(Stage stage) throws InterruptedException {
        String session = stage.session();
        List<Reply> replies = List.of(
                stage.call("session/request_permission", obj("sessionId", session)),
                stage.call("session/request_permission", obj("options", Json.arr())),
                stage.call("session/request_permission", obj("sessionId", 42, "options", "none", "toolCall", 1)));
        for (Reply reply : replies) {
            stage.check("CLI-RPC-019", reply.isError(), "an error", reply);
            if (reply.isError()) {
                stage.check("CLI-RPC-020", reply.isError(-32602), "error -32602", reply);
            }
        }
    }
}
