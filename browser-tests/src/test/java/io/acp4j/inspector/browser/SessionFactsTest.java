package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The facts about sessions in the tree and the headings: the origin of forks, times, directories. */
class SessionFactsTest extends BrowserTest {

    private Locator row(String name) {
        return page.page()
                .locator("[role=treeitem]")
                .filter(new Locator.FilterOptions()
                        .setHas(page.page().locator(".name", new Page.LocatorOptions().setHasText(name))));
    }

    private Locator marked(String mark) {
        return page.page()
                .locator("[role=treeitem]")
                .filter(new Locator.FilterOptions()
                        .setHas(page.page().locator(".mark, .name", new Page.LocatorOptions().setHasText(mark))));
    }

    private Locator heading() {
        return page.page().locator("x-talk > .head .origin");
    }

    private void fork(String message, String action) {
        page.choose(page.menu(page.entries(message).last()), action);
    }

    /** One session with an edited, a regenerated, and a plain fork. */
    private void forks() {
        connected().newSession().ask("one").ask("two");
        fork("agent", "Regenerate");
        page.counts(page.sessions(), 2);
        page.idle();
        page.sessions().first().click();
        page.counts(page.entries("user"), 2);
        fork("user", "Edit and fork");
        page.page().locator(".edit textarea").fill("other");
        page.button("Fork and send").click();
        page.counts(page.sessions(), 3);
        page.idle();
        page.sessions().first().click();
        page.seesText(page.entries("agent").last(), "one | two");
        page.choose(page.menu(page.entries("agent").first()), "Fork here");
        page.counts(page.sessions(), 4);
    }

    private void originsAreShown() {
        for (List<String> each : List.of(
                List.of("regenerated@4", "message 4 was regenerated"),
                List.of("edited@3", "message 3 was edited"),
                List.of("fork@2", "after message 2"))) {
            Locator row = marked(each.get(0));
            page.counts(row, 1);
            assertThat(row.getAttribute("aria-label"))
                    .contains("A fork of “one”")
                    .contains(each.get(1));
            row.click();
            page.seesText(heading(), each.get(0) + " of “one”");
            assertThat(heading().getAttribute("title")).contains(each.get(1));
        }
    }

    @Test
    void forksStateTheirKindAndTheirSource() {
        forks();
        originsAreShown();
        page.picture("origins");
        page.page().reload();
        page.connected();
        page.counts(page.sessions(), 4);
        originsAreShown();
        page.tab("Agent");
        page.button("Apply and restart").click();
        page.counts(page.page().locator("[role=treeitem].open"), 0);
        page.counts(page.sessions(), 4);
        page.counts(marked("regenerated@4"), 1);
        page.counts(marked("edited@3"), 1);
    }

    @Test
    void aRecordingStatesTheKindsOfForks() throws Exception {
        forks();
        Path file = directory.resolve("forks.jsonl");
        String frames = (String) page.page().evaluate("async () => (await fetch('/recording.jsonl')).text()");
        Files.writeString(file, frames);
        page.page().locator("x-opener input").setInputFiles(file);
        page.sees(page.page().locator(".state.recorded"));
        page.counts(page.sessions(), 4);
        originsAreShown();

        // Other clients do not state the kind: the same prompt shows that a response was regenerated.
        Path foreign = directory.resolve("foreign.jsonl");
        Files.writeString(foreign, frames.replace("acp4j/forkOrigin", "example/other"));
        page.page().locator("x-opener input").setInputFiles(foreign);
        page.seesText(page.page().locator("select.sources option:checked"), "foreign");
        page.counts(page.sessions(), 4);
        page.counts(marked("regenerated@4"), 1);
        page.counts(marked("edited"), 0);
        page.counts(marked("fork@2"), 2);
    }

    @Test
    void theFirstMessageIsEditedInAForkThatStatesItsSource() {
        connected().newSession().ask("one");
        fork("user", "Edit and fork");
        page.page().locator(".edit textarea").fill("other");
        page.button("Fork and send").click();
        page.counts(page.sessions(), 2);
        page.idle();
        page.counts(marked("edited@1"), 1);
        page.seesText(heading(), "edited@1 of “one”");
    }

    @Test
    void childrenOfADeletedForkAreListedUnderItsParentWithANote() {
        connected().newSession().ask("one").ask("two");
        page.choose(page.menu(page.entries("agent").first()), "Fork here");
        page.counts(page.sessions(), 2);
        page.counts(page.entries("user"), 1);
        page.ask("middle");
        page.choose(page.menu(page.entries("agent").last()), "Fork here");
        page.counts(page.sessions(), 3);
        page.ask("leaf");
        page.has(page.selected(), "aria-level", "3");

        Locator middle = row("middle").first();
        middle.hover();
        middle.locator(".more").click();
        page.choose(page.page().locator("x-menu"), "Delete");
        page.choose(page.page().locator("x-menu"), "Delete permanently?");

        page.counts(page.sessions(), 2);
        page.seesText(
                page.page().locator(".toast"), "“middle” was deleted. Its fork “leaf” is now listed under “one”.");
        page.has(row("leaf"), "aria-level", "2");
        page.seesText(row("leaf").locator(".note"), "its parent “middle” was deleted");
        assertThat(row("leaf").getAttribute("aria-label")).contains("its parent “middle” was deleted");
        page.picture("orphan");
        page.page().reload();
        page.connected();
        page.seesText(row("leaf").locator(".note"), "its parent “middle” was deleted");
    }

    @Test
    void sessionsShowTheTimeOfTheirLastActivity() {
        page.page().clock().install();
        connected().newSession().ask("one");
        page.seesText(page.selected().locator("time"), "now");
        assertThat(page.selected().locator("time").getAttribute("title"))
                .startsWith("last activity: ")
                .contains("20");
        page.page().clock().fastForward("05:30");
        page.seesText(page.selected().locator("time"), "5 min ago");
        page.page().clock().fastForward("03:00:00");
        page.seesText(page.selected().locator("time"), "3 h ago");
    }

    @Test
    void timesOfTheAgentsListAreShownForSessionsThatAreNotOpen() {
        connected().newSession().ask("one");
        page.tab("Agent");
        page.button("Apply and restart").click();
        page.counts(page.page().locator("[role=treeitem].open"), 0);
        page.seesText(page.sessions().first().locator("time"), "now");
    }

    @Test
    void directoriesAreShownWhereTheyDiffer() throws Exception {
        Path below = Files.createDirectory(directory.resolve("below"));
        connected().newSession().ask("one");
        page.counts(page.page().locator(".about-row code"), 0);
        page.page().evaluate("() => import('/address.js').then(({ go }) => go({ session: null }))");
        Locator named = page.page().getByLabel("Directory");
        named.fill(below.toString());
        named.press("Enter");
        page.counts(page.sessions(), 2);
        page.counts(page.page().locator(".about-row code"), 1);
        page.seesText(page.selected().locator(".about-row code"), "/below");
        page.has(page.selected().locator(".about-row code"), "title", below.toString());
        assertThat(page.selected().getAttribute("aria-label")).contains("in " + below);
    }

    @Test
    void theFilterKeepsAncestorsAndAnnouncesTheHits() {
        connected().newSession().ask("alpha").newSession().ask("beta");
        page.choose(page.menu(page.entries("agent").first()), "Fork here");
        page.counts(page.sessions(), 3);
        page.ask("needle");
        Locator filter = page.page().getByLabel("Filter the sessions");
        filter.fill("NEEDLE");
        page.counts(page.sessions(), 2);
        page.seesText(page.sessions().first().locator(".name"), "beta");
        page.counts(page.page().locator("[role=treeitem].context"), 1);
        page.seesText(page.page().locator(".filter [role=status]"), "1 of 3 sessions match");
        filter.press("ArrowDown");
        page.isTrue("() => document.activeElement.getAttribute('role') === 'treeitem'", null);
        page.page().keyboard().press("Home");
        page.page().keyboard().press("ArrowDown");
        page.page().keyboard().press("Enter");
        page.seesText(page.entries("user").last(), "needle");
        filter.fill("no such session");
        page.counts(page.sessions(), 0);
        page.seesText(page.page().locator("x-tree .empty"), "No session matches.");
        filter.press("Escape");
        page.counts(page.sessions(), 3);
        filter.fill(directory.getFileName().toString());
        page.counts(page.sessions(), 3);
        Axe.isAccessible(page, "a filtered tree");
    }
}
