package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.probe.Scenario.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** Has the agent send what else there is, for the monitors, and what they cannot see. */
final class Updates {

    static final List<Scenario> ALL = List.of(
            scenario("v2-update/commands", "V2-UPD-010", word("commands")),
            scenario("v2-update/info", "V2-UPD-011", word("info")),
            scenario("v2-update/usage", "V2-UPD-012", word("usage")),
            scenario("v2-update/notice", "V2-UPD-013", word("notice")),
            scenario("v2-update/content", "V2-UPD-005", word("content")),
            scenario("v2-update/thought", "V2-UPD-018", Updates::thought),
            scenario("v2-update/plan", "V2-UPD-014 V2-UPD-015", Updates::plan),
            scenario("v2-update/compaction", "V2-UPD-016 V2-UPD-017", Updates::compaction),
            scenario("v2-update/extension", "V2-EXT-001", Updates::extension),
            scenario("v2-update/options", "V2-CONF-008", Updates::options),
            scenario("v2-update/tool", "V2-UPD-006 V2-UPD-007 V2-UPD-008 V2-UPD-009", word("tool")));

    private Updates() {}

    private static Scenario.Body word(String word) {
        return probe -> probe.talk().act(word).needEnd();
    }

    private static void thought(Probe probe) throws InterruptedException {
        Turn turn = probe.talk().act("thought").needEnd();
        List<Entry> thoughts = turn.updates().stream()
                .filter(entry -> entry.update().startsWith("agent_thought"))
                .toList();
        // A late greeting may precede the thought.
        boolean followed = !thoughts.isEmpty()
                && turn.updates().stream()
                        .filter(entry -> entry.update().startsWith("agent_message"))
                        .anyMatch(entry -> entry.index() > thoughts.get(0).index());
        probe.check("V2-UPD-018", followed, "a thought, then the message", turn.updates());
    }

    private static void plan(Probe probe) throws InterruptedException {
        Turn turn = probe.talk().act("plan").needEnd().need("plan_update");
        List<Entry> plans = turn.updates("plan_update");
        JsonNode first = plans.get(0).at("/params/update/plan");
        JsonNode last = plans.get(plans.size() - 1).at("/params/update/plan");
        boolean named = !first.path("planId").asText("").isEmpty();
        probe.check(
                "V2-UPD-014", named && first.path("planId").equals(last.path("planId")), "one plan, by its id", last);
        probe.check(
                "V2-UPD-015",
                plans.size() > 1
                        && last.path("entries").size() >= first.path("entries").size(),
                "all entries again",
                last);
    }

    private static void compaction(Probe probe) throws InterruptedException {
        Turn turn = probe.talk().act("compact").needEnd().need("compaction_update");
        List<Entry> updates = turn.updates("compaction_update");
        JsonNode id = updates.get(0).at("/params/update/compactionId");
        boolean over = updates.stream()
                .anyMatch(entry -> entry.at("/params/update/compactionId").equals(id)
                        && UpdateRules.FINAL.contains(
                                entry.at("/params/update/status").asText()));
        probe.check("V2-UPD-017", over, "one of " + UpdateRules.FINAL + " in the end", updates);
    }

    private static void extension(Probe probe) throws InterruptedException {
        Turn turn = probe.talk().act("extension");
        boolean asked = turn.entries().stream()
                .anyMatch(entry ->
                        entry.kind() == Entry.Kind.REQUEST && entry.method().startsWith("_"));
        if (!asked) {
            throw new NotTestable("the agent called no extension of the client");
        }
        probe.check(
                "V2-EXT-001",
                turn.end() != null && !turn.stopReason().equals("error"),
                "work that does not fail though the client responded with -32601",
                turn.end() + "");
    }

    private static void options(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        int options = probe.profile().session().path("configOptions").size();
        Turn turn = session.act("config").needEnd().need("config_option_update");
        JsonNode now = turn.updates("config_option_update").get(0).at("/params/update/configOptions");
        probe.check("V2-CONF-008", now.size() == options, options + " options", now);
    }
}
