package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.inspector.testing.ScriptedAgent;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.ForkSessionResponse;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The summary of a session that is compared becomes a draft of the other one. */
class SummaryTest extends BrowserTest {

    /** The heading of a draft that comes from a fork, which is called like its first prompt. */
    private static String of(String fork) {
        return "Summary of the session “" + fork + "”, without what it has in common with this one:";
    }

    private Locator comparison() {
        return page.page().locator(".comparison");
    }

    private Locator sides() {
        return page.page().locator(".sides > header");
    }

    private Locator bring(int side) {
        return sides().nth(side).locator("[aria-label^='Summarize for the other session:']");
    }

    private Locator reason(int side) {
        return sides().nth(side).locator(".reason");
    }

    private Locator toast() {
        return page.page().locator(".toast");
    }

    private String draft() {
        page.sees(page.prompt());
        return page.prompt().inputValue();
    }

    private void draftIs(String text) {
        page.page().waitForFunction("text => document.querySelector('.composer textarea')?.value === text", text);
    }

    /** Compares the session that is shown with the first one. */
    private void compare() {
        Locator other = page.sessions().first();
        other.hover();
        other.locator(".more").click();
        page.choose(page.page().locator("x-menu"), "Compare with the current session");
        page.sees(comparison());
    }

    /** A session of "one" and "two", and a fork of it that is shown and goes on from "one" with another prompt. */
    private void forked(String own) {
        page.newSession().ask("one").ask("two");
        page.choose(page.menu(page.entries("agent").first()), "Fork here");
        page.counts(page.sessions(), 2);
        page.seesText(page.selected().locator(".name"), "fork@2");
        page.counts(page.entries("user"), 1);
        page.ask(own);
    }

    private void compared(String own) {
        forked(own);
        compare();
    }

    /** Goes to the first session. */
    private void toFirst() {
        page.sessions().first().click();
        page.seesText(page.entries("agent").last(), "I have heard: one | two");
    }

    /** A session like any other, of an agent that keeps none. */
    private static AcpAgentBuilder bare() {
        return AcpAgent.builder()
                .info("bare-agent", "1.0")
                .onPrompt(turn ->
                        turn.say("Said: " + turn.text().lines().findFirst().orElse("")));
    }

    private static AcpAgentBuilder forking() {
        return bare().onForkSession((request, setup) ->
                ForkSessionResponse.builder(setup.sessionId()).build());
    }

    /** Two sessions of one prompt each, compared in what follows. */
    private void with(AcpAgentBuilder builder, Runnable then) throws Exception {
        try (ScriptedAgent other = new ScriptedAgent(builder.build());
                Another second = another(other.source(directory))) {
            second.agent().connect().join();
            page.open(second.address()).connected();
            page.newSession().ask("here").newSession().ask("there");
            compare();
            then.run();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theSummaryOfASideIsADraftOfTheOtherThatIsSentByItsUserOnly(int version) throws Exception {
        ProtocolVersion spoken = version == 1 ? ProtocolVersion.V1 : ProtocolVersion.V2;
        try (Another second = another(agent.source(directory, spoken))) {
            second.agent().connect().join();
            page.open(second.address()).connected();
            compared("three");
            bring(0).click();

            draftIs(of("three") + "\n\nYou said: one | three. Quoted: > three");
            page.seesText(page.entries("agent").last(), "I have heard: one | two");
            page.counts(page.entries("user"), 2);
            page.counts(page.sessions(), 2);
            page.sees(page.frame("session/delete").first());
            assertThat(page.page().evaluate("() => document.activeElement.matches('.composer textarea')"))
                    .isEqualTo(true);
            page.picture("summary-draft-v" + version);
            page.ask("Go on: " + draft());
            page.seesText(page.entries("agent").last(), "I have heard: one | two | Go on: Summary of the session");

            page.sessions().last().click();
            page.seesText(page.entries("agent").last(), "I have heard: one | three");
            draftIs("");
            compare();
            bring(1).click();
            page.sees(page.prompt());
            page.seesText(page.entries("agent").last(), "I have heard: one | three");
            page.page().waitForFunction("() => document.querySelector('.composer textarea').value.endsWith('> two')");
            assertThat(draft()).contains("\n\nYou said: one | two | Go on: ").endsWith("Quoted: > two");
            page.counts(page.sessions(), 2);
        }
    }

    @Test
    void draftsOfBothSidesAreKeptAndTheSummaryComesAfterThem() {
        connected();
        forked("three");
        page.prompt().fill("written here");
        toFirst();
        page.prompt().fill("written there");
        page.sessions().last().click();
        draftIs("written here");
        compare();
        page.button("Close the comparison").click();
        draftIs("written here");
        compare();
        bring(0).click();

        draftIs("written there\n\n" + of("three") + "\n\nYou said: one | three. Quoted: > three");
        page.sessions().last().click();
        draftIs("written here");
    }

    @Test
    void aSummaryIsBroughtOverWithTheKeyboardAlone() {
        connected();
        compared("three");
        page.button("Close the comparison").focus();
        page.page().keyboard().press("Tab");
        page.page().keyboard().press("Tab");
        assertThat(page.page().evaluate("() => document.activeElement.textContent"))
                .isEqualTo("Summarize for the other session");
        page.page().keyboard().press("Enter");
        draftIs(of("three") + "\n\nYou said: one | three. Quoted: > three");
        page.page().keyboard().type("Use this. ");
        page.page().keyboard().press("Enter");
        page.seesText(page.entries("agent").last(), "I have heard: one | two | Use this. Summary of the session");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSummaryThatIsCancelledLeavesNothingBehind(int version) throws Exception {
        ProtocolVersion spoken = version == 1 ? ProtocolVersion.V1 : ProtocolVersion.V2;
        try (Another second = another(agent.source(directory, spoken))) {
            second.agent().connect().join();
            page.open(second.address()).connected();
            compared("be slow");
            bring(0).click();
            page.seesText(reason(0), "The agent is writing the summary in a fork…");
            page.counts(page.sessions(), 3);
            page.has(bring(0), "aria-disabled", "true");
            bring(0).click(new Locator.ClickOptions().setForce(true));
            page.counts(page.sessions(), 3);
            page.button("Cancel the summary of be slow").focus();
            page.page().keyboard().press("Enter");

            page.seesText(toast(), "No summary of “be slow”: it was cancelled");
            page.counts(page.sessions(), 2);
            page.counts(page.button("Cancel the summary of be slow"), 0);
            assertThat(toast().textContent()).doesNotContain("still there");
            page.has(bring(0), "aria-disabled", "false");
            page.button("Close the comparison").click();
            draftIs("");
            toFirst();
            draftIs("");
        }
    }

    @ParameterizedTest
    @CsvSource({"be broken, ''", "be quiet, the agent has written nothing"})
    void aSummaryThatFailsIsSaidAndItsForkIsThrownAway(String own, String why) {
        connected();
        compared(own);
        bring(0).click();

        page.seesText(toast(), "No summary of “" + own + "”: " + why);
        page.counts(page.sessions(), 2);
        page.counts(page.page().locator(".sides .running"), 0);
        page.sees(page.frame("session/delete").first());
        page.sees(comparison());
        page.button("Close the comparison").click();
        draftIs("");
        toFirst();
        draftIs("");
    }

    @Test
    void theForkOfASummaryThatIsThrownAwayByHandEndsIt() {
        connected();
        compared("be slow");
        bring(0).click();
        page.counts(page.sessions(), 3);
        page.seesText(reason(0), "The agent is writing the summary in a fork…");
        page.sessions().last().click();
        page.seesText(page.entries("agent").last(), "I wait.");
        page.button("Discard fork").click();

        page.seesText(toast(), "No summary of “be slow”: ");
        page.counts(page.sessions(), 2);
    }

    @Test
    void whatTheAgentAsksIsAnsweredInTheComparisonAlsoWhenThatIsOpenedAgain() {
        connected();
        compared("be careful");
        bring(0).click();
        page.sees(page.question());
        page.button("Close the comparison").click();
        page.prompt().fill("meanwhile");
        compare();
        page.seesText(reason(0), "The agent is writing the summary in a fork…");
        page.button("Allow once").click();

        page.seesText(toast(), "The summary of “be careful” is a draft in");
        page.sees(comparison());
        page.counts(page.sessions(), 2);
        page.button("Close the comparison").click();
        draftIs("meanwhile");
        toFirst();
        draftIs(of("be careful") + "\n\nIt was allowed.");
    }

    @Test
    void aLongSummaryIsReadFromItsBeginningAndSeveralLinesOfIt() {
        connected();
        compared("be long");
        bring(0).click();
        page.page().waitForFunction("() => document.querySelector('.composer textarea')?.value.includes('line 99')");
        page.page()
                .waitForFunction("() => { const area = document.querySelector('.composer textarea');"
                        + " return area.selectionStart === 0 && area.scrollTop === 0 && area.clientHeight > 200; }");
        page.page().setViewportSize(400, 800);
        assertThat(page.page().locator(".composer button[type=submit]").isVisible())
                .isTrue();
        page.picture("summary-long-400");
        page.page().setViewportSize(1280, 800);
        page.picture("summary-long-1280");
    }

    @Test
    void aSideThatIsTheBeginningOfTheOtherHasNothingToBringOver() {
        connected().newSession().ask("one").ask("two");
        page.choose(page.menu(page.entries("agent").last()), "Fork here");
        page.counts(page.sessions(), 2);
        page.seesText(page.selected().locator(".mark, .name").first(), "fork@4");
        page.ask("three");
        compare();

        page.seesText(reason(1), "It has no message that the other one lacks.");
        page.has(bring(1), "aria-disabled", "true");
        page.has(bring(0), "aria-disabled", "false");
        assertThat(reason(0).textContent()).isEmpty();
    }

    @Test
    void whileATurnRunsThereIsNoSummaryOfItsSession() {
        connected();
        forked("three");
        page.send("wait");
        page.seesText(page.entries("agent").last(), "I wait.");
        compare();
        page.seesText(reason(0), "A turn is running.");
        page.has(bring(0), "aria-disabled", "true");
        page.button("Close the comparison").click();
        page.button("Cancel").click();
        page.idle();
        compare();
        page.has(bring(0), "aria-disabled", "false");
    }

    @Test
    void agentsThatCannotForkOrNotRemoveAForkHaveNoSummariesAndItIsSaidWhy() throws Exception {
        with(bare(), () -> {
            page.seesText(reason(0), "The agent does not advertise sessionCapabilities.fork.");
            page.has(bring(0), "aria-disabled", "true");
            bring(0).click(new Locator.ClickOptions().setForce(true));
            page.counts(page.frame("session/fork"), 0);
        });
        with(forking(), () -> {
            page.seesText(
                    reason(1), "The agent can neither delete nor close sessions, so the temporary fork would remain.");
            page.has(bring(1), "aria-disabled", "true");
        });
    }

    @Test
    void agentsThatCannotDeleteCloseTheFork() throws Exception {
        with(forking().onCloseSession((request, session) -> {}), () -> {
            bring(0).click();
            page.sees(page.frame("session/close").first());
            page.page()
                    .waitForFunction(
                            "() => document.querySelector('.composer textarea')?.value.includes('Said: Summarise')");
            assertThat(draft()).startsWith("Summary of the session “").doesNotContain("in common");
            page.counts(page.sessions(), 2);
        });
    }

    @Test
    void aForkThatTheAgentDoesNotRemoveIsNamed() throws Exception {
        with(
                forking().onDeleteSession((request, context) -> {
                    throw AcpErrorException.internalError("it is needed");
                }),
                () -> {
                    bring(0).click();
                    page.seesText(toast(), "was added as a draft, but its temporary fork still exists: ");
                    assertThat(draft()).contains("Said: Summarise");
                    page.counts(page.sessions(), 3);
                    page.counts(
                            page.page()
                                    .locator("[role=treeitem] .mark")
                                    .filter(new Locator.FilterOptions().setHasText("side question")),
                            1);
                });
    }

    @Test
    void aForkThatComesAfterItsSummaryWasCancelledIsRemovedAsWell() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        AcpAgentBuilder slow = bare().onDeleteSession((request, context) -> {}).onForkSession((request, setup) -> {
            assertThat(released.await(60, TimeUnit.SECONDS)).isTrue();
            return ForkSessionResponse.builder(setup.sessionId()).build();
        });
        with(slow, () -> {
            bring(0).click();
            page.seesText(reason(0), "Creating a temporary fork…");
            sides().first().locator(".stop").click();
            page.seesText(toast(), "it was cancelled; the fork for it is still there, as the agent has not responded");
            page.counts(page.frame("session/delete"), 0);
            released.countDown();
            page.sees(page.frame("session/delete").first());
            page.counts(page.sessions(), 2);
            page.counts(page.frame("Summarise"), 0);
        });
    }

    @Test
    void theButtonsAreReadByAllInAnyColourAndWidth() {
        connected();
        compared("be slow");
        for (boolean isRunning : new boolean[] {false, true}) {
            if (isRunning) {
                bring(0).click();
                page.seesText(reason(0), "The agent is writing the summary in a fork…");
            }
            for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
                page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                for (int width : new int[] {400, 1280}) {
                    page.page().setViewportSize(width, 800);
                    page.sees(comparison());
                    String name = "summary-" + (isRunning ? "running-" : "")
                            + scheme.name().toLowerCase(Locale.ROOT) + "-" + width;
                    Axe.isAccessible(page, name);
                    assertThat(page.page().evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                            .as(name)
                            .isEqualTo(true);
                    page.picture(name);
                }
            }
        }
        page.button("Cancel the summary of be slow").click();
        page.counts(page.sessions(), 2);
    }
}
