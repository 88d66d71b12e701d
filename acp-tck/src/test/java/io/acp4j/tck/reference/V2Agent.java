package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The methods of a reference agent that speaks version 2: everything right, unless it is told what to do wrong. */
final class V2Agent {

    private final ReferenceAgent agent;
    private final V2Store store;
    private final Map<String, V2Session> open = new ConcurrentHashMap<>();
    private final V2Handshake handshake;
    private final V2Checks checks;
    private final V2Lists lists;
    private int fresh;
    private String last = "";

    V2Agent(ReferenceAgent agent, V2Store store) {
        this.agent = agent;
        this.store = store;
        this.handshake = new V2Handshake(agent);
        this.checks = new V2Checks(agent);
        this.lists = new V2Lists(agent, store, open.values());
    }

    static ReferenceAgent.Refused invalid(String message) {
        return new ReferenceAgent.Refused(-32602, message);
    }

    private ReferenceAgent.Refused unknownSession(String id) {
        int code = agent.faults.has("odd-code-for-unknown-sessions") ? -32603 : -32002;
        JsonNode data = agent.faults.has("names-no-session") ? obj() : obj("sessionId", id);
        return new ReferenceAgent.Refused(code, "There is no such session", data);
    }

    /** Answers a request; null when the answer comes later. */
    @Nullable
    JsonNode call(String method, JsonNode id, JsonNode params) {
        if (!agent.initialized && !method.equals("initialize") && !agent.faults.has("never-minds-initialize")) {
            throw new ReferenceAgent.Refused(-32600, "Say initialize first");
        }
        // What a faulty session still says after its work comes before what it is asked next.
        open.values().forEach(V2Session::awaitLastWords);
        fresh = method.equals("session/new") ? fresh + 1 : 0;
        return switch (method) {
            case "initialize" -> handshake.initialize(params);
            case "auth/login" -> handshake.login(params);
            case "auth/logout" -> handshake.told("unauthenticated");
            case "auth/status" -> handshake.status();
            case "providers/list" -> V2Handshake.providers();
            case "session/new" -> make(params);
            case "session/fork" -> fork(params);
            case "session/resume" -> resume(params);
            case "session/list" -> lists.list(params);
            case "session/close" -> close(id, params);
            case "session/delete" -> delete(params);
            case "session/archive" -> archive(params, true);
            case "session/unarchive" -> archive(params, false);
            case "session/status" -> status(params);
            case "session/set_title" -> title(params);
            case "session/set_config_option" -> V2Options.set(kept(params), params, agent.faults);
            case "session/prompt" -> {
                prompt(id, params);
                yield null;
            }
            case "tool_call/cancel" -> stop(session(params).tools, params.path("toolCallId"));
            case "terminal/cancel" -> stopTerminal(params);
            default -> throw new ReferenceAgent.Refused(-32601, "Method not found");
        };
    }

    void cancel(JsonNode params) {
        V2Session session = open.get(params.path("sessionId").asText());
        if (session == null && agent.faults.has("unknown-cancel-bears-on-the-next")) {
            open.values().forEach(V2Session::cancelNext);
        }
        if (agent.faults.has("withdraws-all")) {
            open.values().stream().filter(each -> each != session).forEach(V2Session::withdrawAll);
        }
        if (session != null && agent.faults.has("cancel-cancels-forks")) {
            open.values().stream()
                    .filter(each -> each.kept.parent.equals(session.kept.id))
                    .forEach(each -> each.stopWork("cancel"));
        }
        V2Session parent = session == null ? null : open.get(session.kept.parent);
        if (parent != null && agent.faults.has("cancel-cancels-sources")) {
            parent.stopWork("cancel");
        }
        if (agent.faults.has("cancels-all")) {
            open.values().forEach(each -> each.stopWork("cancel"));
        } else if (session != null) {
            session.cancel("cancel");
        }
    }

    void cancelRequest(JsonNode id) {
        if (agent.faults.has("unusual:ignores-cancelled-requests")) {
            return;
        }
        boolean found = open.values().stream().anyMatch(session -> session.withdraw(id));
        if (!found && id.isTextual() && agent.faults.has("unknown-withdrawal-bears-on-the-next")) {
            open.values().forEach(V2Session::cancelNext);
        }
        if (found && agent.faults.has("withdrawal-cancels-all")) {
            open.values().forEach(each -> each.stopWork("cancel"));
        }
    }

    void cancelAll() {
        open.values().forEach(session -> session.cancel("end"));
    }

    private V2Store.Kept kept(JsonNode params) {
        JsonNode id = params.path("sessionId");
        if (!id.isTextual()) {
            throw invalid("sessionId is needed");
        }
        V2Store.Kept kept = store.find(id.asText());
        if (kept == null) {
            throw unknownSession(id.asText());
        }
        return kept;
    }

    private V2Session session(JsonNode params) {
        V2Store.Kept kept = kept(params);
        return open.computeIfAbsent(kept.id, id -> new V2Session(agent, store, kept));
    }

    private JsonNode make(JsonNode params) {
        checks.check(params);
        if (agent.faults.has("unusual:one-session") && !open.isEmpty()) {
            throw new ReferenceAgent.Refused(-32603, "There is a session on this connection already");
        }
        V2Store.Kept kept = store.create(V2Checks.place(params, !agent.faults.has("relative-cwd")));
        open.put(kept.id, new V2Session(agent, store, kept));
        if (agent.faults.has("runs-from-the-start")) {
            open.get(kept.id).state("running", null);
            open.get(kept.id).state("idle", obj("stopReason", "end_turn"));
        }
        agent.own.add(kept.id);
        // The fourth in a row, which only who looks for that asks for.
        boolean odd = fresh == 4 && params.size() == 1;
        String told = odd && agent.faults.has("repeats-ids") ? last : kept.id;
        last = kept.id;
        return V2Options.setup(kept).put("sessionId", odd && agent.faults.has("empty-ids") ? "" : told);
    }

    private JsonNode status(JsonNode params) {
        V2Store.Kept kept = kept(params);
        if (agent.faults.has("status-has-effects")) {
            agent.update(kept.id, obj("sessionUpdate", "session_info_update", "title", "Asked for"));
        }
        return obj("status", kept.open ? "open" : "saved");
    }

    private JsonNode fork(JsonNode params) {
        V2Store.Kept source = kept(params);
        JsonNode root = params.path("messageId");
        if (root.isTextual()) {
            return forkAt(source, root.asText(), params);
        }
        JsonNode point = params.at("/_meta/jetbrains/air/fork/messageId");
        String last = point.isTextual() ? point.asText() : null;
        if (last != null
                && source.items().stream()
                        .noneMatch(item -> item.path("messageId").asText().equals(last))) {
            if (!agent.faults.has("forks-at-unknown-messages")) {
                throw new ReferenceAgent.Refused(
                        agent.faults.has("odd-code-for-fork-points") ? -32603 : -32602, "There is no such message");
            }
        }
        V2Session working = open.get(source.id);
        boolean works = working != null && working.works();
        V2Store.Kept fork = store.create(V2Checks.place(params, true));
        fork.hidden = agent.faults.has("hides-forks");
        fork.parent = source.id;
        fork.forgets = agent.faults.has("forks-forget");
        agent.own.add(fork.id);
        if (!agent.faults.has("forks-nothing")) {
            boolean tooMuch = last != null && agent.faults.has("forks-too-much");
            if (last == null && works && !agent.faults.has("forks-unsettled")) {
                fork.copySettled(source, agent.faults.has("forks-nothing-while-it-works"));
            } else {
                fork.copyFrom(source, tooMuch ? null : last, !agent.faults.has("forks-before-the-message"));
            }
            if (tooMuch) {
                fork.forgetTheFirst();
            }
        }
        if (source.history().toString().contains("fork all of this")) {
            for (String kind : List.of("tool_call_update", "agent_thought")) {
                if (agent.faults.has("forks-drop-" + kind)) {
                    fork.remove(kind);
                }
            }
        }
        if (agent.faults.has("fork-stops-the-source")) {
            session(params).stopWork("fork");
        }
        return made(fork, source, "fork-talks");
    }

    /** Forks at a message that {@code messageId} names. */
    private JsonNode forkAt(V2Store.Kept source, String point, JsonNode params) {
        List<ObjectNode> items = source.items();
        int at = -1;
        for (int i = 0; i < items.size(); i++) {
            at = items.get(i).path("messageId").asText().equals(point) && !point.isEmpty() ? i : at;
        }
        if (at < 0 || items.get(at).path("sessionUpdate").asText().equals("agent_thought")) {
            String reason = at < 0 ? "unknown_message" : "thought_not_supported";
            throw new ReferenceAgent.Refused(-32602, "Cannot fork there", obj("messageId", point, "reason", reason));
        }
        V2Store.Kept fork = store.create(V2Checks.place(params, true));
        fork.parent = source.id;
        agent.own.add(fork.id);
        boolean tooMuch = agent.faults.has("forks-past-the-message")
                && source.history().toString().contains("banana");
        if (!agent.faults.has("forks-nothing")) {
            fork.copyFrom(source, tooMuch ? null : point, true);
        }
        if (agent.faults.has("forks-keep-one-chunk")) {
            fork.cutTheLast();
        }
        return made(fork, source, "fork-at-talks");
    }

    private JsonNode made(V2Store.Kept fork, V2Store.Kept source, String talks) {
        if (agent.faults.has(talks) && source.history().toString().contains("beta")) {
            ReferenceConnector.TIMER.schedule(
                    () -> agent.update(fork.id, obj("sessionUpdate", "state_update", "state", "running")),
                    20,
                    TimeUnit.MILLISECONDS);
        }
        if (agent.faults.has(talks + "-in-the-same-words")
                && source.history().toString().contains("beta")) {
            String words =
                    fork.history().path(fork.history().size() - 1).path("text").asText();
            ReferenceConnector.TIMER.schedule(
                    () -> agent.update(fork.id, V2Messages.chunk("agent_message", store.newId("m"), words)),
                    20,
                    TimeUnit.MILLISECONDS);
        }
        return V2Options.setup(fork).put("sessionId", agent.faults.has("forks-into-itself") ? source.id : fork.id);
    }

    private JsonNode resume(JsonNode params) {
        V2Store.Kept kept = kept(params);
        V2Checks.place(params, true);
        checks.check(params);
        JsonNode from = params.path("replayFrom");
        boolean replay = from.isObject();
        if (replay && !from.path("type").asText().equals("start") && !agent.faults.has("replays-from-anything")) {
            throw invalid("There is no such cursor");
        }
        if (agent.faults.has("cannot-resume") && !params.has("replayFrom") && kept.title.equals("to be resumed")) {
            throw new ReferenceAgent.Refused(-32603, "It cannot be resumed");
        }
        kept.forgets |= agent.faults.has("forgets-when-resumed");
        kept.open = true;
        if (agent.faults.has("resume-resets-options")) {
            kept.options.put("mode", node("ask"));
        }
        V2Session session = session(params);
        if (agent.faults.has("keeps-to-one-connection") && agent.count("resumed " + kept.id) == 1) {
            replay &= agent.own.contains(kept.id);
        }
        boolean twice = kept.title.equals("What is the first thing?") && agent.count("replay " + kept.id) > 1;
        if ((replay && !(twice && agent.faults.has("replays-once")))
                || (from.isMissingNode() && agent.faults.has("replays-always"))
                || (from.isNull() && agent.faults.has("replays-for-null"))) {
            List<ObjectNode> items = kept.items();
            boolean half = kept.title.equals("What is the first thing?") && agent.faults.has("replays-half");
            if (kept.title.equals("What is the first thing?")) {
                items = damaged(items);
            }
            (half ? items.subList(0, 1) : items).forEach(item -> agent.send("replay", replayed(kept, item)));
            if (agent.faults.has("replays-notices")) {
                agent.update(kept.id, obj("sessionUpdate", "notice", "severity", "info", "title", "Again"));
            }
            if (agent.faults.has("replays-states")) {
                agent.update(kept.id, obj("sessionUpdate", "state_update", "state", "running", "background", arr()));
                agent.update(
                        kept.id,
                        obj(
                                "sessionUpdate",
                                "state_update",
                                "state",
                                "idle",
                                "background",
                                arr(),
                                "stopReason",
                                "end_turn"));
            }
        }
        if (agent.faults.has("resumes-running") && !replay) {
            agent.update(kept.id, obj("sessionUpdate", "state_update", "state", "running", "background", arr()));
        } else if (!agent.faults.has("resumes-without-state")) {
            session.tellState();
        }
        return V2Options.setup(kept);
    }

    private List<ObjectNode> damaged(List<ObjectNode> items) {
        List<ObjectNode> damaged = new ArrayList<>(items);
        if (agent.faults.has("replays-long-sessions-in-another-order") && damaged.size() > 4) {
            Collections.swap(damaged, 4, 5);
        }
        if (agent.faults.has("replays-single-lines")) {
            damaged.removeIf(item -> item.at("/content/0/text").asText().contains("\n"));
        }
        if (agent.faults.has("replays-without-white-space")) {
            damaged.replaceAll(V2Agent::stripped);
        }
        return damaged;
    }

    /** Returns a message of the user without the white space around its texts; anything else as it is. */
    static ObjectNode stripped(ObjectNode update) {
        ObjectNode stripped = update.deepCopy();
        if (update.path("sessionUpdate").asText().equals("user_message")) {
            for (JsonNode block : stripped.path("content")) {
                if (block.path("text").isTextual()) {
                    ((ObjectNode) block).put("text", block.path("text").asText().strip());
                }
            }
        }
        return stripped;
    }

    private static ObjectNode replayed(V2Store.Kept kept, ObjectNode item) {
        return obj("jsonrpc", "2.0", "method", "session/update", "params", obj("sessionId", kept.id, "update", item));
    }

    private @Nullable JsonNode close(JsonNode id, JsonNode params) {
        V2Store.Kept kept = kept(params);
        V2Session session = agent.faults.has("background-outlives-close") ? open.get(kept.id) : open.remove(kept.id);
        boolean early = agent.faults.has("answers-before-it-closes");
        if (early) {
            agent.send("result:session/close", obj("jsonrpc", "2.0", "id", id, "result", obj()));
        }
        if (session != null) {
            session.end("close");
        }
        kept.open = agent.faults.has("never-closes");
        if (agent.faults.has("deletes-what-it-closes")) {
            store.delete(kept.id);
        }
        if (agent.faults.has("talks-after-close")) {
            agent.send("result:session/close", obj("jsonrpc", "2.0", "id", id, "result", obj()));
            agent.update(kept.id, obj("sessionUpdate", "session_info_update", "title", "Closed"));
            return null;
        }
        return early ? null : obj();
    }

    private JsonNode delete(JsonNode params) {
        String id = params.path("sessionId").asText();
        boolean unknown = store.find(id) == null;
        if (unknown && agent.faults.has(id.startsWith("sess-") ? "deletes-once" : "deletes-what-is-known")) {
            throw unknownSession(id);
        }
        if (agent.faults.has("delete-deletes-more")) {
            open.values().stream()
                    .filter(each -> each.kept.title.equals("something to keep"))
                    .forEach(each -> store.delete(each.kept.id));
        }
        if (agent.faults.has("delete-does-nothing")) {
            return obj();
        }
        V2Session session = open.remove(id);
        if (session != null) {
            session.end("close");
        }
        store.delete(id);
        return obj();
    }

    private JsonNode archive(JsonNode params, boolean archived) {
        V2Store.Kept kept = kept(params);
        V2Session session = open.get(kept.id);
        if (archived && session != null && !agent.faults.has("archives-what-works")) {
            session.end("archive");
        }
        if (kept.archived == archived && agent.faults.has("archives-once")) {
            throw new ReferenceAgent.Refused(-32600, "It is there already");
        }
        if (!agent.faults.has(archived ? "archives-nothing" : "never-takes-back")) {
            kept.archived = archived;
        }
        kept.hidden = archived && agent.faults.has("loses-the-archive");
        return obj();
    }

    private JsonNode title(JsonNode params) {
        V2Store.Kept kept = kept(params);
        JsonNode title = params.path("title");
        if (title.asText("").isEmpty() && agent.faults.has("clears-titles-that-it-refuses")) {
            kept.title = "";
        }
        boolean taken = title.isTextual()
                ? !title.asText().isEmpty() || agent.faults.has("takes-empty-titles")
                : agent.faults.has("takes-missing-titles");
        if (!taken) {
            throw invalid("title is needed");
        }
        if (!kept.open && agent.faults.has("titles-only-what-is-open")) {
            throw invalid("The session is not open");
        }
        if (!agent.faults.has("stores-no-title")) {
            kept.title = title.asText();
        }
        return obj("title", params.path("title"));
    }

    private void prompt(JsonNode id, JsonNode params) {
        if (!params.path("prompt").isArray()) {
            throw invalid("prompt must be a list");
        }
        V2Session session = session(params);
        agent.own.add(session.kept.id);
        if (params.path("prompt").isEmpty() && !agent.faults.has("takes-empty-prompts")) {
            throw invalid("prompt is empty");
        }
        if (agent.faults.has("beside-ends-others")
                && params.at("/prompt/0/text").asText().equals("beside it")) {
            open.values().forEach(each -> each.stopWork("cancel"));
        }
        session.prompt(new V2Session.Prompt(id, params.path("prompt")));
    }

    private JsonNode stop(Map<String, CompletableFuture<Void>> running, JsonNode id) {
        CompletableFuture<Void> found = running.get(id.asText());
        if (found == null) {
            throw invalid(id.asText().startsWith("acp4j") ? "Never heard of it" : "It does not run");
        }
        found.complete(null);
        return obj();
    }

    private JsonNode stopTerminal(JsonNode params) {
        V2Session session = session(params);
        session.told = params.path("terminalId").asText();
        JsonNode result = stop(session.terminals, params.path("terminalId"));
        session.endBackground(params.path("terminalId").asText());
        return result;
    }
}
