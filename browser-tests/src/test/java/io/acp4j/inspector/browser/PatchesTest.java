package io.acp4j.inspector.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.acp4j.inspector.Viewer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What updates have changed in messages and tool calls, before and after. */
class PatchesTest extends BrowserTest {

    private static final String LONG =
            IntStream.range(0, 40).mapToObj(i -> "line " + i).collect(Collectors.joining("\\n"));

    private static String update(String members) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"a\",\"update\":{"
                + members + "}}}";
    }

    private static String message(String content) {
        return update("\"sessionUpdate\":\"agent_message\",\"messageId\":\"m1\",\"content\":" + content);
    }

    private static String text(String text) {
        return "[{\"type\":\"text\",\"text\":\"" + text + "\"}]";
    }

    private static String call(String members) {
        return update("\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"t1\"," + members);
    }

    private Path recording(String... updates) throws Exception {
        String head = """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":2}}
            {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":2,"info":{"name":"patcher","version":"1"},"capabilities":{"session":{}}}}
            {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/"}}
            {"jsonrpc":"2.0","id":2,"result":{"sessionId":"a"}}
            {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"a","prompt":[{"type":"text","text":"go"}]}}
            {"jsonrpc":"2.0","id":3,"result":{}}
            """;
        return Files.writeString(directory.resolve("patches.jsonl"), head + String.join("\n", updates) + "\n");
    }

    @Test
    void messagesAndToolCallsShowWhatWasPatchedAndWhatWasCleared() throws Exception {
        Path file = recording(
                message(text("The first answer.")),
                message(text("The second answer.")),
                message("null"),
                call(
                        "\"title\":\"Read\",\"kind\":\"read\",\"status\":\"in_progress\",\"rawInput\":{\"path\":\"a.txt\"},"
                                + "\"content\":[{\"type\":\"content\",\"content\":{\"type\":\"text\",\"text\":\"" + LONG
                                + "\"}}]"),
                call("\"title\":\"Read b\",\"status\":\"completed\""),
                call("\"rawInput\":null,\"content\":[{\"type\":\"content\",\"content\":{\"type\":\"text\",\"text\":\""
                        + LONG.replace("line 20", "another line") + "\"}}]"));
        try (Viewer viewer = Viewer.open(List.of(file), 0)) {
            page.open(viewer.address());
            page.sessions().first().click();
            Locator message = page.entries("agent").locator(".patches");
            page.seesText(message.locator("summary"), "2 changes");
            message.locator("summary").click();
            page.seesText(message.locator("li").first(), "The first answer.");
            page.seesText(message.locator("li").first(), "The second answer.");
            page.seesText(message.locator("li").last(), "cleared");
            page.seesText(message.locator("li").last(), "nothing");

            Locator call = page.entries("tool").locator(".patches");
            page.entries("tool").locator("summary").first().click();
            page.seesText(call.locator("summary"), "2 changes");
            call.locator("summary").click();
            page.seesText(call.locator("li").first(), "in_progress");
            page.seesText(call.locator("li").first(), "completed");
            page.counts(call.locator("li").first().locator(".patch"), 2);
            page.seesText(call.locator("li").last().locator(".rows .del").first(), "line 20");
            page.seesText(call.locator("li").last().locator(".rows .add").first(), "another line");
            page.seesText(call.locator("li").last(), "rawInput");
            page.seesText(call.locator("li").last().locator(".mark"), "cleared");
            for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
                page.page().emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                Axe.isAccessible(page, "patches, " + scheme);
                page.picture("patches-" + scheme.name().toLowerCase(Locale.ROOT));
            }
            leave();
        }
    }

    @Test
    void theNewestChangesOfManyAreKept() throws Exception {
        String[] updates = IntStream.range(0, 31)
                .mapToObj(i -> message(text("Answer " + i + ".")))
                .toArray(String[]::new);
        try (Viewer viewer = Viewer.open(List.of(recording(updates)), 0)) {
            page.open(viewer.address());
            page.sessions().first().click();
            Locator message = page.entries("agent").locator(".patches");
            page.seesText(message.locator("summary"), "30 changes");
            message.locator("summary").click();
            page.counts(message.locator("li"), 20);
            page.seesText(message.locator("li").first(), "Answer 10.");
            page.seesText(message.locator("li").last(), "Answer 30.");
            leave();
        }
    }
}
