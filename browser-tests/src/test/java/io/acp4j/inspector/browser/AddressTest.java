package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.acp4j.inspector.Viewer;
import io.acp4j.inspector.testing.Recorded;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.schema.init.ProtocolVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is looked at stands in the address, and is found again by it. */
class AddressTest extends BrowserTest {

    private String copied() {
        page.seesText(page.page().locator(".toast"), "The link is copied.");
        return (String) page.page().evaluate("() => navigator.clipboard.readText()");
    }

    private void mayCopy() {
        page.page().context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
    }

    private static void isInSight(InspectorPage page, Locator entry) {
        page.sees(entry);
        entry.page()
                .waitForFunction(
                        "() => { const entry = document.querySelector('.entry.linked')?.getBoundingClientRect();"
                                + " const talk = document.querySelector('.talk').getBoundingClientRect();"
                                + " return entry && entry.top >= talk.top && entry.bottom <= talk.bottom; }");
    }

    @Test
    void aLinkToAMessageShowsItInAnotherPage() {
        mayCopy();
        connected().newSession();
        for (int i = 0; i < 12; i++) {
            page.ask("markdown");
        }
        page.newSession();
        page.sessions().first().click();
        page.counts(page.entries("user"), 12);
        page.choose(page.menu(page.entries("agent").nth(2)), "Copy link");
        String link = copied();
        assertThat(link).contains("#session=").contains("message=").doesNotContain("token");

        InspectorPage other = open();
        other.page().navigate(link);
        Locator linked = other.page().locator(".entry.linked");
        isInSight(other, linked);
        assertThat(linked.evaluate("entry => entry === document.querySelectorAll('.talk .entry.agent')[2]"))
                .isEqualTo(true);
        other.picture("linked");
        // Who moves away is not brought back by what comes.
        other.page()
                .locator(".talk")
                .evaluate("talk => { talk.dispatchEvent(new WheelEvent('wheel')); talk.scrollTop = 0; }");
        page.ask("one");
        other.counts(other.entries("user"), 13);
        assertThat(other.page().locator(".talk").evaluate("talk => talk.scrollTop"))
                .isEqualTo(0);
    }

    @Test
    void aLinkToAnEarlyMessageOfALongConversationShowsIt() throws Exception {
        StringBuilder frames = new StringBuilder("""
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}
            {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}
            {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/","mcpServers":[]}}
            {"jsonrpc":"2.0","id":2,"result":{"sessionId":"a"}}
            """);
        for (int i = 0; i < 400; i++) {
            String role = i % 2 == 0 ? "user" : "agent";
            frames.append(
                            "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"a\",\"update\":{")
                    .append("\"sessionUpdate\":\"" + role
                            + "_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"number ")
                    .append(i + "\"}}}}\n");
        }
        Path file = Files.writeString(directory.resolve("long.jsonl"), frames);
        try (Viewer viewer = Viewer.open(List.of(file), 0)) {
            page.open(viewer.address());
            page.sessions().first().click();
            page.counts(page.page().locator(".talk .entry"), 200);
            page.page().evaluate("() => { location.hash += '&message=@37'; }");
            isInSight(page, page.page().locator(".entry.linked"));
            page.seesText(page.page().locator(".entry.linked"), "number 37");
            leave();
        }
    }

    @Test
    void linksOutliveTheConnection() {
        connected().newSession().ask("one");
        page.newSession().ask("two");
        String address = page.page().url();
        page.tab("Agent");
        page.button("Apply and restart").click();
        page.counts(page.page().locator("[role=treeitem].open"), 0);
        page.counts(page.selected(), 1);
        page.button("Open session").click();
        page.seesText(page.entries("agent"), "I have heard: two");

        InspectorPage other = open();
        other.page().navigate(address);
        other.seesText(other.entries("agent"), "I have heard: two");
    }

    @Test
    void tabsAndComparisonsAreInTheAddress() {
        connected().newSession().ask("one").ask("two");
        page.choose(page.menu(page.entries("agent").first()), "Fork here");
        page.counts(page.sessions(), 2);
        page.counts(page.entries("agent"), 1);
        page.ask("three");
        page.sessions().first().hover();
        page.sessions().first().locator(".more").click();
        page.choose(page.page().locator("x-menu"), "Compare with the current session");
        page.sees(page.page().locator(".comparison"));
        page.tab("Timings");
        page.page()
                .waitForFunction("() => location.hash.includes('compare=') && location.hash.includes('tab=timings')");

        InspectorPage other = open();
        other.page().navigate(page.page().url());
        other.seesText(other.page().locator(".sides > header").first(), "three");
        other.seesText(other.page().locator(".sides > header").last(), "one");
        other.sees(other.page().locator("x-timings"));
        other.button("Close the comparison").click();
        other.page().waitForFunction("() => !location.hash.includes('compare=')");
        other.seesText(other.entries("agent").last(), "I have heard: one | three");
    }

    @Test
    void anAddressWithAnotherRecordingShowsThat() throws Exception {
        Path first = Recorded.conversation(directory.resolve("first.jsonl"), ProtocolVersion.V1, directory, "one");
        Path second = Recorded.conversation(directory.resolve("second.jsonl"), ProtocolVersion.V1, directory, "two");
        String link;
        try (Viewer viewer = Viewer.open(List.of(first, second), 0)) {
            page.open(viewer.address());
            page.page().locator("select.sources").selectOption("second.jsonl");
            page.sessions().first().click();
            page.seesText(page.entries("agent"), "I have heard: two");
            link = (String) page.page().evaluate("() => location.hash");
            assertThat(link).contains("source=second.jsonl");
            page.page().locator("select.sources").selectOption("first.jsonl");
            page.sessions().first().click();
            page.seesText(page.entries("agent"), "I have heard: one");

            page.page().evaluate("hash => { location.hash = hash; }", link);
            page.seesText(page.entries("agent"), "I have heard: two");
            assertThat(page.page().locator("select.sources").evaluate("select => select.selectedOptions[0].text"))
                    .isEqualTo("second.jsonl");
            leave();
        }
        // Another time, and in another order.
        try (Viewer viewer = Viewer.open(List.of(second, first), 0)) {
            page.open(viewer.address());
            page.page().evaluate("hash => { location.hash = hash; }", link.replace("second", "first"));
            page.page().evaluate("hash => { location.hash = hash; }", link);
            page.seesText(page.entries("agent"), "I have heard: two");
            leave();
        }
    }

    /** As Safari does it: from the hundredth time in half a minute on it throws. */
    private static final String LIMITED = """
            const write = history.replaceState.bind(history);
            const times = [];
            history.replaceState = (...args) => {
              times.push(performance.now());
              if (window.isRefusing || times.filter(each => times.at(-1) - each < 30000).length > 100) {
                throw new DOMException('The page writes its address too often.', 'SecurityError');
              }
              write(...args);
            };
            """;

    /** Shows the first of many frames, and gives the list of them. */
    private Locator firstOfManyFrames() {
        byte[] frame = "{\"jsonrpc\":\"2.0\",\"method\":\"a/b\",\"params\":{}}".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 300; i++) {
            inspector.log().recorded(Direction.INBOUND, Instant.EPOCH.plusSeconds(i), frame);
        }
        page.page().addInitScript(LIMITED);
        connected();
        page.page().evaluate("() => { location.hash = 'frame=0'; }");
        page.sees(page.page().locator("#frame-0[aria-selected=true]"));
        return page.page().locator(".frames");
    }

    private void walks(Locator frames, int from, int to) {
        for (int i = from + 1; i <= to; i++) {
            frames.press("ArrowDown");
            page.sees(page.page().locator("#frame-" + i + "[aria-selected=true]"));
        }
    }

    private void isInAddress(int frame) {
        page.page().waitForFunction("frame => location.hash === '#frame=' + frame", frame);
    }

    @Test
    void whoHoldsAKeyDownIsNotStoppedByALimitOfTheBrowser() {
        Locator frames = firstOfManyFrames();

        walks(frames, 0, 150);

        isInAddress(150);
    }

    @Test
    void whatCouldNotBeWrittenToTheAddressIsShownAndIsWrittenLater() {
        Locator frames = firstOfManyFrames();
        page.page().evaluate("() => { window.isRefusing = true; }");
        walks(frames, 0, 3);
        assertThat(page.page().url()).endsWith("#frame=0");

        page.page().evaluate("() => { window.isRefusing = false; }");

        isInAddress(3);
    }

    /** What waits to be written is of what was shown before. */
    @Test
    void whoGoesToAnotherAddressIsNotTakenBack() {
        Locator frames = firstOfManyFrames();
        page.page().evaluate("() => { window.isRefusing = true; }");
        walks(frames, 0, 3);

        page.page().evaluate("() => { location.hash = 'frame=20'; window.isRefusing = false; }");

        page.sees(page.page().locator("#frame-20[aria-selected=true]"));
        frames.press("ArrowDown");
        isInAddress(21);
    }
}
