package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.acp4j.inspector.Inspector;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.stdio.StdioTransport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one does all day is three clicks away at most, from wherever the page was left. */
class ClicksTest extends BrowserTest {

    private static final int MOST = 3;

    private InspectorPage counting(Inspector of) {
        page.page()
                .addInitScript(
                        "window.clicks = 0; addEventListener('click', event => { if (event.isTrusted && event.detail > 0)"
                                + " window.clicks++; }, true);");
        return page.open(of.address()).connected();
    }

    /** Does something, and counts the clicks of the pointer that it takes. */
    private void isNear(String what, Runnable action) {
        page.page().evaluate("window.clicks = 0");
        action.run();
        int clicks = ((Number) page.page().evaluate("window.clicks")).intValue();
        assertThat(clicks).as("clicks to %s", what).isBetween(1, MOST);
    }

    private Locator sessionMenu(int row) {
        page.sessions().nth(row).hover();
        page.sessions().nth(row).locator(".more").click();
        return page.page().locator("x-menu");
    }

    @Test
    void theMainActionsTakeAtMostThreeClicks() {
        inspector.agent().connect().join();
        counting(inspector);
        isNear("the first prompt", () -> {
            page.page().locator(".welcome button.primary").click();
            page.sees(page.prompt());
            page.prompt().click();
            page.page().keyboard().type("one");
            page.page().keyboard().press("Enter");
            page.seesText(page.entries("agent"), "I have heard: one");
        });
        page.idle();
        isNear("the answer to a permission request", () -> {
            page.prompt().fill("allow");
            page.prompt().press("Enter");
            page.button("Allow once").click();
            page.seesText(page.entries("agent").last(), "It was allowed.");
        });
        page.idle();
        isNear("the end of a turn", () -> {
            page.prompt().fill("wait");
            page.prompt().press("Enter");
            page.seesText(page.entries("agent").last(), "I wait.");
            page.page().locator(".composer .stop").click();
            page.seesText(page.page().locator(".outcome"), "cancelled");
        });
        isNear("a fork at a message", () -> {
            page.choose(page.menu(page.entries("agent").first()), "Fork here");
            page.counts(page.sessions(), 2);
        });
        page.counts(page.entries("agent"), 1);
        page.ask("two");
        isNear("a comparison with the parent", () -> {
            page.choose(sessionMenu(0), "Compare with the current session");
            page.sees(page.page().locator("x-comparison"));
        });
        isNear("the frames of a message", () -> {
            page.button("Close the comparison").click();
            page.choose(page.menu(page.entries("agent").last()), "Show frames");
            page.sees(page.frame("agent_message_chunk").first());
        });
        isNear("the message of a frame", () -> {
            page.frame("agent_message_chunk").first().click();
            page.button("show message").click();
            page.sees(page.page().locator(".entry.found"));
        });
        isNear("timings", () -> {
            page.tab("Timings");
            page.sees(page.page().locator("x-timings .through"));
        });
        isNear("a connection that offers no terminals", () -> {
            page.tab("Agent");
            page.page().getByLabel("run commands").uncheck();
            page.button("Apply and restart").click();
            page.counts(page.page().locator("[role=treeitem].open"), 0);
        });
        page.connected();
        isNear("a session of the agent's list", () -> {
            page.sessions().first().click();
            page.sees(page.entries("agent").first());
        });
        isNear("a replay of the conversation", () -> new ReplayView(page).open().replay());
        isNear("what agents offer", () -> {
            MatrixView view = new MatrixView(page).open();
            view.ask().click();
            page.seesText(view.cells("agent").first(), "scripted-agent");
        });
        isNear("a recording to share", () -> {
            page.button("Conversation").click();
            page.tab("Traffic");
            page.page()
                    .waitForDownload(() -> page.page()
                            .locator("x-wire a", new Page.LocatorOptions().setHasText("Recording"))
                            .click());
        });
    }

    @Test
    void aCheckOfTheAgentTakesAtMostThreeClicks() throws Exception {
        String script = "read -r line; echo '{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"1\"}}';"
                + " cat > /dev/null";
        AgentSource source = new AgentSource(
                "sh",
                directory,
                errors -> StdioTransport.builder(List.of("/bin/sh", "-c", script))
                        .onStderrLine(errors)
                        .launch(),
                ProtocolVersion.V1,
                List.of("--", "/bin/sh", "-c", script));
        try (Another broken = another(source)) {
            page.page().addInitScript("window.clicks = 0; addEventListener('click', () => window.clicks++, true);");
            page.open(broken.address());
            isNear("a run of the whole kit", () -> {
                page.tab("Checks");
                page.page().locator("x-kit button[type=submit]").click();
                page.button("Stop").click();
                page.seesText(page.page().locator("x-kit .bad"), "was stopped");
            });
        }
    }
}
