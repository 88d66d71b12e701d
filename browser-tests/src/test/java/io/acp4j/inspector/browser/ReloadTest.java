package io.acp4j.inspector.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import org.junit.jupiter.api.Test;

/** A page that is reloaded shows what it has shown before. */
class ReloadTest extends BrowserTest {

    @Test
    void theDraftTheFiltersAndTheTabAreThereAgain() {
        connected().newSession().ask("one");
        page.prompt().fill("half of a prompt");
        page.page().getByLabel("Filter by method or update").fill("session/");
        page.button("→ sent").click();
        page.counts(page.frames(), 3);
        page.page().reload();

        page.seesText(page.entries("agent").last(), "I have heard: one");
        assertThat(page.prompt()).hasValue("half of a prompt");
        assertThat(page.page().getByLabel("Filter by method or update")).hasValue("session/");
        page.counts(page.frames(), 3);
        page.tab("Traffic");
        InspectorPage second = open();
        second.page().navigate(page.page().url());
        second.sees(second.page().locator("x-wire dl"));

        // What is sent is no draft any more.
        page.page().locator(".composer button[type=submit]").click();
        page.seesText(page.entries("user").last(), "half of a prompt");
        page.page().reload();
        page.seesText(page.entries("user").last(), "half of a prompt");
        assertThat(page.prompt()).hasValue("");
    }
}
