package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.client.Stage.introduced;
import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.client.Stage.responders;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Responders;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a client begins, and what it does with what the agent says of itself. */
final class InitScenarios {

    /** A version that nobody has. */
    private static final int NO_VERSION = 60_000;

    static final List<Scenario> ALL = List.of(
            play("init/first", "CLI-INIT-012", InitScenarios::silent, InitScenarios::first),
            play("init/version", "CLI-INIT-006 CLI-INIT-007", InitScenarios::ofNoVersion, InitScenarios::version),
            play("init/failed", "CLI-INIT-010", InitScenarios::failing, InitScenarios::failed),
            play(
                    "init/minimal",
                    "CLI-INIT-008",
                    agent -> introduced(agent, obj("protocolVersion", agent.version())),
                    stage -> works(stage, "CLI-INIT-008")),
            play(
                    "init/unknown-members",
                    "CLI-INIT-009",
                    agent -> introduced(agent, unknownMembers(agent)),
                    stage -> works(stage, "CLI-INIT-009")),
            play(
                    "init/nulls",
                    "CLI-INIT-011",
                    agent -> introduced(agent, nulls(agent)),
                    stage -> works(stage, "CLI-INIT-011")),
            play("auth/offered", "CLI-AUTH-001", InitScenarios::locked, InitScenarios::authenticate),
            play(
                    "auth/not-offered",
                    "CLI-AUTH-002",
                    agent -> introduced(agent, login(agent)),
                    InitScenarios::notOffered));

    private InitScenarios() {}

    private static ObjectNode login(PlayedAgent agent) {
        ObjectNode introduction = agent.introduction(obj());
        introduction.set("authMethods", arr(agent.authMethod("login", "Log in"), agent.authMethod("token", "Token")));
        return introduction;
    }

    private static Responders ofNoVersion(PlayedAgent agent) {
        return introduced(agent, agent.introduction(obj()).put("protocolVersion", NO_VERSION));
    }

    private static Responders silent(PlayedAgent agent) {
        return responders(agent, obj()).on("initialize", Responder.never());
    }

    private static void first(Stage stage) throws InterruptedException {
        Driver.Command command = urge(stage);
        stage.link().pause();
        List<Entry> early = stage.link().since(stage.initialize());
        stage.check("CLI-INIT-012", early.isEmpty(), "nothing before the response", early);
        stage.link().respond(stage.initialize(), obj("result", stage.agent().introduction(obj())));
        if (command != null) {
            command.await();
        }
    }

    /** Has a client that can be told so make a session at once. */
    private static Driver.@Nullable Command urge(Stage stage) {
        return stage.probe().has("driver:newSession")
                ? stage.driver().start("newSession", "cwd", stage.link().cwd())
                : null;
    }

    private static void version(Stage stage) throws InterruptedException {
        urge(stage);
        boolean closed = stage.link().awaitEnd();
        stage.check("CLI-INIT-006", closed, "the end of the connection", "it stays open");
        List<Entry> calls = sessionCalls(stage);
        stage.check("CLI-INIT-007", calls.isEmpty(), "no call about a session", calls);
    }

    private static List<Entry> sessionCalls(Stage stage) {
        return stage.link().since(stage.initialize()).stream()
                .filter(entry -> entry.method().startsWith("session/"))
                .toList();
    }

    private static Responders failing(PlayedAgent agent) {
        return responders(agent, obj()).on("initialize", Responder.error(-32603, "out of order"));
    }

    private static void failed(Stage stage) throws InterruptedException {
        Driver.Command command = urge(stage);
        if (command != null) {
            command.await();
        } else {
            stage.link().pause();
        }
        List<Entry> calls = sessionCalls(stage);
        stage.check("CLI-INIT-010", calls.isEmpty(), "no call about a session", calls);
    }

    private static ObjectNode unknownMembers(PlayedAgent agent) {
        ObjectNode introduction = agent.introduction(obj("teleport", obj()));
        introduction
                .withObject("/" + agent.capabilities())
                .setAll(obj("holography", obj("depth", 3), "_meta", obj("example.com/x", obj("y", arr(1, 2)))));
        String known = agent.version() == 1 ? "/promptCapabilities" : "/session/prompt";
        introduction.withObject("/" + agent.capabilities() + known).set("holography", obj("depth", 3));
        introduction.withObject("/" + agent.info()).put("mood", "fine");
        ObjectNode method = agent.authMethod("psi", "Telepathy");
        method.setAll(obj("type", "telepathy", "strength", 9));
        introduction.setAll(obj("authMethods", arr(method), "weather", arr("rain", 7)));
        return introduction;
    }

    private static ObjectNode nulls(PlayedAgent agent) {
        ObjectNode introduction = agent.introduction(obj("fork", null, "delete", null));
        introduction.withObject("/" + agent.capabilities()).putNull("_meta");
        introduction.withObject("/" + agent.info()).putNull("title");
        if (agent.version() == 1) {
            introduction.putNull(agent.info());
        }
        return introduction.putNull("authMethods").putNull("_meta");
    }

    /** Returns whether a session can be made. */
    private static void works(Stage stage, String requirement) throws InterruptedException {
        Driver.Told told = stage.ask("newSession", "cwd", stage.link().cwd());
        stage.check(requirement, told.isResult(), "a session", told);
    }

    /** An agent that makes sessions only after authentication. */
    private static Responders locked(PlayedAgent agent) {
        Responders answers = introduced(agent, login(agent));
        Responder open = request -> Stage.result("sessionId", "sess-auth");
        answers.on("session/new", Responder.error(-32000, "Authentication required"));
        return answers.on(agent.login(), request -> {
            answers.on("session/new", open);
            return obj("result", obj());
        });
    }

    private static void authenticate(Stage stage) throws InterruptedException {
        Driver.Told refused = stage.ask("newSession", "cwd", stage.link().cwd());
        stage.check("CLI-AUTH-001", refused.isError(), "the report that authentication is required", refused);
        Driver.Told told = stage.ask("authenticate", "method", "token");
        List<Entry> calls = stage.calls(stage.agent().login());
        stage.check(
                "CLI-AUTH-001",
                told.isResult()
                        && !calls.isEmpty()
                        && calls.get(0).at("/params/methodId").asText().equals("token"),
                stage.agent().login() + " with the method `token`",
                calls.isEmpty() ? told : calls);
        Driver.Told made = stage.ask("newSession", "cwd", stage.link().cwd());
        stage.check("CLI-AUTH-001", made.isResult(), "a session", made);
    }

    private static void notOffered(Stage stage) throws InterruptedException {
        Driver.Told told = stage.ask("authenticate", "method", "retina");
        stage.check(
                "CLI-AUTH-002",
                told.isError() && stage.calls(stage.agent().login()).isEmpty(),
                "a failure without a call",
                stage.calls(stage.agent().login()).isEmpty()
                        ? told
                        : stage.calls(stage.agent().login()));
    }
}
