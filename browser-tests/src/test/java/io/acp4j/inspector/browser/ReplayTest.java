package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.WebSocketRoute;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.inspector.testing.Recorded;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings that are replayed from the page against the agent of the command line. */
class ReplayTest extends BrowserTest {

    private static final String[] PROMPTS = {"one", "markdown", "tool", "allow", "many"};

    private Path recorded(int version) throws Exception {
        return Recorded.conversation(directory.resolve("same.jsonl"), new ProtocolVersion(version), directory, PROMPTS);
    }

    private Path changed(Path file, String of, String to) throws Exception {
        String text = Files.readString(file);
        assertThat(text).contains(of);
        return Files.writeString(directory.resolve("changed.jsonl"), text.replace(of, to));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRecordingIsReplayedUpToTheFirstDifferenceWithBothSidesAligned(int version) throws Exception {
        Path same = recorded(version);
        Path other = changed(same, "word399", "WORD399");
        try (Another second =
                another(agent.source(directory, new ProtocolVersion(version)), List.of(same, other), List.of())) {
            page.open(second.address());
            ReplayView view = new ReplayView(page).open();
            page.picture("replay-before-" + version);
            page.hasValue(view.recordings(), "r1");
            view.replay();
            page.seesText(view.verdict(), "The agent did what the recorded one did, in ");
            page.counts(page.page().locator("x-replay .aligned"), 0);
            page.picture("replay-same-" + version);

            view.choose("changed.jsonl").replay();
            page.seesText(view.verdict(), "the recorded agent did something else");
            page.counts(view.differing(), 1);
            page.seesText(view.differing().locator(".del"), "WORD399");
            page.seesText(view.differing().locator(".add"), "word399");
            page.seesText(view.side("Recorded"), "agent_message_chunk");
            page.seesText(view.side("Live"), "agent_message_chunk");
            assertThat(page.page().evaluate("() => [...CSS.highlights.get('differing-words')].map(String).join(' ')"))
                    .isEqualTo("WORD399 word399");
            // What came after it is no part of it; in version 2 the response to a prompt comes at any time.
            page.seesText(view.steps().last(), version == 1 ? "user_message_chunk" : "");
            Screens.of(page, "Replay", "replay-" + version);

            // From both sides to their frames, which stand beside what was found.
            view.side("Recorded").locator("button").click();
            page.hasValue(page.page().locator("select.sources"), "r2");
            page.sees(page.page().locator(".frame[aria-selected=true]"));
            page.sees(view.verdict());
            view.side("Live").locator("button").click();
            page.hasValue(page.page().locator("select.sources"), "replay");
            page.sees(page.page().locator(".frame[aria-selected=true]"));

            // What the agent has said in the replay is a conversation like any other.
            page.counts(page.sessions(), 1);
            page.sessions().first().click();
            page.counts(page.page().locator("x-replay"), 0);
            page.seesText(page.entries("agent").first(), "I have heard: one");
        }
    }

    @Test
    void theFramesOfTheFirstDifferenceAreInSightHoweverLongThePageTakesToDraw() throws Exception {
        Path same = Recorded.conversation(
                directory.resolve("same.jsonl"),
                ProtocolVersion.V1,
                directory,
                Collections.nCopies(60, "one").toArray(String[]::new));
        Path other = changed(same, " | in the fork", " | IN THE FORK");
        AtomicBoolean isDrawing = new AtomicBoolean();
        page.page().routeWebSocket(Pattern.compile(".*/ws"), socket -> {
            WebSocketRoute server = socket.connectToServer();
            socket.onMessage(frame -> {
                if (!isDrawing.get() || !frame.text().contains("\"do\":\"drawn\"")) {
                    server.send(frame.text());
                }
            });
        });
        try (Another second = another(agent.source(directory), List.of(other, same), List.of())) {
            page.open(second.address());
            ReplayView view = new ReplayView(page).open().replay();
            page.seesText(view.verdict(), "the recorded agent did something else");
            isDrawing.set(true);
            for (String side : List.of("Recorded", "Live", "Recorded")) {
                view.side(side).locator("button").click();
                page.sees(page.page().locator(".frame[aria-selected=true]"));
                page.seesText(page.page().locator(".frame[aria-selected=true]"), "agent_message_chunk");
            }
        }
    }

    @Test
    void theConversationSoFarIsReplayedAndComparedWithItsReplay() throws Exception {
        connected().newSession().ask("one").ask("markdown");
        ReplayView view = new ReplayView(page).open();
        page.seesText(page.page().locator("x-replay"), "--recording FILE");
        view.replay();
        page.seesText(view.verdict(), "The agent did what the recorded one did");
        page.hasValue(view.recordings(), "");

        // The agent lists the session that it knows already, too.
        page.page().locator("select.sources").selectOption("replay");
        page.counts(page.sessions(), 2);
        page.choose(sessionMenu(), "Select for comparison");
        page.page().locator("select.sources").selectOption("scripted-agent --acp");
        page.choose(sessionMenu(), "Compare with “one” of Replay");
        page.seesText(page.page().locator(".comparison"), "The two conversations are identical.");
        page.seesText(page.page().locator(".bring .reason").first(), "Recordings are read-only.");
        // A second replay takes the place of the first.
        page.button("Close the comparison").click();
        view.open().replay();
        page.page().locator("select.sources").selectOption("replay");
        page.counts(page.sessions(), 3);
        page.counts(page.page().locator("[role=treeitem].open"), 1);
    }

    private Locator sessionMenu() {
        Locator open = page.page().locator("[role=treeitem].open").first();
        open.hover();
        open.locator(".more").click();
        return page.page().locator("x-menu");
    }

    private AgentSource shell(String script) {
        return new AgentSource(
                "sh",
                directory,
                errors -> StdioTransport.builder(List.of("/bin/sh", "-c", script))
                        .onStderrLine(errors)
                        .launch());
    }

    @Test
    void anAgentThatIsSilentIsStoppedWithTheKeyboardAndTheFocusGoesWithIt() throws Exception {
        Path file = recorded(1);
        try (Another silent = another(shell("cat > /dev/null"), List.of(file), List.of())) {
            page.open(silent.address());
            ReplayView view = new ReplayView(page);
            page.button("Replay").first().focus();
            page.page().keyboard().press("Enter");
            page.sees(view.start());
            view.field("structure").focus();
            page.page().keyboard().press("Space");
            page.page().keyboard().press("Tab");
            page.sees(page.page().locator("x-replay button[type=submit]:focus"));
            page.page().keyboard().press("Enter");
            page.sees(page.page().locator("x-replay .stop:focus"));
            page.seesText(page.page().locator("x-replay [role=status]"), "1 of ");
            page.picture("replay-running");
            Axe.isAccessible(page, "a replay");

            // A page that is opened later shows the same replay, and starts no other.
            page.page().reload();
            page.sees(page.button("Stop"));
            assertThat(
                            page.page()
                                    .evaluate(
                                            "async () => { const { ask } = await import('/store.js');"
                                                    + " return ask('replay', { source: 'r1' }).then(() => 'begun', error => error.message); }"))
                    .isEqualTo("a replay is in progress");
            page.button("Stop").focus();
            page.page().keyboard().press("Enter");
            page.seesText(view.verdict(), "The replay was stopped after 1 of ");
            page.sees(page.page().locator("x-replay .verdict:focus"));
        }
    }

    @Test
    void anAgentThatEndsOrDoesNotStartIsSaid() throws Exception {
        Path file = recorded(1);
        try (Another dead = another(shell("read line; echo why >&2; exit 3"), List.of(file), List.of())) {
            page.open(dead.address());
            ReplayView view = new ReplayView(page).open().replay();
            page.seesText(view.verdict(), "the agent has ended");
            page.seesText(view.side("Live"), "nothing");
            page.seesText(view.side("Recorded"), "response to initialize");
            page.picture("replay-ended");
            page.page().locator("select.sources").selectOption("replay");
            page.sees(page.frame("replaying").last());
        }
        AgentSource none = new AgentSource("none", directory, errors -> {
            throw new java.io.IOException("there is no such agent");
        });
        try (Another missing = another(none, List.of(file), List.of())) {
            page.open(missing.address());
            ReplayView view = new ReplayView(page).open().replay();
            page.seesText(view.verdict(), "The replay failed: there is no such agent");
        }
    }

    @Test
    void whatCannotBeReplayedIsSaid() {
        page.open(inspector.address());
        ReplayView view = new ReplayView(page).open();
        view.start().click();
        page.seesText(page.page().locator(".toast.bad"), "this conversation has no messages yet");
        view.field("cwd").fill("below");
        view.start().click();
        page.seesText(page.page().locator(".toast.bad"), "the directory of a session is an absolute path");
    }
}
