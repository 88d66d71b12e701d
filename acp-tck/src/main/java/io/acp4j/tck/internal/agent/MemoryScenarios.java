package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.probe.Turn;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** What a session keeps: over a load, a cancellation, the end of its client. */
final class MemoryScenarios {

    static final List<Scenario> ALL = List.of(
            scenario("memory/loaded", "LOAD-011", MemoryScenarios::loaded),
            scenario("memory/tools", "LOAD-012", MemoryScenarios::tools),
            scenario("memory/cancelled", "CANC-015", MemoryScenarios::cancelled),
            scenario("memory/client-gone", "SESS-015", MemoryScenarios::clientGone),
            scenario("memory/mode", "MODE-008", MemoryScenarios::mode),
            scenario("memory/option", "CONF-011", MemoryScenarios::option));

    private MemoryScenarios() {}

    private static void loaded(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("the secret word is celesta").need();
        session.link().call("session/load", session.setup()).need("session/load");
        List<String> known = Message.history(session, false);
        probe.check(
                "LOAD-011", known.stream().anyMatch(line -> line.contains("celesta")), "what was said before", known);
    }

    private static void tools(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("keep the next tool in mind").need();
        Turn turn = session.act("tool").need("tool_call");
        String tool =
                turn.updates("tool_call").get(0).at("/params/update/toolCallId").asText();
        List<String> replayed = Message.replay(session).stream()
                .filter(entry -> entry.update().startsWith("tool_call"))
                .map(entry -> entry.at("/params/update/title").asText(""))
                .toList();
        probe.check("LOAD-012", !replayed.isEmpty(), "the tool call " + tool, "no tool call");
    }

    private static void cancelled(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("the secret word is ocarina").need();
        Call running = CancelScenarios.busy(probe, session);
        session.link().notify("session/cancel", session.params());
        running.await();
        List<String> known = Message.history(session, false);
        probe.check(
                "CANC-015", known.stream().anyMatch(line -> line.contains("ocarina")), "what was said before", known);
    }

    private static void clientGone(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("my client will go").need();
        CancelScenarios.busy(probe, session);
        session.link().hangUp();
        Link other = probe.open();
        Reply loaded = other.call("session/load", session.setup());
        loaded.need("session/load by another client");
        Turn turn = other.prompt(session.id(), "is it free?");
        probe.check("SESS-015", turn.reply().isResult(), "a result", turn.reply());
    }

    private static void mode(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        session.prompt("in some mode").need();
        JsonNode modes = probe.profile().session().at("/modes");
        String current = modes.path("currentModeId").asText();
        for (JsonNode mode : modes.path("availableModes")) {
            String id = mode.path("id").asText();
            if (!id.equals(current)) {
                JsonNode set = OptionScenarios.setMode(link, session.id(), id).need("session/set_mode");
                JsonNode state = link.call("session/load", session.setup()).need("session/load");
                JsonNode told = state.path("modes");
                if (!set.isObject() || !(Shapes.isAbsent(told) || told.isObject())) {
                    throw new NotTestable("The mode cannot be told from " + state);
                }
                probe.check(
                        "MODE-008", state.at("/modes/currentModeId").asText().equals(id), "the mode " + id, state);
                return;
            }
        }
        probe.skip("MODE-008", "there is one mode only");
    }

    private static void option(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        session.prompt("with some option").need();
        JsonNode option = OptionScenarios.selectable(probe.profile().session().path("configOptions"));
        if (option == null) {
            probe.skip("CONF-011", "no option has a choice");
            return;
        }
        String id = option.path("id").asText();
        String other = OptionScenarios.values(option).stream()
                .filter(value -> !value.equals(option.path("currentValue").asText()))
                .findFirst()
                .orElseThrow();
        JsonNode set = OptionScenarios.setOption(link, session.id(), id, node(other))
                .need("session/set_config_option")
                .path("configOptions");
        if (!OptionScenarios.current(set, id).equals(other)) {
            throw new NotTestable("The option was not set: " + set);
        }
        JsonNode state = link.call("session/load", session.setup()).need("session/load");
        probe.check(
                "CONF-011",
                OptionScenarios.current(state.path("configOptions"), id).equals(other),
                "`" + id + "` being `" + other + "`",
                state);
    }

    /** Returns the tool calls that a turn reported. */
    static List<String> toolCalls(Turn turn) {
        return turn.updates("tool_call").stream()
                .map((Entry entry) -> entry.at("/params/update/toolCallId").asText())
                .toList();
    }
}
