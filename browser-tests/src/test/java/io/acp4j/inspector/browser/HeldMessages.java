package io.acp4j.inspector.browser;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.WebSocketRoute;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What an inspector sends to one page, some of which is held back; for the thread of the browser, before the page is opened. */
final class HeldMessages {

    /** How far the log has been looked through. */
    static final Predicate<JsonNode> LOG = message -> message.path("t").asText().equals("log");

    /** That what came before it is to be drawn. */
    private static final Predicate<JsonNode> ROUND =
            message -> message.path("t").asText().equals("round");

    /** The rows in sight. */
    static final Predicate<JsonNode> LINES =
            message -> message.path("t").asText().equals("lines");

    /** Where a row is. */
    static final Predicate<JsonNode> FOUND = message -> message.has("index");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Page page;
    private final List<JsonNode> passed = new ArrayList<>();
    private final List<JsonNode> held = new ArrayList<>();
    private Predicate<JsonNode> holds = message -> false;
    private boolean isReleasing;

    /** The connection; what comes over one that was cut is lost. */
    private @Nullable WebSocketRoute toPage;

    private @Nullable WebSocketRoute toServer;

    HeldMessages(InspectorPage shown) {
        page = shown.page();
        page.routeWebSocket("**/ws", this::route);
    }

    private void route(WebSocketRoute route) {
        toPage = route;
        WebSocketRoute server = route.connectToServer();
        toServer = server;
        route.onMessage(frame -> sent(server, frame.text()));
        server.onMessage(frame -> received(route, frame.text()));
    }

    private void sent(WebSocketRoute to, String text) {
        if (to == toServer) {
            to.send(text);
        }
    }

    private void received(WebSocketRoute from, String text) {
        JsonNode message = json(text);
        if (from != toPage) {
            return;
        }
        // A round is that of what came before it; what is released keeps its order.
        boolean isOfHeld = ROUND.test(message) && held.stream().anyMatch(LOG);
        if (holds.test(message) || isOfHeld || (isReleasing && !held.isEmpty())) {
            held.add(message);
        } else {
            passed.add(message);
            from.send(text);
        }
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("the inspector sends JSON", e);
        }
    }

    /** Holds messages back from now on. */
    HeldMessages hold(Predicate<JsonNode> which) {
        holds = which;
        isReleasing = false;
        passed.clear();
        return this;
    }

    /** Waits until such a message has passed. */
    void passes(Predicate<JsonNode> which) {
        until(passed, which);
    }

    /** Waits until such a message is held back. */
    void holdsBack(Predicate<JsonNode> which) {
        until(held, which);
    }

    private void until(List<JsonNode> messages, Predicate<JsonNode> which) {
        page.waitForCondition(
                () -> messages.stream().anyMatch(which),
                new Page.WaitForConditionOptions().setTimeout(Browsers.TIMEOUT_MILLIS));
    }

    /** Lets the page have what was held back, in its order, and whatever comes. */
    void release() {
        holds = message -> false;
        isReleasing = true;
        WebSocketRoute to = Objects.requireNonNull(toPage);
        while (!held.isEmpty()) {
            // More may come while it is sent.
            JsonNode message = held.get(0);
            to.send(message.toString());
            held.remove(0);
            passed.add(message);
        }
    }

    /** Cuts the connection; what was held back is lost with it. The page makes a new one. */
    void cut() {
        WebSocketRoute before = Objects.requireNonNull(toPage);
        WebSocketRoute server = Objects.requireNonNull(toServer);
        toPage = null;
        toServer = null;
        holds = message -> false;
        held.clear();
        passed.clear();
        before.close();
        server.close();
        page.waitForCondition(
                () -> !passed.isEmpty(), new Page.WaitForConditionOptions().setTimeout(Browsers.TIMEOUT_MILLIS));
    }

    /** Waits until the page has drawn whatever it has. */
    void drawn() {
        drawn(page);
    }

    /** Waits until a page has drawn whatever it has. */
    static void drawn(Page page) {
        page.evaluate(
                "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))");
    }

    /** Waits until all that was sent before has come and is drawn. */
    void settled() {
        page.evaluate("async () => { const { ask } = await import('/store.js'); await ask('find', { row: 0 }); }");
        drawn();
    }
}
