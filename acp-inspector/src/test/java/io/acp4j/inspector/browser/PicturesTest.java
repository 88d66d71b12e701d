package io.acp4j.inspector.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.Turn;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.Conversations;
import io.acp4j.inspector.Inspector;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.ToolKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The pictures of the README: a conversation with a fork. {@code build-support/write-pictures} has it write them to the documents. */
@ResourceLock("browser")
class PicturesTest {

    /** In bytes: small enough for a README, with room, as times and durations in a picture are other ones in each run. */
    private static final long MAX_SIZE = 250_000;

    private static final Path DIRECTORY =
            Path.of(Objects.requireNonNullElse(System.getProperty("acp.pictures.dir"), "target/pictures/readme"));

    @TempDir
    Path work;

    @Test
    void theTreeTheComparisonAndTheTimingsOfAForkedConversationAreShown() throws Exception {
        assumeTrue(Browsers.chromium().isPresent(), "there is no Chromium on the PATH");
        Files.createDirectories(DIRECTORY);
        try (Conversations conversations = Conversations.over(SessionStore.inMemory());
                Inspector inspector = Inspector.start(source(conversations), 0);
                Playwright playwright = Browsers.playwright();
                Browser browser = Browsers.launch(playwright)) {
            inspector.agent().connect().join();
            InspectorPage page = new InspectorPage(browser.newPage(
                    new Browser.NewPageOptions().setViewportSize(1360, 640).setColorScheme(ColorScheme.LIGHT)));
            page.open(inspector.address()).connected();
            converse(page);
            picture(page, "tree");

            Locator root = page.sessions().first();
            root.hover();
            root.locator(".more").click();
            page.choose(page.page().locator("x-menu"), "Compare with the one shown");
            page.seesText(page.page().locator(".comparison > details summary").first(), "in common");
            picture(page, "compare");

            page.button("Close the comparison").click();
            page.tab("Timings");
            page.sees(page.page().locator("x-timings svg").first());
            picture(page, "timings");
            page.page().navigate("about:blank");
        }
    }

    private static void converse(InspectorPage page) {
        page.newSession().ask("Where do jobs wait for the printer?").ask("Keep them in order, with a limit");
        page.choose(page.menu(page.entries("agent").last()), "Fork here");
        page.counts(page.sessions(), 2);
        page.ask("Test that, too");
        page.sessions().first().click();
        page.choose(page.menu(page.entries("agent").first()), "Fork here");
        page.counts(page.sessions(), 3);
        page.ask("Let urgent jobs overtake the others");
        page.seesText(page.entries("agent").last(), "PriorityBlockingQueue");
    }

    private AgentSource source(Conversations conversations) {
        AcpAgent agent = AcpAgent.builder("demo-agent", "1.0")
                .conversations(conversations)
                .echoUserMessages(true)
                .onPrompt(PicturesTest::answer)
                .build();
        return new AgentSource("demo-agent --acp", work, errors -> {
            InMemoryTransport.Pair pair = InMemoryTransport.pair();
            var unused = agent.serve(pair.second());
            return pair.first();
        });
    }

    private static void answer(Turn turn) {
        String prompt = turn.text();
        if (prompt.startsWith("Where")) {
            turn.think("The class that prints has to be looked at first.");
            ToolCallHandle call = turn.toolCall("Search for “queue”", ToolKind.SEARCH);
            call.complete("Printer.java:12  Queue<Job> jobs");
            say(
                    turn,
                    "They wait in `Printer.jobs`, a list **without a limit**:\n\n- `submit` adds a job\n- `run` takes the first\n");
        } else if (prompt.startsWith("Keep")) {
            turn.plan(PlanEntry.of("Choose a queue").completed(), PlanEntry.of("Say what happens when it is full"));
            edit(turn, "new ArrayBlockingQueue<>(100)");
            say(turn, "`jobs` is an `ArrayBlockingQueue` now. The hundred and first job waits until there is room.\n");
        } else if (prompt.startsWith("Test")) {
            turn.toolCall("Run the tests", ToolKind.EXECUTE).complete("12 tests, none failed");
            say(turn, "There is a test for a full queue now; all twelve pass.\n");
        } else {
            edit(turn, "new PriorityBlockingQueue<>()");
            say(turn, "`jobs` is a `PriorityBlockingQueue` now, ordered by urgency. It has **no limit**.\n");
        }
    }

    private static void edit(Turn turn, String queue) {
        ToolCallHandle call = turn.toolCall("Edit Printer.java", ToolKind.EDIT);
        call.location("/project/Printer.java", 12L);
        call.complete(Diff.builder("/project/Printer.java", "Queue<Job> jobs = " + queue + ";\n")
                .oldText("Queue<Job> jobs = new LinkedList<>();\n")
                .build());
    }

    /** In pieces, as models do. */
    private static void say(Turn turn, String text) {
        for (String piece : text.split("(?<= )")) {
            turn.say(piece);
        }
    }

    private static void picture(InspectorPage page, String name) throws Exception {
        page.page().mouse().move(0, 0);
        Path file = DIRECTORY.resolve("inspector-" + name + ".png");
        page.page().screenshot(new Page.ScreenshotOptions().setPath(file));
        assertThat(Files.size(file)).as("bytes of %s", file).isBetween(10_000L, MAX_SIZE);
    }
}
