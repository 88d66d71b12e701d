package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.acp4j.inspector.drive.AgentSource;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Agents that are broken, as child processes. */
class MisbehavingAgentTest extends BrowserTest {

    private AgentSource shell(String script) {
        return ShellAgent.of(directory, script);
    }

    private static void tried(CompletableFuture<Void> connecting) {
        assertThat(connecting.handle((done, problem) -> problem).join())
                .as("what went wrong")
                .isNotNull();
    }

    @Test
    void garbageAndAnExitAreShownAndThePageGoesOn() throws Exception {
        try (Another broken = another(shell("printf '\\toops\\033\\n' >&2; echo not json; exit 3"))) {
            tried(broken.agent().connect());
            page.open(broken.address());

            page.sees(page.page().locator(".state.closed"));
            page.seesText(page.page().locator(".welcome .bad"), "3");
            page.counts(page.frame("not a message"), 1);
            page.tab("Error output");
            page.seesText(page.page().locator(".errors pre"), "oops");
            // What indents is white space; what steers a terminal is not.
            assertThat(page.page().locator(".errors pre").textContent()).isEqualTo("\toops\\u{1B}");
            page.picture("broken");

            page.tab("Frames");
            page.page().locator(".welcome button").click();
            page.counts(page.frame("not a message"), 2);
            page.seesText(page.page().locator(".toast"), "3");
        }
    }

    @Test
    void anAgentThatNeverRespondsIsSeenToBeWaitedForAndCanBeLeft() throws Exception {
        try (Another broken = another(shell("cat > /dev/null"))) {
            CompletableFuture<Void> connecting = broken.agent().connect();
            page.open(broken.address());

            page.sees(page.page().locator(".state.connecting"));
            page.sees(page.frame("initialize"));
            page.tab("Traffic");
            page.seesText(page.page().locator("x-wire dl"), "1 request");
            page.tab("Agent");
            page.button("Disconnect").click();
            page.sees(page.page().locator(".state.closed"));
            tried(connecting);
        }
    }

    @Test
    void aFloodOfGarbageAndOfErrorOutputLeavesThePageUsable() throws Exception {
        // Each line that is no message is one in the log of the tests, too.
        String flood = "i=0; while [ $i -lt 20000 ]; do echo oops $i >&2; i=$((i+1));"
                + " [ $i -gt 2000 ] || echo garbage; done; cat > /dev/null";
        try (Another broken = another(shell(flood))) {
            CompletableFuture<Void> connecting = broken.agent().connect();
            page.open(broken.address());

            page.seesTextAtLast(page.page().locator("#tab-frames"), "2k !");
            page.seesTextAtLast(page.page().locator("#tab-errors"), "20k");
            page.has(page.page().locator("#tab-errors .mark"), "title", "20,000 lines");
            for (int width : new int[] {1081, 1240, 2000}) {
                page.page().setViewportSize(width, 860);
                assertThat(tabLines())
                        .as("lines of tabs in a window of %s", width)
                        .isOne();
            }
            Screens.of(page, "Traffic", "flood");
            assertThat(page.frames().count()).isLessThan(100);
            page.tab("Error output");
            page.seesText(page.page().locator(".errors"), "The last 1,000 of 20,000 lines.");
            page.seesText(page.page().locator(".errors pre"), "oops 19999");
            page.picture("broken-flood");
            page.button("Cancel").click();
            page.sees(page.page().locator(".state.closed"));
            tried(connecting);
        }
    }

    private int tabLines() {
        return ((Number) page.page()
                        .evaluate("() => new Set([...document.querySelectorAll('.tabs [role=tab]')].map(tab =>"
                                + " tab.getBoundingClientRect().top)).size"))
                .intValue();
    }

    /** Responds to so many requests, and then reads without a response. */
    private AgentSource silentAfter(String... results) {
        return shell(ShellAgent.responses(results) + "cat > /dev/null");
    }

    @Test
    void whatIsWaitedForWhileAnAgentConnectsIsSaidAndCanBeGivenUp() throws Exception {
        try (Another broken = another(shell("read -r line; echo not json; cat > /dev/null"))) {
            CompletableFuture<Void> connecting = broken.agent().connect();
            page.open(broken.address());

            page.seesText(page.page().locator(".welcome [role=status]"), "initialize");
            page.seesText(page.page().locator(".welcome .bad"), "frames are invalid");
            page.picture("broken-connecting");
            page.button("Cancel").click();
            page.sees(page.page().locator(".state.closed"));
            tried(connecting);
        }
    }

    @Test
    void aSessionThatTheAgentDoesNotOpenIsSaidToBeWaitedFor() throws Exception {
        try (Another broken = another(silentAfter("{\"protocolVersion\":1}"))) {
            broken.agent().connect().join();
            page.open(broken.address()).connected();

            page.page().locator(".welcome button").click();
            page.seesText(page.page().locator(".welcome [role=status]"), "session/new");
            page.picture("broken-session");
        }
    }

    @Test
    void aTurnThatIsCancelledAndDoesNotEndIsSaidToBeTheAgents() throws Exception {
        try (Another broken = another(silentAfter("{\"protocolVersion\":1}", "{\"sessionId\":\"s\"}"))) {
            broken.agent().connect().join();
            page.open(broken.address()).connected().newSession().send("hello");

            page.page().locator(".composer .stop").click();
            page.sees(page.frame("session/cancel"));
            page.seesText(page.page().locator(".outcome"), "has not ended the turn");
            page.picture("broken-cancel");
        }
    }

    @Test
    void anAgentThatDoesNotReadIsSeenByWhatIsQueuedForItAndCanBeLeft() throws Exception {
        String two = ShellAgent.responses("{\"protocolVersion\":1}", "{\"sessionId\":\"s\"}", "{\"sessionId\":\"t\"}")
                + "exec sleep 1000000";
        try (Another deaf = another(shell(two))) {
            deaf.agent().connect().join();
            page.open(deaf.address()).connected().newSession().newSession();
            // The first is more than the pipe to it takes, so the second has to wait for it.
            page.send("word ".repeat(60_000));
            page.counts(page.entries("user"), 1);
            page.sessions().first().click();
            page.counts(page.entries("user"), 0);
            page.send("word ".repeat(60_000));
            page.counts(page.entries("user"), 1);
            page.tab("Traffic");
            page.page()
                    .waitForFunction("() => [...document.querySelectorAll('x-wire dt')].some(dt => dt.textContent"
                            + " === 'queued to be written' && /[kM]B/.test(dt.nextElementSibling.textContent))");
            page.picture("broken-deaf");
            page.tab("Timings");
            page.seesText(page.page().locator("x-timings"), "Queued bytes");
            Locator chart = page.page().locator("x-timings svg[aria-label*='To be written']");
            page.page()
                    .waitForFunction("() => /To be written: at most [1-9][\\d.]* [kM]B/.test(document.querySelector("
                            + "\"x-timings svg[aria-label*='To be written']\").getAttribute('aria-label'))");
            assertThat(chart.getAttribute("aria-label")).contains("for their handlers: at most 0 B");
            page.picture("broken-deaf-timings");

            // What is done to it waits as well, and the page goes on.
            page.page().locator(".composer .stop").click();
            page.seesText(page.page().locator(".outcome"), "has not ended the turn");
            page.tab("Agent");
            page.button("Disconnect").click();
            page.sees(page.page().locator(".state.closed"));
        }
    }

    @Test
    void anAgentThatDiesInATurnSaysWhyAndIsConnectedAgainWhereOneWrites() throws Exception {
        String dying = ShellAgent.responses("{\"protocolVersion\":1}", "{\"sessionId\":\"s\"}")
                + "read -r line; echo panic >&2; exit 7";
        try (Another broken = another(shell(dying))) {
            broken.agent().connect().join();
            page.open(broken.address()).connected().newSession().send("hello");

            page.sees(page.page().locator(".state.closed"));
            page.seesText(page.page().locator(".outcome.bad"), "exited with code 7");
            page.counts(page.frame("exited with code 7"), 1);
            page.seesText(
                    page.sessions().first().locator(".name"), "hello"); // It has no title, and its id says nothing.
            page.picture("broken-died");
            page.button("Reconnect").click();
            page.connected();
            page.newSession().sees(page.page().locator(".composer button[type=submit]"));
        }
    }
}
