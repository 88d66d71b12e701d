package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.agent.Lists;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import java.util.List;

/** Titles of sessions that the client sets. */
final class Titles {

    private static final String SET = "session/set_title";

    static final List<Scenario> ALL = List.of(
            scenario("v2-title/set", "V2-TITLE-001 V2-TITLE-002 V2-TITLE-008", Titles::set),
            scenario("v2-title/refused", "V2-TITLE-004 V2-TITLE-005 V2-TITLE-006", Titles::refused),
            scenario("v2-title/closed", "V2-TITLE-007", Titles::closed),
            scenario("v2-title/unknown", "V2-TITLE-003", Titles::unknown));

    private Titles() {}

    private static JsonNode listed(Session session) throws InterruptedException {
        JsonNode listed = null;
        for (JsonNode page : Lists.pages(session.link(), obj())) {
            for (JsonNode info : page.path("sessions")) {
                listed = info.path("sessionId").asText().equals(session.id()) ? info.path("title") : listed;
            }
        }
        if (listed == null) {
            throw new NotTestable("The session is not listed");
        }
        return listed;
    }

    private static Session spoken(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("to be called otherwise").needEnd();
        return session;
    }

    private static void set(Probe probe) throws InterruptedException {
        Session session = spoken(probe);
        Reply reply = session.link().call(SET, session.params().put("title", "A name of its own"));
        probe.check("V2-TITLE-001", reply.result().path("title").isTextual(), "the title as it is stored", reply);
        JsonNode stored = reply.need(SET).path("title");
        JsonNode listed = listed(session);
        probe.check("V2-TITLE-002", stored.equals(listed), "the title " + stored, listed);
        session.prompt("to be called something new").needEnd();
        JsonNode later = listed(session);
        probe.check("V2-TITLE-008", later.equals(listed), "the title " + listed + " after another turn", later);
    }

    private static void refused(Probe probe) throws InterruptedException {
        Session session = spoken(probe);
        Link link = session.link();
        link.call(SET, session.params().put("title", "A name that stays")).need(SET);
        JsonNode before = listed(session);
        Reply empty = link.call(SET, session.params().put("title", ""));
        probe.checkError("V2-TITLE-004", empty.isError(Work.INVALID_PARAMS), "the error -32602", empty);
        Reply none = link.call(SET, session.params().putNull("title"));
        Reply missing = link.call(SET, session.params());
        probe.check(
                "V2-TITLE-005",
                none.isError(Work.INVALID_PARAMS) && missing.isError(Work.INVALID_PARAMS),
                "the error -32602 for null, and for no title",
                none + " and " + missing);
        if (empty.isError() && none.isError() && missing.isError()) {
            JsonNode after = listed(session);
            probe.check("V2-TITLE-006", after.equals(before), "the title " + before, after);
        } else {
            probe.skip("V2-TITLE-006", "the agent takes such titles");
        }
    }

    private static void closed(Probe probe) throws InterruptedException {
        Session session = spoken(probe);
        Link link = session.link();
        link.call("session/close", session.params()).need("session/close");
        listed(session);
        Reply reply = link.call(SET, session.params().put("title", "A name afterwards"));
        probe.check("V2-TITLE-007", reply.isResult(), "the title as it is stored", reply);
    }

    private static void unknown(Probe probe) throws InterruptedException {
        Reply reply = probe.open().call(SET, obj("sessionId", Work.NOWHERE, "title", "x"));
        probe.checkError("V2-TITLE-003", reply.isError(Work.NOT_FOUND), "the error -32002", reply);
    }
}
