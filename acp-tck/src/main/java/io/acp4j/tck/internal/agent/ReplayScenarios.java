package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a replay shows besides what was said, of a session and of a fork. */
final class ReplayScenarios {

    static final List<Scenario> ALL = List.of(
            scenario("replay/thoughts", "LOAD-013", ReplayScenarios::thoughts),
            scenario("replay/images", "LOAD-014", ReplayScenarios::images),
            scenario("replay/plans", "LOAD-015", ReplayScenarios::plans),
            scenario("replay/forks", "FORK-107", ReplayScenarios::forks),
            scenario("replay/mode-of-a-fork", "FORK-121 FORK-122", ReplayScenarios::modeOfFork));

    private static final String IMAGE = "an image of the user";

    private ReplayScenarios() {}

    private static void thoughts(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("keep the next thought in mind").need();
        session.act("thought").need("agent_thought_chunk");
        isReplayed(probe, "LOAD-013", session, "agent_thought_chunk");
    }

    private static void images(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("keep the next image in mind").need();
        showImage(session);
        isReplayed(probe, "LOAD-014", session, IMAGE);
    }

    private static void plans(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("keep the next plan in mind").need();
        session.act("plan").need("plan");
        isReplayed(probe, "LOAD-015", session, "plan");
    }

    private static void showImage(Session session) throws InterruptedException {
        JsonNode image = obj("type", "image", "data", PromptScenarios.PIXEL, "mimeType", "image/png");
        session.link()
                .call("session/prompt", session.params().set("prompt", arr(obj("type", "text", "text", "Look"), image)))
                .need("A prompt with an image");
    }

    private static void isReplayed(Probe probe, String requirement, Session session, String kind)
            throws InterruptedException {
        Set<String> replayed = kinds(Message.replay(session));
        probe.check(requirement, replayed.contains(kind), kind, replayed);
    }

    /** Returns what kinds of things a replay shows besides what was said. */
    private static Set<String> kinds(List<Entry> replay) {
        return replay.stream()
                .map(ReplayScenarios::kind)
                .filter(kind -> !kind.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String kind(Entry entry) {
        return switch (entry.update()) {
            case "agent_thought_chunk", "plan" -> entry.update();
            case "tool_call", "tool_call_update" -> "tool_call";
            case "user_message_chunk" -> isImage(entry.at("/params/update/content")) ? IMAGE : "";
            default -> "";
        };
    }

    private static boolean isImage(JsonNode content) {
        return content.path("type").asText().equals("image")
                && Shapes.isId(content.path("data"))
                && Shapes.isId(content.path("mimeType"));
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
        Set<String> source = kinds(Message.replay(session));
        if (source.isEmpty()) {
            probe.skip("FORK-107", "the replay of the source shows nothing but what was said");
            return;
        }
        JsonNode made = session.link().call("session/fork", session.setup()).need("session/fork");
        Set<String> fork = kinds(Message.replay(
                new Session(session.link(), made.path("sessionId").asText())));
        probe.check("FORK-107", fork.containsAll(source), source.toString(), fork);
    }

    private static void modeOfFork(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        session.prompt("in a mode to inherit").need();
        JsonNode modes = probe.profile().session().at("/modes");
        for (JsonNode mode : modes.path("availableModes")) {
            String id = mode.path("id").asText();
            if (!id.equals(modes.path("currentModeId").asText())) {
                JsonNode set = OptionScenarios.setMode(link, session.id(), id).need("session/set_mode");
                if (!set.isObject()) {
                    throw new NotTestable("Nobody knows whether the mode was set: " + set);
                }
                JsonNode fork = link.call("session/fork", session.setup()).need("session/fork");
                probe.check("FORK-122", fork.path("modes").isObject(), "the modes of the fork", fork);
                JsonNode current = fork.at("/modes/currentModeId");
                if (current.isTextual()) {
                    probe.check("FORK-121", current.asText().equals(id), "the mode " + id, current);
                } else {
                    probe.skip("FORK-121", "the response to session/fork tells no mode");
                }
                return;
            }
        }
        probe.skip("FORK-121", "there is one mode only");
        probe.skip("FORK-122", "there is one mode only");
    }
}
