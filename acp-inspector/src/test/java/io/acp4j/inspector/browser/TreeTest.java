package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import org.junit.jupiter.api.Test;

/** Sessions, their forks, and what becomes of them. */
class TreeTest extends BrowserTest {

    private InspectorPage talked() {
        return connected().newSession().ask("one").ask("two");
    }

    @Test
    void aForkAtAMessageIsShownBelowItsSource() {
        talked();
        page.choose(page.menu(page.entries("agent").first()), "Fork here");

        page.counts(page.sessions(), 2);
        page.seesText(page.selected().locator(".name"), "fork@2");
        page.sees(page.selected().locator(".forked"));
        assertThat(page.selected().getAttribute("aria-level")).isEqualTo("2");
        page.counts(page.entries("user"), 1);
        page.ask("three");
        page.seesText(page.entries("agent").last(), "I have heard: one | three");
        page.picture("fork");
    }

    @Test
    void anEditedMessageIsSentInAFork() {
        talked();
        page.choose(page.menu(page.entries("user").last()), "Edit and fork");
        page.page().locator(".edit textarea").fill("other");
        page.button("Fork and send").click();

        page.counts(page.sessions(), 2);
        page.seesText(page.entries("agent").last(), "I have heard: one | other");
        page.sessions().first().click();
        page.seesText(page.entries("agent").last(), "I have heard: one | two");
    }

    @Test
    void theFirstMessageIsEditedInANewSession() {
        connected().newSession().ask("one");
        page.choose(page.menu(page.entries("user").last()), "Edit and fork");
        page.page().locator(".edit textarea").fill("other");
        page.button("Fork and send").click();

        page.counts(page.sessions(), 2);
        page.seesText(page.entries("agent").last(), "I have heard: other");
    }

    @Test
    void aResponseIsRegeneratedInAFork() {
        talked();
        page.choose(page.menu(page.entries("agent").last()), "Regenerate");

        page.counts(page.sessions(), 2);
        page.idle();
        page.seesText(page.entries("agent").last(), "I have heard: one | two");
    }

    @Test
    void whatCannotBeDoneIsGreyedWithTheReason() {
        connected().newSession().ask("markdown");
        Locator menu = page.menu(page.entries("thought"));

        Locator fork = menu.locator("[role=menuitem]").first();
        assertThat(fork.getAttribute("aria-disabled")).isEqualTo("true");
        page.seesText(fork, "No fork can be made at a thought.");
        fork.click(new Locator.ClickOptions().setForce(true));
        page.sees(menu);
        page.picture("menu");
        page.page().keyboard().press("Escape");
        page.counts(page.page().locator("x-menu"), 0);
        page.counts(page.sessions(), 1);
    }

    @Test
    void afterTheDeletionOfAForkItsParentIsShown() {
        talked();
        page.choose(page.menu(page.entries("agent").first()), "Fork here");
        page.counts(page.sessions(), 2);
        page.seesText(page.selected().locator(".name"), "fork@2");

        page.selected().focus();
        page.page().keyboard().press("Delete");

        page.counts(page.sessions(), 1);
        page.counts(page.selected(), 1);
        page.seesText(page.entries("agent").last(), "one | two");
    }

    @Test
    void theTreeIsWalkedAndFoldedWithTheKeyboard() {
        talked();
        page.choose(page.menu(page.entries("agent").first()), "Fork here");
        page.counts(page.sessions(), 2);

        page.sessions().first().focus();
        page.page().keyboard().press("ArrowLeft");
        page.counts(page.sessions(), 1);
        page.page().keyboard().press("ArrowRight");
        page.counts(page.sessions(), 2);
        page.page().keyboard().press("Enter");
        page.seesText(page.entries("agent").last(), "one | two");
        page.page().keyboard().press("ArrowDown");
        page.page().keyboard().press("Enter");
        page.seesText(page.entries("agent").last(), "I have heard: one");
        page.counts(page.entries("agent"), 1);
    }

    @Test
    void twoSessionsAreComparedFromTheFirstDifferenceOn() {
        talked();
        page.choose(page.menu(page.entries("user").last()), "Edit and fork");
        page.page().locator(".edit textarea").fill("other");
        page.button("Fork and send").click();
        page.counts(page.sessions(), 2);
        page.seesText(page.entries("agent").last(), "one | other");
        page.idle();

        Locator source = page.sessions().first();
        source.hover();
        source.locator(".more").click();
        page.choose(page.page().locator("x-menu"), "Compare with the one shown");

        page.seesText(page.page().locator(".comparison > details summary").first(), "2 entries in common");
        page.counts(page.page().locator(".side.differs"), 4);
        page.seesText(page.page().locator(".side.differs").nth(0), "other");
        page.seesText(page.page().locator(".side.differs").nth(1), "two");
        page.picture("comparison");
    }

    @Test
    void sessionsOfTheAgentsListAreLoadedWhenTheyAreOpened() {
        talked();
        page.tab("Agent");
        page.button("Connect anew").click();
        page.counts(page.page().locator("[role=treeitem].open"), 0);
        page.counts(page.sessions(), 1);
        page.sessions().first().click();

        page.seesText(page.entries("agent").last(), "one | two");
    }
}
