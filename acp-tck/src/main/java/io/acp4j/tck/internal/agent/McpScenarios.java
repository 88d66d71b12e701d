package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.probe.Scenario.scenario;
import static io.acp4j.tck.internal.wire.Json.arr;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.mcp.McpReports;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Probe;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.probe.Session;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Gives the agent an MCP server of the kit's own, which tells how it was started. */
final class McpScenarios {

    static final List<Scenario> ALL = List.of(scenario("mcp/stdio", "SESS-014 SESS-016", McpScenarios::started));

    private static final String WORD = "word:mcp";

    private static final int INVALID_PARAMS = -32602;

    private McpScenarios() {}

    private static void started(Probe probe) throws InterruptedException {
        Optional<Profile.Gap> gap = probe.profile().gap(WORD, probe.settings());
        if (gap.isPresent() && gap.get().kind() == Profile.Gap.Kind.DECLARED) {
            skip(probe, gap.get().reason());
            return;
        }
        if (!probe.own().isOnThisMachine()) {
            skip(probe, "the subject is on another machine, where the kit's MCP server is not");
            return;
        }
        if (probe.profile().sessionTrouble() != null) {
            throw new NotTestable(probe.profile().sessionTrouble());
        }
        try (McpReports reports = new McpReports()) {
            Link link = probe.open();
            Reply made = link.requestSession(link.newSessionParams().set("mcpServers", arr(reports.configuration())));
            if (made.isError(INVALID_PARAMS)) {
                // That the configuration is understood is a requirement of its own.
                skip(probe, "the configuration of an MCP server was not understood: " + made);
                return;
            }
            if (made.isError()) {
                probe.check("SESS-014", false, "a session with an MCP server", made);
                probe.skip("SESS-016", "a session with an MCP server was refused");
                return;
            }
            String session = made.need("session/new with an MCP server")
                    .path("sessionId")
                    .asText();
            if (probe.profile().promptTrouble() == null) {
                // Some agents start servers when they need them.
                new Session(link, session).prompt(probe.has(WORD) ? "tck: mcp" : "Which tools do you have?");
            }
            JsonNode report = probe.await(reports);
            probe.check("SESS-014", report != null, "a start of the MCP server", "none");
            if (report == null) {
                probe.skip("SESS-016", "the MCP server was not started");
            } else {
                JsonNode args = arr(reports.args().toArray());
                probe.check("SESS-016", report.path("args").equals(args), args.toString(), report.path("args"));
                probe.check(
                        "SESS-016",
                        report.path("value").asText("").equals(reports.value()),
                        "the variable with the value `" + reports.value() + "`",
                        report.path("value"));
            }
        } catch (IOException e) {
            throw new NotTestable("Nobody can report to the kit: " + e.getMessage());
        }
    }

    private static void skip(Probe probe, String reason) {
        probe.skip("SESS-014", reason);
        probe.skip("SESS-016", reason);
    }
}
