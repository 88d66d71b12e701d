package io.acp4j.inspector.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import io.acp4j.inspector.Viewer;
import io.acp4j.inspector.testing.RecordingText;
import io.acp4j.rpc.WireListener.Direction;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A frame that is to be shown comes in sight, in whatever order the messages of the inspector come, and stays there. */
class FramesInSightTest extends BrowserTest {

    /** The first of many chunks, far from both ends of the list. */
    private static final int RUN = 101;

    /** A request at the beginning, whose response is after the middle. */
    private static final int REQUEST = 4;

    private static final int RESPONSE = 541;

    private static final String IN_SIGHT =
            "row => { const at = document.getElementById('frame-' + row)?.getBoundingClientRect();"
                    + " const list = document.querySelector('.frames').getBoundingClientRect();"
                    + " return Boolean(at) && at.top >= list.top - 1 && at.bottom <= list.bottom + 1; }";

    /** What shows a frame. */
    private enum Way {
        LINK(RUN),
        OTHER_SOURCE(RUN),
        SCENARIO(RUN),
        UNFOLD(RUN),
        FOLD(RUN),
        PAIR(RESPONSE);

        private final int frame;

        Way(int frame) {
            this.frame = frame;
        }
    }

    /** What comes last. */
    private enum Last {
        NOTHING(message -> false),
        LOG(HeldMessages.LOG),
        FOUND(HeldMessages.FOUND),
        LINES(HeldMessages.LINES),
        /** Where the row is, which was to come over a connection that was cut. */
        FOUND_ANEW(HeldMessages.FOUND);

        private final Predicate<JsonNode> held;

        Last(Predicate<JsonNode> held) {
            this.held = held;
        }
    }

    static Stream<Arguments> ways() {
        return Stream.of(Way.values()).flatMap(way -> Stream.of(Last.values()).map(last -> arguments(way, last)));
    }

    private Path recording(String name) throws Exception {
        RecordingText text = new RecordingText().opens("a");
        text.asks(9_000, "session/prompt", "{\"sessionId\":\"a\",\"prompt\":[]}");
        for (int i = 0; i < 32; i++) {
            text.turn(10 + i, "a", "before", "x");
        }
        for (int i = 0; i < 200; i++) {
            text.says("a", "word ", "m");
        }
        for (int i = 0; i < 80; i++) {
            text.turn(100 + i, "a", "between", "x");
        }
        text.answers(9_000, "{\"stopReason\":\"end_turn\"}");
        for (int i = 0; i < 80; i++) {
            text.turn(200 + i, "a", "after", "x");
        }
        return text.to(directory.resolve(name));
    }

    private void dispatch(String event, String detail) {
        page.page()
                .evaluate("async () => { const { at } = await import('/base.js'); at.dispatchEvent(new CustomEvent('"
                        + event + "', { detail: " + detail + " })); }");
    }

    private void button(String text) {
        page.page()
                .locator(".detail button", new Page.LocatorOptions().setHasText(text))
                .click();
    }

    private void seesFrame(int frame) {
        Locator row = page.page().locator("#frame-" + frame + "[aria-selected=true]");
        page.sees(row);
        page.isTrue(IN_SIGHT, frame);
    }

    /** What must be there before the frame is shown. */
    private void prepare(Way way, URI address) {
        if (way == Way.LINK) {
            return;
        }
        page.open(address);
        page.sees(page.frame("session/prompt").last());
        if (way == Way.UNFOLD || way == Way.FOLD) {
            dispatch("reveal", "" + RUN);
            seesFrame(RUN);
        }
        if (way == Way.FOLD) {
            button("open all 200");
            page.seesText(page.page().locator(".detail"), "as one row");
            seesFrame(RUN);
        }
        if (way == Way.PAIR) {
            dispatch("reveal", "" + REQUEST);
            seesFrame(REQUEST);
        }
    }

    private void show(Way way, URI address) {
        switch (way) {
            case LINK -> page.open(URI.create(address + "#source=second.jsonl&frame=" + RUN));
            case OTHER_SOURCE -> dispatch("at-frame", "{ source: 'r2', frame: " + RUN + " }");
            case SCENARIO -> dispatch("scenario", "{ from: 51, end: 600 }");
            case UNFOLD -> button("open all 200");
            case FOLD -> button("as one row");
            case PAIR -> button("its response");
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void itIsWhateverComesLast(Way way, Last last) throws Exception {
        try (Viewer viewer = Viewer.open(List.of(recording("first.jsonl"), recording("second.jsonl")), 0)) {
            HeldMessages messages = new HeldMessages(page);
            prepare(way, viewer.address());
            messages.hold(last.held);
            show(way, viewer.address());
            switch (last) {
                case FOUND, FOUND_ANEW -> messages.holdsBack(HeldMessages.FOUND);
                default -> messages.passes(HeldMessages.FOUND);
            }
            messages.drawn();
            if (last == Last.FOUND_ANEW) {
                messages.cut();
            } else {
                messages.release();
            }
            int frame = way == Way.SCENARIO ? 51 : way.frame;
            seesFrame(frame);
            messages.settled();
            seesFrame(frame);
            leave();
        }
    }

    @Test
    void aScenarioIsShownWhateverIsFoundMeanwhile() throws Exception {
        try (Viewer viewer = Viewer.open(List.of(recording("first.jsonl")), 0)) {
            HeldMessages messages = new HeldMessages(page);
            prepare(Way.SCENARIO, viewer.address());
            show(Way.SCENARIO, viewer.address());
            seesFrame(51);
            page.page().evaluate("() => document.querySelector('x-log').foundMore()");
            messages.settled();
            seesFrame(51);
            leave();
        }
    }

    private void add(int count) {
        byte[] frame = "{\"jsonrpc\":\"2.0\",\"method\":\"a/b\",\"params\":{}}".getBytes(UTF_8);
        for (int i = 0; i < count; i++) {
            inspector.log().recorded(Direction.INBOUND, Instant.EPOCH, frame);
        }
    }

    private void rows(long count) {
        page.seesText(page.page().locator(".filters .count"), String.format(Locale.ROOT, "%,d rows", count));
    }

    @Test
    void aKeyThatComesBeforeTheRowsOfAListIsNotLost() throws Exception {
        try (Viewer viewer = Viewer.open(List.of(recording("first.jsonl")), 0)) {
            HeldMessages messages = new HeldMessages(page);
            prepare(Way.UNFOLD, viewer.address());
            messages.hold(HeldMessages.LINES);
            show(Way.UNFOLD, viewer.address());
            messages.holdsBack(HeldMessages.LINES);
            page.page().locator(".frames").focus();
            page.page().keyboard().press("ArrowDown");
            messages.drawn();
            messages.release();
            seesFrame(RUN + 1);
            leave();
        }
    }

    @Test
    void aKeyAtAFrameThatTheFilterLeavesOutGoesToWhatIsInSight() throws Exception {
        try (Viewer viewer = Viewer.open(List.of(recording("first.jsonl")), 0)) {
            HeldMessages messages = new HeldMessages(page);
            page.open(viewer.address());
            page.sees(page.frame("session/prompt").last());
            page.page().getByLabel("Method or kind of update").fill("session/prompt");
            page.page().getByLabel("Method or kind of update").blur();
            page.isTrue("() => document.querySelector('x-log').filter.method === 'session/prompt'", null);
            dispatch("reveal", "0");
            messages.settled();
            page.page().locator(".frames").focus();
            page.page().keyboard().press("ArrowDown");
            page.sees(page.page().locator(".frame[aria-selected=true]"));
            leave();
        }
    }

    @Test
    void aKeyAtTheEndOfTheListTakesNobodyToAFrameThatComesLater() {
        add(100);
        page.open(inspector.address());
        rows(100);
        dispatch("reveal", "99");
        seesFrame(99);
        HeldMessages.drawn(page.page());
        page.page().locator(".frames").focus();
        page.page().keyboard().press("ArrowDown");
        add(100);
        rows(200);
        HeldMessages.drawn(page.page());
        seesFrame(99);
    }

    @ParameterizedTest(name = "applied before the source changes: {0}")
    @ValueSource(booleans = {false, true})
    void aTypedFilterIsNotAppliedToAnotherSource(boolean applied) throws Exception {
        try (Viewer viewer = Viewer.open(List.of(recording("first.jsonl"), recording("second.jsonl")), 0)) {
            page.page().clock().install();
            page.open(viewer.address());
            page.sees(page.frame("session/prompt").last());
            Locator method = page.page().getByLabel("Method or kind of update");
            Locator source = page.page().locator("select.sources");
            method.fill("no such method");
            if (applied) {
                page.page().clock().runFor(5_000);
                page.counts(page.frames(), 0);
            }
            source.selectOption("second.jsonl");
            page.page().clock().runFor(5_000);
            page.sees(page.frame("session/prompt").last());
            page.hasValue(method, "");
            if (applied) {
                source.selectOption("first.jsonl");
                page.counts(page.frames(), 0);
                page.hasValue(method, "no such method");
            }
            leave();
        }
    }

    @Test
    void theNewestFrameStaysInSightWhereItWasShownUntilItIsClosed() {
        add(100);
        page.open(inspector.address());
        HeldMessages messages = new HeldMessages(page);
        rows(100);
        dispatch("reveal", "98");
        seesFrame(98);
        add(300);
        rows(400);
        messages.drawn();
        seesFrame(98);
        page.button("Close the frame").click();
        page.sees(page.page().locator("#frame-399"));
        add(100);
        page.sees(page.page().locator("#frame-499"));
    }

    @Test
    void whoGoesOnAtTheEndOfTheListFollowsWhatComes() {
        add(400);
        page.open(inspector.address());
        rows(400);
        dispatch("reveal", "200");
        seesFrame(200);
        page.page().locator(".frames").focus();
        page.page().keyboard().press("End");
        page.sees(page.page().locator("#frame-399"));
        add(100);
        page.sees(page.page().locator("#frame-499"));
    }

    @Test
    void aListThatIsNotShownGoesOnToFollow() {
        add(100);
        page.open(inspector.address());
        page.sees(page.page().locator("#frame-99"));
        page.tab("Wire");
        add(300);
        rows(400);
        page.tab("Frames");
        page.sees(page.page().locator("#frame-399"));
    }

    @Test
    void whatIsReadIsInSightWhenTheConnectionIsThereAgain() {
        HeldMessages messages = new HeldMessages(page);
        add(100_000);
        page.open(inspector.address());
        rows(100_000);
        dispatch("reveal", "50000");
        seesFrame(50_000);
        page.page().evaluate("() => { document.querySelector('.frames').scrollTop += 13000; }");
        page.sees(page.page().locator("#frame-50500"));
        messages.cut();
        rows(100_000);
        messages.settled();
        page.sees(page.page().locator("#frame-50500"));
        page.isTrue(IN_SIGHT, 50_500);
    }

    @Test
    void aFrameOfAnotherSourceThatComesLateIsNotShown() throws Exception {
        Path first = recording("first.jsonl");
        Path second = new RecordingText()
                .opens("b")
                .turn(2, "b", "of the second", "x")
                .to(directory.resolve("second.jsonl"));
        try (Viewer viewer = Viewer.open(List.of(first, second), 0)) {
            List<Route> held = new ArrayList<>();
            page.page().route("**/source/r1/frame/4/view", held::add);
            HeldMessages messages = new HeldMessages(page);
            page.open(viewer.address());
            page.sees(page.frame("session/prompt").last());
            dispatch("reveal", "4");
            page.page()
                    .waitForCondition(
                            () -> !held.isEmpty(),
                            new Page.WaitForConditionOptions().setTimeout(Browsers.TIMEOUT_MILLIS));
            dispatch("at-frame", "{ source: 'r2', frame: 4 }");
            page.seesText(page.page().locator(".detail pre"), "of the second");
            held.forEach(Route::resume);
            messages.settled();
            page.page().evaluate("() => fetch('/source/r1/frame/3/view')");
            messages.drawn();
            page.seesText(page.page().locator(".detail pre"), "of the second");
            leave();
        }
    }

    @Test
    void aSessionThatIsOpenedLateTakesNobodyAwayFromAnotherSource() throws Exception {
        Path file = recording("first.jsonl");
        try (Another second = another(agent.source(directory), List.of(file), List.of())) {
            HeldMessages messages = new HeldMessages(page);
            second.agent().connect().join();
            page.open(second.address()).connected();
            messages.hold(message -> message.path("value").has("select"));
            page.page().locator("x-tree button[aria-label='New session']").click();
            messages.holdsBack(message -> true);
            page.page().locator("select.sources").selectOption("first.jsonl");
            page.sessions().first().click();
            page.seesText(page.entries("user").last(), "after");
            messages.release();
            messages.settled();
            page.seesText(page.entries("user").last(), "after");
        }
    }
}
