package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.BoundingBox;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The panes of the page are resized with the mouse and the keyboard, within limits, and keep their sizes. */
class PanesTest extends BrowserTest {

    private static final int HEIGHT = 860;

    private Locator splitter(String name) {
        return page.page().locator("x-splitter[name=" + name + "]");
    }

    private double width(String pane) {
        return page.page().locator("main > ." + pane).boundingBox().width;
    }

    private int value(String name) {
        return Integer.parseInt(splitter(name).getAttribute("aria-valuenow"));
    }

    private void drag(Locator splitter, double x, double y) {
        BoundingBox box = splitter.boundingBox();
        double fromX = box.x + box.width / 2;
        double fromY = box.y + box.height / 2;
        page.page().mouse().move(fromX, fromY);
        page.page().mouse().down();
        page.page().mouse().move(fromX + x / 2, fromY + y / 2);
        page.page().mouse().move(fromX + x, fromY + y);
        page.page().mouse().up();
    }

    private InspectorPage talked() {
        return connected().newSession().ask("tool").ask("markdown");
    }

    @Test
    void panesFollowTheMouseAndADoubleClickResetsThem() {
        talked();
        double left = width("left");
        double right = width("right");
        drag(splitter("left"), 60, 0);
        assertThat(width("left")).isEqualTo(left + 60);
        assertThat(value("left")).isEqualTo((int) left + 60);
        drag(splitter("right"), 30, 0);
        assertThat(width("right")).isEqualTo(right - 30);
        splitter("left").dblclick();
        splitter("right").dblclick();
        assertThat(width("left")).isEqualTo(left);
        assertThat(width("right")).isEqualTo(right);
    }

    @Test
    void panesFollowArrowKeysHomeAndEnd() {
        talked();
        double left = width("left");
        double right = width("right");
        splitter("left").press("ArrowRight");
        assertThat(width("left")).isEqualTo(left + 16);
        splitter("left").press("Shift+ArrowLeft");
        assertThat(width("left")).isEqualTo(left - 48);
        splitter("right").press("ArrowLeft");
        assertThat(width("right")).isEqualTo(right + 16);
        splitter("left").press("End");
        assertThat(value("left")).isEqualTo(Integer.parseInt(splitter("left").getAttribute("aria-valuemax")));
        splitter("left").press("Home");
        assertThat(value("left")).isEqualTo(Integer.parseInt(splitter("left").getAttribute("aria-valuemin")));
        splitter("left").press("Enter");
        assertThat(width("left")).isEqualTo(left);
        page.has(splitter("left"), "aria-orientation", "vertical");
        page.counts(page.page().locator("#" + splitter("left").getAttribute("aria-controls")), 1);
    }

    @Test
    void theSelectedFrameIsResizedAgainstTheList() {
        talked();
        page.page().locator(".frames").press("Home");
        page.sees(page.page().locator(".detail pre"));
        int before = value("detail");
        splitter("detail").press("ArrowDown");
        assertThat(value("detail")).isEqualTo(before - 16);
        drag(splitter("detail"), 0, 100);
        assertThat(value("detail")).isEqualTo(before - 116);
        assertThat(page.page().locator(".detail").boundingBox().height).isEqualTo(before - 116);
        page.has(splitter("detail"), "aria-orientation", "horizontal");
    }

    /** Each separator at each of its limits, in each window. */
    @ParameterizedTest
    @ValueSource(ints = {1000, 1090, 1400, 1900})
    void nothingIsCoveredWithPanesOfAnySize(int width) {
        talked();
        page.page().setViewportSize(width, HEIGHT);
        page.page().locator(".frames").evaluate("frames => frames.focus()");
        page.page().keyboard().press("Home");
        boolean isWide = splitter("left").isVisible();
        assertThat(isWide).isEqualTo(width > 1080);
        for (List<String> keys : List.of(
                List.of("Home", "Home"), List.of("End", "Home"), List.of("Home", "End"), List.of("End", "End"))) {
            if (isWide) {
                splitter("right").press("Home");
                splitter("left").press(keys.get(0));
                splitter("right").press(keys.get(1));
            }
            HeldMessages.drawn(page.page());
            page.picture("panes-" + width + "-" + String.join("-", keys));
            assertThat(PageGeometry.check(page.page(), "body"))
                    .as("geometry at %s px with %s", width, keys)
                    .isEmpty();
        }
    }

    @Test
    void sizesAreKeptByTheBrowserForTheNextInspectorToo() throws Exception {
        talked();
        splitter("left").press("Shift+ArrowRight");
        double left = width("left");
        page.page().reload();
        page.connected();
        assertThat(width("left")).isEqualTo(left);
        try (Another next = another(agent.source(directory))) {
            page.open(next.address());
            page.sees(splitter("left"));
            assertThat(width("left")).isEqualTo(left);
        }
    }

    @Test
    void aSizeThatWasChosenInALargerWindowIsUsedThereAgain() {
        talked();
        page.page().setViewportSize(1900, HEIGHT);
        splitter("left").press("End");
        double large = width("left");
        page.page().setViewportSize(1200, HEIGHT);
        assertThat(width("left")).isLessThan(large);
        assertThat(width("centre")).isGreaterThanOrEqualTo(340);
        page.page().setViewportSize(1900, HEIGHT);
        assertThat(width("left")).isEqualTo(large);
    }

    @Test
    void panesAndThemesWorkWhereTheBrowserBlocksItsStorage() {
        page.page().addInitScript("""
            for (const name of ['localStorage', 'sessionStorage']) {
              Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });
            }
            Object.defineProperty(Document.prototype, 'cookie', {
              get() { throw new DOMException('blocked', 'SecurityError'); },
              set() { throw new DOMException('blocked', 'SecurityError'); },
            });
            """);
        talked();
        double left = width("left");
        splitter("left").press("ArrowRight");
        assertThat(width("left")).isEqualTo(left + 16);
        page.button("Theme: auto; change").click();
        page.has(page.page().locator("html"), "data-theme", "light");
        splitter("left").dblclick();
        assertThat(width("left")).isEqualTo(left);
    }
}
