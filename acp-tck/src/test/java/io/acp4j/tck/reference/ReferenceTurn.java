package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.reference.ReferenceAgent.Refused;
import io.acp4j.tck.reference.ReferenceStore.Item;
import io.acp4j.tck.reference.ReferenceStore.Session;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** One turn: talks, or does what the prompt vocabulary asks for. */
final class ReferenceTurn {

    static final List<String> WORDS = List.of(
            "say",
            "chunks",
            "messages",
            "text-tool-text",
            "split-message",
            "thought",
            "tool",
            "plan",
            "commands",
            "info",
            "usage",
            "content",
            "mode",
            "config",
            "permission",
            "read",
            "write",
            "terminal",
            "elicit-form",
            "elicit-url",
            "mcp",
            "subagent",
            "extension",
            "wait",
            "large",
            "history",
            "compact",
            "notice",
            "branch",
            "keep",
            "kept",
            "stop");

    private static final long LIMIT_SECONDS = 60;

    final ReferenceAgent agent;
    final Session session;
    private final JsonNode prompt;
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final AtomicInteger cancels = new AtomicInteger();
    private volatile boolean cancelledAsRequest;
    private volatile boolean closed;
    private volatile boolean waiting;
    private volatile boolean asksPermission;
    private volatile boolean queued;
    private volatile ReferenceTurn before;
    private volatile Runnable again = () -> {};

    ReferenceTurn(ReferenceAgent agent, Session session, JsonNode prompt) {
        this.agent = agent;
        this.session = session;
        this.prompt = prompt;
    }

    void waitFor(ReferenceTurn running) {
        before = running;
        running.queued = true;
    }

    void close() {
        closed = true;
        cancelled.countDown();
    }

    void cancel() {
        int times = cancels.incrementAndGet();
        if (times > 1 || !waiting || queued || !agent.faults.has("hears-second-cancel")) {
            ReferenceTurn running = before;
            if (running != null) {
                running.cancel();
            }
            cancelled.countDown();
        }
    }

    void cancelRequest() {
        cancelledAsRequest = true;
        cancelled.countDown();
    }

    boolean isCancelled() {
        return cancelled.getCount() == 0;
    }

    /** A faulty agent knows of a turn only a while after its prompt: here, when the first cancellation has been lost. */
    boolean hasYetToBegin() {
        return begun.getCount() > 0 && isCancelledAtOnce();
    }

    void begin() {
        begun.countDown();
    }

    private boolean isCancelledAtOnce() {
        return text().equals("tck: wait") && session.tells("the next turn is cancelled at once");
    }

    /** Says so before the client can know: it may cancel as soon as it sees the turn wait. */
    void willWait() {
        waiting = true;
    }

    boolean isWaiting() {
        return waiting;
    }

    /** Waits as `tck: wait` does. */
    void awaitCancel() throws InterruptedException {
        waiting = true;
        cancelled.await();
    }

    /** Waits for a short time, and returns whether the turn is cancelled. */
    boolean isCancelledSoon() throws InterruptedException {
        return cancelled.await(20, TimeUnit.MILLISECONDS);
    }

    /** A faulty agent responds once more to each cancellation but the first: to those that have come, and those that will. */
    void responded(Runnable onceMore) {
        again = onceMore;
        for (int times = 1; times < cancels.get(); times++) {
            onceMore.run();
        }
    }

    /** Takes note of a cancellation that comes when the turn is over. */
    void cancelAgain() {
        if (isCancelled()) {
            again.run();
        }
    }

    /** The turn has had its response. */
    void over() {
        over.countDown();
    }

    void awaitOver() {
        try {
            if (!over.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("The turn does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    JsonNode run() throws InterruptedException {
        if (before != null && !agent.faults.has("prompts-overlap")) {
            before.ended.await();
        }
        if (isCancelledAtOnce() && agent.faults.has("loses-early-cancels")) {
            begun.await();
        }
        try {
            String text = text();
            if (session.title.isEmpty()) {
                session.title = text.length() <= 40 ? text : text.substring(0, 40);
            }
            if (!agent.faults.has("forgets-users")) {
                String id = newMessageId();
                message("user_message_chunk", id, List.of(text), !agent.faults.has("unusual:echoes-nothing"));
                for (JsonNode block : prompt) {
                    if (block.path("type").asText().equals("image")) {
                        keep("image", id, block.path("data").asText());
                    }
                }
            }
            String reason = text.startsWith("tck: ") ? new ReferenceWords(this).act(text.substring(5)) : chat(text);
            if (isCancelled()) {
                if (cancelledAsRequest) {
                    throw new Refused(agent.faults.has("cancel-request-fails") ? -32603 : -32800, "Cancelled");
                }
                session.forgotten = session.tells("the secret word is ocarina") && agent.faults.has("cancel-forgets");
                session.forgetsOlder =
                        session.tells("the secret word is theremin") && agent.faults.has("cancel-forgets-older-turns");
                boolean onlyWaited = waiting && !closed;
                if (onlyWaited && agent.faults.has("cancel-is-an-error")) {
                    throw new Refused(-32603, "AbortError");
                }
                boolean hidden = agent.faults.has(
                        onlyWaited ? "cancel-is-end-turn" : asksPermission ? "permission-cancel-is-end-turn" : "");
                reason = hidden ? "end_turn" : "cancelled";
            } else if ("true".equals(session.options.remove("cancelled")) || agent.sticky) {
                agent.sticky = false;
                reason = "cancelled";
            }
            session.settled = session.items().size();
            return obj("stopReason", reason);
        } finally {
            ended.countDown();
        }
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        prompt.forEach(block -> text.append(block.path("text").asText("")));
        boolean first = text.indexOf("sousaphone") >= 0 && agent.faults.has("hears-the-first-block");
        return first ? prompt.path(0).path("text").asText() : text.toString();
    }

    private String chat(String text) throws InterruptedException {
        long questions = session.items().stream()
                .filter(item -> item.kind().equals("user_message_chunk"))
                .count();
        if (text.startsWith("Write the word done")) {
            askForWhatIsNotOffered();
        }
        if (agent.faults.has("unusual:thinks")) {
            message("agent_thought_chunk", newMessageId(), List.of("Let me ", "think"), true);
        }
        if (agent.faults.has("works-in-each-turn")) {
            if (text.equals(ServedAgent.LONG_PROMPT)) {
                return new ReferenceWords(this).act("wait");
            }
            // More of it would only make the tests slow.
            if (questions <= 2 && session.parent.isEmpty()) {
                new ReferenceWords(this).work();
            }
        }
        say(agent.faults.has("replays-one-of-two-alike") ? "An answer" : "Answer " + questions);
        return "end_turn";
    }

    private void askForWhatIsNotOffered() throws InterruptedException {
        if (agent.faults.has("reads-anyway")) {
            ask("fs/read_text_file", obj("path", "/tmp/acp-tck.txt"));
        }
        if (agent.faults.has("runs-anyway")) {
            ask("terminal/create", obj("command", "ls"));
        }
    }

    void afterwards() {
        boolean asked = text().equals("Tell me something");
        if ((asked && agent.faults.has("talks-after-turns"))
                || (agent.faults.has("talks-after-cancel") && isCancelled())) {
            chunk("agent_message_chunk", "late", "late");
        }
    }

    // Messages

    String newMessageId() {
        return agent.faults.has("unusual:ids-per-session") ? session.newMessageId() : agent.store.newId("m-");
    }

    String say(String... chunks) {
        String id = newMessageId();
        message("agent_message_chunk", id, List.of(chunks), true);
        return id;
    }

    /** Sends a message in chunks and keeps it. */
    void message(String kind, String id, List<String> chunks, boolean send) {
        // It can be referred to only when it is complete.
        if (send) {
            chunks.forEach(chunk -> chunk(kind, id, chunk));
        }
        keep(kind, id, String.join("", chunks));
    }

    void keep(String kind, String id, String said) {
        boolean strips = kind.startsWith("user") && agent.faults.has("stores-without-white-space");
        String text = strips ? said.strip() : said;
        Session parent = agent.store.find(session.parent);
        if (parent != null && text.equals("only in the fork") && agent.faults.has("leaks-to-source")) {
            parent.add(new Item(kind, id, text, Map.copyOf(session.options)));
        }
        session.add(new Item(kind, id, text, Map.copyOf(session.options)));
    }

    void chunk(String kind, String id, String text) {
        boolean isAnswer = kind.startsWith("agent") && session.tells("Which session is this?");
        boolean isLaterAnswer = kind.startsWith("agent") && session.tells("And which session is that?");
        ObjectNode update = obj("sessionUpdate", kind, "messageId", id, "content", obj("type", "text", "text", text));
        if (isAnswer && agent.faults.has("says-answers-everywhere")) {
            agent.update(latestOther(), update.deepCopy());
        }
        boolean elsewhere = text.equals("beside it") && agent.faults.has("says-it-elsewhere")
                || isAnswer && agent.faults.has("says-answers-elsewhere")
                || isLaterAnswer && agent.faults.has("says-later-answers-elsewhere");
        agent.update(elsewhere ? latestOther() : session.id, update);
    }

    private String latestOther() {
        return agent.own.stream()
                .filter(each -> !each.equals(session.id))
                .max(Comparator.comparing(agent.store::numberOf))
                .orElseThrow();
    }

    void update(Object... members) {
        agent.update(session.id, obj(members));
    }

    /** Calls the client and waits; a cancelled turn waits no longer. */
    JsonNode ask(String method, ObjectNode params) throws InterruptedException {
        return askFor(session.id, method, params);
    }

    /** Calls the client for a session and waits. */
    JsonNode askFor(String id, String method, ObjectNode params) throws InterruptedException {
        params.put("sessionId", id);
        CompletableFuture<JsonNode> answer = agent.requestClient(method, params);
        if (!isCancelled()) {
            asksPermission = method.equals("session/request_permission");
        }
        while (!answer.isDone() && !isCancelled()) {
            try {
                answer.get(5, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // Looks again whether the turn has been cancelled.
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
        return answer.getNow(obj("error", obj("code", -32800)));
    }

    static ObjectNode content(String type) {
        return switch (type) {
            case "image" -> obj("type", "image", "data", "AAAA", "mimeType", "image/png");
            case "audio" -> obj("type", "audio", "data", "AAAA", "mimeType", "audio/wav");
            case "resource_link" -> obj("type", "resource_link", "name", "notes", "uri", "file:///tmp/notes");
            case "resource" -> obj("type", "resource", "resource", obj("uri", "file:///tmp/notes", "text", "notes"));
            default -> obj("type", "text", "text", "text");
        };
    }

    static ArrayNode options() {
        return arr(
                obj("optionId", "yes", "name", "Yes", "kind", "allow_once"),
                obj("optionId", "no", "name", "No", "kind", "reject_once"));
    }
}
