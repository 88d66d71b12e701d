package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.agent.Lists;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an agent may offer: authentication, options, archives and the status of sessions. */
final class Offers {

    private static final String SET = "session/set_config_option";

    /** The requirements that are judged by setting an option. */
    private static final String[] SETTING = {"V2-CONF-001", "V2-CONF-002", "V2-CONF-003", "V2-CONF-006", "V2-CONF-011"};

    static final List<Scenario> ALL = List.of(
            scenario("v2-auth/methods", "V2-AUTH-001 V2-AUTH-002 V2-AUTH-003", Offers::methods),
            scenario("v2-auth/unknown", "V2-AUTH-004", Offers::unknownMethod),
            scenario("v2-auth/login", "V2-AUTH-005 V2-AUTH-006 V2-AUTH-007", Offers::login),
            scenario("v2-auth/terminal", "V2-AUTH-008", Offers::terminalMethod),
            scenario("v2-auth/status", "V2-AUTH-009", Offers::authStatus),
            scenario("v2-auth/status-later", "V2-AUTH-010 V2-AUTH-011", Offers::authStatusLater),
            scenario("v2-config/set", "V2-CONF-001 V2-CONF-002 V2-CONF-003 V2-CONF-006 V2-CONF-011", Offers::setOption),
            scenario("v2-config/refused", "V2-CONF-004 V2-CONF-005 V2-CONF-007", Offers::refuseOption),
            scenario(
                    "v2-archive/hidden",
                    "V2-ARCH-001 V2-ARCH-002 V2-ARCH-003 V2-ARCH-004 V2-ARCH-005",
                    Offers::archive),
            scenario("v2-archive/unknown", "V2-ARCH-006", Offers::archiveUnknown),
            scenario("v2-archive/running", "V2-ARCH-007", Offers::archiveRunning),
            scenario("v2-status/session", "V2-STAT-001 V2-STAT-002 V2-STAT-003 V2-STAT-004", Offers::status),
            scenario("v2-status/unknown", "V2-STAT-005 V2-STAT-006", Offers::statusUnknown));

    private Offers() {}

    private static JsonNode methods(Link link, JsonNode capabilities) throws InterruptedException {
        return link.initialize(2, capabilities).need("initialize").path("authMethods");
    }

    private static void methods(Probe probe) throws InterruptedException {
        Set<String> ids = new HashSet<>();
        for (JsonNode method : methods(probe.connect(), probe.dialect().everything())) {
            probe.check(
                    "V2-AUTH-001",
                    method.path("methodId").isTextual()
                            && method.path("name").isTextual()
                            && method.path("type").isTextual(),
                    "a methodId, a name and a type",
                    method);
            probe.check("V2-AUTH-002", ids.add(method.path("methodId").asText()), "an id of its own", method);
        }
        JsonNode few = methods(probe.connect(), obj());
        boolean terminal = false;
        for (JsonNode method : few) {
            terminal |= method.path("type").asText().equals("terminal");
        }
        probe.check("V2-AUTH-003", !terminal, "no method of the type terminal", few);
    }

    private static void unknownMethod(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        methods(link, probe.dialect().everything());
        Reply reply = link.call("auth/login", obj("methodId", "acp4j-no-such-method"));
        probe.check("V2-AUTH-004", reply.isError(), "an error", reply);
    }

    private static void login(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        methods(link, probe.dialect().everything());
        JsonNode params = obj("methodId", probe.settings().authMethod());
        Reply reply = link.call("auth/login", params);
        probe.check("V2-AUTH-005", reply.result().isObject(), "an object", reply);
        Reply logout = link.call("auth/logout", obj());
        probe.check("V2-AUTH-006", logout.result().isObject(), "an object", logout);
        Reply again = link.call("auth/login", params);
        probe.check("V2-AUTH-007", again.result().isObject(), "an object", again);
    }

    private static void terminalMethod(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        for (JsonNode method : methods(link, probe.dialect().everything())) {
            if (method.path("type").asText().equals("terminal")) {
                Reply reply = link.call("auth/login", obj("methodId", method.path("methodId")));
                probe.check("V2-AUTH-008", reply.isError(), "an error", reply);
                return;
            }
        }
        probe.skip("V2-AUTH-008", "the agent has no method of the type terminal");
    }

    private static void authStatus(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        methods(link, probe.dialect().everything());
        Reply reply = link.call("auth/status", obj());
        probe.check("V2-AUTH-009", reply.result().path("state").isTextual(), "a state, whatever it is", reply);
    }

    private static void authStatusLater(Probe probe) throws InterruptedException {
        Link link = probe.connect();
        methods(link, probe.dialect().everything());
        JsonNode login = obj("methodId", probe.settings().authMethod());
        Entry first = link.notify("_acp4j/note", obj());
        for (int times = 0; times < 2; times++) {
            link.call("auth/login", login).need("auth/login");
        }
        link.call("auth/logout", obj()).need("auth/logout");
        Reply reply = link.call("auth/status", obj());
        probe.check("V2-AUTH-010", reply.result().path("state").isTextual(), "a state, whatever it is", reply);
        link.call("auth/login", login).need("auth/login");
        link.settle();
        JsonNode told = obj();
        boolean came = false;
        for (Entry entry : link.since(first)) {
            if (entry.method().equals("auth/status_update")) {
                probe.check("V2-AUTH-011", !entry.at("/params").equals(told), "another status than before", entry);
                told = entry.at("/params");
                came = true;
            }
        }
        if (!came) {
            probe.skip("V2-AUTH-011", "the agent sends no auth/status_update");
        }
    }

    // Options

    /** Returns an option that has a choice; null when none has, which leaves requirements about it nothing to ask for. */
    private static @Nullable JsonNode select(Probe probe, JsonNode options, String... requirements) {
        for (JsonNode option : options) {
            if (option.path("type").asText().equals("select") && values(option).size() > 1) {
                return option;
            }
        }
        for (String requirement : requirements) {
            probe.skip(requirement, "no option has a choice");
        }
        return null;
    }

    /** Returns the values of an option, which may stand in groups. */
    private static List<JsonNode> values(JsonNode option) {
        List<JsonNode> values = new ArrayList<>();
        for (JsonNode each : option.path("options")) {
            if (each.has("options")) {
                each.path("options").forEach(value -> values.add(value.path("value")));
            } else {
                values.add(each.path("value"));
            }
        }
        return values;
    }

    private static JsonNode find(JsonNode options, JsonNode id) {
        for (JsonNode option : options) {
            if (option.path("configId").equals(id)) {
                return option;
            }
        }
        return obj();
    }

    private static JsonNode otherValue(JsonNode option) {
        return values(option).stream()
                .filter(value -> !value.equals(option.path("currentValue")))
                .findFirst()
                .orElseThrow(() -> new NotTestable("The option has no other value"));
    }

    private static JsonNode made(Link link) throws InterruptedException {
        return link.requestSession(link.newSessionParams()).need("session/new");
    }

    private static ObjectNode change(Session session, JsonNode configId, Object type, Object value) {
        return obj("sessionId", session.id(), "configId", configId, "type", type, "value", value);
    }

    private static void setOption(Probe probe) throws InterruptedException {
        Link link = probe.open();
        JsonNode made = made(link);
        Session session = new Session(link, made.path("sessionId").asText());
        JsonNode options = made.path("configOptions");
        JsonNode option = select(probe, options, SETTING);
        if (option == null) {
            return;
        }
        JsonNode value = otherValue(option);
        Reply reply = link.call(SET, change(session, option.path("configId"), "id", value));
        if (reply.isError()) {
            for (String id : SETTING) {
                probe.skip(id, "the agent refuses that value: " + reply);
            }
            return;
        }
        probe.check("V2-CONF-001", reply.result().path("configOptions").isArray(), "all options", reply);
        JsonNode then = reply.need(SET).path("configOptions");
        probe.check("V2-CONF-002", then.size() == options.size(), options.size() + " options", then);
        JsonNode now = find(then, option.path("configId")).path("currentValue");
        probe.check("V2-CONF-003", now.equals(value), "the value " + value, now);
        if (now.equals(value)) {
            remainsSet(probe, session, then, option.path("configId"), value);
        }
        JsonNode resumed = link.call("session/resume", session.setup())
                .need("session/resume")
                .path("configOptions");
        JsonNode kept = find(resumed, option.path("configId")).path("currentValue");
        probe.check("V2-CONF-006", kept.equals(now), "the value " + now + " after resuming", kept);
    }

    /** Sets another option to its current value. The response contains all options, also the one that was set before. */
    private static void remainsSet(Probe probe, Session session, JsonNode options, JsonNode id, JsonNode value)
            throws InterruptedException {
        Entry before = session.link().notify("_acp4j/note", obj());
        for (JsonNode other : options) {
            Object type = other.path("type").asText().equals("select") ? "id" : other.path("type");
            Reply reply = other.path("configId").equals(id)
                    ? null
                    : session.link()
                            .call(SET, change(session, other.path("configId"), type, other.path("currentValue")));
            if (reply != null && reply.isResult()) {
                boolean announced = session.link().updatesSince(before, session.id()).stream()
                        .map(update -> update.at("/params/update/configOptions"))
                        .anyMatch(update -> update.isArray()
                                && !find(update, id).path("currentValue").equals(value));
                JsonNode now = find(reply.result().path("configOptions"), id).path("currentValue");
                if (announced) {
                    probe.skip("V2-CONF-011", "the agent announced another value of " + id);
                } else {
                    probe.check("V2-CONF-011", now.equals(value), "the value " + value + " as it was set", reply);
                }
                return;
            }
        }
        probe.skip("V2-CONF-011", "no other option can be set");
    }

    private static void refuseOption(Probe probe) throws InterruptedException {
        Link link = probe.open();
        JsonNode made = made(link);
        Session session = new Session(link, made.path("sessionId").asText());
        JsonNode option = select(probe, made.path("configOptions"), "V2-CONF-004", "V2-CONF-005", "V2-CONF-007");
        if (option == null) {
            return;
        }
        Reply value = link.call(SET, change(session, option.path("configId"), "id", "acp4j-no-such-value"));
        probe.checkError("V2-CONF-005", value.isError(Work.INVALID_PARAMS), "the error -32602", value);
        Reply unknown = link.call(
                SET, change(session, obj("id", "acp4j-no-such-option").path("id"), "id", option.path("currentValue")));
        probe.checkError("V2-CONF-004", unknown.isError(Work.INVALID_PARAMS), "the error -32602", unknown);
        JsonNode resumed = link.call("session/resume", session.setup())
                .need("session/resume")
                .path("configOptions");
        JsonNode now = find(resumed, option.path("configId")).path("currentValue");
        probe.check(
                "V2-CONF-007",
                now.equals(option.path("currentValue")),
                "the value as it was: " + option.path("currentValue"),
                now);
    }

    // Archives

    private static void archive(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        session.prompt("to be archived").needEnd();
        if (!Lists.has(link, obj(), session.id())) {
            throw new NotTestable("The session is not listed");
        }
        Reply reply = link.call("session/archive", session.params());
        probe.check("V2-ARCH-001", reply.result().isObject(), "an object", reply);
        reply.need("session/archive");
        probe.check("V2-ARCH-002", !Lists.has(link, obj(), session.id()), "a list without it", "it is there");
        boolean only = Lists.has(link, obj("archived", "only"), session.id());
        probe.check("V2-ARCH-003", only, "it among the archived", "none such");
        Reply again = link.call("session/archive", session.params());
        Reply back = link.call("session/unarchive", session.params());
        Reply twice = link.call("session/unarchive", session.params());
        probe.check("V2-ARCH-004", again.isResult() && twice.isResult(), "a result each time", again + " and " + twice);
        if (back.isResult()) {
            probe.check("V2-ARCH-005", Lists.has(link, obj(), session.id()), "a list with it", "it is not there");
        }
    }

    private static void archiveUnknown(Probe probe) throws InterruptedException {
        Link link = probe.open();
        for (String method : List.of("session/archive", "session/unarchive")) {
            Reply reply = link.call(method, Work.unknown());
            probe.checkError("V2-ARCH-006", reply.isError(Work.NOT_FOUND), "-32002 for " + method, reply);
        }
    }

    private static void archiveRunning(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        var running = Work.busy(probe, session);
        Reply reply = session.link().call("session/archive", session.params());
        reply.need("session/archive");
        List<Entry> before = Work.ends(session, running.sent()).stream()
                .filter(entry -> entry.index() < reply.index())
                .toList();
        probe.check("V2-ARCH-007", !before.isEmpty(), "the end of its work, cancelled, before the response", "none");
        if (!before.isEmpty()) {
            Work.isCancelled(probe, "V2-ARCH-007", before.get(before.size() - 1));
        }
    }

    // Status

    private static String status(Link link, Session session) throws InterruptedException {
        return link.call("session/status", session.params())
                .need("session/status")
                .path("status")
                .asText();
    }

    private static void status(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        Link link = session.link();
        session.prompt("whose status is asked").needEnd();
        // A state may be reported again after the end of the work.
        link.settle();
        Entry before = link.notify("_acp4j/note", obj());
        Reply reply = link.call("session/status", session.params());
        probe.check("V2-STAT-001", reply.result().path("status").isTextual(), "a status", reply);
        reply.need("session/status");
        probe.check("V2-STAT-002", reply.result().path("status").asText().equals("open"), "the status open", reply);
        link.settle();
        List<Entry> effects = link.updatesSince(before, session.id());
        probe.check("V2-STAT-003", effects.isEmpty(), "no update", effects);
        link.call("session/close", session.params()).need("session/close");
        String saved = status(link, session);
        probe.check("V2-STAT-004", !saved.equals("open"), "another status than open", saved);
    }

    private static void statusUnknown(Probe probe) throws InterruptedException {
        Reply reply = probe.open().call("session/status", Work.unknown());
        probe.checkError("V2-STAT-005", reply.isError(Work.NOT_FOUND), "the error -32002", reply);
        if (reply.isError(Work.NOT_FOUND)) {
            JsonNode named = reply.at("/error/data").path("sessionId");
            probe.check("V2-STAT-006", named.asText().equals(Work.NOWHERE), "data.sessionId with the id", reply);
        }
    }
}
