package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.inspector.Viewer;
import io.acp4j.inspector.matrix.MatrixRun;
import io.acp4j.inspector.testing.Recorded;
import io.acp4j.inspector.testing.ScriptedAgent;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What several agents offer, side by side in the page. */
class MatrixTest extends BrowserTest {

    private MatrixRun.Agent dead() {
        return new MatrixRun.Agent(
                "a-broken-agent --acp",
                errors -> StdioTransport.builder(List.of("/bin/sh", "-c", "exit 3"))
                        .onStderrLine(errors)
                        .launch());
    }

    private MatrixRun.Agent agent(String name, ScriptedAgent agent) {
        return new MatrixRun.Agent(name, agent.source(directory).opening());
    }

    @Test
    void agentsAndRecordingsOfBothVersionsStandSideBySide() throws Exception {
        Path first = Recorded.conversation(directory.resolve("first.jsonl"), ProtocolVersion.V1, directory, "one");
        Path second = Recorded.conversation(directory.resolve("second.jsonl"), ProtocolVersion.V2, directory, "one");
        AcpAgent bare = AcpAgent.builder()
                .info("bare-agent", "2.1")
                .onPrompt(turn -> turn.say("hello"))
                .build();
        try (ScriptedAgent other = new ScriptedAgent(bare);
                Another inspector = another(
                        agent.source(directory),
                        List.of(first, second),
                        List.of(agent("a-bare-agent-with-a-long-command --acp --verbose", other), dead()))) {
            page.open(inspector.address());
            MatrixView view = new MatrixView(page).open();
            page.seesText(view.column("scripted-agent"), "not queried yet");
            page.seesText(view.cells("agent").nth(3), "scripted-agent 1.0"); // A recording needs nobody to be asked.
            page.picture("matrix-before");
            view.ask().focus();
            page.page().keyboard().press("Enter");
            page.seesText(view.cells("agent").nth(1), "bare-agent 2.1");
            page.seesText(view.cells("agent").first(), "scripted-agent 1.0");
            page.seesText(view.column("a-broken-agent").locator(".problem"), "3");
            page.seesText(view.column("first.jsonl"), "recorded");
            page.seesText(view.column("scripted-agent"), "live");
            page.counts(view.cells("loadSession"), 5);
            page.seesText(view.cells("loadSession").first(), "yes");
            page.seesText(view.cells("loadSession").nth(1), "no");
            page.seesText(view.cells("loadSession").nth(2), "not known");
            page.seesText(view.cells("protocolVersion").first(), "1");
            page.seesText(view.cells("protocolVersion").last(), "2");
            page.seesText(view.ask(), "Query the agents");

            Screens.of(page, "Matrix", "matrix");
            page.page().locator("x-matrix input[type=search]").fill("no such offer");
            page.seesText(page.page().locator("x-matrix .empty").first(), "No capability or method matches.");
            page.page().locator("x-matrix input[type=search]").fill("");

            // All are asked for the other version.
            page.page().locator("x-matrix select").selectOption("2");
            view.ask().click();
            page.seesText(view.cells("protocolVersion").first(), "2");
            page.seesText(view.ask(), "Query the agents");
            page.seesText(view.cells("protocolVersion").nth(1), "1");
        }
    }

    @Test
    void whatAllOfThemSayIsLeftOut() throws Exception {
        Path first = Recorded.conversation(directory.resolve("first.jsonl"), ProtocolVersion.V1, directory, "one");
        Path without = Files.writeString(
                directory.resolve("without.jsonl"),
                Files.readString(first).replace("\"image\":true", "\"image\":false"));
        try (Viewer viewer = Viewer.open(List.of(first, without), 0)) {
            page.open(viewer.address());
            MatrixView view = new MatrixView(page).open();
            page.sees(view.rows().first());
            assertThat(view.rows().count()).isGreaterThan(5);
            page.counts(page.page().locator("x-matrix tr.differs"), 1);
            page.button("only differences").focus();
            page.page().keyboard().press("Enter");
            page.counts(view.rows(), 1);
            page.seesText(view.cells("promptCapabilities.image").first(), "yes");
            page.seesText(view.cells("promptCapabilities.image").last(), "no");
            page.button("only differences").click();
            page.page().locator("x-matrix input[type=search]").fill("PROMPT");
            page.counts(view.rows(), 2);
            page.counts(view.cells("session/prompt"), 2);
            leave();
        }
    }

    @Test
    void whatWasObservedStandsBelowWhatIsOffered() throws Exception {
        Path second = Recorded.conversation(
                directory.resolve("second.jsonl"), ProtocolVersion.V2, directory, "one", "tool", "allow");
        connected().newSession().ask("one").ask("fail");
        MatrixView view = new MatrixView(page).open();

        // Nobody was asked: this is what the conversation so far says.
        page.counts(view.cells("agent"), 1);
        page.seesText(view.cells("agent"), "scripted-agent 1.0");
        page.seesText(view.cells("session/new"), "works × 1");
        page.seesText(view.cells("session/prompt"), "fails at times × 2");
        page.seesText(view.cells("session/update agent_message_chunk"), "sent");
        page.counts(view.cells("agent session/request_permission"), 0);

        page.page().locator("x-opener input").setInputFiles(second);
        page.sees(page.page().locator(".state.recorded"));
        page.seesText(view.cells("session/prompt").last(), "works × 4");
        page.seesText(view.cells("agent session/request_permission").last(), "asked");
        page.seesText(view.cells("agent session/request_permission").first(), "no");
        page.sees(page.page().locator("x-matrix tr.differs[data-offer='session/prompt']"));
        Screens.of(page, "Matrix", "matrix-observed");

        // The conversation goes on; asking anew leaves what was observed.
        page.page().locator("select.sources").selectOption("scripted-agent --acp");
        page.button("Conversation").first().click();
        page.ask("two");
        view.open();
        page.seesText(view.cells("session/prompt").first(), "fails at times × 3");
        view.ask().click();
        page.seesText(view.column("scripted-agent").locator(".count"), "ms");
        page.seesText(view.cells("session/prompt").first(), "fails at times × 3");
    }

    @Test
    void recordingsNeedNobodyToBeAsked() throws Exception {
        Path first = Recorded.conversation(directory.resolve("first.jsonl"), ProtocolVersion.V1, directory, "one");
        Path second = Recorded.conversation(directory.resolve("second.jsonl"), ProtocolVersion.V2, directory, "one");
        try (Viewer viewer = Viewer.open(List.of(first, second), 0)) {
            page.open(viewer.address());
            page.counts(page.button("Replay"), 0);
            MatrixView view = new MatrixView(page).open();
            page.counts(view.cells("agent"), 2);
            page.seesText(view.cells("protocolVersion").last(), "2");
            assertThat(page.page().url()).contains("view=matrix");
            page.page().reload();
            page.counts(view.cells("agent"), 2);
            // Who chooses a session wants to see it.
            page.sessions().first().click();
            page.counts(page.page().locator("x-matrix"), 0);
            page.seesText(page.entries("agent").first(), "I have heard: one");
            leave();
        }
    }
}
