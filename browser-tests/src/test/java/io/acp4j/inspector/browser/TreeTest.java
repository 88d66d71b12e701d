package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.inspector.testing.ScriptedAgent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        page.has(page.selected(), "aria-level", "2");
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
        page.has(fork, "aria-disabled", "true");
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
        page.seesText(page.selected(), "Delete permanently?");
        page.picture("delete");
        page.page().keyboard().press("ArrowUp");
        page.page().keyboard().press("ArrowDown");
        page.counts(page.page().locator("[role=treeitem] .mark.bad"), 0);
        page.page().keyboard().press("Delete");
        page.seesText(page.selected(), "Delete permanently?");
        page.counts(page.sessions(), 2);
        page.page().keyboard().press("Delete");

        page.counts(page.sessions(), 1);
        page.page().waitForFunction("() => document.activeElement.getAttribute('role') === 'treeitem'");
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
        page.choose(page.page().locator("x-menu"), "Compare with the current session");

        page.seesText(page.page().locator(".comparison > details summary").first(), "2 messages in common");
        page.counts(page.page().locator(".side.differs"), 4);
        page.seesText(page.page().locator(".side.differs").nth(0), "other");
        page.seesText(page.page().locator(".side.differs").nth(1), "two");
        page.seesText(page.page().locator(".side.differs header").first(), "You");
        // The answers differ in their last word.
        assertThat(markedWords()).isEqualTo("other two other two");
        page.picture("comparison");
        page.button("Close the comparison").click();
        assertThat(markedWords()).isEmpty();
    }

    private String markedWords() {
        return (String) page.page().evaluate("() => [...CSS.highlights.get('differing-words')].map(String).join(' ')");
    }

    @Test
    void filesAndUsageStandBesideTheSidesOfAComparison() {
        talked();
        page.choose(page.menu(page.entries("agent").first()), "Fork here");
        page.counts(page.sessions(), 2);
        page.counts(page.entries("agent"), 1);
        page.ask("tool");
        page.ask("wide");
        page.seesText(page.page().locator(".usage"), "12,000");
        Locator source = page.sessions().first();
        source.hover();
        source.locator(".more").click();
        page.choose(page.page().locator("x-menu"), "Compare with the current session");

        Locator left = page.page().locator(".sides > header").first();
        Locator right = page.page().locator(".sides > header").last();
        page.seesText(left.locator(".facts").first(), "2 turns, 3 tool calls; 12,000 of 200,000 tokens");
        page.seesText(left.locator(".changed li").first(), "/project/README.md +1 −1");
        page.seesText(left.locator(".changed li").last(), "/project/WIDE.md +1 −1");
        page.seesText(right.locator(".facts").first(), "1 turn, 0 tool calls");
        page.seesText(right.locator(".facts").last(), "No files changed.");
        // A long line of a difference is there to its end.
        assertThat(page.page()
                        .evaluate("() => [...document.querySelectorAll('.comparison .rows')]"
                                + ".every(rows => rows.scrollWidth <= rows.clientWidth + 1)"))
                .isEqualTo(true);
        for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
            page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            Axe.isAccessible(page, "comparison, " + scheme);
            for (int width : new int[] {1360, 800}) {
                page.page().setViewportSize(width, 900);
                page.picture("comparison-" + scheme.name().toLowerCase(Locale.ROOT) + "-" + width);
            }
        }
    }

    @Test
    void sessionsOfTheAgentsListAreLoadedWhenTheyAreOpened() {
        talked();
        page.tab("Agent");
        page.button("Apply and restart").click();
        page.counts(page.page().locator("[role=treeitem].open"), 0);
        page.counts(page.sessions(), 1);
        page.sessions().first().click();

        page.seesText(page.entries("agent").last(), "one | two");
    }

    @Test
    void afterTheDeletionOfARootItsNextSiblingIsShown() {
        connected()
                .newSession()
                .ask("first")
                .newSession()
                .ask("second")
                .newSession()
                .ask("third");
        Locator second = page.sessions().filter(new Locator.FilterOptions().setHasText(selectedId("second")));
        second.click();
        page.seesText(page.entries("agent"), "I have heard: second");
        String next = page.sessions().nth(index(second) + 1).getAttribute("data-key");

        second.hover();
        second.locator(".more").click();
        page.choose(page.page().locator("x-menu"), "Delete");
        page.counts(page.sessions(), 3);
        page.choose(page.page().locator("x-menu"), "Delete permanently?");

        page.counts(page.sessions(), 2);
        page.counts(page.page().locator("[role=treeitem][aria-selected=true][data-key='" + next + "']"), 1);
    }

    private int index(Locator row) {
        return (int) row.evaluate("row => [...row.parentElement.children].indexOf(row)");
    }

    /** The name of the row whose conversation has heard a prompt. */
    private String selectedId(String heard) {
        for (int i = 0; i < 3; i++) {
            page.sessions().nth(i).click();
            page.seesText(page.entries("agent"), "I have heard: ");
            if (page.entries("agent").textContent().contains(heard)) {
                return page.selected().locator(".name").textContent();
            }
        }
        throw new AssertionError("no session has heard " + heard);
    }

    @Test
    void forksOfOneMessageAreToldApartByLabelAndByPrompt() {
        talked();
        page.choose(page.menu(page.entries("agent").first()), "Label and fork");
        page.page().locator(".edit input").fill("with a cache");
        page.picture("label");
        page.page().locator(".edit input").press("Enter");
        page.counts(page.sessions(), 2);
        page.seesText(page.selected().locator(".name"), "with a cache");
        page.seesText(page.selected().locator(".mark"), "fork@2");
        page.sessions().first().click();
        page.counts(page.entries("agent"), 2);
        page.choose(page.menu(page.entries("agent").first()), "Fork here");
        page.counts(page.sessions(), 3);
        page.counts(page.entries("agent"), 1);
        page.ask("without a cache");
        page.seesText(page.selected().locator(".name"), "without a cache");
        page.seesText(page.selected().locator(".mark"), "fork@2");
        page.picture("labels");
        page.tab("Agent");
        page.button("Apply and restart").click();
        page.counts(page.page().locator("[role=treeitem].open"), 0);
        page.counts(page.sessions().filter(new Locator.FilterOptions().setHasText("with a cache")), 1);
        page.page()
                .locator("[role=treeitem]")
                .filter(new Locator.FilterOptions().setHasText("fork@2"))
                .last()
                .click();
        page.sees(page.entries("agent").last());
    }

    /** Returns whether an element shows all of its text, in the box where it stands. */
    private static boolean isWhole(Locator element) {
        return (boolean)
                element.evaluate("e => e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth + 1");
    }

    /** Returns whether an element is in the row that it belongs to, and the row in the list. */
    private static boolean isInItsRow(Locator element) {
        return (boolean) element.evaluate("e => { const row = e.closest('[role=treeitem]').getBoundingClientRect();"
                + " const list = e.closest('[role=tree]').getBoundingClientRect(); const box = e.getBoundingClientRect();"
                + " return box.left >= row.left && box.right <= row.right + 0.5 && box.bottom <= row.bottom + 0.5"
                + " && row.right <= list.right + 0.5 && e.scrollWidth <= e.clientWidth + 1; }");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 1240})
    void aLongTitleTakesTwoLinesIsWholeForTheKeyboardAndItsMarkIsNeverCut(int width) {
        String title = "with a cache for the results of all requests that were sent more than once in the last hour, "
                + "and a limit that is configured";
        talked();
        // Forks of forks, each further to the right.
        for (int level = 1; level < 8; level++) {
            page.choose(page.menu(page.entries("agent").first()), "Label and fork");
            page.page().locator(".edit input").fill(level == 3 ? "brief" : level + " " + title);
            page.page().locator(".edit input").press("Enter");
            page.counts(page.sessions(), level + 1);
            page.counts(page.entries("agent"), 1);
        }
        page.page().setViewportSize(width, 860);
        if (width < 1080) {
            page.button("Sessions").click();
        }
        page.sees(page.sessions().last());
        page.picture("titles-" + width);
        for (int row = 1; row < 8; row++) {
            Locator mark = page.sessions().nth(row).locator(".mark");
            page.seesText(mark, "fork@2");
            assertThat(isInItsRow(mark))
                    .as("the mark of row %s is in sight", row)
                    .isTrue();
            Locator name = page.sessions().nth(row).locator(".name");
            assertThat(name.getAttribute("title")).contains(row == 3 ? "brief" : row + " " + title);
            assertThat(((Number) name.evaluate("e => e.clientHeight / parseFloat(getComputedStyle(e).lineHeight)"))
                            .doubleValue())
                    .as("lines of the name of row %s", row)
                    .isLessThan(2.2);
            assertThat(((Number) name.evaluate("e => e.clientWidth")).intValue())
                    .as("room for the name of row %s", row)
                    .isGreaterThanOrEqualTo(row == 3 ? 20 : 100);
        }
        page.sessions().first().focus();
        page.page().keyboard().press("ArrowDown");
        page.counts(page.page().locator("[role=treeitem]:nth-child(2):focus"), 1);
        assertThat(isWhole(page.sessions().nth(1).locator(".name"))).isTrue();
        page.picture("titles-focus-" + width);
        for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
            page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            Axe.isAccessible(page, "long titles, " + scheme);
        }

        // Above the conversation it is there, too.
        page.sessions().nth(7).click();
        Locator head = page.page().locator(".centre .head");
        page.seesText(head.locator(".mark"), "fork@2");
        assertThat(head.locator("h2").getAttribute("title")).startsWith("7 " + title);
        page.picture("titles-head-" + width);
    }

    @Test
    void titlesAreChangedAndRefusalsAreSaid() {
        talked();
        page.selected().focus();
        page.page().keyboard().press("F2");
        Locator title = page.page().locator("[role=treeitem] input");
        title.fill("  ");
        title.press("Enter");
        page.seesText(page.page().locator(".toast.bad"), "a title has at least one character");
        isOnARow();
        page.page().keyboard().press("F2");
        title.press("Escape");
        page.counts(title, 0);
        isOnARow();
        page.page().keyboard().press("F2");
        title.fill("queues");
        title.press("Enter");
        page.seesText(page.selected().locator(".name"), "queues");
        page.seesText(page.page().locator(".toast"), "Renamed.");
        isOnARow();

        page.selected().hover();
        page.selected().locator(".more").click();
        page.choose(page.page().locator("x-menu"), "Close");
        page.counts(page.page().locator("[role=treeitem].open"), 0);
        page.seesText(page.sessions().locator(".name"), "queues");
        page.sessions().click();
        page.seesText(page.entries("agent").last(), "one | two");
    }

    private void isOnARow() {
        page.page().waitForFunction("() => document.activeElement.getAttribute('role') === 'treeitem'");
    }

    @Test
    void sessionsAreResumedWithoutWhatWasSaidOrLoadedWithIt() {
        talked();
        page.tab("Agent");
        page.button("Apply and restart").click();
        page.counts(page.page().locator("[role=treeitem].open"), 0);
        page.sessions().hover();
        page.sessions().locator(".more").click();
        page.choose(page.page().locator("x-menu"), "Resume");
        page.seesText(page.page().locator(".entries .empty"), "Resumed: the agent has the earlier messages");
        page.tab("Frames");
        page.sees(page.frame("session/resume").first());
        page.picture("resumed");
        page.ask("three");
        page.seesText(page.entries("agent").last(), "I have heard: one | two | three");

        page.selected().hover();
        page.selected().locator(".more").click();
        Locator load = page.page().locator("x-menu [role=menuitem]").first();
        page.seesText(load, "It is open.");
        page.choose(page.page().locator("x-menu"), "Close");
        page.counts(page.page().locator("[role=treeitem].open"), 0);
        page.sessions().hover();
        page.sessions().locator(".more").click();
        page.choose(page.page().locator("x-menu"), "Load");
        page.counts(page.entries("user"), 3);
        page.sees(page.frame("session/load").first());
    }

    @Test
    void keysAskTheSameCapabilitiesAsTheMenu() throws Exception {
        AcpAgentBuilder bare = AcpAgent.builder().info("bare-agent", "1.0").onPrompt(turn -> turn.say("hello"));
        try (ScriptedAgent other = new ScriptedAgent(bare.build());
                Another second = another(other.source(directory))) {
            second.agent().connect().join();
            page.open(second.address()).connected().newSession();
            page.selected().focus();
            page.page().keyboard().press("F2");
            page.seesText(page.page().locator(".toast.bad"), "The agent does not advertise sessionCapabilities.title.");
            page.counts(page.page().locator("[role=treeitem] input"), 0);
            page.page().keyboard().press("Delete");
            page.seesText(
                    page.page().locator(".toast.bad"), "The agent does not advertise sessionCapabilities.delete.");
            page.counts(page.page().locator("[role=treeitem] .mark.bad"), 0);
            page.page().keyboard().press("Shift+F10");
            Locator resume = page.page().locator("x-menu [role=menuitem]").nth(1);
            page.seesText(resume, "The agent does not advertise sessionCapabilities.resume.");
            page.has(resume, "aria-disabled", "true");
        }
    }

    @Test
    void sessionsWorkInTheDirectoryThatIsNamed() throws Exception {
        Path below = Files.createDirectory(directory.resolve("below"));
        connected();
        Locator named = page.page().getByLabel("Directory");
        page.hasValue(named, directory.toString());
        page.picture("welcome");
        named.fill("below");
        named.press("Enter");
        page.seesText(page.page().locator(".toast.bad"), "the directory of a session is an absolute path");
        page.hasValue(named, "below");
        named.fill(below.toString());
        named.press("Enter");
        page.counts(page.sessions(), 1);
        assertThat(page.sessions().locator(".name").getAttribute("title")).endsWith("/below");
    }
}
