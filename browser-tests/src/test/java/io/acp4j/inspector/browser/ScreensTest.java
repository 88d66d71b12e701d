package io.acp4j.inspector.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.acp4j.inspector.Viewer;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.inspector.testing.Recorded;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every screen in windows of several widths, light and dark. */
class ScreensTest extends BrowserTest {

    private void talks(String name) {
        Screens.of(page, "Conversation", name);
    }

    private void wire(String tab) {
        page.tab(tab);
        Screens.of(page, "Traffic", tab.toLowerCase(java.util.Locale.ROOT).replace(' ', '-'));
    }

    @Test
    void beforeAnythingIsSaid() {
        page.open(inspector.address());
        page.sees(page.page().locator(".welcome"));
        talks("not-connected");
        Screens.of(page, "Sessions", "no-sessions");
        for (String tab : List.of("Frames", "Findings", "Checks", "Timings", "Agent", "Traffic", "Error output")) {
            page.tab(tab);
            Screens.of(
                    page,
                    "Traffic",
                    "empty-" + tab.toLowerCase(java.util.Locale.ROOT).replace(' ', '-'));
        }
        inspector.agent().connect().join();
        page.connected();
        talks("connected");
    }

    @Test
    void conversationsAndTheirFrames() {
        connected().newSession().ask("markdown").ask("tool");
        talks("conversation");
        page.send("allow");
        page.sees(page.question());
        talks("question");
        page.button("Reject").click();
        page.idle();
        page.send("form");
        page.sees(page.question());
        talks("form");
        page.page()
                .locator(".question button", new Page.LocatorOptions().setHasText("Decline"))
                .first()
                .click();
        page.idle();
        page.ask("fail");
        talks("failed");
        page.tab("Frames");
        page.page().locator(".frames").press("Home"); // The list shows the latest frames.
        page.frame("initialize").first().click();
        page.sees(page.page().locator(".detail pre"));
        Screens.of(page, "Traffic", "frames");
        for (String tab : List.of("Findings", "Timings", "Agent", "Traffic", "Error output")) {
            wire(tab);
        }
    }

    @Test
    void sessionsAndComparisons() {
        connected().newSession().ask("Where do the jobs wait for the printer, and how many of them are there?");
        page.ask("two");
        page.choose(page.menu(page.entries("user").last()), "Edit and fork");
        page.page().locator(".edit textarea").fill("another one");
        page.button("Fork and send").click();
        page.counts(page.sessions(), 2);
        page.idle();
        Screens.of(page, "Sessions", "sessions");
        page.page().setViewportSize(1440, 900);
        Locator source = page.sessions().first();
        source.hover();
        source.locator(".more").click();
        page.choose(page.page().locator("x-menu"), "Compare with the current session");
        page.sees(page.page().locator("x-comparison"));
        talks("comparison");
    }

    @Test
    void whatIsWrong() throws Exception {
        Path first = Recorded.conversation(
                directory.resolve("first.jsonl"), ProtocolVersion.V1, directory, "one", "markdown", "tool", "allow");
        Path broken = Files.writeString(
                directory.resolve("broken-in-many-ways-and-with-a-long-name.jsonl"),
                Files.readString(first)
                        .replace("\"sessionUpdate\":\"plan\"", "\"sessionUpdate\":\"plank\"")
                        .replace("\"toolCallId\":", "\"toolId\":"));
        try (Viewer viewer = Viewer.open(List.of(broken, first), 0)) {
            page.open(viewer.address());
            page.counts(page.sessions(), 2);
            talks("recordings");
            page.tab("Findings");
            page.sees(page.page().locator(".finding").first());
            Screens.of(page, "Traffic", "findings-of-a-recording");
            page.sessions().first().click();
            talks("recording");
            leave();
        }
    }

    @Test
    void checks() throws Exception {
        Path script = Files.writeString(directory.resolve("agent.sh"), """
                while read -r line; do
                  id=$(printf '%s' "$line" | sed -n 's/.*"id":\\("[^"]*"\\|[0-9]*\\).*/\\1/p')
                  case $line in
                    *'"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":1,"agentCapabilities":{"loadSession":"yes"}}}\\n' "$id";;
                    *) [ -n "$id" ] && printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id";;
                  esac
                done
                """);
        AgentSource source = new AgentSource(
                "agent.sh",
                directory,
                errors -> StdioTransport.builder(List.of("/bin/sh", script.toString()))
                        .onStderrLine(errors)
                        .launch(),
                ProtocolVersion.V1,
                List.of("--", "/bin/sh", script.toString()));
        try (Another checked = another(source)) {
            page.open(checked.address());
            page.tab("Checks");
            page.page().locator("x-kit input[name=only]").fill("INIT");
            page.page().locator("x-kit button[type=submit]").click();
            page.sees(page.page().locator("x-kit .finding").first());
            page.page().locator("x-kit .finding details summary").last().click();
            Screens.of(page, "Traffic", "checks");
            page.button("Run INIT-006 again").click();
            page.sees(page.page().locator("x-kit button[type=submit]"));
            page.page().locator("select.sources").selectOption("kit");
            page.sees(page.page().locator(".checks summary"));
            talks("checks-scenarios");
            page.page().locator(".checks li button").first().click();
            page.sees(page.page().locator(".verdicts"));
            Screens.of(page, "Traffic", "checks-frames");
        }
    }
}
