package io.acp4j.inspector.browser;

import com.microsoft.playwright.Locator;
import org.junit.jupiter.api.Test;

/** An element that is removed while it has the keyboard focus passes it on. */
class FocusTest extends BrowserTest {

    private Locator focusedPrompt() {
        return page.page().locator(".composer textarea:focus");
    }

    /** Presses a button as the keyboard does. */
    private void press(Locator button) {
        button.focus();
        page.page().keyboard().press("Enter");
    }

    @Test
    void theFocusGoesFromAnAnsweredQuestionToTheNextOneAndThenToThePrompt() {
        connected().newSession().send("allow twice");
        page.counts(page.question(), 2);
        press(page.question().first().locator("[data-kind=allow_once]"));
        page.counts(page.question(), 1);
        page.sees(page.page().locator(".question button:focus"));
        press(page.question().first().locator("[data-kind=reject_once]"));
        page.counts(page.question(), 0);
        page.sees(focusedPrompt());

        page.idle().send("form");
        Locator field = page.question().locator("input[type=text]");
        field.fill("Ada");
        field.press("Enter");
        page.counts(page.question(), 0);
        page.sees(focusedPrompt());
    }

    @Test
    void theFocusGoesToThePromptAfterAForkAndAfterSend() {
        connected().newSession().send("hello");
        page.idle();
        Locator menu = page.menu(page.entries("agent").first());
        press(menu.locator("[role=menuitem]", new Locator.LocatorOptions().setHasText("Fork here")));
        page.counts(page.sessions(), 2);
        page.sees(focusedPrompt());

        menu = page.menu(page.entries("agent").first());
        page.choose(menu, "Label and fork");
        page.page().locator(".edit input").fill("a label");
        page.page().keyboard().press("Enter");
        page.counts(page.sessions(), 3);
        page.sees(focusedPrompt());

        page.prompt().fill("wait");
        press(page.page().locator(".composer button[type=submit]"));
        page.sees(page.page().locator(".composer .stop"));
        page.sees(focusedPrompt());
    }

    @Test
    void theFocusStaysWhereTheUserHasPutIt() {
        connected().newSession().send("allow");
        page.question().locator("[data-kind=allow_once]").focus();
        page.sessions().first().focus();
        agent.crash();
        page.counts(page.question(), 0);
        page.sees(page.page().locator("[role=treeitem]:focus"));
    }
}
