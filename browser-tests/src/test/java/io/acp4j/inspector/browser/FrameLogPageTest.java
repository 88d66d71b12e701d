package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.rpc.record.Recording;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Every frame, found and looked at. */
class FrameLogPageTest extends BrowserTest {

    @Test
    void aRequestIsShownWithItsExactTextAndLeadsToItsResponse() {
        connected();
        page.frame("initialize").first().click();

        Locator detail = page.page().locator(".detail");
        page.seesText(detail.locator("pre"), "\"protocolVersion\": 1");
        detail.locator("button", new Locator.LocatorOptions().setHasText("response"))
                .click();
        page.seesText(detail.locator("pre"), "\"agentInfo\"");
        page.button("raw").click();
        page.seesText(detail.locator("pre"), "{\"jsonrpc\":\"2.0\"");
        page.picture("frame");
    }

    @Test
    void filtersLeaveOnlyWhatTheyName() {
        connected().newSession().ask("needle");
        page.sees(page.frame("session/new").first());

        page.page().getByLabel("Filter by method or update").fill("session/prompt");
        page.counts(page.frames(), 2);
        page.page().getByLabel("Filter by method or update").fill("");
        page.page().getByLabel("Filter by text").fill("heard: needle");
        page.counts(page.frames(), 1);
        page.seesText(page.frames(), "agent_message_chunk");
    }

    @Test
    void runsOfChunksAreOneRow() {
        connected().newSession().ask("many");
        page.seesText(page.frame("agent_message_chunk"), "×");
        page.counts(page.frame("agent_message_chunk"), 1);

        page.button("group chunks").click();
        page.seesText(page.page().locator(".filters .count"), "rows");
        page.counts(page.frame("×"), 0);
    }

    @Test
    void namesAreNotCutInAWindowOfAUsualWidth() {
        page.page().setViewportSize(1360, 900);
        connected().newSession().ask("many").ask("tool");
        page.seesText(page.frame("agent_message_chunk").first(), "×");
        page.sees(page.frame("tool_call_update").first());
        page.page()
                .waitForFunction(
                        "() => [...document.querySelectorAll('.frame')].every(frame =>"
                                + " [...frame.querySelectorAll('.name, .mark')].every(each => each.scrollWidth <= each.clientWidth"
                                + " && each.getBoundingClientRect().right <= frame.querySelector('.size').getBoundingClientRect().left))");
        page.picture("names");
    }

    @Test
    void aMessageShowsItsFramesAndAFrameItsMessage() {
        connected().newSession().ask("one").ask("two");
        page.choose(page.menu(page.entries("agent").last()), "Show frames");

        page.counts(page.frames(), 1);
        page.seesText(page.frames(), "agent_message_chunk");
        page.frames().click();
        page.seesText(page.page().locator(".detail pre"), "one | two");
    }

    @Test
    void whatIsNoMessageIsShownAsAProblem() {
        connected();
        byte[] garbage = "npm WARN something".getBytes(StandardCharsets.UTF_8);
        inspector.log().onFrame(Direction.INBOUND, garbage, 0, garbage.length);
        byte[] response = "{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":{}}".getBytes(StandardCharsets.UTF_8);
        inspector.log().onFrame(Direction.INBOUND, response, 0, response.length);

        page.button("invalid").click();
        page.counts(page.frames(), 2);
        page.seesText(page.page().locator("#tab-frames"), "2 !");
        page.frame("not a message").click();
        page.seesText(page.page().locator(".detail p.bad"), "no JSON");
        page.seesText(page.page().locator(".detail pre"), "npm WARN something");
        page.picture("problems");
    }

    @Test
    void aHundredThousandFramesAreScrolledWithFewElements() {
        byte[] frame = "{\"jsonrpc\":\"2.0\",\"method\":\"a/b\",\"params\":{}}".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 100_000; i++) {
            inspector.log().recorded(Direction.INBOUND, Instant.EPOCH.plusSeconds(i), frame);
        }
        connected();
        page.page()
                .waitForFunction(
                        "() => /10\\d,\\d{3} rows/.test(document.querySelector('.filters .count').textContent)");
        page.sees(page.frame("initialize").first());
        assertThat(page.frames().count()).isLessThan(100);

        page.page().waitForFunction("() => document.querySelector('.frames').scrollHeight > 100000 * 26");
        page.page().evaluate("() => { document.querySelector('.frames').scrollTop = 50000 * 26; }");
        page.sees(page.page().locator(".frame .n").getByText("50000"));
        assertThat(page.frames().count()).isLessThan(100);
    }

    /** Who is about to click on a row does not get another one, and what is marked in it stays. */
    @Test
    void aFrameKeepsItsElementWhileTheListMoves() {
        byte[] frame = "{\"jsonrpc\":\"2.0\",\"method\":\"a/b\",\"params\":{}}".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 1_000; i++) {
            inspector.log().recorded(Direction.INBOUND, Instant.EPOCH.plusSeconds(i), frame);
        }
        connected();
        page.sees(page.frame("initialize").first());
        page.page().evaluate("() => { document.querySelector('.frames').scrollTop = 500 * 26; }");
        page.sees(page.page().locator("#frame-510"));
        page.page().evaluate("() => { window.row = document.getElementById('frame-510'); }");

        page.page().evaluate("() => { document.querySelector('.frames').scrollTop = 507 * 26; }");
        page.counts(page.page().locator("#frame-492"), 0);
        assertThat(page.page().evaluate("() => window.row === document.getElementById('frame-510')"))
                .isEqualTo(true);
    }

    @Test
    void twoHundredThousandChunksAreTakenLiveWithNoneMissing() {
        connected().newSession().send("flood");
        page.seesTextAtLast(page.frame("agent_message_chunk"), "×200,000");
        page.idle();
        page.ask("one");
        page.seesText(page.entries("agent").last(), "I have heard: flood | one");

        CDPSession session = page.page().context().newCDPSession(page.page());
        session.send("HeapProfiler.collectGarbage");
        double used = session.send("Runtime.getHeapUsage").get("usedSize").getAsDouble();
        assertThat(used).as("bytes of the page").isLessThan(300e6);
    }

    @Test
    void theWireIsSummedUpAndSavedAsARecording() throws Exception {
        connected().newSession().ask("one");
        page.tab("Traffic");
        page.seesText(page.page().locator("x-wire dl"), "0 requests");
        page.picture("wire");

        Download download = page.page()
                .waitForDownload(() -> page.page().locator("x-wire a").first().click());
        Recording recording = Recording.read(download.path());
        assertThat(recording.frames())
                .extracting(frame -> frame.json() == null
                        ? ""
                        : frame.json().toTree().path("method").asText())
                .contains("initialize", "session/new", "session/prompt", "session/update");
    }

    @Test
    void theErrorOutputOfTheAgentIsShown() {
        connected();
        page.tab("Error output");
        page.seesText(page.page().locator(".errors pre"), "starting");
    }
}
