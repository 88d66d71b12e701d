package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nobody is kept out: not by colours, not by a narrow window, not for want of a mouse. */
class AccessibilityTest extends BrowserTest {

    private void isAccessible(String where) {
        Axe.isAccessible(page, where);
    }

    private void isNotWiderThanItsWindow() {
        Object overflow = page.page().evaluate("() => document.documentElement.scrollWidth - innerWidth");
        assertThat(((Number) overflow).intValue()).isLessThanOrEqualTo(0);
    }

    @Test
    void lightAndDarkHaveEnoughContrast() {
        connected().newSession().ask("markdown").ask("tool").send("allow");
        page.sees(page.question());
        // The end of the conversation stays in sight while it grows.
        page.page()
                .waitForFunction("() => { const box = document.querySelector('.question').getBoundingClientRect();"
                        + " return box.bottom <= document.querySelector('.talk').getBoundingClientRect().bottom; }");
        page.frame("initialize").first().click();
        page.sees(page.page().locator(".detail pre"));
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            isAccessible(scheme.name());
            page.picture("whole-" + scheme.name().toLowerCase(java.util.Locale.ROOT));
        }
        for (String tab : List.of("Agent", "Traffic", "Error output")) {
            page.tab(tab);
            isAccessible(tab);
        }
        page.button("Reject").click();
        page.idle();
    }

    @Test
    void narrowWindowsShowOnePartAtATime() {
        connected().newSession().ask("tool").ask("markdown");
        for (int width : new int[] {400, 800, 2000}) {
            page.page().setViewportSize(width, 800);
            isNotWiderThanItsWindow();
            page.sees(page.prompt());
            page.picture("width-" + width);
        }
        page.page().setViewportSize(400, 800);
        page.button("Traffic").click();
        page.sees(page.frames().last());
        assertThat(page.prompt().isVisible()).isFalse();
        assertThat(page.sessions().first().isVisible()).isFalse();
        isNotWiderThanItsWindow();
        page.picture("width-400-frames");
        page.button("Sessions").click();
        page.sees(page.sessions().first());
        isAccessible("400 pixels");
    }

    @Test
    void everythingIsReachedWithTheKeyboard() {
        connected();
        page.button("New session").first().focus();
        page.page().keyboard().press("Enter");
        page.counts(page.sessions(), 1);
        page.prompt().focus();
        page.page().keyboard().type("one");
        page.page().keyboard().press("Enter");
        page.seesText(page.entries("agent"), "I have heard: one");
        page.idle();

        page.entries("agent").locator("> .more").focus();
        page.page().keyboard().press("Enter");
        page.sees(page.page().locator("x-menu [role=menu]"));
        page.page().keyboard().press("Enter");
        page.counts(page.sessions(), 2);
        page.prompt().focus();
        page.page().keyboard().type("two");
        page.page().keyboard().press("Enter");
        page.seesText(page.entries("agent").last(), "I have heard: one | two");
        page.idle();

        page.sessions().last().focus();
        page.page().keyboard().press("ContextMenu");
        fromMenu("Fork the whole session");
        page.counts(page.sessions(), 3);
        page.sessions().last().focus();
        page.page().keyboard().press("Home");
        page.page().keyboard().press("Shift+F10");
        fromMenu("Compare with the current session");
        page.page().waitForFunction("() => document.activeElement.classList.contains('comparison')");
        page.page().keyboard().press("Tab");
        page.page().keyboard().press("Enter");
        page.counts(page.page().locator("x-comparison"), 0);
        page.page().waitForFunction("() => document.activeElement.classList.contains('talk')");
    }

    private void fromMenu(String label) {
        Locator item = page.page().locator("x-menu [role=menuitem]", new Page.LocatorOptions().setHasText(label));
        page.sees(item);
        page.page().keyboard().press("Home");
        while (!(Boolean) item.evaluate("item => item === document.activeElement")) {
            page.page().keyboard().press("ArrowDown");
        }
        page.page().keyboard().press("Enter");
    }
}
