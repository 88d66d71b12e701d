package io.acp4j.inspector.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PermissionDecision;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.inspector.Inspector;
import io.acp4j.inspector.drive.AgentSource;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.WireListener.Direction;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.ToolKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pictures of the README: a conversation with a fork. {@code build-support/write-pictures} has it write them to the documents. */
class PicturesTest {

    /** In bytes: small enough for a README, with room, as times and durations in a picture are other ones in each run. */
    private static final long MAX_SIZE = 200_000;

    private static final Path DIRECTORY =
            Path.of(Objects.requireNonNullElse(System.getProperty("acp.pictures.dir"), "target/pictures/readme"));

    @TempDir
    Path work;

    private volatile boolean hasChanged;

    @Test
    void theTreeTheComparisonTheTimingsAndTheReplayOfAForkedConversationAreShown() throws Exception {
        assumeTrue(Browsers.chromium().isPresent(), "there is no Chromium on the PATH");
        Files.createDirectories(DIRECTORY);
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                Inspector inspector = Inspector.start(source(repository), 0);
                Playwright playwright = Browsers.playwright();
                Browser browser = Browsers.launch(playwright)) {
            inspector.agent().connect().join();
            InspectorPage page = new InspectorPage(browser.newPage(
                    new Browser.NewPageOptions().setViewportSize(1440, 760).setColorScheme(ColorScheme.LIGHT)));
            page.open(inspector.address()).connected();
            converse(page, inspector.log());
            page.sees(page.page().locator("#tab-findings .mark"));
            page.button("this session").click();
            page.sees(page.frame("session/request_permission"));
            fit(page, ".talk");
            wholeRows(page);
            picture(page, "tree");

            page.button("Allow once").click();
            page.idle();
            Locator other = page.sessions().nth(1);
            other.hover();
            other.locator(".more").click();
            page.choose(page.page().locator("x-menu"), "Compare with the current session");
            page.seesText(page.page().locator(".comparison > details summary").first(), "in common");
            // As wide as one part of the page is shown alone.
            page.page().setViewportSize(1040, 600);
            fit(page, ".comparison");
            picture(page, "compare");

            page.button("Close the comparison").click();
            page.button("Traffic").click();
            page.tab("Timings");
            page.sees(page.page().locator("x-timings .latencies"));
            fit(page, "x-timings .panel");
            fit(page, "x-timings .panel");
            picture(page, "timings");

            // The same conversation with an agent that has got one more test meanwhile.
            hasChanged = true;
            page.page().setViewportSize(1440, 760);
            ReplayView replay = new ReplayView(page).open().replay();
            page.seesText(replay.verdict(), "did something else");
            page.tab("Frames");
            replay.side("Live").locator("button").click();
            page.sees(page.page().locator(".detail pre"));
            fit(page, "x-replay .panel");
            picture(page, "replay");
            page.page().navigate("about:blank");
        }
    }

    private static void converse(InspectorPage page, FrameLog log) {
        page.newSession().ask("Where do jobs wait for the printer?");
        page.send("Keep them in order, with a limit");
        page.button("Allow once").click();
        page.idle();
        page.ask("Print all of them twice");
        page.choose(page.menu(page.entries("agent").nth(1)), "Fork here");
        page.counts(page.sessions(), 2);
        rename(page, "Tested");
        page.ask("Test that, too");
        page.sessions().first().click();
        page.choose(page.menu(page.entries("agent").first()), "Fork here");
        page.counts(page.sessions(), 3);
        rename(page, "Urgent");
        // Something that no agent may say.
        byte[] update = ("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\""
                        + page.page().locator(".head .id").textContent()
                        + "\",\"update\":{\"sessionUpdate\":\"agent_progress\",\"percent\":50}}}")
                .getBytes(UTF_8);
        log.onFrame(Direction.INBOUND, update, 0, update.length);
        page.send("Let urgent jobs overtake the others");
        page.sees(page.question());
        page.page().locator(".plan summary").click();
    }

    private static void rename(InspectorPage page, String title) {
        page.selected().focus();
        page.page().keyboard().press("F2");
        Locator input = page.page().locator("[role=treeitem] input");
        input.fill(title);
        input.press("Enter");
        page.seesText(page.selected(), title);
        page.button("Dismiss").click();
    }

    /** Makes the window as high as what is in it, so that nothing is cut. */
    private static void fit(InspectorPage page, String scrolled) {
        Object height = page.page()
                .evaluate(
                        "of => { const e = document.querySelector(of); const last = e.lastElementChild;"
                                + " const end = last.getBoundingClientRect().bottom + e.scrollTop - e.getBoundingClientRect().top + 16;"
                                + " return Math.ceil(innerHeight + Math.max(end, 300) - e.clientHeight); }",
                        scrolled);
        page.page().setViewportSize(page.page().viewportSize().width, ((Number) height).intValue());
    }

    /** Makes it a little higher, so that the list of frames ends with a whole row. */
    private static void wholeRows(InspectorPage page) {
        Object more = page.page().evaluate("() => (26 - document.querySelector('.frames').clientHeight % 26) % 26");
        page.page()
                .setViewportSize(
                        page.page().viewportSize().width,
                        page.page().viewportSize().height + ((Number) more).intValue());
    }

    private AgentSource source(SessionRepository repository) {
        AcpAgent agent = AcpAgent.builder()
                .info("demo-agent", "1.0")
                .sessions(repository)
                .echoUserMessages(true)
                .onPrompt(this::answer)
                .build();
        return new AgentSource("demo-agent --acp", work, errors -> {
            InMemoryTransport.Pair pair = InMemoryTransport.pair();
            var unused = agent.serve(pair.agent());
            return pair.client();
        });
    }

    private void answer(PromptTurn turn) throws Exception {
        String prompt = turn.text();
        pause(turn, 300);
        if (prompt.startsWith("Where")) {
            turn.think("The class that prints has to be looked at first.");
            pause(turn, 200);
            ToolCallHandle call = turn.toolCall("Search for “queue”", ToolKind.SEARCH);
            pause(turn, 250);
            call.complete("Printer.java:12  Queue<Job> jobs");
            say(
                    turn,
                    "They wait in `Printer.jobs`, a list **without a limit**:\n\n- `submit` adds a job\n- `run` takes the first\n");
        } else if (prompt.startsWith("Keep")) {
            edit(turn, "new ArrayBlockingQueue<>(100)");
            say(turn, "`jobs` is an `ArrayBlockingQueue` now. The hundred and first job waits until there is room.\n");
        } else if (prompt.startsWith("Print")) {
            pause(turn, 800);
            throw AcpErrorException.internalError("the model is overloaded; try again later");
        } else if (prompt.startsWith("Test")) {
            ToolCallHandle call = turn.toolCall("Run the tests", ToolKind.EXECUTE);
            pause(turn, 600);
            call.complete("12 tests, none failed");
            String count = hasChanged ? "thirteen" : "twelve";
            say(turn, "There is a test for a full queue now; all " + count + " pass.\n");
        } else {
            turn.plan(PlanEntry.of("Order jobs by urgency"), PlanEntry.of("Say what becomes of the limit"));
            edit(turn, "new PriorityBlockingQueue<>()");
            turn.plan(
                    PlanEntry.of("Order jobs by urgency").completed(),
                    PlanEntry.of("Say what becomes of the limit").completed());
            say(turn, "`jobs` is a `PriorityBlockingQueue` now, ordered by urgency. It has **no limit**.\n");
        }
    }

    private static void edit(PromptTurn turn, String queue) throws InterruptedException {
        ToolCallHandle call = turn.toolCall("Edit Printer.java", ToolKind.EDIT);
        call.location("/project/Printer.java", 12L);
        turn.usage(18_400, 200_000);
        PermissionDecision decision = turn.requestPermission(
                call, PermissionOption.allowOnce("yes", "Allow once"), PermissionOption.rejectOnce("no", "Reject"));
        pause(turn, 150);
        if (!decision.isAllowed()) {
            call.fail("not allowed");
            return;
        }
        call.complete(Diff.builder("/project/Printer.java", "Queue<Job> jobs = " + queue + ";\n")
                .oldText("Queue<Job> jobs = new LinkedList<>();\n")
                .build());
    }

    /** Takes its time, as a model does, so that there is something to be timed. */
    private static void pause(PromptTurn turn, long millis) throws InterruptedException {
        try {
            turn.cancellation().whenCancelled().toCompletableFuture().get(millis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return; // That long it was not cancelled.
        }
    }

    /** In pieces, as models do. */
    private static void say(PromptTurn turn, String text) throws InterruptedException {
        for (String piece : text.split("(?<= )")) {
            turn.say(piece);
            pause(turn, 25);
        }
    }

    private static void picture(InspectorPage page, String name) throws Exception {
        page.page().mouse().move(0, 0);
        Path file = DIRECTORY.resolve("inspector-" + name + ".png");
        page.page().screenshot(new Page.ScreenshotOptions().setPath(file));
        assertThat(Files.size(file)).as("bytes of %s", file).isBetween(10_000L, MAX_SIZE);
    }
}
