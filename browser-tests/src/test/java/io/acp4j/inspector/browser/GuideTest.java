package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.acp4j.cli.sample.Pacing;
import io.acp4j.cli.sample.SampleAgent;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.inspector.link.Opening;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.init.ProtocolVersion;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guided first conversation with the sample agent. */
class GuideTest extends BrowserTest {

    private static final int NARROW = 400;
    private static final int HEIGHT = 900;

    private SampleAgent sample;

    @BeforeEach
    void createSampleAgent() {
        sample = SampleAgent.builder().pacing(Pacing.IMMEDIATE).build();
    }

    @AfterEach
    void closeSampleAgent() {
        sample.close();
    }

    private AgentSource source() {
        return source(ProtocolVersion.V1);
    }

    private AgentSource source(ProtocolVersion version) {
        Opening opening = errors -> {
            InMemoryTransport.Pair pair = InMemoryTransport.pair();
            var unused = sample.serve(pair.agent());
            return pair.client();
        };
        return new AgentSource("the sample agent", directory, opening, version);
    }

    private Another openGuide() throws Exception {
        return openGuide(ProtocolVersion.V1);
    }

    private Another openGuide(ProtocolVersion version) throws Exception {
        Another inspector = another(source(version));
        inspector.agent().connect().join();
        page.open(inspector.address()).connected();
        page.sees(guide());
        return inspector;
    }

    private Locator guide() {
        return page.page().locator(".guide");
    }

    private Locator current() {
        return guide().locator("li[aria-current=step] .name");
    }

    private Locator action(String name) {
        return guide().getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name));
    }

    private void done(int steps) {
        page.counts(guide().locator("li.done"), steps);
        page.seesText(guide().locator("[role=status]"), steps + " of 4");
    }

    private Locator comparison() {
        return page.page().locator("x-talk .comparison");
    }

    @ParameterizedTest(name = "version {0}")
    @ValueSource(ints = {1, 2})
    void isWalkedWithClicks(int version) throws Exception {
        try (Another inspector = openGuide(new ProtocolVersion(version))) {
            page.seesText(current(), "Send a prompt");
            action("Send “/permission”").click();
            page.sees(page.question());
            done(1);

            page.seesText(current(), "Answer the request");
            action("Go to the question").click();
            page.button("Allow").click();
            page.idle();
            done(2);

            page.seesText(current(), "Fork at a message");
            action("Show the button").click();
            Locator pointed = page.page().locator(".more.pointed");
            page.sees(pointed);
            assertThat(pointed.evaluate("button => getComputedStyle(button).opacity"))
                    .hasToString("1");
            pointed.click();
            page.choose(page.page().locator("x-menu [role=menu]"), "Fork here");
            page.counts(page.sessions(), 2);
            done(3);

            page.seesText(current(), "Compare the branches");
            action("Send “What is a session?”").click();
            page.seesText(page.entries("agent").last(), "A session is one conversation");
            page.counts(action("Send “What is a session?”"), 0);
            action("Compare the branches").click();
            page.sees(comparison());
            page.seesText(comparison(), "2 messages in common");
            page.seesText(comparison(), "You allowed the deletion once");
            page.seesText(comparison(), "A session is one conversation");
            done(4);
            page.seesText(guide().locator(".action"), "You have seen the main parts");
            page.picture("guide-done");
            // The comparison covers the prompt, so the guide leads back before it names the prompt.
            page.counts(page.prompt(), 0);
            assertThat(guide().locator(".action").textContent()).doesNotContain("Type /");
            action("Back to the conversation").click();
            page.sees(page.page().locator(".composer textarea:focus"));
            page.seesText(guide().locator(".action"), "Type / in the prompt");
        }
    }

    private void press(String... keys) {
        for (String key : keys) {
            page.page().keyboard().press(key);
        }
    }

    /** Moves the focus to a button with the tabulator key, and presses the button. */
    private void tabTo(Locator button) {
        page.sees(button);
        for (int i = 0; i < 60; i++) {
            if ((Boolean) button.evaluate("each => each === document.activeElement")) {
                press("Enter");
                return;
            }
            press("Tab");
        }
        throw new AssertionError("the tabulator key does not reach " + button);
    }

    @Test
    void isWalkedWithTheKeyboard() throws Exception {
        try (Another inspector = openGuide()) {
            tabTo(action("Send “/permission”"));
            page.sees(page.question());
            page.page().locator("body").evaluate("() => document.activeElement.blur()");
            tabTo(action("Go to the question"));
            page.isTrue("() => document.activeElement.textContent.trim() === 'Allow'", null);
            press("Enter");
            page.idle();
            done(2);

            tabTo(action("Show the button"));
            page.isTrue("() => document.activeElement.classList.contains('pointed')", null);
            press("Enter");
            page.sees(page.page().locator("x-menu [role=menuitem]").first());
            press("Enter");
            page.counts(page.sessions(), 2);
            done(3);

            page.page().locator("body").evaluate("() => document.activeElement.blur()");
            tabTo(action("Send “What is a session?”"));
            page.seesText(page.entries("agent").last(), "A session is one conversation");
            page.idle();
            page.page().locator("body").evaluate("() => document.activeElement.blur()");
            tabTo(action("Compare the branches"));
            page.sees(comparison());
            done(4);
        }
    }

    @Test
    void stepsAreTickedInAnyOrderAndWithoutTheButtonsOfTheGuide() throws Exception {
        try (Another inspector = openGuide()) {
            page.newSession().ask("Hello");
            done(1);
            page.choose(page.menu(page.entries("agent").first()), "Fork here");
            page.counts(page.sessions(), 2);
            done(2);
            page.seesText(current(), "Answer the request");
            page.send("/permission");
            page.button("Reject").click();
            page.idle();
            done(3);
            Locator other = page.sessions().first();
            other.hover();
            other.locator(".more").click();
            page.choose(page.page().locator("x-menu"), "Compare with the current session");
            page.sees(comparison());
            done(4);

            action("Start over").click();
            done(0);
            page.seesText(current(), "Send a prompt");
        }
    }

    @Test
    void cancelledPermissionIsNoAnswer() throws Exception {
        try (Another inspector = openGuide()) {
            action("Send “/permission”").click();
            page.sees(page.question());
            page.button("Cancel").click();
            page.counts(page.question(), 0);
            page.idle();
            done(1);
            page.seesText(current(), "Answer the request");
        }
    }

    @Test
    void ticksSurviveAReload() throws Exception {
        try (Another inspector = openGuide()) {
            page.newSession().ask("Hello");
            done(1);
            page.page().reload();
            page.connected();
            done(1);
        }
    }

    @Test
    void hiddenGuideStaysHiddenInTheNextInspectorUntilItIsShownAgain() throws Exception {
        try (Another inspector = openGuide()) {
            action("Hide the guide").click();
            page.counts(guide(), 0);
        }
        try (Another next = another(source())) {
            next.agent().connect().join();
            page.open(next.address()).connected();
            page.sees(page.button("Show the guide"));
            page.counts(guide(), 0);
            page.button("Show the guide").click();
            page.sees(guide());
            page.page().reload();
            page.connected();
            page.sees(guide());
        }
    }

    @Test
    void isShownForTheSampleAgentOnly() {
        connected().newSession();
        page.counts(guide(), 0);
        page.counts(page.button("Show the guide"), 0);
    }

    @Test
    void isAccessibleAndFitsNarrowAndDarkWindows() throws Exception {
        try (Another inspector = openGuide()) {
            action("Send “/permission”").click();
            page.sees(page.question());
            for (int width : List.of(NARROW, 1000, 1600)) {
                page.page().setViewportSize(width, HEIGHT);
                for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                    page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                    Axe.isAccessible(page, "the guide at " + width + ", " + scheme);
                }
                assertThat(outside()).as("outside of the guide at %s", width).isEmpty();
                page.sees(page.prompt());
                page.picture("guide-" + width);
            }
            page.button("Reject").click();
            page.idle();
        }
    }

    /** Returns the visible parts of the guide that are not inside it or not inside the window. */
    private List<?> outside() {
        return (List<?>) page.page().evaluate("""
                () => {
                  const box = document.querySelector('.guide').getBoundingClientRect();
                  return [...document.querySelectorAll('.guide *')]
                    .filter(each => !each.closest('svg, .hidden') && getComputedStyle(each).clipPath === 'none')
                    .map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
                    .filter(([, r]) => r.width > 0
                      && (r.left < box.left - 1 || r.right > Math.min(box.right, innerWidth) + 1 || r.top < box.top - 1 || r.bottom > box.bottom + 1))
                    .map(([name]) => name);
                }""");
    }

    @Test
    void sampleAgentReplacesAnAgentThatCannotBeLaunched() throws Exception {
        AgentSource missing = new AgentSource("no-such-agent", directory, errors -> {
            throw new AcpException("could not launch \"no-such-agent\"", null);
        });
        try (Another inspector = another(missing.withSample(source()))) {
            assertThat(inspector.agent().source().name()).isEqualTo("no-such-agent");
            page.open(inspector.address());
            page.button("Connect").click();
            page.seesText(page.page().locator(".welcome .bad"), "could not launch");
            page.has(page.button("Start the sample agent"), "class", "primary");
            page.sees(page.button("Try again"));
            page.button("Dismiss").click();
            Axe.isAccessible(page, "the offer of the sample agent");
            page.button("Start the sample agent").click();
            page.connected();
            page.sees(guide());
            page.counts(page.button("Start the sample agent"), 0);
            page.button("Matrix").click();
            page.seesText(page.page().locator("x-matrix"), "the sample agent");
        }
    }

    @Test
    void agentThatHasConnectedIsNotReplaced() throws Exception {
        AgentSource source = agent.source(directory, version()).withSample(source());
        try (Another inspector = another(source)) {
            inspector.agent().connect().join();
            page.open(inspector.address()).connected();
            page.page().evaluate("async () => (await import('/store.js')).ask('disconnect')");
            page.sees(page.button("Connect"));
            page.counts(page.button("Start the sample agent"), 0);
        }
    }
}
