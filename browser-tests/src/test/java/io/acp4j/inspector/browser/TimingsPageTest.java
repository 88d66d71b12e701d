package io.acp4j.inspector.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import io.acp4j.rpc.WireListener.Direction;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What takes how long, as charts. */
class TimingsPageTest extends BrowserTest {

    private static final long MILLI = 1_000;
    private static final long BEGIN = 1_700_000_000_000_000L;

    private void add(Direction direction, long micros, String frame) {
        Instant time = Instant.EPOCH.plusNanos((BEGIN + micros) * 1000);
        inspector.log().recorded(direction, time, ("{\"jsonrpc\":\"2.0\"," + frame + "}").getBytes(UTF_8));
    }

    private void asks(long micros, int id, String method) {
        add(
                Direction.OUTBOUND,
                micros,
                "\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{\"sessionId\":\"a\"}");
    }

    private void answers(long micros, int id, String how) {
        add(Direction.INBOUND, micros, "\"id\":" + id + ",\"" + how + "\":{}");
    }

    private void says(long micros) {
        add(
                Direction.INBOUND,
                micros,
                "\"method\":\"session/update\",\"params\":{\"sessionId\":\"a\",\"update\":"
                        + "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"word\"}}}");
    }

    /** A conversation of known times: 20 prompts, a second each, and what belongs to them. */
    private void conversation() {
        asks(0, 1, "initialize");
        answers(240 * MILLI, 1, "result");
        asks(300 * MILLI, 2, "session/new");
        answers(380 * MILLI, 2, "result");
        for (int i = 0; i < 20; i++) {
            long start = (500 + i * 1_000L) * MILLI;
            asks(start, 100 + i, "session/prompt");
            for (int chunk = 0; chunk < 10 + 3 * i; chunk++) {
                says(start + 120 * MILLI + chunk * 10 * MILLI);
            }
            if (i % 4 == 1) {
                add(
                        Direction.INBOUND,
                        start + 300 * MILLI,
                        "\"id\":" + i + ",\"method\":\"session/request_permission\",\"params\":{\"sessionId\":\"a\"}");
                add(Direction.OUTBOUND, start + 420 * MILLI, "\"id\":" + i + ",\"result\":{}");
            }
            answers(start + 900 * MILLI, 100 + i, i == 7 ? "error" : "result");
        }
        asks(20_600 * MILLI, 500, "session/prompt");
        says(20_700 * MILLI);
    }

    private Locator rows() {
        return page.page().locator(".waterfall [role=option]");
    }

    @Test
    void requestsThroughputAndPercentilesAreCharts() {
        conversation();
        page.open(inspector.address());
        page.tab("Timings");
        Locator prompt = page.page().locator(".waterfall [role=option][aria-label*='session/prompt']");
        page.sees(prompt.first());
        assertThat(prompt.first().getAttribute("aria-label"))
                .isEqualTo(
                        "session/prompt, by the client, 500 ms after the beginning, took 900 ms, first text after 120 ms");
        page.seesText(page.page().locator("x-timings [role=status]"), "28 requests");
        String throughput = page.page().locator(".through svg").getAttribute("aria-label");
        assertThat(throughput).contains("Throughput over 20.7 s", "Received: ", "Sent: ", "at most");
        Locator latencies = page.page().locator(".latencies svg[aria-label*='session/prompt']");
        page.has(latencies, "aria-label", "session/prompt: median 900 ms, p90 900 ms, p99 900 ms, longest 900 ms");
        page.seesText(page.page().locator(".latencies"), "1 failed");
        for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
            page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            Axe.isAccessible(page, "timings, " + scheme);
            page.picture("timings-" + scheme.name().toLowerCase(Locale.ROOT));
        }
        page.button("bytes").click();
        page.seesText(page.page().locator("x-timings .most"), "B/s");

        // With the keyboard: to the last, which waits, and to its frame.
        page.page().locator(".waterfall .rows").focus();
        page.page().keyboard().press("End");
        Locator last = page.page().locator(".waterfall [aria-selected=true]");
        page.seesText(last, "pending");
        assertThat(last.getAttribute("aria-label")).endsWith("first text after 100 ms, no response yet");
        page.page().keyboard().press("ArrowUp");
        page.seesText(page.page().locator(".waterfall [aria-selected=true]"), "900 ms");
        page.page().keyboard().press("Enter");
        page.seesText(page.page().locator(".detail pre"), "\"session/prompt\"");
        page.seesText(page.page().locator(".detail"), "response");
    }

    @Test
    void aPartOfTheTimeIsLookedAtCloserWithKeysAndWithAPointer() {
        conversation();
        page.open(inspector.address());
        page.tab("Timings");
        Locator count = page.page().locator("x-timings [role=status]");
        page.seesText(count, "28 requests");
        page.button("zoom in").focus();
        page.page().keyboard().press("Enter");
        page.page().keyboard().press("Enter");
        page.seesText(count, "7 requests");
        page.picture("timings-closer");
        page.button("later").click();
        page.seesText(page.page().locator(".waterfall .ends"), "15.5 s");
        page.button("all").click();
        page.seesText(count, "28 requests");

        BoundingBox box = page.page().locator(".through").boundingBox();
        page.page().mouse().move(box.x + 1, box.y + 20);
        page.page().mouse().down();
        page.page().mouse().move(box.x + box.width / 20, box.y + 20);
        page.page().mouse().up();
        page.seesText(count, "3 requests");
        page.button("zoom out").click();
        page.page().mouse().click(box.x + box.width / 2, box.y + 20);
        page.seesText(page.page().locator(".waterfall .ends"), "9.3 s");
    }

    @Test
    void thousandsOfRequestsAreAFewElementsAndANarrowWindowHasRoom() {
        for (int i = 0; i < 12_000; i++) {
            asks(i * MILLI, i, "a/b");
            answers(i * MILLI + 700, i, "result");
        }
        page.page().setViewportSize(400, 800);
        page.open(inspector.address());
        page.button("Traffic").click();
        page.tab("Timings");
        page.seesText(page.page().locator("x-timings [role=status]"), "10,000 requests");
        page.seesText(page.page().locator("x-timings"), "2,000 older requests are no longer stored");
        page.page().locator(".waterfall .rows").focus();
        page.page().keyboard().press("End");
        page.seesText(page.page().locator(".waterfall [aria-selected=true]"), "a/b");
        assertThat(rows().count()).isLessThan(60);
        Object overflow = page.page().evaluate("() => document.documentElement.scrollWidth - innerWidth");
        assertThat(((Number) overflow).intValue()).isLessThanOrEqualTo(0);
        page.picture("timings-400");

        // What comes is seen while one looks.
        asks(12_100 * MILLI, 20_000, "c/d");
        page.page().keyboard().press("End");
        page.seesText(page.page().locator(".latencies"), "12,000");
    }

    @Test
    void beforeAnythingWasSaidThereIsNothingToBeSeen() {
        page.open(inspector.address());
        page.tab("Timings");
        page.seesText(page.page().locator("x-timings .empty"), "No frames yet");
        conversation();
        page.sees(rows().first());
    }
}
