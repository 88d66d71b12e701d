package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.PlainPrompts;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** Makes the agent send every kind of update, and judges what one update alone does not show. */
final class UpdateScenarios {

    static final List<Scenario> ALL = List.of(
            scenario("updates/tool", "UPD-023 UPD-024 UPD-032", UpdateScenarios::tool),
            scenario("updates/not-offered", "UPD-026 UPD-028", UpdateScenarios::notOffered),
            scenario("updates/two-tools", "UPD-030", UpdateScenarios::twoTools),
            scenario("updates/plan", "UPD-013", UpdateScenarios::plan),
            scenario(
                    "updates/kinds",
                    "UPD-005 UPD-014 UPD-015 UPD-016 UPD-018 UPD-019 UPD-020 UPD-021 UPD-027 UPD-029",
                    UpdateScenarios::kinds));

    private UpdateScenarios() {}

    private static void tool(Probe probe) throws InterruptedException {
        if (probe.profile().isUndriven()) {
            plainTool(probe);
            return;
        }
        Session session = probe.talk();
        Turn turn = session.act("tool").need("tool_call");
        List<String> statuses = turn.updates().stream()
                .filter(entry -> entry.update().startsWith("tool_call"))
                .map(entry -> entry.at("/params/update/status").asText(""))
                .toList();
        probe.check("UPD-023", statuses.contains("in_progress"), "in_progress", statuses);
        String last = statuses.stream().filter(status -> !status.isEmpty()).reduce("", (a, b) -> b);
        probe.check("UPD-024", last.equals("completed") || last.equals("failed"), "completed or failed", statuses);
        for (String id : MemoryScenarios.toolCalls(turn)) {
            List<Entry> ends = turn.updates().stream()
                    .filter(entry -> entry.at("/params/update/toolCallId")
                                    .asText()
                                    .equals(id)
                            && entry.at("/params/update/status").asText().matches("completed|failed"))
                    .toList();
            probe.check("UPD-032", ends.size() <= 1, "one end of the tool call", ends);
        }
    }

    /** An agent may never send a status. A status that it has sent must not stay open after the turn. */
    private static void plainTool(Probe probe) throws InterruptedException {
        Turn turn = PlainPrompts.act(probe, probe.talk(), "tool").need("tool_call");
        if (!turn.stopReason().equals("end_turn")) {
            throw new NotTestable("The turn ended with the stop reason " + turn.stopReason());
        }
        for (String id : MemoryScenarios.toolCalls(turn)) {
            List<String> statuses = turn.updates().stream()
                    .filter(entry ->
                            entry.at("/params/update/toolCallId").asText().equals(id))
                    .map(entry -> entry.at("/params/update/status").asText(""))
                    .filter(status -> !status.isEmpty())
                    .toList();
            boolean open =
                    !statuses.isEmpty() && statuses.get(statuses.size() - 1).equals("in_progress");
            probe.check("UPD-024", !open, "completed or failed", statuses);
        }
    }

    private static void twoTools(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("two tools, please").need();
        List<String> first = MemoryScenarios.toolCalls(session.act("tool").need("tool_call"));
        List<String> second = MemoryScenarios.toolCalls(session.act("tool").need("tool_call"));
        probe.check("UPD-030", second.stream().noneMatch(first::contains), "ids other than " + first, second);
    }

    private static void notOffered(Probe probe) throws InterruptedException {
        Session session = probe.talk(obj("fs", obj("readTextFile", true)));
        notOffered(probe, session, "compact", "UPD-026", List.of("compaction_update", "compaction_summary_chunk"));
        notOffered(probe, session, "notice", "UPD-028", List.of("notice"));
    }

    private static void notOffered(Probe probe, Session session, String word, String requirement, List<String> kinds)
            throws InterruptedException {
        if (probe.has("word:" + word)) {
            Turn turn = session.act(word).need();
            List<Entry> sent = turn.updates().stream()
                    .filter(entry -> kinds.contains(entry.update()))
                    .toList();
            probe.check(requirement, sent.isEmpty(), "nothing that the client has not advertised", sent);
        }
    }

    private static void plan(Probe probe) throws InterruptedException {
        Turn turn = probe.talk().act("plan").need("plan");
        List<Entry> plans = turn.updates("plan");
        JsonNode first = plans.get(0).at("/params/update/entries");
        for (Entry plan : plans) {
            JsonNode entries = plan.at("/params/update/entries");
            probe.check(
                    "UPD-013",
                    entries.size() >= first.size(),
                    "all " + first.size() + " entries of the plan, which does not shrink here",
                    entries);
        }
    }

    private static void kinds(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        for (String word : List.of("thought", "commands", "info", "usage", "content", "compact", "notice")) {
            if (probe.has("word:" + word)) {
                session.act(word).need();
            }
        }
    }
}
