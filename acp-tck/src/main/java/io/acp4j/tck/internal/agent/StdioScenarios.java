package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.acp4j.tck.internal.jsonrpc.Separators;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import io.acp4j.tck.internal.wire.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Frames on a stream of bytes: split, glued, and at the end. */
final class StdioScenarios {

    private static final int GLUED = 20;

    static final List<Scenario> ALL = List.of(
            scenario("stdio/end-of-input", "STDIO-004 STDIO-005", StdioScenarios::endOfInput),
            scenario("stdio/frames", "STDIO-006 STDIO-007 STDIO-008 STDIO-009", StdioScenarios::frames),
            scenario("stdio/separators", "STDIO-012", probe -> Separators.check(probe, probe.open(), "STDIO-012")));

    private StdioScenarios() {}

    private static void endOfInput(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Call last = link.start("_acp4j/last", obj());
        link.closeInput();
        Reply reply = last.await();
        probe.check("STDIO-005", reply.came(), "a response", reply);
        var exit = link.awaitExit();
        probe.check("STDIO-004", exit.isPresent(), "the end of the process", "it still runs");
    }

    private static void frames(Probe probe) throws InterruptedException {
        Link link = probe.open();
        pieces(probe, link);
        glued(probe, link);

        LongNode id = LongNode.valueOf(7_001);
        Reply reply = link.startExact(id, Json.node(request(id)) + "\r").await();
        probe.check("STDIO-008", reply.came(), "a response to a line that ends in CR LF", reply);

        link.sendRaw("");
        link.sendRaw("  ");
        link.sendRaw("\r");
        Reply after = link.ping();
        probe.check("STDIO-009", after.came(), "a response after blank lines", after);
    }

    private static void pieces(Probe probe, Link link) throws InterruptedException {
        TextNode id = TextNode.valueOf("grüße-日本-🙂");
        byte[] line = line(request(id));
        List<byte[]> pieces = new ArrayList<>();
        for (int at = 0; at < line.length; at += 7) {
            pieces.add(Arrays.copyOfRange(line, at, Math.min(line.length, at + 7)));
        }
        Entry before = link.notify("_acp4j/pieces", obj());
        link.writePieces(pieces);
        Entry answer = link.await(
                before,
                entry -> entry.kind() == Entry.Kind.RESPONSE && entry.at("/id").equals(id));
        probe.check("STDIO-006", answer != null, "a response with the request's id", "none");
    }

    private static void glued(Probe probe, Link link) throws InterruptedException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < GLUED; i++) {
            all.writeBytes(line(request(LongNode.valueOf(8_000 + i))));
        }
        Entry before = link.notify("_acp4j/glued", obj());
        link.writePieces(List.of(all.toByteArray()));
        int answered = 0;
        for (int i = 0; i < GLUED; i++) {
            int id = 8_000 + i;
            answered += link.await(
                                    before,
                                    entry -> entry.kind() == Entry.Kind.RESPONSE
                                            && entry.at("/id").asInt() == id)
                            == null
                    ? 0
                    : 1;
        }
        probe.check("STDIO-007", answered == GLUED, GLUED + " responses", answered);
    }

    private static ObjectNode request(JsonNode id) {
        return obj("jsonrpc", "2.0", "id", id, "method", "_acp4j/ping", "params", obj());
    }

    private static byte[] line(JsonNode message) {
        return (message + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
