package io.acp4j.inspector.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.acp4j.inspector.Viewer;
import io.acp4j.inspector.recording.Spool;
import io.acp4j.inspector.testing.Recorded;
import io.acp4j.schema.init.ProtocolVersion;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Conversations of others: recordings, and what passes taps; and version 2 everywhere. */
class ViewingTest extends BrowserTest {

    @Test
    void recordingsOfBothVersionsAreLookedAtWithWhatTheyBreak() throws Exception {
        Path first = Recorded.conversation(
                directory.resolve("first.jsonl"), ProtocolVersion.V1, directory, "one", "markdown", "tool", "allow");
        Path broken = Files.writeString(
                directory.resolve("broken.jsonl"),
                Files.readString(first).replaceFirst("\"sessionUpdate\":\"plan\"", "\"sessionUpdate\":\"plank\""));
        Path second =
                Recorded.conversation(directory.resolve("second.jsonl"), ProtocolVersion.V2, directory, "one", "tool");
        try (Viewer viewer = Viewer.open(List.of(first, broken, second), 0)) {
            page.open(viewer.address());
            page.sees(page.page().locator(".state.recorded"));
            page.counts(page.sessions(), 2);
            page.seesText(page.sessions().last().locator(".name"), "in the fork");
            page.seesText(page.sessions().last().locator(".mark"), "fork@");
            page.sessions().first().click();
            page.seesText(page.entries("agent").first(), "I have heard: one");
            page.counts(page.entries("tool"), 3);
            page.seesText(page.entries("agent").last(), "It was allowed.");
            page.counts(page.prompt(), 0);
            page.choose(page.menu(page.entries("agent").first()), "Show frames");
            page.frame("agent_message_chunk").first().click();
            page.seesText(page.page().locator(".detail pre"), "I have heard: one");
            page.tab("Findings");
            page.seesText(page.page().locator("x-findings .empty"), "No findings");

            page.choose(sessionMenu(page.sessions().last()), "Compare with the current session");
            page.seesText(page.page().locator(".comparison > details summary").first(), "in common");
            page.button("Close the comparison").click();
            page.choose(sessionMenu(page.sessions().first()), "Select for comparison");

            page.page().locator("select.sources").selectOption("broken.jsonl");
            page.choose(sessionMenu(page.sessions().last()), "Compare with “one” of first.jsonl");
            page.seesText(page.page().locator(".sides > header").first(), "broken.jsonl");
            page.seesText(page.page().locator(".sides > header").last(), "first.jsonl");
            page.counts(page.page().locator(".side.differs"), 4); // The fork has a prompt and an answer more.
            page.picture("comparison-recordings");
            page.button("Close the comparison").click();
            page.tab("Findings");
            page.counts(page.page().locator(".finding"), 1);
            page.seesText(page.page().locator(".finding"), "UPD-002");
            page.picture("findings");
            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                Axe.isAccessible(page, "findings, " + scheme);
            }
            page.picture("findings-dark");
            page.page().locator(".finding button.quiet").click();
            page.seesText(page.page().locator(".detail pre"), "plank");
            page.seesText(page.page().locator(".detail p.warn"), "UPD-002");
            page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));

            page.page().locator("select.sources").selectOption("second.jsonl");
            page.seesText(page.page().locator(".source"), "v2");
            page.sessions().first().click();
            page.seesText(page.entries("agent").first(), "I have heard: one");
            page.counts(page.entries("tool"), 2);
            page.picture("recording");
            page.page().setViewportSize(400, 800);
            page.picture("recording-400");
            Object overflow = page.page().evaluate("() => document.documentElement.scrollWidth - innerWidth");
            assertThat(((Number) overflow).intValue()).isLessThanOrEqualTo(0);
            leave();
        }
    }

    private Locator sessionMenu(Locator row) {
        row.hover();
        row.locator(".more").click();
        return page.page().locator("x-menu");
    }

    @Test
    void severalTapsAreSeenInOnePageWhileTheyRun() throws Exception {
        Path taps = Files.createDirectory(directory.resolve("taps"));
        try (Viewer viewer = Viewer.taps(taps, 0, "a-token-that-stays")) {
            page.open(viewer.address());
            page.seesText(page.page().locator(".welcome"), "The traffic of a tap is shown here");
            try (OutputStream one = Files.newOutputStream(taps.resolve("tap-1.acptap"));
                    OutputStream two = Files.newOutputStream(taps.resolve("tap-2.acptap"))) {
                begin(one, "agent-one --acp");
                begin(two, "agent-two --acp");
                page.counts(page.page().locator("select.sources option"), 2);
                say(
                        one,
                        Spool.Kind.FROM_CLIENT,
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{\"cwd\":\"/\"}}");
                page.sees(page.frame("session/new"));
                say(one, Spool.Kind.FROM_AGENT, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessionId\":\"s1\"}}");
                page.counts(page.sessions(), 1);
                page.sessions().first().click();
                say(
                        one,
                        Spool.Kind.FROM_AGENT,
                        "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s1\",\"update\":"
                                + "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"live\"}}}}");
                page.seesText(page.entries("agent"), "live");
                say(one, Spool.Kind.FROM_AGENT, "Segmentation fault");
                page.counts(page.frame("not a message"), 1);
                page.picture("tap");
                say(one, Spool.Kind.END, "the agent has ended with exit code 139");
                page.sees(page.page().locator(".state.ended"));
                page.page().locator("select.sources").selectOption("agent-two --acp");
                page.counts(page.sessions(), 0);
                page.counts(page.frames(), 0);
            }
            leave();
        }
    }

    private static void begin(OutputStream spool, String name) throws Exception {
        spool.write(Spool.head());
        say(spool, Spool.Kind.NAME, name);
    }

    private static void say(OutputStream spool, Spool.Kind kind, String text) throws Exception {
        boolean isLine = kind == Spool.Kind.FROM_CLIENT || kind == Spool.Kind.FROM_AGENT;
        spool.write(Spool.encode(
                new Spool.Entry(1_700_000_000_000_000L, kind, (isLine ? text + "\n" : text).getBytes(UTF_8))));
        spool.flush();
    }

    @Test
    void anAgentOfVersionTwoIsDrivenFromNewToDelete() throws Exception {
        try (Another second = another(agent.source(directory, ProtocolVersion.V2))) {
            second.agent().connect().join();
            page.open(second.address()).connected();
            page.seesText(page.page().locator(".source"), "v2");
            page.newSession().ask("one").ask("tool");
            page.counts(page.entries("tool"), 2);
            page.send("allow");
            page.button("Allow once").click();
            page.idle();
            page.seesText(page.entries("agent").last(), "It was allowed.");
            page.send("wait");
            page.seesText(page.entries("agent").last(), "I wait.");
            page.page().locator(".composer .stop").click();
            page.idle();

            page.choose(page.menu(page.entries("agent").first()), "Fork here");
            page.counts(page.sessions(), 2);
            page.ask("two");
            page.seesText(page.entries("agent").last(), "I have heard: one | two");
            page.selected().focus();
            page.page().keyboard().press("F2");
            Locator title = page.page().locator("[role=treeitem] input");
            title.fill("renamed");
            title.press("Enter");
            page.seesText(page.selected(), "renamed");
            page.tab("Findings");
            page.seesText(page.page().locator("x-findings .empty"), "No findings");
            page.picture("version-2");

            page.selected().hover();
            page.selected().locator(".more").click();
            page.choose(page.page().locator("x-menu"), "Close");
            page.counts(page.page().locator("[role=treeitem].open"), 1);
            page.selected().click();
            page.seesText(page.entries("agent").last(), "I have heard: one | two");
            page.selected().focus();
            page.page().keyboard().press("Delete");
            page.page().keyboard().press("Delete");
            page.counts(page.sessions(), 1);
        }
    }
}
