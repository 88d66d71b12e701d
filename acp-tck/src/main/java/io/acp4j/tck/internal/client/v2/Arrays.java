package io.acp4j.tck.internal.client.v2;

import static io.acp4j.tck.internal.client.Stage.AGENT;
import static io.acp4j.tck.internal.client.Stage.chunk;
import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.client.Stage;
import io.acp4j.tck.internal.client.Turn;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** Arrays of messages and ids that are null, which version 2 does not have, and methods that it has no more. */
final class Arrays {

    private static final int INVALID_REQUEST = -32600;

    private static final int METHOD_NOT_FOUND = -32601;

    static final List<Scenario> ALL = List.of(
            play("v2-rpc/array", "V2-CLI-RPC-003 V2-CLI-RPC-005", Arrays::array),
            play("v2-rpc/array-content", "V2-CLI-RPC-004", Arrays::content),
            play("v2-rpc/gone", "V2-CLI-RPC-006", Arrays::gone),
            play("v2-rpc/null-id", "V2-CLI-RPC-007", Arrays::nullId));

    private Arrays() {}

    private static ObjectNode ping(int id) {
        return obj("jsonrpc", "2.0", "id", id, "method", "_acp4j/ping", "params", obj());
    }

    private static List<Entry> responses(Stage stage, Entry since, Reply fence) {
        return stage.link().since(since).stream()
                .filter(entry -> entry.json() != null
                        && entry.isFromSubject()
                        && entry.method().isEmpty()
                        && entry.index() != fence.index())
                .toList();
    }

    private static void array(Stage stage) throws InterruptedException {
        Entry last = stage.last();
        stage.link().sendRaw(arr(ping(70_001), ping(70_002)).toString());
        Reply fence = stage.link().settle();
        stage.check("V2-CLI-RPC-005", fence.came(), "a client that goes on", fence);
        if (!fence.came()) {
            return;
        }
        List<Entry> responses = responses(stage, last, fence);
        boolean one = responses.size() == 1
                && responses.get(0).at("/id").isNull()
                && responses.get(0).at("/error/code").asInt() == INVALID_REQUEST;
        stage.check("V2-CLI-RPC-003", one, "one error -32600 with the id null", responses);
    }

    private static void content(Stage stage) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), "talk").say("m1", "one ");
        ObjectNode hidden = obj(
                "jsonrpc", "2.0", "method", "session/update", "params", chunk(turn.session(), AGENT, "m2", "hidden"));
        stage.link().sendRaw(arr(hidden).toString());
        List<String> shown = turn.say("m1", "two").endAndShow();
        stage.check("V2-CLI-RPC-004", shown.equals(List.of("agent:one two")), "[agent:one two]", shown);
    }

    private static void gone(Stage stage) throws InterruptedException {
        for (String method : List.of(
                "fs/read_text_file", "fs/write_text_file", "terminal/create", "terminal/output", "terminal/release")) {
            Reply reply = stage.call(
                    method,
                    obj("sessionId", "sess-1", "path", "/tmp/acp-tck-none", "command", "true", "terminalId", "t"));
            stage.check("V2-CLI-RPC-006", reply.isError(METHOD_NOT_FOUND), "error -32601 for " + method, reply);
        }
    }

    private static void nullId(Stage stage) throws InterruptedException {
        Entry last = stage.last();
        stage.link().sendRaw("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"_acp4j/ping\",\"params\":{}}");
        Reply fence = stage.link().settle();
        stage.check("V2-CLI-RPC-007", fence.came(), "a client that goes on", fence);
        List<Entry> results = responses(stage, last, fence).stream()
                .filter(entry -> entry.at("/error/code").asInt() != INVALID_REQUEST)
                .toList();
        stage.check("V2-CLI-RPC-007", results.isEmpty(), "error -32600, or nothing", results);
    }
}
