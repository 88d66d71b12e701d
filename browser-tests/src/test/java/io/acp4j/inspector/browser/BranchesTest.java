package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.acp4j.inspector.testing.ScriptedAgent;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Branches inside a session, and questions in forks that are thrown away. */
class BranchesTest extends BrowserTest {

    private static final String BEFORE = "Previous branch";
    private static final String AFTER = "Next branch";

    private Locator switches() {
        return page.page().locator(".switch");
    }

    private Locator after() {
        return page.page().locator(".after");
    }

    private Locator sessionMenu(Locator row) {
        row.hover();
        row.locator(".more").click();
        return page.page().locator("x-menu");
    }

    private void goBackToTheFirstAnswer() {
        page.choose(page.menu(page.entries("agent").first()), "Continue from here");
        page.counts(page.entries("agent"), 1);
        page.seesText(after(), "1 branch continues from here");
    }

    /** A session of two branches, the second one shown. */
    private void branched() {
        page.newSession().ask("one").ask("two");
        goBackToTheFirstAnswer();
        page.ask("three");
        page.seesText(switches(), "2 of 2");
    }

    private void isFocused(String button) {
        page.page()
                .waitForFunction(
                        "label => document.activeElement.getAttribute('aria-label') === label && document.activeElement.offsetParent",
                        button);
    }

    private void promptIs(String text) {
        page.page().waitForFunction("text => document.querySelector('.composer textarea').value === text", text);
    }

    @Test
    void goingBackBeginsABranchAndASwitchWhereTheyPartLeadsToEach() {
        connected().newSession().ask("one").ask("two");
        goBackToTheFirstAnswer();
        page.picture("branches-after");

        page.ask("three");
        page.seesText(page.entries("agent").last(), "I have heard: one | three");
        page.counts(switches(), 1);
        page.seesText(switches(), "2 of 2");
        page.counts(after(), 0);
        page.button(BEFORE).focus();
        page.page().keyboard().press("Enter");
        page.seesText(page.entries("agent").last(), "I have heard: one | two");
        page.seesText(switches(), "1 of 2");
        isFocused(BEFORE);
        page.ask("four");
        page.seesText(page.entries("agent").last(), "I have heard: one | two | four");
        page.button(AFTER).click();
        page.seesText(page.entries("agent").last(), "I have heard: one | three");
        page.seesText(switches(), "2 of 2");
        page.counts(page.sessions(), 1);

        page.prompt().fill("and this");
        page.choose(page.menu(page.entries("user").last()), "Edit in this session");
        page.counts(page.entries("user"), 1);
        promptIs("three\n\nand this");
        page.seesText(after(), "2 branches continue from here");
        after().locator("button").first().click();
        page.seesText(page.entries("agent").last(), "I have heard: one | two | four");
    }

    @Test
    void aPromptThatIsEditedHereCanBeAskedAsideAndThrownAway() {
        connected();
        branched();
        page.button(BEFORE).click();
        page.seesText(page.entries("agent").last(), "I have heard: one | two");
        page.seesText(switches(), "1 of 2");
        page.choose(page.menu(page.entries("user").last()), "Edit in this session");
        page.counts(page.entries("user"), 1);
        promptIs("two");
        page.prompt().fill("aside");
        page.button("Ask in a fork").click();
        page.seesText(page.entries("agent").last(), "I have heard: one | aside");
        page.idle();
        page.button("Discard fork").click();
        page.counts(page.sessions(), 1);
        page.seesText(page.entries("agent").last(), "I have heard: one");
    }

    @Test
    void promptsWithoutIdsHaveASwitchToo() throws Exception {
        try (ScriptedAgent quiet = new ScriptedAgent(false);
                Another second = another(quiet.source(directory, version()))) {
            second.agent().connect().join();
            page.open(second.address()).connected();
            branched();
            page.counts(page.entries("user").last().locator(".switch"), 1);
            page.button(BEFORE).click();
            page.seesText(page.entries("agent").last(), "I have heard: one | two");
            page.seesText(page.entries("user").last().locator(".switch"), "1 of 2");
        }
    }

    @Test
    void theSwitchIsReadByAllInAnyColourAndWidth() {
        connected();
        branched();
        page.ask("four");
        page.choose(page.menu(page.entries("agent").nth(1)), "Continue from here");
        page.seesText(after(), "1 branch continues from here");
        for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
            page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            Axe.isAccessible(page, "branches, " + scheme);
            page.picture("branches-" + scheme.name().toLowerCase(Locale.ROOT));
        }
        page.page().setViewportSize(400, 800);
        assertThat(page.page().evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
        page.picture("branches-400");
    }

    @Test
    void branchesAreKnownToAllPagesAndToThoseLoadedAgain() {
        connected();
        branched();
        InspectorPage other = open().open(inspector.address()).connected();
        other.sessions().first().click();
        other.seesText(other.page().locator(".switch"), "2 of 2");
        other.button(BEFORE).click();

        page.seesText(page.entries("agent").last(), "I have heard: one | two");
        page.seesText(switches(), "1 of 2");
        page.page().reload();
        page.seesText(switches(), "1 of 2");
    }

    @Test
    void branchesOfAStoredSessionAreShownWhenTheyAreLookedFor() {
        connected();
        branched();
        page.tab("Agent");
        page.button("Apply and restart").click();
        page.counts(page.page().locator("[role=treeitem].open"), 0);
        page.sessions().first().click();
        page.seesText(page.entries("agent").last(), "I have heard: one | three");
        page.counts(switches(), 0);

        page.choose(sessionMenu(page.selected()), "Show branches");
        page.seesText(switches(), "2 of 2");
        page.newSession().ask("alone");
        page.choose(sessionMenu(page.selected()), "Show branches");
        page.seesText(page.page().locator(".toast"), "This session has one branch only.");
    }

    @Test
    void aBranchThatEndsWithAPromptGivesItToBeEdited() {
        connected().newSession().ask("one").ask("silent");
        goBackToTheFirstAnswer();
        after().locator("button").click();
        promptIs("silent");
        page.prompt().fill("");
        page.ask("three");
        page.seesText(switches(), "2 of 2");
        page.button(BEFORE).click();
        promptIs("silent");
        page.counts(page.entries("user"), 1);
        page.seesText(after(), "2 branches continue from here");
    }

    @Test
    void whileATurnRunsNothingIsSwitchedAndItIsSaidWhy() {
        connected();
        branched();
        page.send("wait");
        page.seesText(page.entries("agent").last(), "I wait.");

        Locator before = page.button(BEFORE);
        page.page().waitForFunction("() => document.querySelector('.switch [aria-disabled=false]') === null");
        page.has(before, "title", "A turn is running.");
        before.click(new Locator.ClickOptions().setForce(true));
        assertThat(page.button("Ask in a fork").isDisabled()).isTrue();
        page.has(page.button("Ask in a fork"), "title", "A turn is running.");
        Locator menu = page.menu(page.entries("agent").first());
        Locator back = menu.locator("[role=menuitem]", new Locator.LocatorOptions().setHasText("Continue from here"));
        page.seesText(back, "A turn is running.");
        page.has(back, "aria-disabled", "true");
        page.page().keyboard().press("Escape");
        page.picture("branches-running");

        page.button("Cancel").click();
        page.idle();
        page.seesText(page.entries("agent").last(), "I wait.");
        page.button(BEFORE).click();
        page.seesText(page.entries("agent").last(), "I have heard: one | two");
    }

    @Test
    void aQuestionIsAskedAsideAndThrownAway() {
        connected().newSession().ask("one");
        page.prompt().fill("by the way");
        page.button("Ask in a fork").click();
        page.counts(page.sessions(), 2);
        page.seesText(page.entries("agent").last(), "I have heard: one | by the way");
        page.idle();
        page.seesText(page.selected().locator(".name"), "by the way");
        page.seesText(page.selected().locator(".mark"), "side question");
        page.picture("aside");
        Axe.isAccessible(page, "aside");
        page.page().setViewportSize(400, 800);
        page.picture("aside-400");
        page.page().setViewportSize(1440, 900);
        page.button("Discard fork").click();
        page.counts(page.sessions(), 1);
        page.counts(page.entries("agent"), 1);
        page.seesText(page.entries("agent"), "I have heard: one");
        page.counts(page.button("Discard fork"), 0);
        promptIs("");
    }

    @Test
    void anAsideIsThrownAwayWhileItsTurnRuns() {
        connected().newSession().ask("one");
        page.prompt().fill("wait");
        page.button("Ask in a fork").click();
        page.seesText(page.entries("agent").last(), "I wait.");
        page.button("Discard fork").click();
        page.counts(page.sessions(), 1);
        page.seesText(page.entries("agent").last(), "I have heard: one");
        page.ask("two");
        page.seesText(page.entries("agent").last(), "I have heard: one | two");
    }

    @Test
    void anAsideOutlivesTheSessionThatItWasAskedIn() {
        connected().newSession().ask("one");
        page.newSession().ask("other");
        page.sessions().first().click();
        page.seesText(page.entries("agent").last(), "I have heard: one");
        page.prompt().fill("by the way");
        page.button("Ask in a fork").click();
        page.counts(page.sessions(), 3);
        page.seesText(page.entries("agent").last(), "I have heard: one | by the way");
        page.idle();

        Locator menu = sessionMenu(page.sessions().first());
        page.choose(menu, "Delete");
        page.choose(menu, "Delete permanently?");
        page.counts(page.sessions(), 2);
        page.seesText(page.entries("agent").last(), "I have heard: one | by the way");
        page.ask("still there");
        page.seesText(page.entries("agent").last(), "I have heard: one | by the way | still there");
        page.button("Discard fork").click();
        page.counts(page.sessions(), 1);
        page.seesText(page.entries("agent").last(), "I have heard: other");
    }

    @Test
    void aPageWhoseAsideIsThrownAwayByAnotherSaysWhereToGoOn() {
        connected().newSession().ask("one");
        page.prompt().fill("by the way");
        page.button("Ask in a fork").click();
        page.seesText(page.entries("agent").last(), "I have heard: one | by the way");
        page.idle();
        InspectorPage other = open().open(inspector.address()).connected();
        other.counts(other.sessions(), 2);
        other.sessions().last().click();
        other.button("Discard fork").click();

        page.counts(page.sessions(), 1);
        page.sees(page.page().locator(".welcome"));
        page.sessions().first().click();
        page.seesText(page.entries("agent").last(), "I have heard: one");
    }
}
