package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Sub-agents, which work in sessions of their own. */
final class SubagentScenarios {

    static final List<Scenario> ALL =
            List.of(scenario("permission/of-a-sub-agent", "PERM-010", SubagentScenarios::permission));

    private SubagentScenarios() {}

    private static void permission(Probe probe) throws InterruptedException {
        JsonNode capabilities = Probe.everything().set("subagents", obj());
        Session session = probe.talk(capabilities);
        Turn turn = session.act("subagent").need();
        Set<String> children = new HashSet<>();
        boolean asked = false;
        for (Entry entry : turn.entries()) {
            children.addAll(SessionMonitor.children(entry));
            asked |= entry.method().equals("session/request_permission") && children.contains(entry.session());
        }
        probe.check(
                "PERM-010",
                asked,
                "an announced sub-agent's session/request_permission that names its session",
                children.isEmpty() ? "no sub-agent was announced" : turn.requests("session/request_permission"));
    }
}
