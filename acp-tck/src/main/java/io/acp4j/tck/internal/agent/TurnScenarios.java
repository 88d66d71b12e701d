package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import java.util.List;

/** Scenarios for lost content blocks of a prompt, and for updates that name another session. */
final class TurnScenarios {

    private static final List<String> BLOCKS =
            List.of("the first word is sousaphone", "the second word is flugelhorn", "the third word is cornet");

    static final List<Scenario> ALL = List.of(
            scenario("prompt/all-blocks", "PROMPT-017", TurnScenarios::allBlocks),
            scenario("sessions/own-updates", "SESS-018", probe -> UpdateOwnership.check(probe, "SESS-018")));

    private TurnScenarios() {}

    private static void allBlocks(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        ArrayNode prompt = arr();
        BLOCKS.forEach(text -> prompt.add(obj("type", "text", "text", text)));
        session.link()
                .call("session/prompt", session.params().set("prompt", prompt))
                .need("A prompt of three blocks");
        List<String> known = probe.has("loadSession")
                ? Message.texts(Message.conversation(Message.replay(probe, session)))
                : Message.history(session);
        String said = String.join("\n", known);
        probe.check("PROMPT-017", BLOCKS.stream().allMatch(said::contains), "all of " + BLOCKS, known);
    }
}
