package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.acp4j.inspector.testing.ScriptedAgent;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Two branches inside one session side by side; the session stays where it is. */
class BranchComparisonTest extends BrowserTest {

    private ComparisonView comparison() {
        return new ComparisonView(page);
    }

    private void goBackToTheFirstAnswer() {
        page.choose(page.menu(page.entries("agent").first()), "Continue from here");
        page.counts(page.entries("agent"), 1);
    }

    /** A session of two branches; one has used a tool, the other is shown. */
    private void branched() {
        page.newSession().ask("one").ask("tool");
        goBackToTheFirstAnswer();
        page.ask("two");
        page.seesText(page.page().locator(".switch"), "2 of 2");
    }

    private void press(String key) {
        page.page().keyboard().press(key);
    }

    @Test
    void theSwitchLeadsToBothBranchesSideBySideFromTheFirstDifferenceOn() {
        connected();
        branched();
        page.button("Compare branches").click();

        ComparisonView comparison = comparison().isOpen();
        page.seesText(comparison.common(), "2 messages in common");
        page.seesText(comparison.rows(true).first(), "two");
        page.seesText(comparison.rows(false).first(), "tool");
        page.seesText(comparison.head(true), "current");
        page.seesText(comparison.head(true), "No files changed.");
        page.seesText(comparison.head(false), "/project/README.md");
        page.seesText(comparison.head(false), "2 tool calls");
        page.seesText(comparison.head(false), "12,000 of 200,000 tokens");
        assertThat(comparison.head(true).textContent()).doesNotContain("tokens");
        assertThat(comparison.chosen(true)).isEqualTo("2: two");
        assertThat(comparison.chosen(false)).isEqualTo("1: tool");

        // It was only looked at.
        comparison.close();
        page.seesText(page.page().locator(".switch"), "2 of 2");
        page.seesText(page.entries("agent").last(), "I have heard: one | two");
        page.tab("Frames");
        page.counts(page.frame("_acp4j/session/navigate"), 2);
    }

    @Test
    void theKeyboardLeadsThereFromTheTreeAndFromTheSwitch() {
        connected();
        branched();
        page.selected().focus();
        press("Shift+F10");
        Locator item = page.page()
                .locator("[role=menuitem]")
                .filter(new Locator.FilterOptions().setHasText("Compare branches"));
        page.sees(item);
        while (!(boolean) item.evaluate("item => item === document.activeElement")) {
            press("ArrowDown");
        }
        press("Enter");
        ComparisonView comparison = comparison().isOpen();
        page.sees(page.page().locator(".comparison:focus"));
        press("Tab");
        press("Enter");
        comparison.isClosed();

        page.button("Previous branch").focus();
        press("ArrowRight");
        press("ArrowRight");
        press("Enter");
        comparison.isOpen();
    }

    @Test
    void eachSideShowsAnyBranchAndOneIsGoneToFromThere() {
        connected();
        branched();
        goBackToTheFirstAnswer();
        page.button("Compare them").click();
        ComparisonView comparison = comparison().isOpen();
        assertThat(comparison.chosen(true)).isEqualTo("1: tool");
        assertThat(comparison.chosen(false)).isEqualTo("2: two");
        comparison.close();
        page.ask("three");

        page.button("Compare branches").click();
        comparison.isOpen();
        assertThat(comparison.chosen(true)).isEqualTo("3: three");
        comparison.choose(false, 0);
        page.seesText(comparison.rows(false).first(), "tool");
        // What is on the other side already changes places with it.
        comparison.choose(true, 0);
        page.seesText(comparison.rows(true).first(), "tool");
        page.seesText(comparison.rows(false).first(), "three");

        page.button("Switch to this branch").click();
        comparison.isClosed();
        page.seesText(page.page().locator(".switch"), "1 of 3");
        page.seesText(page.entries("agent").last(), "Changed.");
    }

    @Test
    void theAddressLeadsThereInAnotherPageAndAfterReloading() {
        connected();
        branched();
        page.button("Compare branches").click();
        comparison().isOpen();
        String address = page.page().url();
        assertThat(address).contains("branch=").contains("against=");

        page.page().reload();
        page.seesText(comparison().isOpen().common(), "2 messages in common");
        InspectorPage other = open();
        other.page().navigate(URI.create(address).toString());
        ComparisonView there = new ComparisonView(other).isOpen();
        other.seesText(there.rows(false).first(), "tool");
        there.close();
        assertThat(other.page().url()).doesNotContain("branch=");
    }

    @Test
    void agentsWithoutIdsOfPromptsAreComparedToo() throws Exception {
        try (ScriptedAgent quiet = new ScriptedAgent(false);
                Another second = another(quiet.source(directory, version()))) {
            second.agent().connect().join();
            page.open(second.address()).connected();
            branched();
            page.button("Compare branches").click();
            page.seesText(comparison().isOpen().common(), "2 messages in common");
        }
    }

    @Test
    void whoHasOneBranchIsToldSo() {
        connected().newSession().ask("one");
        page.selected().focus();
        press("Shift+F10");
        page.choose(page.page().locator("x-menu"), "Compare branches");
        page.seesText(page.page().locator(".toast"), "This session has one branch only.");
        comparison().isClosed();
    }

    @Test
    void theComparisonIsReadByAllInAnyColourAndWidth() {
        connected();
        branched();
        page.button("Compare branches").click();
        comparison().isOpen();
        for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
            page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            Axe.isAccessible(page, "comparison of branches, " + scheme);
            for (int width : new int[] {400, 800, 1240, 2000}) {
                page.page().setViewportSize(width, 900);
                assertThat(page.page().evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                        .isEqualTo(true);
                page.picture("compared-branches-" + scheme.name().toLowerCase(Locale.ROOT) + "-" + width);
            }
        }
    }
}
