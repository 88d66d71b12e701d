package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.client.Stage.AGENT;
import static io.acp4j.tck.internal.client.Stage.chunk;
import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.client.Stage.responders;
import static io.acp4j.tck.internal.wire.Json.obj;

import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Responders;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** Sessions that are loaded more than once, and what comes right after they were loaded. */
final class ReplayScenarios {

    private static final String SESSION = "old-1";

    static final List<Scenario> ALL = List.of(
            play("session/load-again", "CLI-SESS-018", ReplayScenarios::loading, ReplayScenarios::loadAgain),
            play("session/after-load", "CLI-SESS-019", ReplayScenarios::loading, ReplayScenarios::afterLoad));

    private ReplayScenarios() {}

    private static Responders loading(PlayedAgent agent) {
        return responders(agent, obj("load", obj())).on(agent.loading(), Responder.never());
    }

    private static Driver.Command startLoad(Stage stage) {
        return stage.driver()
                .start("loadSession", "session", SESSION, "cwd", stage.link().cwd());
    }

    private static void replay(Stage stage) {
        stage.send(chunk(SESSION, "user_message_chunk", "u1", "What is it?"));
        stage.send(chunk(SESSION, AGENT, "a1", "It is "));
        stage.send(chunk(SESSION, AGENT, "a1", "a snowman."));
    }

    private static void finish(Stage stage, Entry call, Driver.Command command) throws InterruptedException {
        stage.agent().endReplay(stage.link(), SESSION);
        stage.link().respond(call, obj("result", obj()));
        command.await().need("loadSession");
    }

    private static void loadAgain(Stage stage) throws InterruptedException {
        Entry start = stage.last();
        Driver.Command first = startLoad(stage);
        Entry call = stage.needCall(start, stage.agent().loading());
        replay(stage);
        finish(stage, call, first);
        Entry since = stage.last();
        Driver.Command second = startLoad(stage);
        stage.link()
                .awaitOutside(() ->
                        !loads(stage, since).isEmpty() || second.toldSoFar().came());
        if (loads(stage, since).isEmpty() && second.toldSoFar().came()) {
            stage.probe().skip("CLI-SESS-018", "the client does not load a session that it has: " + second.toldSoFar());
            return;
        }
        Entry again = stage.needCall(since, stage.agent().loading());
        replay(stage);
        stage.send(chunk(SESSION, "user_message_chunk", "u2", "Why?"));
        stage.send(chunk(SESSION, AGENT, "a2", "It snowed."));
        finish(stage, again, second);
        List<String> shown = stage.shown(SESSION);
        List<String> expected = List.of("agent:It is a snowman.", "agent:It snowed.");
        stage.check("CLI-SESS-018", shown.equals(expected), "what the second replay said, once: " + expected, shown);
    }

    private static List<Entry> loads(Stage stage, Entry since) {
        return stage.link().since(since).stream()
                .filter(entry -> entry.method().equals(stage.agent().loading()))
                .toList();
    }

    private static void afterLoad(Stage stage) throws InterruptedException {
        Entry start = stage.last();
        Driver.Command command = startLoad(stage);
        Entry call = stage.needCall(start, stage.agent().loading());
        replay(stage);
        stage.agent().endReplay(stage.link(), SESSION);
        stage.link().respond(call, obj("result", obj()));
        stage.send(chunk(SESSION, AGENT, "w1", "Welcome back!"));
        command.await().need("loadSession");
        List<String> shown = stage.prompt(SESSION, "hello").say("m1", "Hello").endAndShow();
        List<String> expected = List.of("agent:It is a snowman.", "agent:Welcome back!", "agent:Hello");
        stage.check("CLI-SESS-019", shown.equals(expected), expected.toString(), shown);
    }
}
