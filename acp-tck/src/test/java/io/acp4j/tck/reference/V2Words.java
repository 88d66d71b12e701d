package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What the reference agent of version 2 does when it is told to by the prompt vocabulary. */
final class V2Words {

    static final String ALL =
            "say chunks messages split-message thought tool tool-chunks tool-wait terminal terminal-wait background"
                    + " plan commands info usage content config permission command requires-action elicit-form elicit-url"
                    + " extension wait large history compact notice stop refuse fail unprompted replace clear subagent";

    private static final long WHILE_MILLIS = 100;

    /** Words of the vocabulary for a typical long turn of a coding agent. */
    private static final List<String> WORK = List.of(
            "thought",
            "plan",
            "tool",
            "tool-chunks",
            "permission",
            "command",
            "terminal",
            "elicit-form",
            "elicit-url",
            "subagent",
            "commands",
            "info",
            "usage",
            "notice",
            "compact",
            "chunks",
            "messages",
            "replace");

    private final V2Session session;
    private final V2Session.Job job;
    private final V2Messages messages;
    private final V2ToolCalls toolCalls;
    private final V2Questions questions;

    /** The work fails. */
    static final class Failed extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    V2Words(V2Session session, V2Session.Job job) {
        this.session = session;
        this.job = job;
        messages = new V2Messages(session);
        toolCalls = new V2ToolCalls(session, job, messages);
        questions = new V2Questions(session, job, messages, toolCalls);
    }

    ObjectNode run(String prompt) throws InterruptedException, ExecutionException, TimeoutException {
        String[] words = prompt.startsWith("tck: ") && !session.has("knows-no-words")
                ? prompt.substring("tck: ".length()).split(" ", 2)
                : new String[] {"", prompt};
        String rest = words.length > 1 ? words[1] : "";
        try {
            act(words[0], rest);
        } catch (V2Questions.Cancelled e) {
            return obj("stopReason", "cancelled");
        }
        return obj("stopReason", words[0].equals("stop") ? rest : "end_turn");
    }

    private void act(String word, String rest) throws InterruptedException, ExecutionException, TimeoutException {
        switch (word) {
            case "vocabulary" -> messages.say("tck-vocabulary: " + ALL);
            case "say" -> messages.say(rest);
            case "chunks" -> messages.chunks(Integer.parseInt(rest));
            case "messages" -> messages.messages(Integer.parseInt(rest));
            case "split-message" -> toolCalls.split();
            case "thought" -> messages.thought();
            case "tool" -> toolCalls.tool();
            case "tool-chunks" -> toolCalls.toolChunks();
            case "tool-wait" -> toolCalls.toolWait();
            case "terminal" -> toolCalls.terminal();
            case "terminal-wait" -> toolCalls.terminalWait();
            case "background" -> session.intoBackground(toolCalls.startTerminal());
            case "plan" -> messages.plan();
            case "commands" ->
                session.update(
                        obj("sessionUpdate", "available_commands_update", "availableCommands", V2Options.commands()));
            case "info" ->
                session.update(obj(
                        "sessionUpdate",
                        "session_info_update",
                        "title",
                        "A title",
                        "updatedAt",
                        "2026-11-22T10:00:00Z"));
            case "usage" ->
                session.update(obj(
                        "sessionUpdate",
                        "usage_update",
                        "used",
                        10,
                        "size",
                        100,
                        "cost",
                        obj("amount", 0.5, "currency", "EUR")));
            case "content" -> messages.content();
            case "config" -> {
                session.kept.options.put("mode", obj("v", "code").path("v"));
                session.update(
                        obj("sessionUpdate", "config_option_update", "configOptions", V2Options.options(session.kept)));
            }
            case "permission" -> questions.permission(questions.subject());
            case "command" -> questions.permission(obj("type", "command", "command", "make all", "cwd", "/tmp"));
            case "requires-action" -> questions.requiresAction();
            case "subagent" -> questions.subagent();
            case "elicit-form" -> questions.form();
            case "elicit-url" -> questions.url();
            case "extension" -> {
                if (questions.ask("_reference/hello", obj("hello", true)).has("error")
                        && session.has("needs-extension")) {
                    throw new Failed();
                }
            }
            case "wait" -> {
                messages.say("waiting");
                questions.waitForCancellation();
            }
            case "large" -> messages.say("x".repeat(Integer.parseInt(rest)));
            case "history" -> messages.say(session.kept.forgets ? "[]" : history());
            case "compact" -> messages.compact();
            case "notice" ->
                session.update(obj(
                        "sessionUpdate",
                        "notice",
                        "severity",
                        "info",
                        "title",
                        "Take notice",
                        "description",
                        "of this"));
            case "stop" -> messages.say("stopping");
            case "fail" -> throw new Failed();
            case "unprompted" -> messages.say("more will follow");
            case "replace" -> messages.replace();
            case "clear" -> messages.clear();
            default -> {
                if (session.has("works-in-each-turn")) {
                    if (rest.equals(ServedAgent.LONG_PROMPT)) {
                        act("wait", "");
                        return;
                    }
                    // More of it would only make the tests slow.
                    boolean works = session.kept.history().size() <= 3 && session.kept.parent.isEmpty();
                    for (String each : works ? WORK : List.<String>of()) {
                        act(each, "2");
                    }
                }
                messages.say("You said: " + rest);
                if (session.has("works-for-a-while")) {
                    workForAWhile();
                }
            }
        }
        if (job.cancelled.isDone()) {
            throw new V2Questions.Cancelled();
        }
    }

    private void workForAWhile() throws InterruptedException, ExecutionException {
        try {
            job.cancelled.get(WHILE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // the work is done
        }
    }

    private String history() {
        if (session.has("forgets-marzipan") && session.kept.title.contains("marzipan")) {
            return "[]";
        }
        if (session.has("cancel-forgets-older-turns") && session.kept.title.contains("ocarina")) {
            return arr(session.kept.history().path(session.kept.history().size() - 2))
                    .toString();
        }
        // The first is the question itself.
        if (!session.has("knows-all-sessions") || session.kept.history().size() > 1) {
            return session.kept.history().toString();
        }
        StringBuilder all = new StringBuilder();
        session.store.list().forEach(each -> all.append(each.history()));
        return arr(obj("role", "user", "text", all.toString())).toString();
    }

    void afterwards(String prompt) {
        if (prompt.equals("tck: unprompted")) {
            session.unprompted("");
        }
        if (session.has("talks-after-cancel") && job.cancelled.isDone() && session.ending.isEmpty()) {
            session.update(V2Messages.chunk("agent_message", session.newId("m"), "one more thing"));
        }
        if (session.has("talks-after-the-end") && prompt.startsWith("Hello")) {
            session.update(V2Messages.chunk("agent_message", session.newId("m"), "one more thing"));
        }
    }
}
