package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Messages;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.PlainPrompts;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tool calls, terminals, what runs in the background, and messages that are changed. */
final class Tools {

    private static final String TOOL = "tool_call_update";
    private static final String TERMINAL = "terminal_update";

    static final List<Scenario> ALL = List.of(
            scenario("v2-tool/life", "V2-TOOL-001 V2-TOOL-002 V2-TOOL-003 V2-TOOL-009", Tools::life),
            scenario("v2-tool/cancel", "V2-TOOL-004 V2-TOOL-005 V2-TOOL-006", Tools::cancelTool),
            scenario("v2-tool/cancel-refused", "V2-TOOL-007 V2-TOOL-008", Tools::refuseTool),
            scenario("v2-tool/content-chunks", "V2-TOOL-010", Tools::contentChunks),
            scenario("v2-terminal/life", "V2-TERM-001 V2-TERM-002 V2-TERM-003", Tools::terminalLife),
            scenario("v2-terminal/cancel", "V2-TERM-004 V2-TERM-005", Tools::cancelTerminal),
            scenario("v2-terminal/cancel-refused", "V2-TERM-006 V2-TERM-007", Tools::refuseTerminal),
            scenario("v2-background/cancel", "V2-BACK-001 V2-BACK-002 V2-BACK-003", Tools::background),
            scenario("v2-message/replaced", "V2-MSG-001 V2-MSG-002", Tools::replaced),
            scenario("v2-message/cleared", "V2-MSG-003", Tools::cleared),
            scenario("v2-message/ids", "V2-MSG-004 V2-MSG-005", Tools::ids),
            scenario("v2-message/later", "V2-MSG-007", Tools::later),
            scenario("v2-message/around-a-tool", "V2-MSG-006", Tools::split));

    private Tools() {}

    private static JsonNode update(Entry entry) {
        return entry.at("/params/update");
    }

    private static void life(Probe probe) throws InterruptedException {
        Turn turn = PlainPrompts.act(probe, probe.talk(), "tool").needEnd().need(TOOL);
        if (probe.profile().isUndriven()) {
            plainLife(probe, turn);
            return;
        }
        List<Entry> updates = turn.updates(TOOL);
        JsonNode id = update(updates.get(0)).path("toolCallId");
        List<String> statuses = updates.stream()
                .filter(entry -> update(entry).path("toolCallId").equals(id))
                .map(entry -> update(entry).path("status").asText(""))
                .filter(status -> !status.isEmpty())
                .toList();
        String last = statuses.isEmpty() ? "" : statuses.get(statuses.size() - 1);
        probe.check(
                "V2-TOOL-001",
                UpdateRules.FINAL.contains(last),
                "one of " + UpdateRules.FINAL + " in the end",
                statuses);
        probe.check("V2-TOOL-002", statuses.contains("in_progress"), "in_progress on the way", statuses);
        boolean titled =
                updates.stream().anyMatch(entry -> update(entry).path("title").isTextual());
        probe.check("V2-TOOL-003", titled, "a title for people", updates.get(0));
        long ends = statuses.stream().filter(UpdateRules.FINAL::contains).count();
        probe.check("V2-TOOL-009", ends <= 1, "one final status", statuses);
    }

    /** Work in the background may continue after the turn. */
    private static void plainLife(Probe probe, Turn turn) {
        Map<JsonNode, String> last = new LinkedHashMap<>();
        for (Entry entry : turn.updates(TOOL)) {
            if (update(entry).path("status").isTextual()) {
                last.put(
                        update(entry).path("toolCallId"),
                        update(entry).path("status").asText());
            }
        }
        List<String> open = last.entrySet().stream()
                .filter(each -> each.getValue().equals("in_progress"))
                .map(each -> each.getKey().asText())
                .filter(id -> !turn.ending()
                        .at("/params/update/background")
                        .findValuesAsText("toolCallId")
                        .contains(id))
                .toList();
        if (!turn.stopReason().equals("end_turn")) {
            throw new NotTestable("The work ended with the stop reason " + turn.stopReason());
        }
        probe.check("V2-TOOL-001", open.isEmpty(), "one of " + UpdateRules.FINAL + " in the end", open);
    }

    private static void cancelTool(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Call call = session.start("tck: tool-wait");
        Entry tool = link.await(
                call.sent(),
                entry -> entry.update().equals(TOOL)
                        && entry.session().equals(session.id())
                        && update(entry).at("/capabilities/cancel").isObject());
        probe.check("V2-TOOL-004", tool != null, "a tool call with capabilities.cancel", "none came");
        if (tool == null) {
            return;
        }
        JsonNode id = update(tool).path("toolCallId");
        Reply reply = link.call("tool_call/cancel", obj("sessionId", session.id(), "toolCallId", id));
        probe.check("V2-TOOL-005", reply.result().isObject(), "an object", reply);
        Entry end = link.await(
                tool,
                entry -> entry.update().equals(TOOL)
                        && update(entry).path("toolCallId").equals(id)
                        && UpdateRules.FINAL.contains(
                                update(entry).path("status").asText()));
        probe.check("V2-TOOL-006", end != null, "a final status", "none came");
        Work.awaitEnd(session, tool);
    }

    private static void refuseTool(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Turn turn = session.act("tool").needEnd().need(TOOL);
        Reply unknown = link.call("tool_call/cancel", obj("sessionId", session.id(), "toolCallId", "acp4j-none"));
        probe.checkError("V2-TOOL-007", unknown.isError(Work.INVALID_PARAMS), "the error -32602", unknown);
        JsonNode id = update(turn.updates(TOOL).get(0)).path("toolCallId");
        Reply over = link.call("tool_call/cancel", obj("sessionId", session.id(), "toolCallId", id));
        probe.checkError("V2-TOOL-008", over.isError(Work.INVALID_PARAMS), "the error -32602", over);
    }

    private static void contentChunks(Probe probe) throws InterruptedException {
        Turn turn = probe.talk().act("tool-chunks").needEnd().need("tool_call_content_chunk");
        Set<JsonNode> known = new HashSet<>();
        for (Entry entry : turn.updates()) {
            JsonNode id = update(entry).path("toolCallId");
            if (entry.update().equals(TOOL)) {
                known.add(id);
            } else if (entry.update().equals("tool_call_content_chunk")
                    && !id.asText("").isEmpty()) {
                probe.check(
                        "V2-TOOL-010", known.contains(id), "content of a tool call that was reported before", entry);
            }
        }
    }

    // Terminals

    private static void terminalLife(Probe probe) throws InterruptedException {
        Turn turn = probe.talk().act("terminal").needEnd().need(TERMINAL);
        List<Entry> updates = turn.updates(TERMINAL);
        boolean command =
                updates.stream().anyMatch(entry -> update(entry).path("command").isTextual());
        probe.check("V2-TERM-001", command, "a terminal with its command", updates);
        String output = String.join("", TerminalRules.outputs(turn.updates()).values());
        probe.check("V2-TERM-002", !output.isEmpty(), "output", "none");
        boolean exited = updates.stream()
                .anyMatch(entry -> update(entry).path("exitStatus").isObject());
        probe.check("V2-TERM-003", exited, "an exit status", updates);
    }

    private static Entry cancellable(Session session, Entry since) throws InterruptedException {
        Entry found = session.link()
                .await(
                        since,
                        entry -> entry.update().equals(TERMINAL)
                                && entry.session().equals(session.id())
                                && update(entry).at("/capabilities/cancel").isObject());
        if (found == null) {
            throw new NotTestable("No terminal came that can be cancelled");
        }
        return found;
    }

    private static void cancelTerminal(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Call call = session.start("tck: terminal-wait");
        Entry terminal = cancellable(session, call.sent());
        JsonNode id = update(terminal).path("terminalId");
        Reply reply = link.call("terminal/cancel", obj("sessionId", session.id(), "terminalId", id));
        probe.check("V2-TERM-004", reply.result().isObject(), "an object", reply);
        Entry exited = link.await(
                terminal,
                entry -> entry.update().equals(TERMINAL)
                        && update(entry).path("terminalId").equals(id)
                        && update(entry).path("exitStatus").isObject());
        probe.check("V2-TERM-005", exited != null, "an exit status", "none came");
        Work.awaitEnd(session, terminal);
    }

    private static void refuseTerminal(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Turn turn = session.act("terminal").needEnd().need(TERMINAL);
        Reply unknown = link.call("terminal/cancel", obj("sessionId", session.id(), "terminalId", "acp4j-none"));
        probe.checkError("V2-TERM-006", unknown.isError(Work.INVALID_PARAMS), "the error -32602", unknown);
        JsonNode id = update(turn.updates(TERMINAL).get(0)).path("terminalId");
        Reply over = link.call("terminal/cancel", obj("sessionId", session.id(), "terminalId", id));
        probe.checkError("V2-TERM-007", over.isError(Work.INVALID_PARAMS), "the error -32602", over);
    }

    private static boolean lists(Entry state, JsonNode terminal) {
        for (JsonNode item : state.at("/params/update/background")) {
            if (item.path("terminalId").equals(terminal)) {
                return true;
            }
        }
        return false;
    }

    private static void background(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        Turn turn = session.act("background").needEnd();
        Entry terminal = cancellable(session, turn.updates().get(0));
        JsonNode id = update(terminal).path("terminalId");
        probe.check(
                "V2-BACK-001",
                lists(turn.ending(), id),
                "the terminal " + id + " in the background list",
                turn.ending());
        Entry cancelled = link.notify("session/cancel", session.params());
        link.settle();
        boolean exited = link.updatesSince(terminal, session.id()).stream()
                .anyMatch(entry -> update(entry).path("terminalId").equals(id)
                        && update(entry).path("exitStatus").isObject());
        probe.check("V2-BACK-002", !exited, "a background terminal that goes on", "its exit after session/cancel");
        link.call("terminal/cancel", obj("sessionId", session.id(), "terminalId", id));
        Entry gone = link.await(
                cancelled,
                entry -> entry.update().equals("state_update")
                        && entry.session().equals(session.id())
                        && !lists(entry, id));
        probe.check("V2-BACK-003", gone != null, "a state without it after its end", "none came");
    }

    // Messages

    private static void replaced(Probe probe) throws InterruptedException {
        Session session = probe.talkAfterGreeting();
        Turn turn = session.act("replace").needEnd();
        List<Messages.Message> messages =
                Messages.of(turn.updates(), "agent_message").all();
        boolean upsert = turn.updates("agent_message").stream()
                .anyMatch(entry -> update(entry).path("content").isArray());
        probe.check("V2-MSG-001", upsert && messages.size() == 1, "one message that is replaced", messages);
        List<String> live = Messages.of(turn.updates(), "agent_message").lines();
        List<String> again = replayed(session, turn);
        probe.check("V2-MSG-002", again.equals(live), "the message as it stands: " + live, again);
    }

    private static void cleared(Probe probe) throws InterruptedException {
        Session session = probe.talkAfterGreeting();
        Turn turn = session.act("clear").needEnd();
        String live = Messages.of(turn.updates(), "agent_message").text();
        List<String> again = replayed(session, turn);
        again.removeIf("agent_message "::equals);
        probe.check("V2-MSG-003", live.isEmpty() && again.isEmpty(), "a message without content", live + again);
    }

    /** Returns the replayed messages of a turn, without messages that the agent sent before or after it. */
    private static List<String> replayed(Session session, Turn turn) throws InterruptedException {
        Work.settle(session);
        Set<Integer> ofTurn = new HashSet<>();
        turn.entries().forEach(entry -> ofTurn.add(entry.index()));
        List<Entry> others = session.link().entries().stream()
                .filter(entry -> entry.isFromSubject()
                        && entry.session().equals(session.id())
                        && !ofTurn.contains(entry.index()))
                .toList();
        List<String> lines = new ArrayList<>(
                Messages.of(Resumes.replay(session), "agent_message").lines());
        lines.removeAll(Messages.of(others, "agent_message").lines());
        return lines;
    }

    private static void ids(Probe probe) throws InterruptedException {
        Turn turn = probe.talkAfterGreeting().act("messages 3").needEnd();
        List<Messages.Message> messages =
                Messages.of(turn.updates(), "agent_message").all();
        probe.check("V2-MSG-004", messages.size() >= 3, "three messages, each with an id of its own", messages);
        probe.check("V2-MSG-005", messages.size() <= 3, "the chunks of a message with one id", messages);
    }

    /** A turn may change what was said before; what it says for the first time is a message of its own. */
    private static void later(Probe probe) throws InterruptedException {
        Session session = probe.talkAfterGreeting();
        List<String> before = idsOf(session.prompt("something to begin with").needEnd());
        List<String> after = idsOf(session.prompt("something that comes later").needEnd());
        if (before.isEmpty() || after.isEmpty()) {
            throw new NotTestable("The agent said nothing");
        }
        probe.check(
                "V2-MSG-007",
                !before.containsAll(after),
                "a message of its own in the later turn",
                "the ids " + before + ", then " + after);
    }

    private static List<String> idsOf(Turn turn) {
        return Messages.of(turn.updates(), "agent_message").ids();
    }

    private static void split(Probe probe) throws InterruptedException {
        Turn turn = probe.talkAfterGreeting().act("split-message").needEnd();
        List<Messages.Message> messages =
                Messages.of(turn.updates(), "agent_message").all();
        probe.check("V2-MSG-006", messages.size() == 1, "one message around the tool call", messages);
    }
}
