package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Authentication methods, {@code authenticate} and {@code logout}. */
final class AuthScenarios {

    static final List<Scenario> ALL = List.of(
            scenario("auth/methods", "AUTH-001 AUTH-002 AUTH-003 AUTH-004", AuthScenarios::methods),
            scenario("auth/authenticate", "AUTH-005 AUTH-006 AUTH-007 AUTH-009", AuthScenarios::authenticate),
            scenario("auth/logout", "AUTH-008", AuthScenarios::logout));

    private AuthScenarios() {}

    private static void methods(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        JsonNode methods =
                link.initialize(1, Probe.everything()).need("initialize").path("authMethods");
        Set<String> ids = new HashSet<>();
        for (JsonNode method : methods) {
            probe.check(
                    "AUTH-001",
                    Shapes.isId(method.path("id")) && method.path("name").isTextual(),
                    "an id and a name",
                    method);
            probe.check("AUTH-002", ids.add(method.path("id").asText()), "an id of its own", method);
        }
        Reply reply = link.call("authenticate", obj("methodId", "acp4j-no-such-method"));
        probe.check("AUTH-004", reply.isError(), "an error", reply);

        JsonNode capabilities = obj("fs", obj("readTextFile", true));
        JsonNode offered = probe.connect()
                .initialize(1, capabilities)
                .need("initialize without auth.terminal")
                .path("authMethods");
        boolean terminal = false;
        for (JsonNode method : offered) {
            terminal |= method.path("type").asText().equals("terminal");
        }
        probe.check("AUTH-003", !terminal, "no method of the type terminal", offered);
    }

    private static void authenticate(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        JsonNode methods =
                link.initialize(1, Probe.everything()).need("initialize").path("authMethods");
        if (probe.has("authRequired")) {
            Reply refused = link.call("session/new", link.newSessionParams());
            if (refused.isError(-32000)) {
                probe.check("AUTH-006", methods.size() > 0, "methods to authenticate with", "authMethods " + methods);
            }
        }
        String method = probe.settings().authMethod();
        if (method == null || !offers(methods, method)) {
            return;
        }
        Reply reply = link.call("authenticate", obj("methodId", method));
        probe.check("AUTH-005", reply.result().isObject(), "an object", reply);
        reply.need("authenticate");
        if (!probe.has("authRequired")) {
            return;
        }
        Reply created = link.call("session/new", link.newSessionParams());
        probe.check("AUTH-007", created.isResult(), "a session", created);
        if (probe.has("logout") && created.isResult()) {
            link.call("logout", obj()).need("logout");
            Reply again = link.call("session/new", link.newSessionParams());
            probe.checkError("AUTH-009", again.isError(-32000), "the error -32000", again);
        }
    }

    private static boolean offers(JsonNode methods, @Nullable String id) {
        for (JsonNode method : methods) {
            if (method.path("id").asText().equals(id)) {
                return true;
            }
        }
        return false;
    }

    private static void logout(Probe probe) throws InterruptedException {
        Reply reply = probe.open().call("logout", obj());
        probe.check("AUTH-008", reply.result().isObject(), "an object", reply);
    }
}
