package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.wire.Json;
import io.acp4j.tck.reference.ReferenceAgent.Refused;
import io.acp4j.tck.reference.ReferenceStore.Item;
import io.acp4j.tck.reference.ReferenceStore.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The methods of the reference agent. */
final class ReferenceMethods {

    /** Time after a fork at which a faulty agent starts a turn; its usual turns take longer. */
    private static final int LATE_MILLIS = 300;

    private static final int PAGE = 5;

    private final ReferenceAgent agent;
    private final ReferenceFork forks;
    private final Map<String, ReferenceTurn> turns = new ConcurrentHashMap<>();
    private final Map<String, ReferenceTurn> turnsByRequest = new ConcurrentHashMap<>();
    private final Map<String, ReferenceTurn> lastTurns = new ConcurrentHashMap<>();

    ReferenceMethods(ReferenceAgent agent) {
        this.agent = agent;
        this.forks = new ReferenceFork(agent, this);
    }

    JsonNode call(String method, JsonNode params) {
        if (method.equals("initialize")) {
            return initialize(params);
        }
        if (method.startsWith("session/") && !agent.initialized && !agent.faults.has("never-minds-initialize")) {
            throw new Refused(-32600, "initialize first");
        }
        return switch (method) {
            case "authenticate" -> authenticate(params);
            case "logout" -> {
                agent.authenticated = agent.faults.has("logout-does-nothing");
                yield obj();
            }
            case "session/new" -> create(params);
            case "session/load" -> load(params, true);
            case "session/resume" -> load(params, agent.faults.has("resume-replays"));
            case "session/list" -> list(params);
            case "session/close" -> close(params);
            case "session/delete" -> delete(params);
            case "session/fork" -> forks.fork(params);
            case "session/set_mode" -> ReferenceOptions.setMode(agent, session(params), params);
            case "session/set_config_option" -> ReferenceOptions.setOption(agent, session(params), params);
            default -> extension(method, params);
        };
    }

    private JsonNode extension(String method, JsonNode params) {
        String name =
                method.startsWith(ReferenceBranches.PREFIX) ? method.substring(ReferenceBranches.PREFIX.length()) : "";
        if (!ReferenceBranches.METHODS.contains(name)) {
            throw new Refused(-32601, "Method not found");
        }
        Session session = session(params);
        return new ReferenceBranches(agent, session, isRunning(session)).call(name, params);
    }

    // Connection

    private JsonNode initialize(JsonNode params) {
        if (!params.path("protocolVersion").isIntegralNumber() && !agent.faults.has("takes-no-version")) {
            throw new Refused(-32602, "protocolVersion is missing");
        }
        agent.capabilities = params.path("clientCapabilities");
        agent.initialized = true;
        agent.authenticated = !agent.faults.has("auth-required");
        ObjectNode capabilities = obj(
                "loadSession", true,
                "_meta", ReferenceBranches.capability(),
                "promptCapabilities", obj("image", true, "audio", true, "embeddedContext", true),
                "mcpCapabilities", obj("http", false, "sse", false),
                "sessionCapabilities",
                        obj(
                                "list", obj(),
                                "resume", obj(),
                                "close", obj(),
                                "delete", obj(),
                                "additionalDirectories", obj(),
                                "fork",
                                        obj(
                                                "atMessageId",
                                                true,
                                                "_meta",
                                                obj("acp4j/fork", obj("lineage", true, "label", true)))),
                "auth", obj("logout", obj()));
        ArrayNode methods = arr(obj("id", "login", "name", "Log in"), obj("id", "key", "name", "Use a key"));
        boolean terminal = agent.capabilities.at("/auth/terminal").asBoolean(false);
        if (terminal || agent.faults.has("terminal-auth-for-all")) {
            methods.add(obj("id", "tty", "name", "Log in from a terminal", "type", "terminal", "args", arr("login")));
        }
        return obj(
                "protocolVersion",
                1,
                "agentCapabilities",
                capabilities,
                "agentInfo",
                obj("name", "reference-agent", "version", "1"),
                "authMethods",
                methods);
    }

    private JsonNode authenticate(JsonNode params) {
        String method = params.path("methodId").asText();
        if (!List.of("login", "key").contains(method)) {
            throw new Refused(-32602, "No such authentication method");
        }
        agent.authenticated = !agent.faults.has("authenticates-nobody");
        return obj();
    }

    // Sessions

    private String cwd(JsonNode params) {
        JsonNode cwd = params.path("cwd");
        if (!cwd.isTextual()) {
            throw new Refused(-32602, "cwd is missing");
        }
        if (!cwd.asText().startsWith("/")) {
            if (agent.faults.has("relative-cwd")) {
                return "/" + cwd.asText();
            }
            throw new Refused(-32602, "cwd must be absolute");
        }
        return cwd.asText();
    }

    private JsonNode create(JsonNode params) {
        if (!agent.authenticated && agent.initialized) {
            throw new Refused(-32000, "Authentication required");
        }
        if (agent.faults.has("unusual:one-session") && agent.store.open.containsValue(agent)) {
            throw new Refused(-32603, "There is a session on this connection already");
        }
        Session session = agent.store.create(cwd(params));
        agent.opened(session.id);
        ReferenceMcp.start(agent.faults, params.path("mcpServers"));
        if (agent.faults.has("updates-before-new")) {
            agent.update(session.id, obj("sessionUpdate", "session_info_update", "title", "early"));
        }
        ObjectNode result = ReferenceOptions.state(agent, session);
        if (agent.faults.has("tells-modes-at-first") && agent.count("new sessions") > 1) {
            result.remove("modes");
        }
        result.put("sessionId", session.id);
        return result;
    }

    Session session(JsonNode params) {
        JsonNode id = params.path("sessionId");
        if (!id.isTextual()) {
            throw new Refused(-32602, "sessionId is missing");
        }
        Session session = agent.store.find(id.asText());
        if (session == null) {
            throw new Refused(-32002, "No such session", obj("sessionId", id));
        }
        return session;
    }

    private JsonNode load(JsonNode params, boolean replay) {
        cwd(params);
        Session session = session(params);
        if (agent.faults.has("loads-own-only") && !agent.own.contains(session.id)) {
            throw new Refused(-32002, "No such session");
        }
        boolean wasOpen = agent.store.open.containsKey(session.id);
        if (wasOpen && agent.faults.has("refuses-open")) {
            throw new Refused(-32600, "The session is open");
        }
        agent.store.open.put(session.id, agent);
        List<ReferenceStore.Node> nodes = session.nodes();
        if (agent.faults.has("loads-what-was-last") && !nodes.isEmpty()) {
            session.moveTo(nodes.get(nodes.size() - 1).path());
        }
        if (agent.faults.has("load-resets-mode") && session.tells("in some mode")) {
            session.options.put("mode", "ask");
        }
        if (agent.faults.has("load-resets-options") && session.tells("with some option")) {
            session.options.put("model", "small");
        }
        if (agent.faults.has("resume-resets-mode") && session.tells("in a mode to resume")) {
            session.options.put("mode", "ask");
        }
        if (agent.faults.has("resume-resets-options") && session.tells("with an option to resume")) {
            session.options.put("model", "small");
        }
        if (replay) {
            session.forgotten = agent.faults.has("load-forgets") && session.tells("the secret word is celesta");
            boolean elsewhere = !agent.own.contains(session.id);
            session.forgotten |= elsewhere
                    && agent.faults.has("loads-elsewhere-forget")
                    && session.tells("the secret word is dulcimer");
            if (!(wasOpen && agent.faults.has("replays-nothing-open"))
                    && !(elsewhere && agent.faults.has("loads-elsewhere-empty"))) {
                replayAll(session);
            }
        } else {
            session.forgotten = agent.faults.has("resume-forgets");
            if (agent.faults.has("resume-summarizes")) {
                session.items().stream()
                        .filter(item -> item.kind().equals("agent_message_chunk"))
                        .map(item ->
                                new Item(item.kind(), "", "Earlier: " + item.text() + " That is all.", item.options()))
                        .forEach(item -> replay(session, item));
            }
        }
        if (agent.faults.has("unusual:greets-after-replays")) {
            agent.update(
                    session.id,
                    obj(
                            "sessionUpdate",
                            "agent_message_chunk",
                            "messageId",
                            agent.store.newId("greeting-"),
                            "content",
                            obj("type", "text", "text", "Welcome back")));
        }
        ObjectNode state = ReferenceOptions.state(agent, session);
        if (!replay) {
            if (agent.faults.has("resume-tells-no-modes")) {
                state.remove("modes");
            }
            if (agent.faults.has("resume-tells-no-options")) {
                state.remove("configOptions");
            }
        }
        return state;
    }

    private void replayAll(Session session) {
        List<Item> items = new ArrayList<>(session.items());
        if (items.stream().anyMatch(item -> item.text().equals("question one"))) {
            items = ReferenceReplays.relabel(agent, session.id, items);
        }
        // Some faults show in one scenario only, so that the others do not fail with it.
        if (items.stream().anyMatch(item -> item.text().equals("second question"))) {
            if (agent.faults.has("replays-no-user")) {
                items.removeIf(item -> item.kind().startsWith("user"));
            }
            if (agent.faults.has("replays-no-agent")) {
                items.removeIf(item -> item.kind().startsWith("agent"));
            }
            if (agent.faults.has("replays-one-of-two-alike")) {
                items.remove(items.size() - 1);
            }
            if (agent.faults.has("replays-long-sessions-backwards") && items.size() > 4) {
                Collections.reverse(items.subList(4, items.size()));
            }
            if (agent.faults.has("replays-single-lines")) {
                items.removeIf(item -> item.text().contains("\n"));
            }
            if (agent.faults.has("replays-without-white-space")) {
                items.replaceAll(item -> item.kind().startsWith("user")
                        ? new Item(item.kind(), item.id(), item.text().strip(), item.options())
                        : item);
            }
            if (agent.faults.has("replays-backwards")) {
                Collections.reverse(items);
            }
            if (agent.faults.has("replays-late")) {
                return;
            }
            if (agent.faults.has("replays-grow") && agent.count("replays of " + session.id) > 1) {
                items.addAll(items);
            }
        }
        if (agent.faults.has("replays-no-tools") && session.tells("keep the next tool in mind")) {
            items.removeIf(item -> item.kind().equals("tool_call"));
        }
        ReferenceReplays.forget(agent, session, items);
        items.forEach(item -> replay(session, item));
    }

    private void replay(Session session, Item item) {
        if (item.kind().equals("compaction")) {
            agent.update(
                    session.id,
                    obj("sessionUpdate", "compaction_update", "compactionId", item.id(), "status", "completed"));
            return;
        }
        if (item.kind().equals("plan")) {
            agent.update(session.id, obj("sessionUpdate", "plan", "entries", Json.parse(item.text())));
            return;
        }
        if (item.kind().equals("image")) {
            agent.update(
                    session.id,
                    obj(
                            "sessionUpdate",
                            "user_message_chunk",
                            "messageId",
                            item.id().isEmpty() ? null : item.id(),
                            "content",
                            obj("type", "image", "data", item.text(), "mimeType", "image/png")));
            return;
        }
        if (item.kind().equals("tool_call")) {
            agent.update(
                    session.id,
                    obj(
                            "sessionUpdate",
                            "tool_call",
                            "toolCallId",
                            item.id(),
                            "title",
                            item.text(),
                            "kind",
                            "other",
                            "status",
                            ReferenceReplays.status(agent, session)));
            return;
        }
        agent.update(
                session.id,
                obj(
                        "sessionUpdate",
                        item.kind(),
                        "messageId",
                        item.id().isEmpty() ? null : item.id(),
                        "content",
                        obj("type", "text", "text", item.text())));
    }

    private JsonNode list(JsonNode params) {
        List<Session> all = new ArrayList<>(agent.store.list());
        all.removeIf(session -> agent.deletedHere.contains(session.id));
        String cwd = params.path("cwd").asText("");
        all.sort(Comparator.comparingLong(session -> session.number));
        if (!cwd.isEmpty() && !(agent.faults.has("ignores-other-cwd") && isTold(cwd))) {
            boolean byPrefix = agent.faults.has("filters-by-prefix");
            all.removeIf(session -> !(byPrefix ? session.cwd.startsWith(cwd) : session.cwd.equals(cwd))
                    || agent.faults.has("filters-everything"));
        }
        String cursor = params.path("cursor").asText("");
        if (!cursor.isEmpty() && agent.faults.has("filters-the-first-page")) {
            all = new ArrayList<>(agent.store.list());
            all.sort(Comparator.comparingLong(session -> session.number));
        }
        if (!cursor.isEmpty()) {
            if (cursor.matches("after-\\d{1,18}")) {
                long after = Long.parseLong(cursor.substring("after-".length()));
                all.removeIf(session -> session.number <= after);
            } else if (!agent.faults.has("takes-any-cursor")) {
                throw new Refused(-32602, "No such cursor");
            }
        }
        ArrayNode sessions = arr();
        int to = Math.min(all.size(), agent.faults.has("pages-of-ten") ? 10 : PAGE);
        for (Session session : all.subList(0, to)) {
            if (isHidden(session)) {
                continue;
            }
            ObjectNode info =
                    obj("sessionId", session.id, "cwd", listedDirectory(session), "updatedAt", "2026-01-02T03:04:05Z");
            info.put("title", session.title.isEmpty() ? "untitled" : session.title);
            if (!session.parent.isEmpty()) {
                info.set("_meta", obj("acp4j/lineage", ReferenceFork.lineage(agent, session)));
            }
            sessions.add(info);
        }
        boolean nothing = sessions.isEmpty() && agent.faults.has("lists-null-when-empty");
        ObjectNode result = obj("sessions", nothing ? null : sessions);
        if (to < all.size()) {
            long last = all.get(to - 1).number;
            result.put("nextCursor", "after-" + (agent.faults.has("repeats-pages") ? last - 1 : last));
        }
        return result;
    }

    private String listedDirectory(Session session) {
        return !agent.faults.has("forks-move-their-source")
                ? session.cwd
                : agent.store.list().stream()
                        .filter(other -> other.parent.equals(session.id))
                        .map(fork -> fork.cwd)
                        .findFirst()
                        .orElse(session.cwd);
    }

    private boolean isHidden(Session session) {
        return (agent.faults.has("hides-forks") && !session.parent.isEmpty())
                || (agent.faults.has("hides-sources-of-forks")
                        && agent.store.list().stream().anyMatch(other -> other.parent.equals(session.id)));
    }

    /** Returns whether the kit's only session of a directory is there. */
    private boolean isTold(String cwd) {
        return agent.store.list().stream()
                .anyMatch(session -> session.cwd.equals(cwd) && session.tells("in another place"));
    }

    private JsonNode close(JsonNode params) {
        Session session = agent.store.find(params.path("sessionId").asText());
        if (session == null) {
            throw new Refused(-32002, "No such session");
        }
        agent.store.open.remove(session.id);
        ReferenceTurn turn = turns.get(session.id);
        Session parent = agent.store.find(session.parent);
        if (parent != null
                && agent.faults.has("close-closes-source")
                && forksOf(parent).size() == 2) {
            agent.store.delete(parent.id);
        }
        if (parent != null && agent.faults.has("close-marks-source") && session.tells("sum it up")) {
            parent.add(new Item("agent_message_chunk", agent.store.newId("m-"), "ghost", Map.of()));
        }
        if (turn != null && !agent.faults.has("close-lets-run")) {
            turn.close();
        }
        if (agent.faults.has("close-closes-all")) {
            agent.own.forEach(agent.store::delete);
        }
        return obj();
    }

    private List<Session> forksOf(Session session) {
        return agent.store.list().stream()
                .filter(each -> each.parent.equals(session.id))
                .toList();
    }

    private JsonNode delete(JsonNode params) {
        String id = params.path("sessionId").asText();
        if (agent.store.find(id) == null && agent.faults.has(id.startsWith("sess-") ? "delete-once" : "delete-known")) {
            throw new Refused(-32002, "No such session");
        }
        Session doomed = agent.store.find(id);
        String flag = doomed == null || doomed.parent.isEmpty() ? "children-die" : "grandchildren-die";
        if (doomed != null && agent.faults.has(flag)) {
            agent.store.list().stream().filter(each -> each.parent.equals(id)).forEach(each -> each.items.clear());
        }
        if (agent.faults.has("delete-deletes-more")) {
            agent.own.forEach(agent.store::delete);
        } else if (doomed != null && agent.faults.has("delete-is-forgotten") && doomed.tells("something to delete")) {
            agent.deletedHere.add(id);
        } else if (!agent.faults.has("delete-does-nothing")) {
            agent.store.delete(id);
            agent.store.open.remove(id);
        }
        return obj();
    }

    // Turns

    /** Starts a turn before anything after its prompt is read. */
    ReferenceTurn begin(JsonNode id, JsonNode params) {
        if (!agent.initialized) {
            throw new Refused(-32600, "initialize first");
        }
        Session session = session(params);
        if (!params.path("prompt").isArray()) {
            throw new Refused(-32602, "prompt is missing");
        }
        ReferenceTurn turn = new ReferenceTurn(agent, session, params.path("prompt"));
        ReferenceTurn running = turns.put(session.id, turn);
        if (running != null) {
            turn.waitFor(running);
        }
        turnsByRequest.put(id.toString(), turn);
        return turn;
    }

    /** Ends a turn for all that comes after its answer, which the client may send at once. */
    void ending(JsonNode id) {
        ReferenceTurn turn = turnsByRequest.get(id.toString());
        if (turn != null) {
            turns.remove(turn.session.id, turn);
        }
    }

    void answered(JsonNode id) {
        ReferenceTurn turn = turnsByRequest.remove(id.toString());
        if (turn != null) {
            turns.remove(turn.session.id, turn);
            turn.afterwards();
            turn.over();
        }
    }

    /** Notes how a faulty agent responds to a prompt once more. */
    void responded(JsonNode id, Runnable again) {
        ReferenceTurn turn = turnsByRequest.get(id.toString());
        if (turn != null && agent.faults.has("responds-to-each-cancellation")) {
            turn.responded(again);
            lastTurns.put(turn.session.id, turn);
        }
    }

    /** Repeats the response to the last prompt of a session in its forks, in the same words. */
    private void talk(Session source, String fault) {
        int wait = agent.faults.has(fault) ? 0 : agent.faults.has(fault + "-late") ? LATE_MILLIS : -1;
        List<Session> forks = forksOf(source);
        if (wait < 0 || forks.isEmpty()) {
            return;
        }
        Session fork = forks.get(forks.size() - 1);
        Item last = source.items().get(source.items().size() - 1);
        ReferenceConnector.TIMER.schedule(
                () -> agent.update(
                        fork.id,
                        obj(
                                "sessionUpdate",
                                "agent_message_chunk",
                                "messageId",
                                agent.store.newId("m-"),
                                "content",
                                obj("type", "text", "text", last.text()))),
                wait,
                TimeUnit.MILLISECONDS);
    }

    void afterwards(String method, JsonNode params) {
        Session session = agent.store.find(params.path("sessionId").asText());
        if (method.equals("session/fork") && session != null && session.tells("beta")) {
            talk(session, params.has("messageId") ? "fork-at-talks" : "fork-talks");
        }
        if (method.equals("session/load") && agent.faults.has("replays-late") && session != null) {
            session.items().forEach(item -> replay(session, item));
        }
    }

    void cancel(JsonNode params) {
        String id = params.path("sessionId").asText();
        agent.alone(() -> cancelTurn(id));
        Session session = agent.store.find(id);
        if (session != null && agent.faults.has("cancel-cancels-sources") && turns.containsKey(session.parent)) {
            stop(List.of(turns.get(session.parent)));
        }
        if (session != null && agent.faults.has("cancel-cancels-forks")) {
            stop(forksOf(session).stream()
                    .map(fork -> turns.get(fork.id))
                    .filter(Objects::nonNull)
                    .toList());
        }
        if (agent.faults.has("cancel-cancels-all")) {
            stop(List.copyOf(turns.values()));
        }
    }

    private void cancelTurn(String id) {
        ReferenceTurn turn = turns.get(id);
        if (turn != null && turn.hasYetToBegin() && agent.faults.has("loses-early-cancels")) {
            turn.begin();
        } else if (turn != null) {
            turn.cancel();
        } else if (lastTurns.containsKey(id)) {
            lastTurns.get(id).cancelAgain();
        } else if (agent.faults.has("cancel-sticks") && agent.store.find(id) != null) {
            agent.store.find(id).options.put("cancelled", "true");
        } else if (agent.faults.has("strange-cancel-sticks") && agent.store.find(id) == null) {
            agent.sticky = true;
        }
    }

    /** Cancels turns that should go on, and waits for their responses: what is asked next is answered after them. */
    private static void stop(List<ReferenceTurn> others) {
        others.forEach(ReferenceTurn::cancel);
        others.forEach(ReferenceTurn::awaitOver);
    }

    void cancelRequest(JsonNode id) {
        if (agent.faults.has("unusual:ignores-cancelled-requests")) {
            return;
        }
        ReferenceTurn turn = turnsByRequest.get(id.toString());
        if (turn != null) {
            turn.cancelRequest();
        } else if (agent.faults.has("cancel-request-cancels-all")) {
            stop(List.copyOf(turns.values()));
        } else {
            agent.sticky = agent.faults.has("cancel-request-sticks");
        }
    }

    void cancelAll() {
        turns.values().forEach(ReferenceTurn::cancel);
    }

    /** Cancels the turn of a session that waits. */
    void stopWaiting(Session session) {
        ReferenceTurn turn = turns.get(session.id);
        if (turn != null && turn.isWaiting()) {
            turn.cancel();
        }
    }

    boolean isRunning(Session session) {
        return turns.containsKey(session.id);
    }
}
