package io.acp4j.inspector.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.nio.file.Path;

/** The page as its user sees it. */
final class InspectorPage {

    private final Page page;

    InspectorPage(Page page) {
        this.page = page;
    }

    Page page() {
        return page;
    }

    InspectorPage open(URI address) {
        page.navigate(address.toString());
        return this;
    }

    InspectorPage connected() {
        sees(page.locator(".state.connected"));
        return this;
    }

    /** Waits until something is there to be seen. */
    void sees(Locator what) {
        assertThat(what).isVisible();
    }

    void seesText(Locator what, String text) {
        assertThat(what).containsText(text);
    }

    /** Waits for the end of something long: what takes seconds here may take minutes beside other work. */
    void seesTextAtLast(Locator what, String text) {
        assertThat(what)
                .containsText(
                        text, new LocatorAssertions.ContainsTextOptions().setTimeout(5 * Browsers.TIMEOUT_MILLIS));
    }

    void counts(Locator what, int count) {
        assertThat(what).hasCount(count);
    }

    /** Waits until something has an attribute of a value. */
    void has(Locator what, String attribute, String value) {
        assertThat(what).hasAttribute(attribute, value);
    }

    /** Waits until a field has a value. */
    void hasValue(Locator field, String value) {
        assertThat(field).hasValue(value);
    }

    /** Waits until a box is ticked. */
    void isChecked(Locator box) {
        assertThat(box).isChecked();
    }

    Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    InspectorPage newSession() {
        int before = sessions().count();
        page.locator("x-tree")
                .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("New session"))
                .click();
        counts(sessions(), before + 1);
        sees(prompt());
        return this;
    }

    Locator sessions() {
        return page.locator("[role=treeitem]");
    }

    Locator selected() {
        return page.locator("[role=treeitem][aria-selected=true]");
    }

    Locator prompt() {
        return page.locator(".composer textarea");
    }

    Locator entries(String kind) {
        return page.locator(".talk .entry." + kind);
    }

    InspectorPage send(String text) {
        prompt().fill(text);
        page.locator(".composer button[type=submit]").click();
        return this;
    }

    /** Sends a prompt and waits for the end of its turn. */
    InspectorPage ask(String text) {
        int before = entries("user").count();
        send(text);
        counts(entries("user"), before + 1);
        idle();
        return this;
    }

    InspectorPage idle() {
        sees(page.locator(".composer button[type=submit]"));
        counts(page.locator(".outcome .running"), 0);
        return this;
    }

    /** Opens the menu of a message, and gives its items. */
    Locator menu(Locator entry) {
        entry.hover();
        entry.locator("> .more").click();
        Locator menu = page.locator("x-menu [role=menu]");
        sees(menu);
        return menu;
    }

    void choose(Locator menu, String label) {
        menu.locator("[role=menuitem]", new Locator.LocatorOptions().setHasText(label))
                .click();
    }

    Locator question() {
        return page.locator(".question");
    }

    Locator frames() {
        return page.locator(".frame");
    }

    Locator frame(String name) {
        return page.locator(".frame", new Page.LocatorOptions().setHasText(name));
    }

    void tab(String name) {
        page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName(name)).click();
    }

    void picture(String name) {
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("target", "pictures", name + ".png")));
    }
}
