package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Prompts and what they bring. */
final class PromptScenarios {

    /** One transparent pixel, and an empty sound. */
    static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

    private static final String SOUND = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

    private static final int CHUNKS = 500;
    private static final int MILLION = 1_000_000;

    /** Returns the scenarios; stop reasons are judged by a schema. */
    static List<Scenario> all(MessageShapes shapes) {
        return List.of(
                scenario(
                        "prompt/content",
                        "PROMPT-001 PROMPT-002 PROMPT-003 PROMPT-004 PROMPT-005 PROMPT-006 PROMPT-007 PROMPT-008 PROMPT-010"
                                + " PROMPT-016",
                        probe -> content(probe, shapes.words("StopReason"))),
                scenario("prompt/late-updates", "PROMPT-009", PromptScenarios::lateUpdates),
                scenario("prompt/memory", "PROMPT-011", PromptScenarios::memory),
                scenario("prompt/two-at-once", "PROMPT-012", PromptScenarios::twoAtOnce),
                scenario("prompt/chunks", "PROMPT-013", PromptScenarios::chunks),
                scenario("prompt/large-response", "PROMPT-014", PromptScenarios::largeAnswer),
                scenario("prompt/stop-reasons", "PROMPT-015", PromptScenarios::stopReasons));
    }

    private PromptScenarios() {}

    private static void content(Probe probe, Set<String> stopReasons) throws InterruptedException {
        Session session = probe.session();
        Reply first = send(session, arr(text("Hello")));
        probe.check("PROMPT-001", first.isResult(), "a result", first);
        JsonNode reason = first.need("A prompt").path("stopReason");
        probe.check("PROMPT-002", Shapes.isOneOf(reason, stopReasons), stopReasons.toString(), reason);

        Reply second = send(session, arr(text("Hello again")));
        probe.check("PROMPT-008", second.isResult(), "a result", second);
        JsonNode link = obj("type", "resource_link", "name", "notes.txt", "uri", "file:///tmp/notes.txt");
        accepted(probe, session, "PROMPT-003", arr(text("Look at this"), link));
        accepted(probe, session, "PROMPT-004", arr(text("One"), text("two"), text("three")));
        if (probe.has("image")) {
            accepted(probe, session, "PROMPT-005", arr(obj("type", "image", "data", PIXEL, "mimeType", "image/png")));
        }
        if (probe.has("audio")) {
            accepted(probe, session, "PROMPT-006", arr(obj("type", "audio", "data", SOUND, "mimeType", "audio/wav")));
        }
        if (probe.has("embeddedContext")) {
            JsonNode resource = obj("uri", "file:///tmp/notes.txt", "mimeType", "text/plain", "text", "notes");
            accepted(
                    probe,
                    session,
                    "PROMPT-007",
                    arr(text("Look at this"), obj("type", "resource", "resource", resource)));
        }
        Reply strange = send(session, arr(text("Look"), obj("type", "acp4j_hologram", "beam", 3)));
        probe.check("PROMPT-010", strange.came(), "a response", strange);
        Reply empty = send(session, arr());
        probe.check("PROMPT-016", empty.came(), "a response", empty);
    }

    private static void accepted(Probe probe, Session session, String requirement, JsonNode prompt)
            throws InterruptedException {
        Reply reply = send(session, prompt);
        probe.check(requirement, reply.isResult(), "a result", reply);
    }

    private static JsonNode text(String text) {
        return obj("type", "text", "text", text);
    }

    private static Reply send(Session session, JsonNode prompt) throws InterruptedException {
        return session.link().call("session/prompt", session.params().set("prompt", prompt));
    }

    private static void lateUpdates(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = session.prompt("Tell me something").need();
        session.link().settle();
        Entry reply = turn.reply().entry();
        List<Entry> late = reply == null
                ? List.of()
                : session.link().updatesSince(reply, session.id()).stream()
                        .filter(entry -> entry.update().endsWith("_chunk")
                                || entry.update().startsWith("tool_call")
                                || entry.update().equals("plan"))
                        .toList();
        probe.check(
                "PROMPT-009",
                late.isEmpty(),
                "nothing of the turn after its end",
                late.isEmpty() ? "" : late.get(0).brief());
    }

    private static void memory(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("the secret word is bassoon").need();
        List<String> known = Message.history(session);
        probe.check(
                "PROMPT-011",
                known.stream().anyMatch(line -> line.startsWith("user: ") && line.contains("bassoon")),
                "what the user said before",
                known);
    }

    private static void twoAtOnce(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Call running = CancelScenarios.busy(probe, session);
        Call second = session.start("And another thing");
        session.link().settle();
        // An agent may let the second prompt wait for the first, which waits for its cancellation.
        session.link().notify("session/cancel", session.params());
        Reply first = running.await();
        if (!second.isAnswered()) {
            session.link().notify("session/cancel", session.params());
        }
        Reply other = second.await();
        probe.check("PROMPT-012", first.came() && other.came(), "two responses", first + " and " + other);
    }

    private static void chunks(Probe probe) throws InterruptedException {
        Turn turn = probe.talkAfterGreeting().act("chunks " + CHUNKS).need("agent_message_chunk");
        String expected =
                IntStream.rangeClosed(1, CHUNKS).mapToObj(i -> i + " ").collect(Collectors.joining());
        probe.check("PROMPT-013", turn.said().equals(expected), "1 to " + CHUNKS + " in order", turn.said());
    }

    private static void largeAnswer(Probe probe) throws InterruptedException {
        Turn turn = probe.talkAfterGreeting().act("large " + MILLION).need("agent_message_chunk");
        probe.check(
                "PROMPT-014",
                turn.said().length() == MILLION,
                MILLION + " characters",
                turn.said().length() + " characters");
    }

    private static void stopReasons(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        for (String reason : List.of("end_turn", "max_tokens", "max_turn_requests", "refusal")) {
            Turn turn = session.act("stop " + reason).need();
            probe.check("PROMPT-015", turn.stopReason().equals(reason), reason, turn.stopReason());
        }
    }
}
