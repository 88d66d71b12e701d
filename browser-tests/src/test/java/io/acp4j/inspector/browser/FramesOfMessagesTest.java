package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.acp4j.agent.AcpAgent;
import io.acp4j.inspector.Viewer;
import io.acp4j.inspector.testing.RecordingText;
import io.acp4j.inspector.testing.ScriptedAgent;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From what is said to its frames, and back, also where agents give no ids. */
class FramesOfMessagesTest extends BrowserTest {

    private static RecordingText twoSessions() {
        return new RecordingText()
                .opens("one")
                .turn(2, "one", "first question", "first ", "answer")
                .turn(3, "one", "second question", "second answer")
                .asks(4, "session/new", "{\"cwd\":\"/\",\"mcpServers\":[]}")
                .answers(4, "{\"sessionId\":\"two\"}")
                .turn(5, "two", "third question", "third answer");
    }

    private Locator detail() {
        return page.page().locator(".detail");
    }

    private Locator marked() {
        return page.page().locator(".entry.found");
    }

    @Test
    void withoutIdsAPromptAndItsAnswerShowTheFramesOfTheirTurn() throws Exception {
        Path file = twoSessions().to(directory.resolve("no-ids.jsonl"));
        try (Viewer viewer = Viewer.open(List.of(file), 0)) {
            page.open(viewer.address());
            page.sessions().first().click();
            page.choose(page.menu(page.entries("user").first()), "Show frames");

            page.counts(page.frames(), 3);
            page.seesText(page.frames().first(), "session/prompt");
            page.seesText(detail().locator("pre"), "first question");
            page.counts(page.button("this turn"), 1);
            page.picture("its-turn");

            page.choose(page.menu(page.entries("agent").last()), "Show frames");
            page.seesText(detail().locator("pre"), "second question");
            page.counts(page.frames(), 3);
            page.button("this turn").click();
            page.counts(page.frames(), 8);
            leave();
        }
    }

    @Test
    void anAgentThatIsDrivenAndGivesNoIdsIsNoDifferent() throws Exception {
        AcpAgent plain = AcpAgent.builder()
                .info("plain-agent", "1.0")
                .onPrompt(turn -> turn.say("You said " + turn.text()))
                .build();
        try (ScriptedAgent driven = new ScriptedAgent(plain);
                Another second = another(driven.source(directory))) {
            second.agent().connect().join();
            page.open(second.address())
                    .connected()
                    .newSession()
                    .ask("one")
                    .ask("two")
                    .ask("three");
            page.seesText(page.entries("agent").last(), "You said three");

            page.choose(page.menu(page.entries("user").nth(1)), "Show frames");
            page.seesText(detail().locator("pre"), "\"two\"");
            page.counts(page.frames(), 3);
            page.ask("four");
            page.counts(page.frames(), 3);
        }
    }

    @Test
    void aFrameMarksItsMessageAndLeadsToIt() throws Exception {
        Path file = twoSessions().to(directory.resolve("no-ids.jsonl"));
        try (Viewer viewer = Viewer.open(List.of(file), 0)) {
            page.open(viewer.address());
            page.sessions().first().click();
            page.frame("agent_message_chunk").nth(1).click();
            page.seesText(marked(), "second answer");
            page.counts(marked(), 0);

            // One of another session leads there when that is wanted.
            page.frame("agent_message_chunk").last().click();
            page.seesText(detail().locator("pre"), "third answer");
            page.seesText(page.entries("user").first(), "first question");
            page.button("show message").click();
            page.seesText(marked(), "third answer");
            page.counts(page.entries("user"), 1);

            // From the timings, too.
            page.tab("Timings");
            page.page()
                    .locator(".waterfall [role=option][aria-label*='session/prompt']")
                    .last()
                    .click();
            page.seesText(marked(), "third question");
            leave();
        }
    }

    @Test
    void anEarlyMessageOfALongConversationIsFound() throws Exception {
        RecordingText recording = new RecordingText().opens("one");
        for (int i = 0; i < 120; i++) {
            recording.turn(2 + i, "one", "question " + i, "answer " + i);
        }
        try (Viewer viewer = Viewer.open(List.of(recording.to(directory.resolve("long.jsonl"))), 0)) {
            page.open(viewer.address());
            page.sessions().first().click();
            page.seesText(page.entries("agent").last(), "answer 119");
            page.page().getByLabel("Filter by text").fill("answer 3\"");
            page.counts(page.frames(), 1);
            page.frames().click();
            page.seesText(marked(), "answer 3");
            leave();
        }
    }

    @Test
    void aFindingLeadsToItsMessageAndIsAFilter() throws Exception {
        Path file = new RecordingText()
                .opens("one")
                .turn(2, "one", "question", "answer")
                .updates("one", "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"call-1\"}")
                .turn(3, "one", "another", "last")
                .to(directory.resolve("broken.jsonl"));
        try (Viewer viewer = Viewer.open(List.of(file), 0)) {
            page.open(viewer.address());
            page.sessions().first().click();
            Locator findings = page.page().locator("#tab-findings .mark");
            page.sees(findings);
            page.button("findings").click();
            page.sees(page.page().locator(".frame .mark.warn").first());
            page.page()
                    .waitForFunction(
                            "() => [...document.querySelectorAll('.frame')].every(each => each.querySelector('.mark.warn'))");
            int shown = page.page().locator(".frame .mark.warn").count();
            assertThat(shown).isPositive();
            page.counts(page.frames(), shown);
            page.picture("findings-alone");
            page.button("findings").click();
            page.counts(page.frames(), 11);
            leave();
        }
    }

    @Test
    void directionAndSessionAreFilters() throws Exception {
        Path file = twoSessions().to(directory.resolve("no-ids.jsonl"));
        try (Viewer viewer = Viewer.open(List.of(file), 0)) {
            page.open(viewer.address());
            page.seesText(page.page().locator(".filters .count"), "15 rows");
            page.button("→ sent").click();
            page.counts(page.frames(), 6);
            page.counts(page.page().locator(".frame .way.in"), 0);
            page.button("← received").click();
            page.counts(page.page().locator(".frame .way.out"), 0);
            page.counts(page.frames(), 9);
            page.button("← received").click();

            page.sessions().first().click();
            page.button("this session").click();
            page.counts(page.frames(), 8);
            page.counts(page.frame("initialize"), 0);
            page.button("→ sent").click();
            // What has opened it is of it, too.
            page.counts(page.frames(), 3);
            page.button("this session").click();
            page.counts(page.frames(), 6);
            leave();
        }
    }

    @Test
    void aRunHasTheSizeOfAllAndCanBeOpened() throws Exception {
        RecordingText recording = new RecordingText().opens("one");
        recording.turn(2, "one", "count", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j");
        try (Viewer viewer = Viewer.open(List.of(recording.to(directory.resolve("run.jsonl"))), 0)) {
            page.open(viewer.address());
            Locator run = page.frame("agent_message_chunk");
            page.seesText(run, "×10");
            page.seesText(run, "1.6 kB");
            run.dblclick();
            page.counts(run, 10);
            page.counts(page.frame("×"), 0);
            page.picture("run-open");
            page.button("group rows").click();
            page.counts(run, 1);

            // With the keyboard.
            run.click();
            page.page().keyboard().press("ArrowRight");
            page.counts(run, 10);
            page.page().keyboard().press("ArrowDown");
            page.seesText(detail().locator("pre"), "\"b\"");
            page.page().keyboard().press("ArrowLeft");
            page.counts(run, 1);
            leave();
        }
    }
}
