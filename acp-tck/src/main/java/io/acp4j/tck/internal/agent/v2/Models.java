package io.acp4j.tck.internal.agent.v2;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a client may say to the model behind an agent, and where that is. Providers are only listed: to set or disable one would change
 * what the agent's user has configured.
 */
final class Models {

    static final List<Scenario> ALL = List.of(
            scenario("v2-system-prompt/new", "V2-SYS-001 V2-SYS-002 V2-SYS-003", Models::systemPrompt),
            scenario("v2-system-prompt/resume", "V2-SYS-004", Models::systemPromptOfResumed),
            scenario("v2-providers/list", "V2-PROV-001 V2-PROV-002 V2-PROV-003", Models::providers));

    private Models() {}

    private static ObjectNode with(ObjectNode setup, String mode, String type) {
        return setup.set("systemPrompt", obj("mode", mode, "content", arr(obj("type", type, "text", "Be brief."))));
    }

    private static void systemPrompt(Probe probe) throws InterruptedException {
        Link link = probe.open();
        Reply made = link.requestSession(with(link.newSessionParams(), "append", "text"));
        probe.check("V2-SYS-001", made.isResult(), "a session", made);
        Reply mode = link.call("session/new", with(link.newSessionParams(), "_acp4j_whisper", "text"));
        probe.check("V2-SYS-002", mode.isError(), "an error", mode);
        Reply type = link.call("session/new", with(link.newSessionParams(), "append", "_acp4j_scent"));
        probe.check("V2-SYS-003", type.isError(), "an error", type);
    }

    private static void systemPromptOfResumed(Probe probe) throws InterruptedException {
        Session session = probe.talk();
        session.prompt("to be resumed with a system prompt").needEnd();
        Link link = session.link();
        link.call("session/close", session.params()).need("session/close");
        Reply reply = link.call("session/resume", with(session.setup(), "_acp4j_whisper", "text"));
        probe.check("V2-SYS-004", reply.isError(), "an error", reply);
    }

    private static void providers(Probe probe) throws InterruptedException {
        Reply reply = probe.open().call("providers/list", obj());
        JsonNode providers = reply.result().path("providers");
        boolean complete = providers.isArray();
        Set<String> ids = new HashSet<>();
        for (JsonNode provider : providers) {
            complete &= provider.path("providerId").isTextual()
                    && provider.path("supported").isArray()
                    && provider.path("required").isBoolean();
            Set<JsonNode> protocols = new HashSet<>();
            boolean once = true;
            for (JsonNode protocol : provider.path("supported")) {
                once &= protocols.add(protocol);
            }
            probe.check("V2-PROV-003", once, "each protocol once", provider);
            probe.check("V2-PROV-002", ids.add(provider.path("providerId").asText()), "an id of its own", provider);
        }
        probe.check("V2-PROV-001", complete, "a list of providers", reply);
        if (ids.isEmpty()) {
            probe.skip("V2-PROV-002", "the agent lists no provider");
            probe.skip("V2-PROV-003", "the agent lists no provider");
        }
    }
}
