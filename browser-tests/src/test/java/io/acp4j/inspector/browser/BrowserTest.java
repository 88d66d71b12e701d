package io.acp4j.inspector.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import io.acp4j.inspector.Inspector;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.inspector.drive.LiveAgent;
import io.acp4j.inspector.matrix.MatrixRun;
import io.acp4j.inspector.testing.ScriptedAgent;
import io.acp4j.schema.init.ProtocolVersion;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A browser for the tests of a class, and for each test an inspector on an agent of its own. Playwright belongs to one thread.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrowserTest {

    @TempDir
    Path directory;

    ScriptedAgent agent;
    Inspector inspector;
    InspectorPage page;

    private final List<String> problems = new ArrayList<>();
    private Playwright playwright;
    private Browser browser;
    private BrowserContext context;

    @BeforeAll
    void launch() {
        assumeTrue(Browsers.chromium().isPresent(), "there is no Chromium on the PATH");
        playwright = Browsers.playwright();
        browser = Browsers.launch(playwright);
    }

    @BeforeEach
    void start() throws Exception {
        problems.clear(); // or one test that fails would take the rest of its class along
        agent = new ScriptedAgent();
        inspector = Inspector.start(agentSource(), 0);
        context = browser.newContext(new Browser.NewContextOptions().setViewportSize(1440, 900));
        context.setDefaultTimeout(Browsers.TIMEOUT_MILLIS);
        page = open();
    }

    /** Returns the agent of the inspector. */
    AgentSource agentSource() {
        return agent.source(directory, version());
    }

    /** Returns the version of the protocol that the agent is asked for. */
    ProtocolVersion version() {
        return ProtocolVersion.V1;
    }

    /** One more page of the same browser. */
    InspectorPage open() {
        Page opened = context.newPage();
        // A policy that is violated, a script that fails: neither belongs to any test.
        opened.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                problems.add(message.text());
            }
        });
        opened.onPageError(problems::add);
        // It works without a network.
        opened.onRequest(request -> {
            if (!request.url().matches("(http://127\\.0\\.0\\.1:|data:|blob:|file:|about:).*")) {
                problems.add("asks for " + request.url());
            }
        });
        return new InspectorPage(opened);
    }

    /** Leaves what the pages talk to before it ends, or they would complain of an address that does not respond. */
    void leave() {
        context.pages().forEach(opened -> opened.navigate("about:blank"));
    }

    /** One more inspector, which the pages leave before it ends. */
    final class Another implements AutoCloseable {

        private final Inspector inspector;

        private Another(Inspector inspector) {
            this.inspector = inspector;
        }

        LiveAgent agent() {
            return inspector.agent();
        }

        URI address() {
            return inspector.address();
        }

        @Override
        public void close() throws Exception {
            leave();
            inspector.close();
        }
    }

    Another another(AgentSource source) throws Exception {
        return another(source, List.of(), List.of());
    }

    Another another(AgentSource source, List<Path> recordings, List<MatrixRun.Agent> others) throws Exception {
        return new Another(Inspector.start(source, recordings, others, 0));
    }

    /** Opens the page with the agent connected. */
    InspectorPage connected() {
        inspector.agent().connect().join();
        return page.open(inspector.address()).connected();
    }

    /** Returns what the browser has complained of; a test that expects complaints takes them away. */
    List<String> problems() {
        return problems;
    }

    /** Closes the agents of the test, after the inspector. */
    void closeAgents() throws InterruptedException {
        agent.close();
    }

    @AfterEach
    void stop() throws Exception {
        if (context != null) {
            context.close();
        }
        inspector.close();
        closeAgents();
        Assertions.assertThat(problems).as("what the browser complains of").isEmpty();
    }

    @AfterAll
    void end() {
        if (playwright != null) {
            playwright.close();
        }
    }
}
