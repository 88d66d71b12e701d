package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Messages;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Prompts, from their insertion to the idle state. */
final class Prompts {

    /** What work ends with that has failed: version 1 has errors for that. */
    private static final String FAILED = "error";

    /** One pixel as an image. */
    static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    private static final int CHUNKS = 300;
    private static final int MILLION = 1_000_000;

    /** Returns the scenarios; stop reasons are judged by a schema. */
    static List<Scenario> all(MessageShapes shapes) {
        return List.of(
                scenario(
                        "v2-prompt/text",
                        "V2-PROMPT-001 V2-PROMPT-002 V2-PROMPT-003 V2-PROMPT-004 V2-PROMPT-005 V2-PROMPT-006 V2-PROMPT-007"
                                + " V2-PROMPT-008 V2-PROMPT-010 V2-PROMPT-025 V2-STATE-003",
                        probe -> text(probe, reasons(shapes))),
                scenario("v2-prompt/before-the-end", "V2-PROMPT-011", Prompts::beforeTheEnd),
                scenario("v2-prompt/empty", "V2-PROMPT-012", Prompts::empty),
                scenario("v2-prompt/stop-reasons", "V2-PROMPT-009", Prompts::stopReasons),
                scenario("v2-prompt/refused", "V2-PROMPT-013 V2-PROMPT-014", Prompts::refused),
                scenario("v2-prompt/failed", "V2-PROMPT-015 V2-PROMPT-016 V2-PROMPT-017", Prompts::failed),
                scenario(
                        "v2-prompt/content",
                        "V2-PROMPT-018 V2-PROMPT-019 V2-PROMPT-020 V2-PROMPT-021 V2-PROMPT-022 V2-PROMPT-026"
                                + " V2-PROMPT-031",
                        Prompts::content),
                scenario("v2-prompt/chunks", "V2-PROMPT-023", Prompts::chunks),
                scenario("v2-prompt/large", "V2-PROMPT-024", Prompts::large),
                scenario("v2-prompt/memory", "V2-PROMPT-027", Prompts::memory),
                scenario("v2-prompt/unprompted", "V2-PROMPT-028", Prompts::unprompted));
    }

    private Prompts() {}

    private static Set<String> reasons(MessageShapes shapes) {
        Set<String> reasons = new TreeSet<>(shapes.words("StopReason"));
        reasons.addAll(shapes.tags("IdleStateUpdate", "stopReason"));
        reasons.add(FAILED);
        return reasons;
    }

    private static List<Entry> echoes(Session session, Entry since, String id) {
        return session.link().updatesSince(since, session.id()).stream()
                .filter(entry -> entry.update().startsWith("user_message")
                        && entry.at("/params/update/messageId").asText().equals(id))
                .toList();
    }

    /** Judges two prompts. A missing part of a turn fails its own requirement, and the other parts are judged as well. */
    private static void text(Probe probe, Set<String> reasons) throws InterruptedException {
        Session session = probe.session();
        for (String question : List.of("Hello", "Hello again")) {
            Call call = session.start(question);
            Turn turn = session.finish(call);
            boolean first = question.equals("Hello");
            probe.check(first ? "V2-PROMPT-001" : "V2-PROMPT-025", turn.reply().isResult(), "a result", turn.reply());
            JsonNode id = turn.reply().need("session/prompt").path("messageId");
            probe.check("V2-PROMPT-002", id.isTextual() && !id.asText().isEmpty(), "a messageId", turn.reply());
            probe.check("V2-PROMPT-006", turn.end() != null, "the state idle", "none came");
            session.link().settle();
            echo(probe, session, call, question, id);
            Entry end = turn.needEnd().ending();
            boolean idle = session.link()
                            .settleUntil(() -> Work.lastState(session).equals("idle"))
                    || session.link()
                                    .await(end, entry -> Work.lastState(session).equals("idle"))
                            != null;
            reason(probe, session, call, turn, reasons);
            if (Work.isFollowedByOtherWork(session, end)) {
                for (String requirement : List.of("V2-STATE-003", "V2-PROMPT-007", "V2-PROMPT-010")) {
                    probe.open(requirement, "the agent has begun other work after the idle state");
                }
            } else {
                probe.check("V2-STATE-003", idle, "the state idle after the end of the work", Work.lastState(session));
                ending(probe, session, call, end);
            }
            if (!idle) {
                throw NotTestable.error("The session is " + Work.lastState(session) + " after the end of the work");
            }
        }
    }

    private static void echo(Probe probe, Session session, Call call, String question, JsonNode id) {
        List<Entry> echoes = echoes(session, call.sent(), id.isTextual() ? id.asText() : "");
        probe.check("V2-PROMPT-003", !echoes.isEmpty(), "the user's message with the id " + id, "no such update");
        if (!echoes.isEmpty()) {
            String said = Messages.of(echoes, "user_message").text();
            probe.check("V2-PROMPT-004", said.equals(question), question, said);
        }
    }

    private static void reason(Probe probe, Session session, Call call, Turn turn, Set<String> reasons) {
        List<Entry> running = Work.states(session, call.sent(), "running");
        probe.check(
                "V2-PROMPT-005",
                !running.isEmpty() && running.get(0).index() < turn.ending().index(),
                "the state running before the state idle",
                running);
        String reason = turn.stopReason();
        boolean known = reasons.contains(reason) || reason.startsWith("_");
        if (reason.isEmpty()) {
            probe.skip("V2-PROMPT-008", "the agent reports no stop reason (see V2-STATE-002)");
        } else {
            probe.check("V2-PROMPT-008", known, "one of " + reasons, turn.ending());
        }
    }

    private static void ending(Probe probe, Session session, Call call, Entry end) {
        List<Entry> ends = Work.ends(session, call.sent());
        probe.check("V2-PROMPT-007", ends.size() == 1, "one end of the work", ends);
        List<Entry> late = session.link().updatesSince(end, session.id()).stream()
                .filter(entry ->
                        entry.update().startsWith("agent_") || entry.update().startsWith("tool_call"))
                .filter(entry -> !Work.isInBackground(end, entry))
                .toList();
        probe.check("V2-PROMPT-010", late.isEmpty(), "nothing after the end", late);
    }

    private static void beforeTheEnd(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Call call = Work.busy(probe, session);
        Reply reply = call.await();
        probe.check("V2-PROMPT-011", reply.isResult(), "a response while the session works", reply);
        Work.stop(session, call.sent());
    }

    private static void empty(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Reply reply = session.link().call("session/prompt", obj("sessionId", session.id(), "prompt", arr()));
        probe.checkError("V2-PROMPT-012", reply.isError(Work.INVALID_PARAMS), "the error -32602", reply);
        if (reply.isResult()) {
            throw new NotTestable("The empty prompt was taken");
        }
    }

    private static void stopReasons(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        for (String reason : List.of("max_tokens", "max_turn_requests", "refusal")) {
            Turn turn = session.act("stop " + reason).needEnd();
            probe.check("V2-PROMPT-009", turn.stopReason().equals(reason), "the stop reason " + reason, turn.ending());
        }
    }

    private static void refused(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Entry before = session.link().notify("_acp4j/note", obj());
        Reply reply = session.start("tck: refuse").await();
        probe.check("V2-PROMPT-013", reply.isError(), "an error", reply);
        if (reply.isError()) {
            session.link().settle();
            Messages messages = Messages.of(session.link().updatesSince(before, session.id()), "user_message");
            probe.check("V2-PROMPT-014", messages.all().isEmpty(), "no message of the user", messages.lines());
        }
    }

    private static void failed(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = session.act("fail");
        probe.check("V2-PROMPT-015", turn.reply().isResult(), "a result, as the message was inserted", turn.reply());
        turn.needEnd();
        probe.check("V2-PROMPT-016", turn.stopReason().equals(FAILED), "the stop reason error", turn.ending());
        if (turn.stopReason().equals(FAILED)) {
            JsonNode error = turn.ending().at("/params/update/error");
            probe.check(
                    "V2-PROMPT-017",
                    error.path("code").isIntegralNumber()
                            && error.path("message").isTextual(),
                    "an error with a code and a message",
                    turn.ending());
        }
    }

    private static void taken(Probe probe, Session session, String requirement, JsonNode... blocks)
            throws InterruptedException {
        ObjectNode params = obj("sessionId", session.id(), "prompt", arr((Object[]) blocks));
        Call call = session.link().start("session/prompt", params);
        Turn turn = session.finish(call);
        probe.check(requirement, turn.reply().isResult() && turn.end() != null, "a result, then the end", turn.reply());
        List<Entry> echoes = echoes(
                session, call.sent(), turn.reply().result().path("messageId").asText(""));
        if (!echoes.isEmpty()) {
            List<JsonNode> echoed =
                    Messages.of(echoes, "user_message").all().get(0).content();
            boolean whole = Stream.of(blocks).allMatch(block -> isIn(echoed, block));
            probe.check("V2-PROMPT-031", whole, "all blocks of the prompt", echoed);
        }
    }

    /** Returns whether a message contains a block of a prompt. The agent may divide or join texts; V2-PROMPT-029 compares the rest. */
    private static boolean isIn(List<JsonNode> message, JsonNode block) {
        String type = block.path("type").asText();
        if (type.equals("text")) {
            String all =
                    message.stream().map(each -> each.path("text").asText("")).collect(Collectors.joining());
            return all.contains(block.path("text").asText());
        }
        return message.stream().anyMatch(each -> each.path("type").asText().equals(type));
    }

    private static void content(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        ObjectNode text = obj("type", "text", "text", "Look at this");
        ObjectNode link = obj("type", "resource_link", "name", "notes", "uri", "file:///tmp/notes.txt");
        taken(probe, session, "V2-PROMPT-018", text, link);
        taken(
                probe,
                session,
                "V2-PROMPT-019",
                obj("type", "text", "text", "One"),
                obj("type", "text", "text", "two"),
                obj("type", "text", "text", "three"));
        capable(probe, session, "image", "V2-PROMPT-020", obj("type", "image", "data", PIXEL, "mimeType", "image/png"));
        capable(
                probe,
                session,
                "audio",
                "V2-PROMPT-021",
                obj("type", "audio", "data", "UklGRg==", "mimeType", "audio/wav"));
        capable(
                probe,
                session,
                "embeddedContext",
                "V2-PROMPT-022",
                obj("type", "resource", "resource", obj("uri", "file:///tmp/a.txt", "text", "a")));
        Call strange = session.link()
                .start(
                        "session/prompt",
                        obj("sessionId", session.id(), "prompt", arr(text, obj("type", "acp4j_hologram"))));
        Turn turn = session.finish(strange);
        probe.check("V2-PROMPT-026", turn.reply().came(), "a response", turn.reply());
    }

    private static void capable(Probe probe, Session session, String need, String requirement, ObjectNode block)
            throws InterruptedException {
        if (probe.has(need)) {
            taken(probe, session, requirement, obj("type", "text", "text", "See"), block);
        } else {
            probe.skip(requirement, "the agent does not take it");
        }
    }

    private static void chunks(Probe probe) throws InterruptedException {
        Turn turn = probe.talkAfterGreeting().act("chunks " + CHUNKS).needEnd();
        String all = IntStream.rangeClosed(1, CHUNKS).mapToObj(i -> i + " ").collect(Collectors.joining());
        probe.check("V2-PROMPT-023", turn.said().equals(all), "the numbers in order", turn.said());
    }

    private static void large(Probe probe) throws InterruptedException {
        Turn turn = probe.talkAfterGreeting().act("large " + MILLION).needEnd();
        probe.check(
                "V2-PROMPT-024",
                turn.said().length() == MILLION,
                MILLION + " characters",
                turn.said().length());
    }

    private static void memory(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("the secret word is marzipan").needEnd();
        String known = session.act("history").needEnd().said();
        probe.check("V2-PROMPT-027", known.contains("marzipan"), "what was said before", known);
    }

    private static void unprompted(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = session.act("unprompted").needEnd();
        Entry running = Work.needState(session, turn.ending(), "running");
        Entry end = Work.awaitEnd(session, running);
        probe.check(
                "V2-PROMPT-028", end != null, "the end of work that no prompt began", "no idle state with a reason");
    }
}
