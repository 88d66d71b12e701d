package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The methods of a reference agent that speaks version 2: everything right, unless it is told what to do wrong. */
final class V2Agent {

    private static final int PAGE = 5;
    private static final Set<String> TERMINAL_AUTH = Set.of("shell");

    private final ReferenceAgent agent;
    private final V2Store store;
    private final Map<String, V2Session> open = new ConcurrentHashMap<>();
    private int fresh;
    private String last = "";
    private String authState = "authenticated";

    V2Agent(ReferenceAgent agent, V2Store store) {
        this.agent = agent;
        this.store = store;
    }

    private static ReferenceAgent.Refused invalid(String message) {
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
            case "initialize" -> initialize(params);
            case "auth/login" -> login(params);
            case "auth/logout" -> told("unauthenticated");
            case "auth/status" -> obj("state", authState);
            case "providers/list" -> providers();
            case "session/new" -> make(params);
            case "session/fork" -> fork(params);
            case "session/resume" -> resume(params);
            case "session/list" -> list(params);
            case "session/close" -> close(id, params);
            case "session/delete" -> delete(params);
            case "session/archive" -> archive(params, true);
            case "session/unarchive" -> archive(params, false);
            case "session/status" -> status(params);
            case "session/set_title" -> title(params);
            case "session/set_config_option" -> option(params);
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
        if (agent.faults.has("cancels-all")) {
            open.values().forEach(each -> each.stopWork("cancel"));
        } else if (session != null) {
            session.cancel("cancel");
        }
    }

    void cancelRequest(JsonNode id) {
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

    // The handshake

    private JsonNode initialize(JsonNode params) {
        JsonNode version = params.path("protocolVersion");
        if (!version.isIntegralNumber() || !params.at("/info/name").isTextual()) {
            throw invalid("protocolVersion and info are needed");
        }
        if (version.asInt() < 2) {
            if (agent.initialized) {
                throw new ReferenceAgent.Refused(-32600, "The version is 2 already");
            }
            agent.initialized = agent.faults.has("initializes-by-failures");
            throw new ReferenceAgent.Refused(
                    -32022, "Version 2 is the only one", obj("requested", version.asInt(), "supported", arr(2)));
        }
        agent.initialized = true;
        JsonNode ours = params.path("capabilities");
        agent.capabilities = ours.isObject() ? ours : obj();
        ArrayNode methods = arr(obj("methodId", "login", "name", "Log in", "type", "agent"));
        if (agent.capabilities.at("/auth/terminal").isObject() || agent.faults.has("terminal-auth-for-all")) {
            methods.add(
                    obj("methodId", "shell", "name", "Log in by a shell", "type", "terminal", "args", arr("--login")));
        }
        ObjectNode sessions = obj(
                "prompt",
                obj("image", obj(), "audio", obj(), "embeddedContext", obj()),
                "mcp",
                obj("stdio", obj(), "http", obj()));
        for (String marker :
                List.of("delete", "additionalDirectories", "fork", "archive", "status", "title", "systemPrompt")) {
            sessions.set(marker, obj());
        }
        return obj(
                "protocolVersion",
                2,
                "info",
                obj("name", "reference", "version", "1"),
                "capabilities",
                obj("session", sessions, "auth", obj("status", obj()), "providers", obj()),
                "authMethods",
                methods);
    }

    private JsonNode login(JsonNode params) {
        String method = params.path("methodId").asText();
        boolean known =
                method.equals("login") || (TERMINAL_AUTH.contains(method) && agent.faults.has("logs-in-by-terminals"));
        if (!known) {
            throw invalid("There is no such method");
        }
        return told("authenticated");
    }

    private ObjectNode told(String state) {
        if (!authState.equals(state) || agent.faults.has("repeats-its-auth-status")) {
            authState = state;
            agent.notifyClient("auth/status_update", obj("state", state));
        }
        return obj();
    }

    private static ObjectNode providers() {
        return obj(
                "providers",
                arr(
                        obj("providerId", "main", "supported", arr("openai"), "required", true),
                        obj("providerId", "spare", "supported", arr("openai"), "required", false)));
    }

    // Sessions

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

    private static String place(JsonNode params, boolean strict) {
        JsonNode cwd = params.path("cwd");
        if (!cwd.isTextual()) {
            throw invalid("cwd is needed");
        }
        if (strict && !cwd.asText().startsWith("/")) {
            throw invalid("cwd must be absolute");
        }
        return cwd.asText();
    }

    private void check(JsonNode params) {
        Set<String> names = new HashSet<>();
        for (JsonNode server : params.path("mcpServers")) {
            String type = server.path("type").asText();
            if (!Set.of("stdio", "http").contains(type) && !agent.faults.has("takes-any-server")) {
                throw new ReferenceAgent.Refused(
                        agent.faults.has("odd-code-for-servers") ? -32603 : -32602, "Not a server that it knows");
            }
            if (!names.add(server.path("name").asText()) && !agent.faults.has("takes-twins")) {
                throw invalid("Two servers have one name");
            }
            if (agent.faults.has("wants-arguments") && type.equals("stdio") && !server.has("args")) {
                throw invalid("args are needed");
            }
        }
        if (agent.faults.has("takes-no-null") && params.path("mcpServers").isNull()) {
            throw invalid("mcpServers must be a list");
        }
        checkSystemPrompt(params);
        for (JsonNode directory : params.path("additionalDirectories")) {
            if (!directory.asText().startsWith("/") && !agent.faults.has("relative-directories")) {
                throw invalid("Directories must be absolute");
            }
        }
    }

    private void checkSystemPrompt(JsonNode params) {
        JsonNode prompt = params.path("systemPrompt");
        if (!prompt.isObject()) {
            return;
        }
        if (agent.faults.has("takes-no-system-prompt")) {
            throw invalid("There is a system prompt already");
        }
        boolean lenient =
                agent.faults.has(params.has("sessionId") ? "resumes-with-any-system-prompt" : "takes-any-mode");
        if (!prompt.path("mode").asText().equals("append") && !lenient) {
            throw invalid("The mode is not supported");
        }
        for (JsonNode block : prompt.path("content")) {
            if (!block.path("type").asText().equals("text") && !agent.faults.has("takes-any-system-content")) {
                throw invalid("A system prompt is text");
            }
        }
    }

    static ArrayNode options(V2Store.Kept kept) {
        return arr(
                select(kept, "mode", "Mode", "ask", "code"),
                select(kept, "model", "Model", "small", "large"),
                obj(
                        "configId",
                        "verbose",
                        "name",
                        "Verbose",
                        "type",
                        "boolean",
                        "currentValue",
                        kept.options.get("verbose")));
    }

    private static ObjectNode select(V2Store.Kept kept, String id, String name, String... values) {
        ArrayNode options = arr();
        for (String value : values) {
            options.add(obj("value", value, "name", value));
        }
        return obj(
                "configId",
                id,
                "name",
                name,
                "type",
                "select",
                "currentValue",
                kept.options.get(id),
                "options",
                options);
    }

    static ArrayNode commands() {
        return arr(obj("type", "command", "name", "plan", "description", "Makes a plan"));
    }

    private static ObjectNode setup(V2Store.Kept kept) {
        return obj("configOptions", options(kept), "availableCommands", commands());
    }

    private JsonNode make(JsonNode params) {
        check(params);
        V2Store.Kept kept = store.create(place(params, !agent.faults.has("relative-cwd")));
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
        return setup(kept).put("sessionId", odd && agent.faults.has("empty-ids") ? "" : told);
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
        if (agent.faults.has("fork-stops-the-source")) {
            session(params).stopWork("fork");
        }
        V2Store.Kept fork = store.create(place(params, true));
        fork.hidden = agent.faults.has("hides-forks");
        fork.parent = source.id;
        fork.forgets = agent.faults.has("forks-forget");
        agent.own.add(fork.id);
        if (!agent.faults.has("forks-nothing")) {
            boolean tooMuch = last != null && agent.faults.has("forks-too-much");
            fork.copyFrom(source, tooMuch ? null : last, !agent.faults.has("forks-before-the-message"));
            if (tooMuch) {
                fork.forgetTheFirst();
            }
        }
        return setup(fork).put("sessionId", agent.faults.has("forks-into-itself") ? source.id : fork.id);
    }

    private JsonNode resume(JsonNode params) {
        V2Store.Kept kept = kept(params);
        place(params, true);
        check(params);
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
        return setup(kept);
    }

    private static ObjectNode replayed(V2Store.Kept kept, ObjectNode item) {
        return obj("jsonrpc", "2.0", "method", "session/update", "params", obj("sessionId", kept.id, "update", item));
    }

    private boolean fits(V2Store.Kept kept, String cwd) {
        return cwd.isEmpty() || (cwd.equals(kept.cwd) && !agent.faults.has("filters-everything"));
    }

    /** Returns whether the kit's only session of a directory is there. */
    private boolean isOfAnotherPlace(String cwd) {
        return store.list().stream().anyMatch(kept -> kept.cwd.equals(cwd) && kept.title.equals("in another place"));
    }

    private JsonNode list(JsonNode params) {
        long before = Long.MAX_VALUE;
        JsonNode cursor = params.path("cursor");
        if (cursor.isTextual()) {
            boolean known = cursor.asText().matches("before-\\d+");
            if (!known && !agent.faults.has("takes-any-cursor")) {
                throw invalid("There is no such cursor");
            }
            before = known && !repeatsPages(params)
                    ? Long.parseLong(cursor.asText().substring("before-".length()))
                    : before;
        }
        String cwd = params.path("cwd").asText("");
        if ((agent.faults.has("ignores-other-cwd") && isOfAnotherPlace(cwd))
                || (agent.faults.has("filters-the-first-page") && cursor.isTextual())) {
            cwd = "";
        }
        String archived = params.path("archived").asText("exclude");
        ArrayNode page = arr();
        String next = null;
        for (V2Store.Kept kept : store.list()) {
            boolean shown = archived.equals("include") || kept.archived == archived.equals("only");
            if (kept.number >= before || !shown || kept.hidden || !fits(kept, cwd)) {
                continue;
            }
            if (page.size() == PAGE) {
                next = "before-" + page.get(PAGE - 1).path("sessionId").asText().substring("sess-".length());
                break;
            }
            ObjectNode info = obj("sessionId", kept.id, "cwd", kept.cwd, "updatedAt", "2026-11-22T10:00:00Z");
            if (!kept.title.isEmpty()) {
                info.put("title", kept.title);
            }
            page.add(info);
        }
        ObjectNode result = obj("sessions", page.isEmpty() && agent.faults.has("lists-null-when-empty") ? null : page);
        if (next != null) {
            result.put("nextCursor", next);
        }
        return result;
    }

    /** A fault of the last list of a connection only, as other scenarios look for sessions that lists have first. */
    private boolean repeatsPages(JsonNode params) {
        return agent.faults.has("repeats-pages")
                && !params.has("cwd")
                && open.values().stream()
                        .max(java.util.Comparator.comparing(session -> session.kept.number))
                        .filter(last -> last.kept.title.equals("something else to list 11"))
                        .isPresent();
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

    private JsonNode option(JsonNode params) {
        V2Store.Kept kept = kept(params);
        String id = params.path("configId").asText();
        JsonNode value = params.path("value");
        if (!kept.options.containsKey(id)) {
            throw invalid("There is no such option");
        }
        boolean known = id.equals("verbose") ? value.isBoolean() : hasValue(kept, id, value);
        if (!known && agent.faults.has("keeps-wrong-values")) {
            kept.options.put(id, node(id.equals("mode") ? "code" : "large"));
        }
        if (!known) {
            throw invalid("There is no such value");
        }
        if (!agent.faults.has("sets-nothing")) {
            kept.options.put(id, value);
        }
        ObjectNode result = obj("configOptions", options(kept));
        if (agent.faults.has("forgets-options")) {
            kept.options.put(id, node(id.equals("mode") ? "ask" : "small"));
        }
        return result;
    }

    private static boolean hasValue(V2Store.Kept kept, String id, JsonNode value) {
        for (JsonNode option : options(kept)) {
            for (JsonNode each : option.path("options")) {
                if (option.path("configId").asText().equals(id)
                        && each.path("value").equals(value)) {
                    return true;
                }
            }
        }
        return false;
    }

    // Work

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
