package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;

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

    /** What is said in the turns before one that is cancelled, and in the one after it. */
    private static final List<String> WORDS = List.of("ocarina", "marimba", "theremin");

    private static final String AFTERWARDS = "vibraphone";

    private static final String LOAD = "session/load";
    private static final String RESUME = "session/resume";

    static final List<Scenario> ALL = List.of(
            scenario("memory/loaded", "LOAD-011", MemoryScenarios::loaded),
            scenario("memory/tools", "LOAD-012 LOAD-018", MemoryScenarios::tools),
            scenario("memory/cancelled", "CANC-015", MemoryScenarios::cancelled),
            scenario("memory/client-gone", "SESS-015", MemoryScenarios::clientGone),
            scenario("memory/mode", "MODE-008", probe -> mode(probe, "MODE-008", LOAD, "in some mode")),
            scenario(
                    "memory/resumed-mode", "MODE-012", probe -> mode(probe, "MODE-012", RESUME, "in a mode to resume")),
            scenario("memory/option", "CONF-011", probe -> option(probe, "CONF-011", LOAD, "with some option")),
            scenario(
                    "memory/resumed-option",
                    "CONF-015",
                    probe -> option(probe, "CONF-015", RESUME, "with an option to resume")));

    private MemoryScenarios() {}

    private static void loaded(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("the secret word is celesta").need();
        Reload.load(probe, session).reply().need("session/load");
        List<String> known = Message.history(session);
        probe.check(
                "LOAD-011", known.stream().anyMatch(line -> line.contains("celesta")), "what was said before", known);
    }

    private static void tools(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Turn turn = session.prompt("keep the next tool in mind").need();
        boolean drives = probe.has("word:tool");
        if (drives) {
            turn = session.act("tool").need("tool_call");
        }
        List<Replayed.ToolCall> live = Replayed.toolCalls(turn.updates());
        if (live.isEmpty()) {
            probe.unobserved("LOAD-012", "the turn had no tool call");
            return;
        }
        List<Replayed.ToolCall> again = Replayed.toolCalls(Message.replay(probe, session));
        probe.check("LOAD-012", !again.isEmpty(), "the tool calls " + live, "no tool call");
        if (drives && !again.isEmpty()) {
            probe.check("LOAD-018", again.containsAll(live), live.toString(), again);
        }
    }

    private static void cancelled(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        for (String word : WORDS) {
            session.prompt("the secret word is " + word).need();
        }
        Call running = CancelScenarios.busy(probe, session);
        session.link().notify("session/cancel", session.params());
        running.await();
        session.prompt("the secret word is " + AFTERWARDS).need();
        String known = String.join("\n", Message.history(session));
        probe.check(
                "CANC-015",
                WORDS.stream().allMatch(known::contains) && known.contains(AFTERWARDS),
                "what was said before and after the cancellation: " + WORDS + ", " + AFTERWARDS,
                known);
    }

    private static void clientGone(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("my client will go").need();
        CancelScenarios.busy(probe, session);
        session.link().hangUp();
        Link other = probe.open();
        Reply loaded = other.call("session/load", session.setup());
        loaded.need("session/load by another client");
        Turn turn = new Session(other, session.id()).prompt("is it free?");
        probe.check("SESS-015", turn.reply().isResult(), "a result", turn.reply());
    }

    private static void mode(Probe probe, String requirement, String method, String prompt)
            throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        session.prompt(prompt).need();
        String mode = OptionScenarios.setOtherMode(
                link, session.id(), probe.profile().session().path("modes"));
        if (mode == null) {
            probe.skip(requirement, "there is one mode only");
            return;
        }
        JsonNode state = Reload.of(probe, method, session).reply().need(method);
        if (!state.path("modes").isObject()) {
            throw new NotTestable("The response to " + method + " does not contain the mode: " + state);
        }
        probe.check(requirement, state.at("/modes/currentModeId").asText().equals(mode), "the mode " + mode, state);
    }

    private static void option(Probe probe, String requirement, String method, String prompt)
            throws InterruptedException {
        Session session = probe.talk();
        session.prompt(prompt).need();
        OptionScenarios.Chosen chosen = OptionScenarios.setOther(
                session.link(), session.id(), probe.profile().session().path("configOptions"));
        if (chosen == null) {
            probe.skip(requirement, "no option has a choice");
            return;
        }
        JsonNode state = Reload.of(probe, method, session).reply().need(method);
        if (!state.path("configOptions").isArray()) {
            throw new NotTestable("The response to " + method + " does not contain the options: " + state);
        }
        probe.check(requirement, chosen.isIn(state.path("configOptions")), chosen.toString(), state);
    }

    /** Returns the tool calls that a turn reported. */
    static List<String> toolCalls(Turn turn) {
        return turn.updates("tool_call").stream()
                .map((Entry entry) -> entry.at("/params/update/toolCallId").asText())
                .toList();
    }
}
