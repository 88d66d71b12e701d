package io.acp4j.inspector.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.Page;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Branches inside a session, and questions in forks that are thrown away. */
class BranchesTest extends BrowserTest {

    private Locator switches() {
        return page.page().locator(".switch");
    }

    @Test
    void goingBackBeginsABranchAndASwitchWhereTheyPartLeadsToEach() {
        connected().newSession().ask("one").ask("two");
        page.counts(page.entries("agent"), 2);
        page.choose(page.menu(page.entries("agent").first()), "Go on from here");
        page.counts(page.entries("agent"), 1);
        page.seesText(page.page().locator(".after"), "A branch goes on from here");
        page.picture("branches-after");

        page.ask("three");
        page.seesText(page.entries("agent").last(), "I have heard: one | three");
        page.counts(switches(), 1);
        page.seesText(switches(), "2 of 2");
        for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
            page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            Axe.isAccessible(page, "branches, " + scheme);
        }
        page.picture("branches");
        page.button("Branch before").focus();
        page.page().keyboard().press("Enter");
        page.seesText(page.entries("agent").last(), "I have heard: one | two");
        page.seesText(switches(), "1 of 2");
        page.ask("four");
        page.seesText(page.entries("agent").last(), "I have heard: one | two | four");
        page.button("Branch after").click();
        page.seesText(page.entries("agent").last(), "I have heard: one | three");
        page.counts(page.sessions(), 1);

        page.choose(page.menu(page.entries("user").last()), "Edit in this session");
        page.counts(page.entries("user"), 1);
        page.page().waitForFunction("() => document.querySelector('.composer textarea').value === 'three'");

        // A page that is loaded again asks when it is told to.
        page.page().reload();
        page.counts(page.entries("user"), 1);
        page.counts(page.page().locator(".after"), 0);
        page.selected().hover();
        page.selected().locator(".more").click();
        page.choose(page.page().locator("x-menu"), "Show its branches");
        page.seesText(page.page().locator(".after"), "2 branches go on from here");
    }

    @Test
    void aQuestionIsAskedAsideAndThrownAway() {
        connected().newSession().ask("one");
        page.prompt().fill("by the way");
        page.button("Ask aside").click();
        page.counts(page.sessions(), 2);
        page.seesText(page.entries("agent").last(), "I have heard: one | by the way");
        page.idle();
        page.seesText(page.selected(), "aside");
        page.picture("aside");
        page.button("Throw away").click();
        page.counts(page.sessions(), 1);
        page.counts(page.entries("agent"), 1);
        page.seesText(page.entries("agent"), "I have heard: one");
        page.counts(page.button("Throw away"), 0);
    }
}
