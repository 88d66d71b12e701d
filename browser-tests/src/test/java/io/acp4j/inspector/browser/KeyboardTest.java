package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every list of the page is one tab stop, and its entries are reached with the arrow keys. */
class KeyboardTest extends BrowserTest {

    private static final String PROMPT = ".composer textarea";

    /** Maximum number of tab stops from the start of the page to the prompt, which is one of them. */
    private static final int MOST_STOPS = 9;

    private void press(String... keys) {
        for (String key : keys) {
            page.page().keyboard().press(key);
        }
    }

    private void focused(String selector) {
        page.isTrue("selector => document.activeElement.matches(selector)", selector);
    }

    private String focusedText() {
        return (String) page.page().evaluate("() => document.activeElement.textContent.trim()");
    }

    /** Two sessions with a fork, and a conversation with every kind of entry. */
    private void conversation() {
        connected().newSession().ask("one").newSession().ask("two").ask("tool").ask("markdown");
        page.choose(page.menu(page.entries("agent").first()), "Fork here");
        page.counts(page.sessions(), 3);
        page.page()
                .locator("[role=treeitem]:not(:has(.forked))", new Page.LocatorOptions().setHasText("two"))
                .click();
        page.counts(page.entries("user"), 3);
    }

    @Test
    void fewTabStopsLeadFromTheStartOfThePageToThePrompt() throws Exception {
        conversation();
        Path file = directory.resolve("conversation.jsonl");
        Files.writeString(file, (String) page.page().evaluate("async () => (await fetch('/recording.jsonl')).text()"));
        page.page().locator("x-opener input").setInputFiles(file);
        page.sees(page.page().locator(".state.recorded"));
        page.page().locator("select.sources").selectOption("scripted-agent --acp");
        for (int row = 0; row < 3; row++) {
            page.sessions().nth(row).click();
            page.sees(page.prompt());
            List<String> stops = TabStops.upTo(page.page(), PROMPT);
            assertThat(stops).as("stops of session %s", row).hasSizeLessThanOrEqualTo(MOST_STOPS);
            List<String> back = TabStops.walk(page.page(), "[role=treeitem]", "Shift+Tab");
            assertThat(back).as("stops back to the tree").hasSizeLessThanOrEqualTo(4);
        }
    }

    @Test
    void everyControlOfThePageIsReachedWithTheKeyboard() {
        conversation();
        page.page().locator(".frames").press("Home");
        page.sees(page.page().locator(".detail pre"));
        page.page()
                .evaluate("() => { document.body.dataset.reached = ''; addEventListener('focusin', event =>"
                        + " event.target.dataset.reached = ''); }");
        TabStops.upTo(page.page(), "x-splitter[name=right]");
        for (String list : List.of("x-toolbar", ".entry")) {
            for (Locator each : page.page().locator(list).all()) {
                if (each.isVisible()) {
                    each.evaluate(
                            "list => (list.matches('.entry') ? list : list.querySelector('[tabindex=\"0\"]')).focus()");
                    int controls = (int)
                            each.evaluate("list => list.querySelectorAll('button, a, summary, pre, .rows').length");
                    for (int i = 0; i <= controls; i++) {
                        press("ArrowRight");
                        for (int j = 0; j < 12 && isScrolled(); j++) {
                            press("ArrowRight");
                        }
                    }
                }
            }
        }
        assertThat(page.page().evaluate("""
            () => [...document.querySelectorAll('button, a[href], input, select, textarea, summary, [tabindex="0"]')]
              .filter(each => each.checkVisibility() && !each.disabled && each.dataset.reached === undefined)
              .filter(each => !each.closest('[role=treeitem], [role=tablist]'))
              .map(each => `${each.localName} ${each.className} ${each.getAttribute('aria-label') ?? each.textContent}`)
            """)).isEqualTo(List.of());
    }

    private boolean isScrolled() {
        return (boolean) page.page()
                .evaluate("() => { const e = document.activeElement; return e.matches('pre, .rows')"
                        + " && e.scrollLeft + e.clientWidth < e.scrollWidth - 1; }");
    }

    @Test
    void entriesOfAConversationAreWalkedWithArrowKeys() {
        conversation();
        TabStops.upTo(page.page(), ".entry");
        assertThat(focusedText()).as("the newest entry").contains("Title");
        press("Home");
        focused(".entry.user");
        assertThat(focusedText()).contains("two");
        press("ArrowDown");
        focused(".entry.agent");
        press("ArrowDown");
        focused(".entry.user");
        press("ArrowDown");
        focused(".entry.tool");
        press("ArrowRight");
        focused(".entry.tool summary");
        press("Enter");
        page.counts(page.page().locator(".entry.tool").first().locator("> .call[open]"), 0);
        press("Enter");
        press("ArrowRight");
        focused(".entry.tool .rows");
        press("Escape");
        focused(".entry.tool");
        press("Shift+F10");
        page.sees(page.page().locator("x-menu [role=menu]"));
        press("Escape");
        focused(".entry.tool > .more");
        press("Tab");
        focused(PROMPT);
        press("Shift+Tab");
        focused(".entry.tool");
        press("End");
        for (int i = 0; i < 40 && !focusedText().contains("two"); i++) {
            press("ArrowUp");
        }
        assertThat(focusedText()).contains("two");
    }

    @Test
    void sessionsAreWalkedWithArrowKeysAndByTheirFirstCharacters() {
        connected()
                .newSession()
                .ask("alpha")
                .newSession()
                .ask("beta")
                .newSession()
                .ask("gamma");
        TabStops.upTo(page.page(), "[role=treeitem]");
        press("Home");
        String first = name();
        press("ArrowDown");
        String second = name();
        press("End");
        String third = name();
        assertThat(List.of(first, second, third)).doesNotHaveDuplicates();
        press("ArrowUp");
        assertThat(name()).isEqualTo(second);
        press("Home");
        press(third.substring(0, 1));
        assertThat(name()).startsWith(third.substring(0, 1));
        // Only one row is a tab stop.
        page.counts(page.page().locator("[role=treeitem][tabindex='0']"), 1);
    }

    private String name() {
        return (String) page.page().evaluate("() => document.activeElement.querySelector('.name').textContent");
    }

    @Test
    void tabsAreWalkedWithArrowKeysHomeAndEnd() {
        connected().newSession();
        TabStops.upTo(page.page(), "[role=tab]");
        press("End");
        focused("#tab-errors");
        press("ArrowRight");
        focused("#tab-frames");
        press("ArrowLeft");
        focused("#tab-errors");
        press("Home");
        focused("#tab-frames");
        page.has(page.page().locator("#tab-frames"), "aria-selected", "true");
    }

    @Test
    void framesAreWalkedWithArrowKeysHomeAndEnd() {
        connected().newSession().ask("many").ask("one");
        TabStops.upTo(page.page(), ".frames");
        press("Home");
        page.seesText(page.page().locator(".frame[aria-selected=true]"), "connecting");
        press("ArrowDown");
        page.seesText(page.page().locator(".frame[aria-selected=true]"), "initialize");
        press("End");
        page.isTrue(
                "() => document.querySelector('.frames').getAttribute('aria-activedescendant') ==="
                        + " [...document.querySelectorAll('.frame')].at(-1).id",
                null);
        press("PageUp");
        press("ArrowUp");
        page.counts(page.page().locator(".frame[aria-selected=true]"), 1);
        focused(".frames");
    }

    @Test
    void menusAreWalkedWithArrowKeysAndByTheirFirstCharacters() {
        connected().newSession().ask("one");
        page.menu(page.entries("agent").first());
        focused("[role=menuitem]");
        press("End");
        assertThat(focusedText()).isEqualTo("Show frames");
        press("ArrowDown");
        assertThat(focusedText()).isEqualTo("Fork here");
        press("c");
        assertThat(focusedText()).isEqualTo("Continue from here");
        press("c");
        assertThat(focusedText()).isEqualTo("Copy text");
        press("c");
        assertThat(focusedText()).isEqualTo("Copy link");
        press("Home");
        press("l");
        assertThat(focusedText()).startsWith("Label and fork");
        press("Escape");
        focused(".more");
    }

    @Test
    void commandsAreChosenWithArrowKeysWhileThePromptKeepsTheFocus() {
        connected().newSession();
        page.prompt().focus();
        page.page().keyboard().type("/");
        page.counts(page.page().locator(".suggestions [role=option]"), 2);
        press("ArrowDown");
        page.has(page.page().locator("#suggestion-1"), "aria-selected", "true");
        focused(PROMPT);
        press("Tab");
        page.hasValue(page.prompt(), "/tool ");
    }
}
