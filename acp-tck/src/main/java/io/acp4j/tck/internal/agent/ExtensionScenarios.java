package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Dialect;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import java.util.List;

/** Extension methods and {@code _meta}. */
final class ExtensionScenarios {

    static final List<Scenario> ALL = List.of(
            scenario("extensions/custom", "EXT-001 EXT-002 EXT-003", ExtensionScenarios::custom),
            scenario("extensions/meta", "EXT-004", ExtensionScenarios::meta),
            scenario("extensions/refused", "EXT-007", ExtensionScenarios::refused));

    private static final ObjectNode META = obj(
            "acp4j.tck/note",
            obj("deep", arr(1, "two", null)),
            "traceparent",
            "00-80e1afed08e019fc1110464cfa66635c-7a085853722dc6d2-01");

    private ExtensionScenarios() {}

    private static void custom(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Reply reply = link.call("_acp4j.tck/no_such_method", obj("language", "rust"));
        probe.check("EXT-001", reply.came(), "a response", reply);
        if (reply.came()) {
            probe.check("EXT-002", reply.isError(-32601), "the error -32601", reply);
        }
        link.notify("_acp4j.tck/no_such_notification", obj("path", "/tmp/x"));
        // A request of the protocol itself: what the agent does with custom ones is decided above.
        Reply alive = link.call("session/new", link.newSessionParams());
        probe.check("EXT-003", alive.came(), "a response to the request after it", alive);
    }

    private static void meta(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        ObjectNode info = obj("name", "acp-tck", "version", "1", "_meta", META);
        Dialect dialect = probe.dialect();
        ObjectNode init =
                dialect.initialization(dialect.version(), dialect.everything().set("_meta", META));
        init.set(dialect == Dialect.V1 ? "clientInfo" : "info", info);
        init.set("_meta", META);
        Reply initialized = link.call("initialize", init);
        probe.check("EXT-004", initialized.isResult(), "a result for initialize with _meta", initialized);
        if (probe.profile().sessionTrouble() != null) {
            return;
        }
        if (probe.settings().authMethod() != null) {
            JsonNode method = obj("methodId", probe.settings().authMethod(), "_meta", META);
            Reply authenticated = link.call(dialect.login(), method);
            probe.check("EXT-004", authenticated.isResult(), "a result for authenticate with _meta", authenticated);
        }
        Reply created = link.call("session/new", link.newSessionParams().set("_meta", META));
        probe.check("EXT-004", created.isResult(), "a result for session/new with _meta", created);
        JsonNode session = created.result().path("sessionId");
        if (probe.profile().promptTrouble() == null && session.isTextual()) {
            JsonNode block = obj("type", "text", "text", "hello", "_meta", META);
            Reply prompted =
                    link.call("session/prompt", obj("sessionId", session, "prompt", arr(block), "_meta", META));
            probe.check("EXT-004", prompted.isResult(), "a result for session/prompt with _meta", prompted);
        }
    }

    private static void refused(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = session.act("extension");
        boolean asked = turn.entries().stream()
                .anyMatch(entry -> entry.method().startsWith("_")
                        && entry.json() != null
                        && entry.json().has("id"));
        if (!asked) {
            probe.open("EXT-007", "the agent called no extension of the client");
            return;
        }
        probe.check(
                "EXT-007", turn.reply().isResult(), "a result, though the client responded with -32601", turn.reply());
    }
}
