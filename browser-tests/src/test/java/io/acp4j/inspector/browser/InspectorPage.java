package io.acp4j.inspector.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.TimeoutError;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The page as its user sees it. */
final class InspectorPage {

    private static final String STATE = """
            async () => {
              if (!document.querySelector('x-log')) return location.href + ' ' + document.body.innerText.slice(0, 300);
              const [{ net }, { at }] = await Promise.all([import('/store.js'), import('/base.js')]);
              const { lines, sight, scroll, asked, again, step, filter, list } = document.querySelector('x-log');
              const { row, index, where, follows, wasHidden } = sight;
              const { top, last, rows } = scroll;
              const focus = document.activeElement?.className;
              return JSON.stringify({ net, at, focus, lines: lines.map(each => each.n), row, index, where, follows, wasHidden, top, last,
                rows, scrolled: list.scrollTop, height: list.scrollHeight, seen: list.clientHeight, asked, again, step, filter });
            }
            """;

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

    /** Waits until the page has received its state: its buttons depend on that, so a button that is found before may become another one. */
    InspectorPage loaded() {
        sees(page.locator(".state:not(.loading, .offline)"));
        return this;
    }

    /** Waits until something is there to be seen. */
    void sees(Locator what) {
        until(() -> assertThat(what).isVisible());
    }

    void seesText(Locator what, String text) {
        until(() -> assertThat(what).containsText(text));
    }

    /** Waits for the end of something long: what takes seconds here may take minutes beside other work. */
    void seesTextAtLast(Locator what, String text) {
        until(() -> assertThat(what)
                .containsText(
                        text, new LocatorAssertions.ContainsTextOptions().setTimeout(2 * Browsers.TIMEOUT_MILLIS)));
    }

    void counts(Locator what, int count) {
        until(() -> assertThat(what).hasCount(count));
    }

    /** Waits until something has an attribute of a value. */
    void has(Locator what, String attribute, String value) {
        until(() -> assertThat(what).hasAttribute(attribute, value));
    }

    /** Waits until a field has a value. */
    void hasValue(Locator field, String value) {
        until(() -> assertThat(field).hasValue(value));
    }

    /** Waits until a box is ticked. */
    void isChecked(Locator box) {
        until(() -> assertThat(box).isChecked());
    }

    /** Waits until a function of the page returns what is true. */
    void isTrue(String function, @Nullable Object argument) {
        until(() -> page.waitForFunction(
                function, argument, new Page.WaitForFunctionOptions().setTimeout(Browsers.PART_MILLIS)));
    }

    /** Waits in parts: where the whole machine stands still for minutes, the part ends with that, and the next has its time. */
    private void until(Runnable part) {
        for (int i = 1; i < Browsers.PARTS; i++) {
            try {
                part.run();
                return;
            } catch (AssertionError | TimeoutError e) {
                // The last one tells.
            }
        }
        try {
            part.run();
        } catch (AssertionError | TimeoutError e) {
            throw new AssertionError(e.getMessage() + "\nThe page: " + state(), e);
        }
    }

    /** Returns what a failure is told with: whether the page is connected, and which rows it has. */
    private String state() {
        try {
            return String.valueOf(page.evaluate(STATE));
        } catch (PlaywrightException e) {
            return e.toString();
        }
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

    /** Closes a message that would vanish by itself after some seconds, and covers part of the page before. */
    void closePassingMessage() {
        Locator message = page.locator(".toast[role=status]");
        page.evaluate("() => document.querySelector('.toast[role=status] button')?.click()");
        counts(message, 0);
    }

    /** Stores a picture if the system property {@code acp.screens.dir} names a directory for pictures. */
    void picture(String name) {
        String directory = System.getProperty("acp.screens.dir");
        if (directory != null) {
            page.screenshot(new Page.ScreenshotOptions().setPath(Path.of(directory, name + ".png")));
        }
    }
}
