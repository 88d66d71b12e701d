package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.inspector.Inspector;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.transport.stdio.AgentCommand;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Agents that are broken, as child processes. */
class MisbehavingAgentTest extends BrowserTest {

    private AgentSource shell(String script) {
        return new AgentSource(
                "broken-agent",
                directory,
                errors -> AgentCommand.of("/bin/sh", "-c", script)
                        .transport()
                        .onStderrLine(errors)
                        .launch());
    }

    private static void tried(CompletableFuture<Void> connecting) {
        assertThat(connecting.handle((done, problem) -> problem).join())
                .as("what went wrong")
                .isNotNull();
    }

    @Test
    void garbageAndAnExitAreShownAndThePageGoesOn() throws Exception {
        try (Inspector broken = Inspector.start(shell("echo oops >&2; echo not json; exit 3"), 0)) {
            tried(broken.agent().connect());
            page.open(broken.address());

            page.sees(page.page().locator(".state.closed"));
            page.seesText(page.page().locator(".welcome .bad"), "3");
            page.counts(page.frame("not a message"), 1);
            page.tab("Error output");
            page.seesText(page.page().locator(".errors pre"), "oops");
            page.picture("broken");

            page.tab("Frames");
            page.page().locator(".welcome button").click();
            page.counts(page.frame("not a message"), 2);
            page.seesText(page.page().locator(".toast"), "3");
            leave();
        }
    }

    @Test
    void anAgentThatNeverRespondsIsSeenToBeWaitedForAndCanBeLeft() throws Exception {
        try (Inspector broken = Inspector.start(shell("cat > /dev/null"), 0)) {
            CompletableFuture<Void> connecting = broken.agent().connect();
            page.open(broken.address());

            page.sees(page.page().locator(".state.connecting"));
            page.sees(page.frame("initialize"));
            page.tab("Wire");
            page.seesText(page.page().locator("x-wire dl"), "1 request");
            page.tab("Agent");
            page.button("Disconnect").click();
            page.sees(page.page().locator(".state.closed"));
            tried(connecting);
            leave();
        }
    }

    /** Before what the page talks to has gone. */
    private void leave() {
        page.page().navigate("about:blank");
    }
}
