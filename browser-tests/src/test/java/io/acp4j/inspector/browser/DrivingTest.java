package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.WebSocketRoute;
import com.microsoft.playwright.options.FilePayload;
import java.nio.file.Files;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A person drives an agent. */
class DrivingTest extends BrowserTest {

    private static final byte[] PIXEL = Base64.getDecoder()
            .decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

    @Test
    void markdownIsShownAndThoughtsAreFolded() {
        connected().newSession().ask("markdown");

        page.seesText(page.entries("agent").locator("h1"), "Title");
        page.seesText(page.entries("agent").locator("strong"), "bold");
        page.counts(page.entries("agent").locator("table td"), 2);
        page.seesText(page.entries("agent").locator("pre code"), "int x = 1;");
        page.seesText(page.entries("agent").locator(".md-url"), "https://example.com/a");
        page.counts(page.entries("agent").locator("a"), 0);
        assertThat(page.entries("thought").locator("details").getAttribute("open"))
                .isNull();
        page.picture("markdown");
    }

    @Test
    void newSessionIsWrittenInAtOnce() {
        connected();
        page.page().locator("form.start button").click();
        inThePrompt();
        page.page().keyboard().type("one");
        page.page().keyboard().press("Enter");
        page.seesText(page.entries("agent").last(), "I have heard: one");
        page.newSession();
        inThePrompt();
        // Another session that is chosen leaves the focus where it is.
        page.sessions().first().focus();
        page.page().keyboard().press("Enter");
        page.seesText(page.entries("agent").last(), "I have heard: one");
        assertThat((Boolean) page.prompt().evaluate("prompt => prompt === document.activeElement"))
                .isFalse();
    }

    private void inThePrompt() {
        page.page().waitForFunction("() => document.activeElement.matches('.composer textarea')");
    }

    @Test
    void beforeAnythingIsKnownOfTheAgentThePageSaysThatItConnects() {
        page.page().routeWebSocket(Pattern.compile(".*/ws"), route -> {
            // A server that is slow to begin: nothing comes.
        });
        page.open(inspector.address());

        page.seesText(page.page().locator(".welcome h2"), "Connecting…");
        assertThat(page.page().locator(".welcome").textContent()).doesNotContain("tap");
    }

    @Test
    void toolCallsHaveDiffsAndTheSessionItsPlanAndUsage() {
        connected().newSession().ask("tool");

        page.seesText(page.entries("tool").first().locator(".title"), "Change README.md");
        page.seesText(page.page().locator(".diff .del"), "two");
        page.seesText(page.page().locator(".diff .add"), "two and a half");
        page.seesText(page.entries("tool").nth(1).locator(".status"), "failed");
        page.seesText(page.page().locator(".plan summary"), "1 of 2");
        page.seesText(page.page().locator(".usage"), "12,000 of 200,000");
        page.picture("tool-call");
    }

    @Test
    void permissionsAreAnsweredInTheConversation() {
        connected().newSession().send("allow");

        page.seesText(page.question(), "Delete everything");
        page.counts(page.selected().locator(".badge"), 1);
        page.picture("permission");
        page.button("Reject").click();
        page.seesText(page.entries("agent").last(), "It was not allowed.");
        page.counts(page.question(), 0);
    }

    @Test
    void formsAreFilledInAndAskedAgainWhenTheyDoNotFit() {
        connected().newSession().send("form");

        page.seesText(page.question(), "Who are you?");
        page.question().locator("button[type=submit]").click();
        page.sees(page.question().locator(".fault"));
        page.question().locator("input").fill("Ada");
        page.picture("form");
        page.question().locator("button[type=submit]").click();
        page.seesText(page.entries("agent").last(), "Ada");
    }

    @Test
    void filesAreWrittenOnlyWhenTheUserAllowsIt() throws Exception {
        connected().newSession().send("write");

        page.seesText(page.question(), "some text");
        assertThat(directory.resolve("written.txt")).doesNotExist();
        page.button("Allow").click();
        page.seesText(page.entries("agent").last(), "It is written.");
        assertThat(Files.readString(directory.resolve("written.txt"))).isEqualTo("some text\n");
    }

    @Test
    void commandsRunOnlyWhenTheUserAllowsItAndTheirOutputIsShown() {
        connected().newSession().send("run");

        page.seesText(page.question(), "echo 'from the terminal'");
        page.button("Allow").click();
        page.seesText(page.entries("agent").last(), "It ran.");
        page.seesText(page.page().locator(".terminal pre"), "from the terminal");
        page.seesText(page.page().locator(".terminal .mark"), "exit 0");
    }

    @Test
    void turnsAreCancelled() {
        connected().newSession().send("wait");

        page.seesText(page.entries("agent"), "I wait.");
        page.button("Cancel").click();
        page.seesText(page.page().locator(".outcome"), "cancelled");
    }

    @Test
    void whyATurnHasFailedIsStillSaidAfterTheNextOne() {
        connected().newSession().ask("fail");
        page.seesText(page.page().locator(".outcome.bad"), "not today");

        page.ask("one");
        page.seesText(page.entries("agent").last(), "I have heard");
        page.seesText(page.page().locator(".outcome.bad"), "not today");
    }

    @Test
    void filesAndImagesGoWithAPrompt() {
        connected().newSession();
        page.page()
                .locator(".composer input[type=file]")
                .setInputFiles(new FilePayload[] {new FilePayload("dot.png", "image/png", PIXEL)});
        page.seesText(page.page().locator(".composer .chip"), "dot.png");

        page.ask("look at this");

        page.seesText(page.entries("agent"), "and 1 image");
        page.sees(page.entries("user").locator("img"));
    }

    @Test
    void modesAreSetAndCommandsAreOffered() {
        connected().newSession();
        page.page().locator(".setting select").selectOption("Code");
        page.sees(page.frame("session/set_mode").first());

        page.prompt().pressSequentially("/pl");
        page.seesText(page.page().locator(".suggestions"), "Makes a plan");
        page.prompt().press("Tab");
        page.hasValue(page.prompt(), "/plan ");
    }

    @Test
    void whatAnAgentSaysIsShownAndNeverDone() {
        connected().newSession().ask("hostile");

        page.seesText(page.entries("agent"), "\\u{202E}");
        page.seesText(page.entries("agent"), "\\u{1B}[31mred");
        page.seesText(page.entries("agent"), "<img src=x onerror=alert(1)>");
        page.seesText(page.entries("agent").locator(".md-url").first(), "javascript:alert(1)");
        page.counts(page.entries("agent").locator("img, a, script"), 0);
    }

    @Test
    void anAgentThatIsGoneIsSaidToBeAndIsConnectedAgain() {
        connected().newSession().ask("hello");
        agent.crash();
        page.sees(page.page().locator(".state.closed"));

        page.tab("Agent");
        page.page().locator("x-agent button[type=submit]").click();
        page.connected();
        page.counts(page.sessions(), 1);
        page.sessions().first().click();
        page.seesText(page.entries("agent"), "I have heard: hello");
        page.picture("agent");
    }

    @Test
    void pagesThatAreOpenedLaterShowTheSame() {
        connected().newSession().ask("one");
        InspectorPage other = open().open(inspector.address()).connected();
        other.sessions().first().click();
        other.seesText(other.entries("agent"), "I have heard: one");

        page.ask("two");
        other.seesText(other.entries("agent").last(), "one | two");
        page.page().reload();
        page.seesText(page.entries("agent").last(), "one | two");
    }

    @Test
    void aPageWhoseConnectionIsLostCatchesUp() {
        List<WebSocketRoute> sockets = new CopyOnWriteArrayList<>();
        page.page().routeWebSocket(Pattern.compile(".*/ws"), route -> {
            sockets.add(route);
            route.connectToServer();
        });
        connected().newSession();
        InspectorPage other = open().open(inspector.address()).connected();
        other.sessions().first().click();

        sockets.get(0).close();
        other.ask("meanwhile");

        page.seesText(page.entries("agent"), "I have heard: meanwhile");
        page.ask("later");
        page.seesText(page.entries("agent").last(), "meanwhile | later");
    }
}
