package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A session that is open on a connection: what it works on, what it holds, what runs in its background. */
final class V2Session {

    private static final long LIMIT_SECONDS = 60;

    final ReferenceAgent agent;
    final V2Store store;
    final V2Store.Kept kept;
    private final Deque<Prompt> held = new ArrayDeque<>();
    final Map<String, CompletableFuture<Void>> tools = new LinkedHashMap<>();
    final Map<String, CompletableFuture<Void>> terminals = new LinkedHashMap<>();
    private final List<String> background = new ArrayList<>();
    private @Nullable Job job;
    private String state = "idle";
    volatile String ending = "";
    volatile String told = "";
    private volatile boolean cancelsNext;
    private boolean cancelledWhileIdle;
    private volatile CompletableFuture<Void> lastWords = CompletableFuture.completedFuture(null);

    /** A prompt that came. */
    record Prompt(JsonNode id, JsonNode blocks) {

        String text() {
            return blocks.path(0).path("text").asText("");
        }
    }

    /** What the client was asked. */
    record Question(String method, CompletableFuture<JsonNode> answer) {}

    /** What the session works on. */
    static final class Job {
        final CompletableFuture<Void> cancelled = new CompletableFuture<>();
        final CompletableFuture<Void> done = new CompletableFuture<>();
        final Map<String, Question> asked = new LinkedHashMap<>();
    }

    V2Session(ReferenceAgent agent, V2Store store, V2Store.Kept kept) {
        this.agent = agent;
        this.store = store;
        this.kept = kept;
    }

    // Out

    void update(ObjectNode update) {
        kept.apply(update);
        boolean isAnswer = update.path("sessionUpdate").asText().startsWith("agent")
                && kept.title.equals("Which session is this?");
        boolean isLaterAnswer = update.path("sessionUpdate").asText().startsWith("agent")
                && kept.title.equals("And which session is that?");
        if (isAnswer && has("says-answers-everywhere")) {
            agent.update(latestOther(), update.deepCopy());
        }
        boolean elsewhere =
                isAnswer && has("says-answers-elsewhere") || isLaterAnswer && has("says-later-answers-elsewhere");
        agent.update(elsewhere ? latestOther() : kept.id, update);
    }

    private String latestOther() {
        return store.list().stream()
                .map(each -> each.id)
                .filter(id -> agent.own.contains(id) && !id.equals(kept.id))
                .findFirst()
                .orElse(kept.id);
    }

    /** Sends the state with what runs in the background. */
    void state(String now, @Nullable ObjectNode more) {
        ObjectNode update;
        synchronized (this) {
            state = now;
            update = obj("sessionUpdate", "state_update", "state", now, "background", backgroundList());
        }
        if (more != null) {
            update.setAll(more);
        }
        agent.update(kept.id, update);
    }

    private ArrayNode backgroundList() {
        ArrayNode list = arr();
        if (has("lists-nothing")) {
            return list;
        }
        if (has("lists-the-unknown") && !background.isEmpty()) {
            list.add(obj("type", "tool_call", "toolCallId", "never-announced"));
        }
        background.forEach(id -> list.add(obj("type", "terminal", "terminalId", id)));
        return list;
    }

    synchronized void tellState() {
        agent.update(kept.id, obj("sessionUpdate", "state_update", "state", state, "background", backgroundList()));
    }

    /** Returns whether the session works on a prompt. */
    synchronized boolean works() {
        return job != null;
    }

    synchronized String state() {
        return state;
    }

    // Prompts

    /** Takes a prompt: begins to work on it, or holds it. */
    void prompt(Prompt prompt) {
        if (prompt.text().equals("tck: refuse")) {
            if (has("inserts-what-it-refuses")) {
                echo(prompt, newId("m"));
            }
            if (!has("takes-what-it-refuses")) {
                throw new ReferenceAgent.Refused(-32603, "The model cannot be reached");
            }
        }
        synchronized (this) {
            if (job != null && has("refuses-while-it-works")) {
                throw new ReferenceAgent.Refused(-32600, "The session works");
            }
            if (job != null && !has("works-on-all-at-once")) {
                held.add(prompt);
                return;
            }
            job = new Job();
        }
        begin(prompt);
    }

    private void begin(Prompt prompt) {
        Job work;
        synchronized (this) {
            work = job;
        }
        if (work == null) {
            return;
        }
        if (!(has("never-runs-for-hello") && prompt.text().startsWith("Hello"))) {
            boolean nameless = prompt.text().equals("tck: plan") && has("nameless-states");
            state(nameless ? "" : "running", null);
        }
        if (cancelsNext) {
            cancelsNext = false;
            work.cancelled.complete(null);
        }
        ReferenceConnector.THREADS.execute(() -> work(prompt, work));
    }

    boolean has(String flag) {
        return agent.faults.has(flag);
    }

    String newId(String prefix) {
        return store.newId(prefix);
    }

    private String echo(Prompt prompt, String id) {
        if (kept.title.isEmpty()
                || (has("finds-titles-itself") && prompt.text().equals("to be called something new"))) {
            kept.title = prompt.text();
        }
        ObjectNode whole = obj(
                "sessionUpdate",
                "user_message",
                "messageId",
                id,
                "content",
                prompt.blocks().deepCopy());
        ObjectNode message = has("stores-without-white-space") ? V2Agent.stripped(whole) : whole;
        update(message);
        if (has("fork-writes-to-the-source") && prompt.text().equals("only in the fork")) {
            V2Store.Kept parent = store.find(kept.parent);
            if (parent != null) {
                parent.apply(message);
            }
        }
        if (has("source-writes-to-forks")) {
            store.list().stream().filter(each -> each.parent.equals(kept.id)).forEach(each -> each.apply(message));
        }
        if (has("numbers-prompts-alike") && prompt.text().startsWith("number ")) {
            return "m-user";
        }
        return has("echoes-another-id") && prompt.text().startsWith("Hello") ? id + "'" : id;
    }

    private void work(Prompt prompt, Job work) {
        V2Words words = new V2Words(this, work);
        ObjectNode end;
        String inserted = "";
        try {
            boolean first = has("unusual:responds-before-the-echo");
            String id = first ? newId("m") : echo(prompt, newId("m"));
            inserted = id;
            boolean late = prompt.text().equals("tck: wait") && has("answers-wait-when-done");
            if (!late && !has("responds-when-done")) {
                agent.send(
                        "result:session/prompt",
                        obj("jsonrpc", "2.0", "id", prompt.id(), "result", obj("messageId", id)));
            }
            if (first) {
                echo(prompt, id);
            }
            end = words.run(prompt.text());
        } catch (V2Words.Failed e) {
            end = obj("stopReason", "error", "error", obj("code", -32603, "message", "The work has failed"));
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            end = obj("stopReason", "end_turn");
        }
        CompletableFuture<Void> last = new CompletableFuture<>();
        lastWords = last;
        finish(work, odd(prompt.text(), end));
        if (has("responds-when-done")) {
            agent.send(
                    "result:session/prompt",
                    obj("jsonrpc", "2.0", "id", prompt.id(), "result", obj("messageId", inserted)));
        }
        if (prompt.text().equals("tck: wait") && has("answers-wait-when-done")) {
            agent.send(
                    "error:session/prompt",
                    obj("jsonrpc", "2.0", "id", prompt.id(), "error", obj("code", -32800, "message", "Cancelled")));
        }
        if (has("ends-hello-twice") && prompt.text().startsWith("Hello")
                || prompt.text().equals("tck: wait") && ending.isEmpty() && has("ends-cancelled-twice")) {
            state("idle", obj("stopReason", "refusal"));
        }
        if (has("unusual:works-silently") && prompt.text().startsWith("Hello")) {
            state("running", null);
            state("idle", obj("stopReason", "end_turn"));
        }
        if (has("runs-after-the-end") && prompt.text().equals("Hello again")) {
            state("running", null);
        }
        words.afterwards(prompt.text());
        if (has("unusual:works-on") && end.path("stopReason").asText().equals("end_turn")) {
            unprompted("By the way");
        }
        last.complete(null);
    }

    /** Waits until nothing more comes of work that has ended. */
    void awaitLastWords() {
        try {
            lastWords.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new ReferenceAgent.Refused(-32603, "The work does not end");
        }
    }

    /** Returns how the work ends, wrongly where it is told to. */
    private ObjectNode odd(String prompt, ObjectNode end) {
        boolean hello = prompt.startsWith("Hello");
        boolean cancelled = end.path("stopReason").asText().equals("cancelled");
        if (hello && has("ends-hello-strangely")) {
            end.put("stopReason", "because");
        }
        if (prompt.equals("tck: permission") && !cancelled && has("ends-permission-strangely")) {
            end.put("stopReason", "refusal");
        }
        if (cancelled && prompt.equals("tck: permission") && has("cancels-permission-with-another-reason")) {
            end.put("stopReason", "end_turn");
        }
        if (cancelled && ending.isEmpty() && prompt.equals("tck: wait") && has("cancels-wait-with-another-reason")) {
            end.put("stopReason", "end_turn");
        }
        if (cancelled && ending.equals("close") && has("closes-with-another-reason")) {
            end.put("stopReason", "end_turn");
        }
        if (prompt.equals("tck: tool-chunks") && has("ends-without-reason")) {
            end.remove("stopReason");
        }
        boolean never = (hello && has("never-idle-after-hello"))
                || (prompt.equals("number three") && has("never-idle-after-number-three"))
                || (cancelled
                        && prompt.equals("tck: wait")
                        && ending.isEmpty()
                        && has("never-idle-after-a-cancelled-wait"));
        return never ? obj() : end;
    }

    /** Ends a job and goes on with what is held. */
    private void finish(Job work, ObjectNode end) {
        Prompt next;
        kept.settle();
        synchronized (this) { // or what is sent upon the idle could still find the job
            if (!end.isEmpty() || has("ends-without-reason")) {
                state("idle", end);
            }
            if (has("unusual:repeats-states") && held.isEmpty()) {
                state("idle", end);
            }
            next = has("newest-first") ? held.pollLast() : held.poll();
            job = next == null ? null : new Job();
        }
        work.done.complete(null);
        if (next != null) {
            begin(next);
        }
    }

    /** Begins work that no prompt asked for. */
    void unprompted(String text) {
        Job work = new Job();
        synchronized (this) {
            if (job != null) {
                return;
            }
            job = work;
        }
        state("running", null);
        if (!text.isEmpty()) {
            update(V2Messages.chunk("agent_message", newId("m"), text));
        }
        ReferenceConnector.THREADS.execute(
                () -> finish(work, has("forgets-to-end-alone") ? obj() : obj("stopReason", "end_turn")));
    }

    /** Withdraws a prompt that is held; false when there is none of that id. */
    boolean withdraw(JsonNode id) {
        Prompt found = null;
        synchronized (this) {
            for (Prompt prompt : held) {
                found = prompt.id().equals(id) ? prompt : found;
            }
            if (found != null) {
                held.remove(found);
            }
        }
        if (found != null) {
            if (has("inserts-what-was-withdrawn")) {
                echo(found, newId("m"));
            }
            refuse(found, has("odd-withdrawal") ? -32603 : -32800);
        }
        return found != null;
    }

    private void refuse(Prompt prompt, int code) {
        agent.send(
                "error:session/prompt",
                obj("jsonrpc", "2.0", "id", prompt.id(), "error", obj("code", code, "message", "Cancelled")));
    }

    // Cancellation

    /** A fault: the next work is cancelled as soon as it begins. */
    void cancelNext() {
        cancelsNext = true;
    }

    void cancel(String why) {
        Job work;
        List<Prompt> dropped;
        if (has("cancels-the-background") && why.equals("cancel")) {
            List<String> running;
            synchronized (this) {
                running = List.copyOf(background);
            }
            running.forEach(this::endBackground);
        }
        synchronized (this) {
            work = job;
            dropped = List.copyOf(held);
            held.removeAll(dropped);
        }
        for (Prompt prompt : dropped) {
            if (has("inserts-what-was-cancelled")) {
                echo(prompt, newId("m"));
            }
            refuse(prompt, has("odd-code-on-" + why) ? -32603 : -32800);
        }
        // Only where nothing was said yet: a second cancellation may come after the work that the first has ended.
        if (work == null
                && why.equals("cancel")
                && (kept.items().isEmpty() || cancelledWhileIdle)
                && has("idle-cancel-bears-on-the-next")) {
            cancelsNext = true;
            cancelledWhileIdle = true;
        }
        if (work != null) {
            synchronized (work) {
                if (!has("never-withdraws-on-" + why)) {
                    work.asked.forEach((id, asked) -> {
                        boolean form = asked.method().startsWith("elicitation");
                        boolean never = why.equals("cancel")
                                && has(form ? "never-withdraws-questions" : "never-withdraws-permissions");
                        if (!asked.answer().isDone() && !never) {
                            withdrawQuestion(id);
                        }
                    });
                }
            }
            work.cancelled.complete(null);
        }
    }

    private void withdrawQuestion(String id) {
        Object told = has("withdraws-another") ? node(id + "x") : node(id);
        agent.notifyClient("$/cancel_request", obj("requestId", told));
    }

    /** Withdraws what the client was asked, and goes on. */
    void withdrawAll() {
        Job work;
        synchronized (this) {
            work = job;
        }
        if (work != null) {
            synchronized (work) {
                work.asked.keySet().forEach(this::withdrawQuestion);
            }
        }
    }

    /** Ends all that goes on and waits for it. */
    void end(String why) {
        ending = why;
        stopWork(why);
        List<String> running;
        synchronized (this) {
            running = List.copyOf(background);
        }
        if (!has("background-outlives-close")) {
            running.forEach(this::endBackground);
        }
    }

    /** Cancels the work and waits for its end. */
    void stopWork(String why) {
        Job work;
        synchronized (this) {
            work = job;
        }
        cancel(why);
        if (work != null) {
            try {
                work.done.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException e) {
                throw new ReferenceAgent.Refused(-32603, "The work does not end");
            }
        }
    }

    // Background

    void intoBackground(String terminal) {
        synchronized (this) {
            background.add(terminal);
        }
    }

    void endBackground(String terminal) {
        boolean there;
        synchronized (this) {
            there = background.contains(terminal);
        }
        if (!there) {
            return;
        }
        if (!has("unlists-before-the-end")) {
            exit(terminal);
        }
        if (!has("lists-for-ever")) {
            synchronized (this) {
                background.remove(terminal);
            }
        }
        state(state(), null);
        if (has("unlists-before-the-end")) {
            exit(terminal);
        }
    }

    void exit(String terminal) {
        terminals.remove(terminal);
        boolean foreground;
        synchronized (this) {
            foreground = !background.contains(terminal);
        }
        if (!(foreground && told.equals(terminal) && has("never-exits-when-told"))) {
            update(obj(
                    "sessionUpdate",
                    "terminal_update",
                    "terminalId",
                    terminal,
                    "exitStatus",
                    obj("exitCode", null, "signal", "SIGTERM"),
                    "capabilities",
                    null));
        }
    }
}
