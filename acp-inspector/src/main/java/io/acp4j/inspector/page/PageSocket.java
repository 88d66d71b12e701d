package io.acp4j.inspector.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.inspector.log.FrameFilter;
import io.acp4j.inspector.log.FrameLog;
import io.acp4j.inspector.log.FrameRow;
import io.acp4j.inspector.log.LogView;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The WebSocket of one page. What has changed is sent in rounds: the next one begins when the page says that it has drawn the
 * last, and after as long a pause as that has taken, so a page has no more to draw than a round, however much changes. The
 * page says at its start which changes it knows. Its view of the log is extended on the event loop, a bit at a time.
 */
final class PageSocket extends SimpleChannelInboundHandler<WebSocketFrame> {

    private static final Logger LOG = LoggerFactory.getLogger(PageSocket.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** How long changes are gathered before they are sent. */
    private static final int GATHER_MILLIS = 25;

    /** The longest pause after a round. */
    private static final long MAX_PAUSE_MILLIS = 1_000;

    private static final int TOPICS_PER_MESSAGE = 200;
    private static final int MESSAGES_PER_ROUND = 20;
    private static final int ROWS_PER_STEP = 500;

    /** How long the log is looked through before the event loop does something else. */
    private static final long STEP_NANOS = 15_000_000;

    private static final int MAX_LINES = 500;

    /** How many rows may be searched at once; the oldest search is given up for one more. */
    private static final int MAX_SEARCHES = 64;

    private final PageServer server;
    private final AtomicBoolean isScheduled = new AtomicBoolean();
    private final Runnable changed = this::schedule;
    private final Consumer<FrameRow> logged = this::logged;
    private volatile @Nullable ChannelHandlerContext context;
    private @Nullable FrameLog log;
    private @Nullable LogView view;
    private final Deque<JsonNode> searches = new ArrayDeque<>();
    private int viewNumber;
    private long sent = -1;
    private int lastSize = -1;
    private long lastEnd = -1;
    private boolean wasLooking;
    private @Nullable PageCommands commands;
    private int round;
    private long roundStart;
    private boolean isDrawing;
    private boolean isBehind;
    private long pauseEnd = System.nanoTime();

    PageSocket(PageServer server) {
        this.server = server;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        commands = new PageCommands(
                server.api(), server.workers(), added.executor(), (id, value) -> reply(added, id, value));
        server.board().onChange(changed);
        show("", FrameFilter.ALL);
    }

    @Override
    public void channelInactive(ChannelHandlerContext gone) {
        context = null;
        server.board().removeListener(changed);
        FrameLog shown = log;
        if (shown != null) {
            shown.removeListener(logged);
        }
        gone.fireChannelInactive();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext changedContext) {
        schedule();
        changedContext.fireChannelWritabilityChanged();
    }

    /** Shows the log of a source, as far as a filter lets it. */
    private void show(String source, FrameFilter filter) {
        FrameLog before = log;
        FrameLog found = server.logs().find(source);
        if (before != null && !before.equals(found)) {
            before.removeListener(logged);
        }
        if (found != null && !found.equals(before)) {
            found.onRow(logged);
        }
        log = found;
        view = found == null ? null : new LogView(found, filter);
        lastSize = -1;
    }

    private void logged(FrameRow row) {
        schedule();
    }

    private void schedule() {
        schedule(GATHER_MILLIS);
    }

    private void schedule(int millis) {
        ChannelHandlerContext here = context;
        if (here != null && isScheduled.compareAndSet(false, true)) {
            var unused = here.executor().schedule(this::flush, millis, TimeUnit.MILLISECONDS);
        }
    }

    /** On the event loop. */
    private void flush() {
        isScheduled.set(false);
        ChannelHandlerContext here = context;
        if (here == null || sent < 0 || !here.channel().isWritable()) {
            return;
        }
        boolean looksOn = looksOn();
        if (!looksOn) {
            found(here);
        }
        long pause = pauseEnd - System.nanoTime();
        if (isDrawing || pause > 0) {
            // What the page has drawn schedules the next round; the log is looked through all the same.
            if (looksOn || !isDrawing) {
                schedule(looksOn ? 1 : (int) TimeUnit.NANOSECONDS.toMillis(pause) + 1);
            }
            return;
        }
        boolean isComplete = false;
        int messages = 0;
        while (!isComplete && messages < MESSAGES_PER_ROUND && here.channel().isWritable()) {
            StateBoard.Update update = server.board().since(sent, TOPICS_PER_MESSAGE);
            if (update.isReset() || update.upTo() > sent) {
                send(here, state(update));
                sent = Math.max(1, update.upTo());
                messages++;
            }
            isComplete = update.complete();
        }
        if (showsLog(here, looksOn) || messages > 0) {
            isDrawing = true;
            isBehind = !isComplete;
            roundStart = System.nanoTime();
            send(here, JSON.createObjectNode().put("t", "round").put("n", ++round));
        }
        if (looksOn) {
            schedule(1);
        }
    }

    /** The page has drawn a round. */
    private void drawn(int drawn) {
        if (!isDrawing || drawn != round) {
            return;
        }
        isDrawing = false;
        long now = System.nanoTime();
        long pause = isBehind ? 0 : Math.min(now - roundStart, TimeUnit.MILLISECONDS.toNanos(MAX_PAUSE_MILLIS));
        pauseEnd = now + pause;
        schedule(isBehind ? 1 : GATHER_MILLIS);
    }

    /** Sends how far the view of the log has come, unless the page knows; returns whether it has. */
    private boolean showsLog(ChannelHandlerContext here, boolean looksOn) {
        LogView shown = view;
        FrameLog from = log;
        if (shown == null || from == null) {
            return false;
        }
        boolean isDone = wasLooking && !looksOn;
        boolean isNew = shown.size() != lastSize || from.end() != lastEnd || looksOn || isDone;
        if (isNew) {
            lastSize = shown.size();
            send(here, logState(from, shown, looksOn));
        }
        wasLooking = looksOn;
        lastEnd = from.end();
        return isNew;
    }

    /** Looks through the log for a while; returns whether there is more of it. */
    private boolean looksOn() {
        LogView shown = view;
        if (shown == null) {
            return false;
        }
        long start = System.nanoTime();
        boolean more = shown.extend(ROWS_PER_STEP);
        while (more && System.nanoTime() - start < STEP_NANOS) {
            more = shown.extend(ROWS_PER_STEP);
        }
        return more;
    }

    /** Sends where rows are, which is known when the log has been looked through. */
    private void found(ChannelHandlerContext here) {
        LogView shown = view;
        FrameLog from = log;
        if (!searches.isEmpty() && shown != null && from != null) {
            // A page scrolls only as far as it knows the view to go, and its next round may be a second away.
            send(here, logState(from, shown, false));
        }
        for (JsonNode asked = searches.poll(); asked != null; asked = searches.poll()) {
            ObjectNode reply = JSON.createObjectNode().put("ok", true);
            reply.put(
                    "index",
                    shown == null ? -1 : shown.indexOf(asked.path("row").asLong()));
            reply(here, asked.path("id"), reply);
        }
    }

    private ObjectNode state(StateBoard.Update update) {
        ObjectNode message = JSON.createObjectNode().put("t", "state");
        message.put("epoch", server.epoch())
                .put("seq", Math.max(1, update.upTo()))
                .put("now", System.currentTimeMillis())
                .put("reset", update.isReset());
        ArrayNode set = message.putArray("set");
        update.values()
                .forEach((topic, value) -> set.addArray().add(topic).add(value == null ? NullNode.instance : value));
        return message;
    }

    private ObjectNode logState(FrameLog from, LogView shown, boolean more) {
        return JSON.createObjectNode()
                .put("t", "log")
                .put("view", viewNumber)
                .put("size", shown.size())
                .put("end", from.end())
                .put("first", from.first())
                .put("scanning", more);
    }

    private static void send(ChannelHandlerContext to, ObjectNode message) {
        var unused = to.writeAndFlush(new TextWebSocketFrame(message.toString()));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext here, WebSocketFrame frame) {
        if (frame instanceof TextWebSocketFrame text) {
            read(here, text.text());
        } else if (frame instanceof PingWebSocketFrame) {
            var unused =
                    here.writeAndFlush(new PongWebSocketFrame(frame.content().retain()));
        } else if (frame instanceof CloseWebSocketFrame) {
            var unused = here.close();
        }
    }

    private void read(ChannelHandlerContext here, String text) {
        JsonNode message;
        try {
            message = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            LOG.warn("a page sent something that is no JSON", e);
            var unused = here.close();
            return;
        }
        String command = message.path("do").asText();
        switch (command) {
            case "hello" -> {
                boolean known = server.epoch().equals(message.path("epoch").asText());
                sent = known ? Math.max(0, message.path("seq").asLong()) : 0;
                lastSize = -1;
                schedule();
            }
            case "ping" ->
                reply(here, message.path("id"), JSON.createObjectNode().put("ok", true));
            case "drawn" -> drawn(message.path("round").asInt());
            case "view" -> {
                show(message.path("source").asText(), LogMessages.filter(message.path("filter")));
                viewNumber = message.path("view").asInt();
                schedule();
            }
            case "lines" -> {
                int from = message.path("from").asInt();
                ObjectNode reply = JSON.createObjectNode().put("t", "lines").put("view", viewNumber);
                int to = Math.min(message.path("to").asInt(), from + MAX_LINES);
                LogView shown = view;
                reply.set("lines", LogMessages.lines(shown == null ? List.of() : shown.lines(from, to)));
                send(here, reply);
            }
            case "find" -> {
                searches.add(message);
                if (searches.size() > MAX_SEARCHES) {
                    reply(
                            here,
                            searches.remove().path("id"),
                            failure("too many rows of this page are searched; the oldest search is given up"));
                }
                schedule();
            }
            case "find-prompt" -> {
                FrameLog from = log;
                ObjectNode reply = JSON.createObjectNode().put("ok", true);
                reply.put(
                        "row",
                        from == null
                                ? FrameRow.NONE
                                : from.prompt(
                                        message.path("session").asText(),
                                        message.path("back").asInt()));
                reply(here, message.path("id"), reply);
            }
            case "find-entry" -> {
                FrameLog from = log;
                ObjectNode reply = JSON.createObjectNode().put("ok", true);
                reply.set("value", LogMessages.place(from, message.path("row").asLong()));
                reply(here, message.path("id"), reply);
            }
            case "timings" -> {
                FrameLog from = log;
                ObjectNode reply = JSON.createObjectNode().put("ok", from != null);
                if (from == null) {
                    reply.put("error", "there is nothing to be timed");
                } else {
                    reply.set("value", TimingMessages.of(from, message));
                }
                reply(here, message.path("id"), reply);
            }
            default -> Objects.requireNonNull(commands).perform(message);
        }
    }

    private static ObjectNode failure(String reason) {
        return JSON.createObjectNode().put("ok", false).put("error", reason);
    }

    private static void reply(ChannelHandlerContext here, JsonNode id, ObjectNode reply) {
        send(here, reply.put("t", "reply").set("re", id));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext here, Throwable cause) {
        LOG.debug("the connection of a page failed", cause);
        var unused = here.close();
    }
}
