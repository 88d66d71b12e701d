package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.agent.WhiteSpace;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Messages;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Resuming, with and without a replay. */
final class Resumes {

    static final List<Scenario> ALL = List.of(
            scenario(
                    "v2-resume/plain",
                    "V2-RES-001 V2-RES-002 V2-RES-003 V2-RES-010 V2-RES-013 V2-RES-019",
                    Resumes::plain),
            scenario(
                    "v2-resume/replay",
                    "V2-RES-004 V2-RES-005 V2-RES-006 V2-RES-016 V2-RES-017 V2-RES-020",
                    Resumes::replayed),
            scenario("v2-resume/cursors", "V2-RES-007", Resumes::cursors),
            scenario("v2-resume/unknown", "V2-RES-008 V2-RES-009", Resumes::unknown),
            scenario("v2-resume/memory", "V2-RES-011", Resumes::memory),
            scenario("v2-resume/another-connection", "V2-RES-012", Resumes::elsewhere),
            scenario("v2-resume/notices", "V2-RES-014", Resumes::notices),
            scenario("v2-resume/tool-calls", "V2-RES-015", Resumes::toolCalls),
            scenario("v2-resume/thoughts", "V2-RES-021", Resumes::thoughts),
            scenario("v2-resume/images", "V2-RES-022", Resumes::images),
            scenario("v2-resume/terminals", "V2-RES-018", Resumes::terminals));

    /** What {@link Messages#lines} puts before what a user has said. */
    private static final String USER = "user_message ";

    private Resumes() {}

    static ObjectNode start(Session session) {
        return session.setup().set("replayFrom", obj("type", "start"));
    }

    /** Returns what came of a session between a request to resume it and the response. */
    private static List<Entry> between(Session session, Call call, Reply reply) {
        return session.link().updatesSince(call.sent(), session.id()).stream()
                .filter(entry -> entry.index() < reply.index())
                .toList();
    }

    /** Resumes a session: as it is, or, where an agent does not resume what is open, after it was closed. */
    private static Call resume(Session session, ObjectNode params) throws InterruptedException {
        Call call = session.link().start("session/resume", params);
        if (call.await().isError()) {
            session.link().call("session/close", session.params());
            call = session.link().start("session/resume", params);
        }
        return call;
    }

    /** Replays a session from its start, or ends the scenario. */
    static List<Entry> replay(Session session) throws InterruptedException {
        Work.settle(session);
        Call call = resume(session, start(session));
        Reply reply = call.await();
        reply.need("session/resume");
        return between(session, call, reply);
    }

    private static List<Entry> messages(List<Entry> updates) {
        return updates.stream()
                .filter(entry -> entry.update().contains("_message")
                        || entry.update().startsWith("agent_thought")
                        || entry.update().startsWith("tool_call"))
                .toList();
    }

    private static void plain(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("to be resumed").needEnd();
        Work.settle(session);
        for (boolean nulls : new boolean[] {false, true}) {
            ObjectNode params = session.setup();
            if (nulls) {
                params.set("replayFrom", null);
            }
            Call call = resume(session, params);
            Reply reply = call.await();
            String how = nulls ? "V2-RES-013" : "V2-RES-001";
            probe.check(how, reply.isResult(), "a result", reply);
            reply.need("session/resume");
            List<Entry> before = between(session, call, reply);
            List<Entry> states = before.stream()
                    .filter(entry -> entry.update().equals("state_update"))
                    .toList();
            probe.check("V2-RES-002", !states.isEmpty(), "a state_update before the response", "none");
            if (!states.isEmpty()) {
                Entry last = states.get(states.size() - 1);
                probe.check(
                        "V2-RES-019",
                        last.at("/params/update/state").asText().equals("idle"),
                        "the state idle of a session that does nothing",
                        last);
            }
            session.link().settle();
            List<Entry> replayed = messages(session.link().updatesSince(call.sent(), session.id()));
            probe.check(nulls ? how : "V2-RES-003", replayed.isEmpty(), "no replay", replayed);
        }
        Turn next = session.prompt("and now?");
        probe.check(
                "V2-RES-010",
                next.reply().isResult() && next.end() != null,
                "a turn that ends after resuming",
                next.reply());
    }

    private static void replayed(Probe probe) throws InterruptedException {
        Session session = probe.talkAfterGreeting();
        Entry first = session.link().notify("_acp4j/note", obj());
        for (String question : List.of(
                "What is the first thing?",
                "What is the second thing?",
                "What takes\ntwo lines?",
                WhiteSpace.PROMPT,
                "What is the last?")) {
            session.prompt(question).needEnd();
        }
        session.link().settle();
        Messages live = Messages.of(session.link().updatesSince(first, session.id()), "user_message", "agent_message");
        List<Entry> updates = replay(session);
        Messages again = Messages.of(updates, "user_message", "agent_message");
        probe.check("V2-RES-004", !again.all().isEmpty(), "the conversation before the response", "nothing");
        if (live.lines().stream().noneMatch(line -> line.startsWith(USER))) {
            throw new NotTestable("The agent does not send the message of the user (see V2-PROMPT-003)");
        }
        List<String> lines = lines(again, live);
        boolean same = WhiteSpace.restored(lines, USER).equals(WhiteSpace.restored(live.lines(), USER));
        probe.check("V2-RES-005", same, "what was said: " + live.lines(), again.lines());
        if (same) {
            probe.check("V2-RES-006", again.ids().equals(live.ids()), "the ids " + live.ids(), again.ids());
            probe.check(
                    "V2-RES-020",
                    lines.equals(live.lines()),
                    "the white space that was there: " + live.lines(),
                    again.lines());
        }
        List<Entry> ends = updates.stream()
                .filter(entry -> entry.update().equals("state_update")
                        && !entry.at("/params/update/state").asText().equals("idle"))
                .toList();
        probe.check("V2-RES-017", ends.isEmpty(), "no state but the present one, idle", ends);
        Messages third = Messages.of(replay(session), "user_message", "agent_message");
        probe.check("V2-RES-016", lines(third, live).equals(lines), "the same again", third.lines());
    }

    /** Returns the lines of a replay without what the agent adds to complete messages of the user. */
    private static List<String> lines(Messages replay, Messages live) {
        List<String> prompts = live.all().stream()
                .filter(message -> message.kind().equals("user_message"))
                .map(Messages.Message::text)
                .toList();
        List<String> lines = new ArrayList<>();
        for (Messages.Message message : replay.all()) {
            List<JsonNode> content = message.content();
            if (message.kind().equals("user_message")) {
                List<String> chunks = content.stream()
                        .map(block -> block.path("text").asText(""))
                        .toList();
                content = content.subList(0, WhiteSpace.withoutAdditions(chunks, prompts));
            }
            lines.add(new Messages.Message(message.kind(), message.id(), content).toString());
        }
        return lines;
    }

    private static void cursors(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("to be resumed").needEnd();
        ObjectNode params = session.setup().set("replayFrom", obj("type", "acp4j_yesterday"));
        Reply reply = session.link().call("session/resume", params);
        probe.checkError("V2-RES-007", reply.isError(Work.INVALID_PARAMS), "the error -32602", reply);
    }

    private static void unknown(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Reply reply = link.call("session/resume", link.newSessionParams().put("sessionId", Work.NOWHERE));
        probe.check("V2-RES-008", reply.isError(), "an error", reply);
        if (reply.isError()) {
            probe.checkError(
                    "V2-RES-009",
                    reply.isError(Work.NOT_FOUND)
                            && reply.at("/error/data/sessionId").asText().equals(Work.NOWHERE),
                    "the error -32002 with data.sessionId",
                    reply);
        }
    }

    private static void memory(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("the secret word is xylophone").needEnd();
        session.link().call("session/close", session.params()).need("session/close");
        session.link().call("session/resume", session.setup()).need("session/resume");
        String known = session.act("history").needEnd().said();
        probe.check("V2-RES-011", known.contains("xylophone"), "what was said before", known);
    }

    private static void elsewhere(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("to be resumed elsewhere").needEnd();
        Session other = new Session(probe.connect(), session.id());
        other.link().initialize(2, probe.dialect().everything()).need("initialize");
        String method = probe.settings().authMethod();
        if (method != null) {
            other.link().call("auth/login", obj("methodId", method)).need("auth/login");
        }
        Call call = other.link().start("session/resume", start(other));
        if (call.await().isError()) { // perhaps as the session is still open on the first connection
            session.link().call("session/close", session.params());
            call = other.link().start("session/resume", start(other));
        }
        Reply reply = call.await();
        List<String> lines = Messages.of(between(other, call, reply)).lines();
        probe.check(
                "V2-RES-012",
                reply.isResult() && lines.stream().anyMatch(line -> line.contains("resumed elsewhere")),
                "the conversation",
                reply + " after " + lines);
    }

    private static void notices(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        if (session.act("notice").needEnd().updates("notice").isEmpty()) {
            throw new NotTestable("`tck: notice` brought no notice");
        }
        List<Entry> notices = replay(session).stream()
                .filter(entry -> entry.update().equals("notice"))
                .toList();
        probe.check("V2-RES-014", notices.isEmpty(), "no notice", notices);
    }

    /** Returns what is known of tool calls when all updates are applied: title and status by id. */
    static Map<String, List<String>> toolCalls(List<Entry> updates) {
        Map<String, List<String>> calls = new LinkedHashMap<>();
        for (Entry entry : updates) {
            if (entry.update().equals("tool_call_update")) {
                JsonNode update = entry.at("/params/update");
                List<String> known = calls.computeIfAbsent(
                        update.path("toolCallId").asText(), id -> new ArrayList<>(List.of("", "pending")));
                if (update.has("title")) {
                    known.set(0, update.path("title").asText(""));
                }
                if (update.has("status")) {
                    known.set(1, update.path("status").asText("pending"));
                }
            }
        }
        return calls;
    }

    private static void toolCalls(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Entry before = session.link().notify("_acp4j/note", obj());
        if (probe.has("word:tool")) {
            session.act("tool").needEnd().need("tool_call_update");
        } else {
            session.prompt("Use a tool").needEnd();
        }
        // A tool call in the background may continue after the end of the turn.
        Work.settle(session);
        Map<String, List<String>> live = toolCalls(session.link().updatesSince(before, session.id()));
        if (live.isEmpty()) {
            probe.unobserved("V2-RES-015", "the work had no tool call");
            return;
        }
        Map<String, List<String>> again = toolCalls(replay(session));
        // Without the word, a tool call may continue in the background and have another status in the replay.
        boolean same =
                probe.has("word:tool") ? again.equals(live) : again.keySet().containsAll(live.keySet());
        probe.check("V2-RES-015", same, "the tool calls as they stand: " + live, again);
    }

    private static void thoughts(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = probe.has("word:thought")
                ? session.act("thought").needEnd()
                : session.prompt("Think about it").needEnd();
        String thought = Messages.of(turn.updates(), "agent_thought").text();
        if (thought.isEmpty() && probe.has("word:thought")) {
            throw new NotTestable("The turn of `tck: thought` contained no thought");
        }
        if (thought.isEmpty()) {
            probe.unobserved("V2-RES-021", "the work had no thought");
            return;
        }
        String again = Messages.of(replay(session), "agent_thought").text();
        probe.check("V2-RES-021", again.contains(thought), thought, again);
    }

    private static void images(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        showImage(session);
        List<String> again = images(replay(session));
        probe.check("V2-RES-022", again.contains(image("image/png", Prompts.PIXEL)), "the image of the user", again);
    }

    /** Prompts with an image. */
    static void showImage(Session session) throws InterruptedException {
        ObjectNode image = obj("type", "image", "data", Prompts.PIXEL, "mimeType", "image/png");
        ObjectNode params = session.params().set("prompt", arr(obj("type", "text", "text", "Look"), image));
        session.finish(session.link().start("session/prompt", params)).needEnd();
    }

    /** Returns the images of the user. */
    private static List<String> images(List<Entry> updates) {
        return Messages.of(updates, "user_message").all().stream()
                .flatMap(message -> message.content().stream())
                .filter(block -> block.path("type").asText().equals("image"))
                .map(block -> image(
                        block.path("mimeType").asText(), block.path("data").asText()))
                .toList();
    }

    private static String image(String mimeType, String data) {
        return "image of the user: " + mimeType + ", " + data;
    }

    /** Returns the thoughts, images and plans of a replay. */
    static Set<String> besidesMessages(List<Entry> updates) {
        Set<String> all = new LinkedHashSet<>();
        String thoughts = Messages.of(updates, "agent_thought").text();
        if (!thoughts.isEmpty()) {
            all.add("thoughts: " + thoughts);
        }
        all.addAll(images(updates));
        Map<String, JsonNode> plans = new LinkedHashMap<>();
        updates.stream()
                .filter(entry -> entry.update().equals("plan_update"))
                .map(entry -> entry.at("/params/update/plan"))
                .forEach(plan -> plans.put(plan.path("planId").asText(), plan.path("entries")));
        plans.values()
                .forEach(entries -> entries.forEach(
                        entry -> all.add("plan: " + entry.path("content").asText() + ", "
                                + entry.path("status").asText())));
        return all;
    }

    private static void terminals(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = session.act("terminal").needEnd().need("terminal_update");
        Map<String, String> live = TerminalRules.outputs(turn.updates());
        Map<String, String> again = TerminalRules.outputs(replay(session));
        probe.check("V2-RES-018", again.equals(live), "the terminals with all their output", again);
    }
}
