package io.acp4j.inspector.browser;

import io.acp4j.inspector.Viewer;
import io.acp4j.inspector.testing.RecordingText;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Terminals whose ids are those of others, too: clients count them anew. */
class TerminalsTest extends BrowserTest {

    private static RecordingText runs(RecordingText recording, int id, String session, String output) {
        String terminal = "{\"sessionId\":\"" + session + "\",\"terminalId\":\"term-1\"}";
        return recording
                .asks(
                        id,
                        "session/prompt",
                        "{\"sessionId\":\"" + session + "\",\"prompt\":[{\"type\":\"text\",\"text\":\"run\"}]}")
                .updates(
                        session,
                        "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"call\",\"title\":\"Run\",\"kind\":\"execute\","
                                + "\"status\":\"in_progress\",\"content\":[{\"type\":\"terminal\",\"terminalId\":\"term-1\"}]}")
                .agentAsks(id, "terminal/output", terminal, "{\"output\":\"" + output + "\",\"truncated\":false}")
                .answers(id, "{\"stopReason\":\"end_turn\"}");
    }

    @Test
    void recordingsWithTheSameTerminalIdsKeepTheirOutputsApart() throws Exception {
        Path monday =
                runs(new RecordingText().opens("one"), 2, "one", "of monday").to(directory.resolve("monday.jsonl"));
        Path tuesday =
                runs(new RecordingText().opens("one"), 2, "one", "of tuesday").to(directory.resolve("tuesday.jsonl"));
        try (Viewer viewer = Viewer.open(List.of(monday, tuesday), 0)) {
            page.open(viewer.address());
            page.sessions().first().click();
            page.seesText(page.page().locator(".terminal pre"), "of monday");
            page.page().locator("select.sources").selectOption("tuesday.jsonl");
            page.sessions().first().click();
            page.seesText(page.page().locator(".terminal pre"), "of tuesday");
            leave();
        }
    }

    @Test
    void sessionsOfOneConnectionDoToo() throws Exception {
        RecordingText both = new RecordingText()
                .opens("one")
                .asks(2, "session/new", "{\"cwd\":\"/\",\"mcpServers\":[]}")
                .answers(2, "{\"sessionId\":\"two\"}");
        runs(both, 3, "one", "of the first");
        runs(both, 4, "two", "of the second");
        try (Viewer viewer = Viewer.open(List.of(both.to(directory.resolve("both.jsonl"))), 0)) {
            page.open(viewer.address());
            page.sessions().first().click();
            page.seesText(page.page().locator(".terminal pre"), "of the first");
            page.sessions().last().click();
            page.seesText(page.page().locator(".terminal pre"), "of the second");
            leave();
        }
    }
}
