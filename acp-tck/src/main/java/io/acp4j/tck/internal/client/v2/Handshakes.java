package io.acp4j.tck.internal.client.v2;

import static io.acp4j.tck.internal.client.Stage.introduced;
import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.client.Stage.responders;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.client.Driver;
import io.acp4j.tck.internal.client.PlayedAgent;
import io.acp4j.tck.internal.client.Stage;
import io.acp4j.tck.internal.probe.Responders;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a client of version 2 begins, and which version it goes on in. */
final class Handshakes {

    private static final int UNSUPPORTED = -32022;

    /** A version that nobody has. */
    private static final int NO_VERSION = 60_000;

    static final List<Scenario> ALL = List.of(
            play("v2-init/minimal", "V2-CLI-INIT-004", Handshakes::minimal, stage -> {
                Driver.Told told = stage.ask("newSession", "cwd", stage.link().cwd());
                stage.check("V2-CLI-INIT-004", told.isResult(), "a session", told);
            }),
            play(
                    "v2-init/no-sessions",
                    "V2-CLI-INIT-005",
                    Handshakes::withoutSessions,
                    stage -> Moves.refuses(
                            stage,
                            "V2-CLI-INIT-005",
                            "session/new",
                            "newSession",
                            "cwd",
                            stage.link().cwd())),
            play("v2-init/boolean", "V2-CLI-INIT-006", obj("delete", true), stage -> {
                String session = stage.session();
                Moves.refuses(stage, "V2-CLI-INIT-006", "session/delete", "deleteSession", "session", session);
            }),
            play(
                    "v2-init/no-common-version",
                    "V2-CLI-INIT-007",
                    Handshakes::withoutCommonVersion,
                    stage -> makesNoSession(stage, "V2-CLI-INIT-007")),
            play("v2-init/no-common-version-ends", "V2-CLI-INIT-008", Handshakes::withoutCommonVersion, stage -> {
                urge(stage);
                stage.check("V2-CLI-INIT-008", stage.link().awaitEnd(), "the end of the connection", "it stays open");
            }),
            play("v2-init/fallback", "V2-CLI-INIT-009", Handshakes::older, Handshakes::fallsBack),
            play(
                    "v2-init/no-data",
                    "V2-CLI-INIT-010",
                    agent -> refusing(agent, null),
                    stage -> makesNoSession(stage, "V2-CLI-INIT-010")),
            play(
                    "v2-auth/terminal",
                    "V2-CLI-AUTH-001",
                    Handshakes::withTerminalLogin,
                    stage -> Moves.refuses(stage, "V2-CLI-AUTH-001", "auth/login", "authenticate", "method", "shell")),
            play(
                    "v2-auth/no-logout",
                    "V2-CLI-AUTH-002",
                    stage -> Moves.refuses(stage, "V2-CLI-AUTH-002", "auth/logout", "logout")),
            play("v2-auth/logout", "V2-CLI-AUTH-003", Handshakes::withLogin, stage -> {
                Driver.Told told = stage.ask("logout");
                stage.check(
                        "V2-CLI-AUTH-003",
                        told.isResult() && stage.calls("auth/logout").size() == 1,
                        "auth/logout",
                        told);
            }));

    private Handshakes() {}

    private static Responders minimal(PlayedAgent agent) {
        ObjectNode introduction = obj(
                "protocolVersion",
                agent.version(),
                "capabilities",
                obj("session", obj()),
                "info",
                obj("name", "acp-tck", "version", "1"));
        return introduced(agent, introduction);
    }

    private static Responders withoutSessions(PlayedAgent agent) {
        ObjectNode introduction = agent.introduction(obj());
        introduction.set("capabilities", obj("session", null));
        return introduced(agent, introduction);
    }

    private static ObjectNode refusal(@Nullable ObjectNode data) {
        ObjectNode error = obj("code", UNSUPPORTED, "message", "Unsupported protocol version");
        if (data != null) {
            error.set("data", data);
        }
        return obj("error", error);
    }

    private static Responders refusing(PlayedAgent agent, @Nullable ObjectNode data) {
        return responders(agent, obj()).on("initialize", request -> refusal(data));
    }

    /** An agent that speaks a version only that no client has. */
    private static Responders withoutCommonVersion(PlayedAgent agent) {
        return refusing(agent, obj("requested", 2, "supported", arr(NO_VERSION)));
    }

    /** An agent that speaks version 1 only, and says so. */
    private static Responders older(PlayedAgent agent) {
        return responders(agent, obj())
                .on(
                        "initialize",
                        request -> request.at("/params/protocolVersion").asInt() == 1
                                ? obj("result", obj("protocolVersion", 1, "agentCapabilities", obj()))
                                : refusal(
                                        obj("requested", request.at("/params/protocolVersion"), "supported", arr(1))));
    }

    private static void fallsBack(Stage stage) throws InterruptedException {
        urge(stage);
        boolean settled = stage.link()
                .awaitOutside(() -> !stage.probe().has("driver:newSession")
                        || stage.calls("initialize").size() > 1
                        || stage.link().end() != null);
        stage.link().pause();
        List<Entry> again = stage.calls("initialize").stream().skip(1).toList();
        if (again.isEmpty()) {
            stage.probe().skip("V2-CLI-INIT-009", "the client speaks no version but 2");
            return;
        }
        Entry last = again.get(again.size() - 1);
        stage.check(
                "V2-CLI-INIT-009",
                settled && last.at("/params/protocolVersion").asInt() == 1,
                "initialize for version 1, which the error names",
                again);
    }

    private static Driver.@Nullable Command urge(Stage stage) {
        return stage.probe().has("driver:newSession")
                ? stage.driver().start("newSession", "cwd", stage.link().cwd())
                : null;
    }

    private static void makesNoSession(Stage stage, String requirement) throws InterruptedException {
        Driver.Command command = urge(stage);
        if (command != null) {
            command.await();
        } else {
            stage.link().pause();
        }
        List<Entry> calls = stage.link().since(stage.initialize()).stream()
                .filter(entry -> entry.method().startsWith("session/"))
                .toList();
        stage.check(requirement, calls.isEmpty(), "no request about a session", calls);
    }

    private static Responders withTerminalLogin(PlayedAgent agent) {
        ObjectNode introduction = agent.introduction(obj());
        introduction.set(
                "authMethods",
                arr(
                        obj("methodId", "token", "name", "Token", "type", "agent"),
                        obj("methodId", "shell", "name", "Shell", "type", "terminal")));
        return introduced(agent, introduction);
    }

    private static Responders withLogin(PlayedAgent agent) {
        ObjectNode introduction = agent.introduction(obj());
        introduction.set("authMethods", arr(agent.authMethod("token", "Token")));
        return introduced(agent, introduction).on("auth/logout", request -> obj("result", obj()));
    }
}
