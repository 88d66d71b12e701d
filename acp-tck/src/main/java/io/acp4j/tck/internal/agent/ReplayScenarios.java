package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a replay shows besides what was said, of a session and of a fork. */
final class ReplayScenarios {

    static final List<Scenario> ALL = List.of(
            scenario("replay/thoughts", "LOAD-013", ReplayScenarios::thoughts),
            scenario("replay/images", "LOAD-014", ReplayScenarios::images),
            scenario("replay/plans", "LOAD-015", ReplayScenarios::plans),
            scenario("replay/forks", "FORK-107 FORK-109", ReplayScenarios::forks),
            scenario("replay/mode-of-a-fork", "FORK-121 FORK-122", ReplayScenarios::modeOfFork));

    private ReplayScenarios() {}

    private static void thoughts(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = session.prompt("keep the next thought in mind").need();
        if (probe.has("word:thought")) {
            turn = session.act("thought").need("agent_thought_chunk");
        }
        String thought = Replayed.thoughts(turn.updates());
        if (thought.isEmpty()) {
            probe.unobserved("LOAD-013", "the turn had no thought");
            return;
        }
        String again = Replayed.thoughts(Message.replay(probe, session));
        probe.check("LOAD-013", again.contains(thought), thought, again);
    }

    private static void images(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("keep the next image in mind").need();
        showImage(session);
        List<Entry> again = Message.replay(probe, session);
        List<String> images = Replayed.images(again);
        probe.check(
                "LOAD-014", images.contains(Replayed.image("image/png", PromptScenarios.PIXEL)), "the image", images);
    }

    private static void plans(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("keep the next plan in mind").need();
        List<String> plan = Replayed.plan(session.act("plan").need("plan").updates());
        List<String> again = Replayed.plan(Message.replay(probe, session));
        probe.check("LOAD-015", again.equals(plan), plan.toString(), again);
    }

    private static void showImage(Session session) throws InterruptedException {
        JsonNode image = obj("type", "image", "data", PromptScenarios.PIXEL, "mimeType", "image/png");
        session.link()
                .call("session/prompt", session.params().set("prompt", arr(obj("type", "text", "text", "Look"), image)))
                .need("A prompt with an image");
    }

    private static void forks(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("fork all of this").need();
        if (probe.has("image")) {
            showImage(session);
        }
        for (String word : List.of("thought", "tool", "plan")) {
            if (probe.has("word:" + word)) {
                session.act(word).need();
            }
        }
        List<Entry> source = Message.replay(probe, session);
        JsonNode made = session.link().call("session/fork", session.setup()).need("session/fork");
        Session copy = new Session(session.link(), made.path("sessionId").asText());
        List<Entry> fork = Message.replay(probe, copy);
        contains(probe, "FORK-107", Replayed.besidesMessages(source), Replayed.besidesMessages(fork));
        contains(
                probe,
                "FORK-109",
                new LinkedHashSet<>(Replayed.toolCalls(source)),
                new LinkedHashSet<>(Replayed.toolCalls(fork)));
    }

    private static void contains(Probe probe, String requirement, Set<?> source, Set<?> fork) {
        if (source.isEmpty()) {
            probe.skip(requirement, "the replay of the source contains nothing of the kind");
        } else {
            probe.check(requirement, fork.containsAll(source), source.toString(), fork);
        }
    }

    private static void modeOfFork(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        session.prompt("in a mode to inherit").need();
        String mode = OptionScenarios.setOtherMode(
                link, session.id(), probe.profile().session().path("modes"));
        if (mode == null) {
            probe.skip("FORK-121", "there is one mode only");
            probe.skip("FORK-122", "there is one mode only");
            return;
        }
        JsonNode fork = link.call("session/fork", session.setup()).need("session/fork");
        probe.check("FORK-122", fork.path("modes").isObject(), "the modes of the fork", fork);
        JsonNode current = fork.at("/modes/currentModeId");
        if (current.isTextual()) {
            probe.check("FORK-121", current.asText().equals(mode), "the mode " + mode, current);
        } else {
            probe.skip("FORK-121", "the response to session/fork tells no mode");
        }
    }
}
