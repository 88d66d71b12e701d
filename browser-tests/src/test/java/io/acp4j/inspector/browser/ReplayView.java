package io.acp4j.inspector.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

/** The view that replays recordings, as its user sees it. */
final class ReplayView {

    private final InspectorPage page;

    ReplayView(InspectorPage page) {
        this.page = page;
    }

    ReplayView open() {
        page.loaded().button("Replay").first().click();
        page.sees(page.page().locator("x-replay .order"));
        return this;
    }

    Locator recordings() {
        return page.page().locator("x-replay select[name=source]");
    }

    ReplayView choose(String recording) {
        recordings().selectOption(new com.microsoft.playwright.options.SelectOption().setLabel(recording));
        return this;
    }

    Locator field(String name) {
        return page.page().locator("x-replay [name=" + name + "]");
    }

    Locator start() {
        return page.page().locator("x-replay button[type=submit]");
    }

    /** Replays what is chosen, and waits for the end. */
    ReplayView replay() {
        start().click();
        page.sees(verdict());
        return this;
    }

    Locator verdict() {
        return page.page().locator("x-replay .verdict");
    }

    /** The lines of the first difference that are not the same on both sides. */
    Locator differing() {
        return page.page().locator("x-replay .aligned .differs");
    }

    Locator side(String name) {
        return page.page().locator("x-replay .aligned th", new Page.LocatorOptions().setHasText(name));
    }

    Locator steps() {
        return page.page().locator("x-replay ol.steps > li");
    }
}
