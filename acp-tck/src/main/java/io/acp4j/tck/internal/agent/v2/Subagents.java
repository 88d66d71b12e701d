package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.probe.Scenario.scenario;

import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Sub-agents, which work in sessions of their own that the client has not made. */
final class Subagents {

    static final List<Scenario> ALL =
            List.of(scenario("v2-permission/of-a-sub-agent", "V2-PERM-020", Subagents::permission));

    private Subagents() {}

    private static void permission(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = session.act("subagent").needEnd();
        Set<String> children = new HashSet<>();
        boolean asked = false;
        for (Entry entry : turn.entries()) {
            if (entry.update().equals("subagent_update")) {
                children.add(entry.at("/params/update/sessionId").asText());
            }
            asked |= entry.method().equals("session/request_permission") && children.contains(entry.session());
        }
        probe.check(
                "V2-PERM-020",
                asked,
                "an announced sub-agent's session/request_permission that names its session",
                children.isEmpty() ? "no sub-agent was announced" : turn.requests("session/request_permission"));
    }
}
