package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.acp4j.agent.AgentConnection;
import io.acp4j.cli.sample.Pacing;
import io.acp4j.cli.sample.SampleAgent;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.stdio.StdioTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Each screen of the inspector, with the conversations of the sample agent, in several windows: its geometry, its accessibility, and the
 * recording of the conversation.
 *
 * <p>A conversation is held once. The test then shows each screen, and each window of the screen. {@link ExpectedFailures} lists
 * what is known to fail.
 */
abstract class GalleryTest extends BrowserTest {

    static final String AGENT = "sample agent";
    static final String RECORDING = "conversation.jsonl";

    private static final Path PICTURES = Path.of("target", "gallery");

    /** Maximum number of checks of a cell. The page may still draw rows that it has received. */
    private static final int CHECKS = 5;

    /** Opens the sessions of an exported page. The checks need an element that scrolls, which is the document in such a page. */
    private static final String EXPANDED = """
            () => {
              document.querySelectorAll('.session, .session details').forEach(each => { each.open = true; });
              Object.assign(document.querySelector('main').style, { height: '100vh', overflow: 'auto', padding: '20px 16px' });
            }
            """;

    private static final ExpectedFailures EXPECTED = ExpectedFailures.load();

    private final List<String> failures = new ArrayList<>();
    private SampleAgent sample;
    private final List<AgentConnection> connections = new ArrayList<>();
    private boolean isProcess;

    /** The agent is started with the first connection, after the scenario has chosen its kind. */
    @Override
    AgentSource agentSource() {
        List<String> command = SampleAgent.command(
                "--no-pacing", "--directory", directory.resolve("sessions").toString());
        return new AgentSource(
                AGENT,
                directory,
                errors -> {
                    if (isProcess) {
                        return StdioTransport.builder(command)
                                .onStderrLine(errors)
                                .launch();
                    }
                    errors.accept("The sample agent is in the process of the test.");
                    return inProcess();
                },
                ProtocolVersion.V1);
    }

    private synchronized Transport inProcess() {
        if (sample == null) {
            sample = SampleAgent.builder().pacing(Pacing.IMMEDIATE).build();
        }
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        connections.add(sample.serve(pair.agent()));
        return pair.client();
    }

    @Override
    void closeAgents() throws InterruptedException {
        super.closeAgents();
        if (sample != null) {
            for (AgentConnection connection : connections) {
                connection.awaitClosed();
            }
            connections.clear();
            sample.close();
            sample = null;
        }
    }

    void show(GalleryScenario scenario) throws Exception {
        failures.clear();
        isProcess = scenario.isProcess();
        hold(scenario);
        record(scenario);
        for (GalleryScreen screen : GalleryScreen.values()) {
            if (scenario.has(screen)) {
                show(scenario, screen);
            }
        }
        assertThat(failures).as("faults of the gallery").isEmpty();
    }

    /** Holds the conversation: a question, a fork with another one, and what the scenario adds. */
    private void hold(GalleryScenario scenario) {
        GalleryWindow.W1400.apply(page.page());
        connected().newSession().ask("What is a session?");
        Locator session = page.sessions().first();
        session.hover();
        session.locator(".more").click();
        page.choose(page.page().locator("x-menu"), "Fork the whole session");
        page.counts(page.sessions(), 2);
        page.ask("How do I delete one?");
        page.sessions().first().click();
        page.has(page.sessions().first(), "aria-selected", "true");
        page.counts(page.entries("user"), 1);
        scenario.drive(page);
    }

    /** Validates the recording of the conversation, and opens it beside the agent. */
    private void record(GalleryScenario scenario) throws IOException {
        Path file = directory.resolve(RECORDING);
        Files.writeString(file, (String) page.page().evaluate("async () => (await fetch('/recording.jsonl')).text()"));
        judge(GalleryCell.recordingOf(scenario, "-"), ValidatedRecording.of(file));
        if (scenario == GalleryScenario.LOAD) {
            List<List<PageFault>> connections = ValidatedRecording.ofConnections(file);
            for (int i = 0; i < connections.size(); i++) {
                judge(GalleryCell.recordingOf(scenario, "connection " + (i + 1)), connections.get(i));
            }
        }
        if (scenario == GalleryScenario.DIFF) {
            export();
        }
        page.page().locator("x-opener input").setInputFiles(file);
        page.sees(page.page().locator(".state.recorded"));
        page.closePassingMessage();
        page.page().locator("select.sources").selectOption(AGENT);
        page.counts(page.page().locator(".state.recorded"), 0);
    }

    /** Checks the page that is saved for others. */
    private void export() throws IOException {
        Path file = directory.resolve("conversation.html");
        Files.writeString(file, (String) page.page().evaluate("async () => (await fetch('/recording.html')).text()"));
        try (Page exported = page.page().context().newPage()) {
            exported.navigate(file.toUri().toString());
            exported.evaluate(EXPANDED);
            for (GalleryWindow window : GalleryWindow.values()) {
                window.apply(exported);
                judge(
                        GalleryCell.exportOf(GalleryScenario.DIFF, window),
                        PageGeometry.check(exported, Map.of("scope", "main", "sideways", "pre")));
            }
        }
    }

    private void show(GalleryScenario scenario, GalleryScreen screen) {
        GalleryWindow.W400.apply(page.page());
        screen.open(page, scenario);
        for (GalleryWindow window : GalleryWindow.values()) {
            window.apply(page.page());
            GalleryCell cell = GalleryCell.of(scenario, screen, window);
            List<PageFault> faults = new ArrayList<>(geometry(cell, screen.scope));
            if (window.isForAxe() && screen.isForAxe()) {
                faults.addAll(Axe.violations(page, screen.scope));
            }
            page.picture(cell.fileName());
            judge(cell, faults);
        }
        GalleryWindow.W400.apply(page.page());
        screen.close(page);
    }

    /** Checks the geometry until it is as expected, or the maximum number of checks is reached. */
    private List<PageFault> geometry(GalleryCell cell, String scope) {
        List<PageFault> before = List.of();
        for (int i = 0; i < CHECKS; i++) {
            settle();
            List<PageFault> faults = PageGeometry.check(page.page(), scope);
            boolean isComplete = EXPECTED.outdated(cell, faults).stream()
                    .allMatch(mark -> mark.check().equals("axe"));
            if (EXPECTED.unexpected(cell, faults).isEmpty() && isComplete) {
                return faults;
            }
            before = faults;
        }
        return before;
    }

    /** Waits until the page has drawn the rows that it requests for a window of another size. */
    private void settle() {
        HeldMessages.drawn(page.page());
        page.page()
                .evaluate("async () => { const { ask, net } = await import('/store.js');"
                        + " if (net.online) await ask('find', { row: 0 }); }");
        HeldMessages.drawn(page.page());
    }

    private void judge(GalleryCell cell, List<PageFault> faults) {
        List<String> lines = new ArrayList<>();
        EXPECTED.unexpected(cell, faults).forEach(fault -> lines.add(cell + " | " + fault));
        EXPECTED.outdated(cell, faults).forEach(mark -> lines.add("no longer fails, remove the mark: " + mark));
        if (!lines.isEmpty()) {
            Path picture = PICTURES.resolve(cell.fileName() + ".png").toAbsolutePath();
            page.page().screenshot(new Page.ScreenshotOptions().setPath(picture));
            lines.add("    picture: " + picture);
        }
        failures.addAll(lines);
    }
}
