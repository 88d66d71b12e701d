package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Nobody is kept out: not by colours, not by a narrow window, not for want of a mouse. */
class AccessibilityTest extends BrowserTest {

    private static final String AXE = read("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js");

    private static String read(String resource) {
        try (InputStream in = AccessibilityTest.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void isAccessible(String where) {
        // As a debugger would: the page's own policy would not let this script in.
        page.page().evaluate(AXE);
        Object found = page.page()
                .evaluate("async () => (await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a',"
                        + " 'wcag21aa']})).violations.flatMap(rule => rule.nodes.map(node => rule.id + ': ' +"
                        + " node.html.slice(0, 200) + ' ' + node.any.map(check => check.message).join(' ')))");
        assertThat((List<?>) found).as("violations in " + where).isEmpty();
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
        for (String tab : List.of("Agent", "Wire", "Error output")) {
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
        page.button("Wire").click();
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
    }
}
