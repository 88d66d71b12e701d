package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;
import static io.acp4j.tck.reference.FaultTable.child;
import static io.acp4j.tck.reference.FaultTable.names;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.reference.Faults.Reaction;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Faults in making, loading, listing, closing and deleting sessions. */
final class SessionFaults {

    private static final String NOWHERE = "acp4j-no-such-session";

    /** Connections that fall silent: each costs a wait. */
    private static final int SILENT = 20;

    /** The number of pings after which a connection is silent. */
    private static final int PINGS_BEFORE_SILENCE = 4;

    private SessionFaults() {}

    static void fill(FaultTable table) {
        making(table);
        loading(table);
        listing(table);
        ending(table);
    }

    private static Reaction failure() {
        return Reaction.members(obj("error", obj("code", -32603, "message", "faulty")));
    }

    private static Faults says(String text) {
        return new Faults()
                .error(
                        "session/prompt",
                        message -> message.at("/params/prompt/0/text").asText().equals(text),
                        -32603);
    }

    private static void making(FaultTable table) {
        Set<ReferenceAgent> tired = ConcurrentHashMap.newKeySet();
        table.put(
                "SESS-020",
                new Faults()
                        .take("_acp4j/ping", (message, agent) -> {
                            // The first ping is enough, since few scenarios of version 2 share a connection.
                            tired.add(agent);
                            return null;
                        })
                        .take("session/new", (message, agent) -> tired.contains(agent) ? failure() : null));
        Set<ReferenceAgent> silent = ConcurrentHashMap.newKeySet();
        table.another(
                "SESS-020",
                "silent",
                new Faults()
                        .take("_acp4j/ping", (message, agent) -> {
                            if (agent.count("ping") >= PINGS_BEFORE_SILENCE && silent.size() < SILENT) {
                                silent.add(agent);
                            }
                            return null;
                        })
                        .take("session/new", (message, agent) -> silent.contains(agent) ? Reaction.silence() : null));
        table.put(
                "SESS-001",
                new Faults()
                        .take(
                                "session/new",
                                (message, agent) ->
                                        message.path("params").path("cwd").isTextual() && agent.count("new") % 4 == 0
                                                ? Reaction.members(obj("result", obj("sessionId", "")))
                                                : null));
        table.put(
                "SESS-002",
                new Faults()
                        .take(
                                "session/new",
                                (message, agent) ->
                                        message.path("params").path("cwd").isTextual() && agent.count("new") % 4 == 0
                                                ? Reaction.members(obj(
                                                        "result",
                                                        obj(
                                                                "sessionId",
                                                                agent.own
                                                                        .iterator()
                                                                        .next())))
                                                : null));
        table.flag("SESS-003", "relative-cwd");
        table.put(
                "SESS-004",
                new Faults()
                        .result(
                                "session/new",
                                message -> !message.path("params").has("cwd")
                                        && message.path("params").has("mcpServers")
                                        && message.path("id").asInt() > 6,
                                obj("sessionId", "anywhere")));
        table.put(
                "SESS-005",
                new Faults()
                        .error(
                                "session/new",
                                message -> message.at("/params/mcpServers/0/command")
                                        .isTextual(),
                                -32602));
        table.put(
                "SESS-006",
                new Faults().result("session/prompt", message -> names(message, NOWHERE), FaultTable.endTurn()));
        table.put("SESS-007", new Faults().error("session/prompt", message -> names(message, NOWHERE), -32603));
        table.put(
                "SESS-008",
                new Faults()
                        .error(
                                "session/prompt",
                                message -> message.at("/params/prompt/0/text")
                                        .asText()
                                        .equals("tck: say two"),
                                -32603));
        table.another("SESS-008", "says-it-elsewhere");
        table.put("SESS-009", new Faults().rewrite("update:agent_message_chunk", message -> {
                    ObjectNode strange = message.deepCopy();
                    child(strange, "/params").put("sessionId", "strange");
                    return List.of(message, strange);
                }));
        table.put(
                "SESS-010",
                new Faults()
                        .error("session/new", message -> message.path("params").has("additionalDirectories"), -32602));
        table.flag("SESS-011", "knows-all-sessions");
        table.put("SESS-013", new Faults().error("session/set_mode", message -> names(message, NOWHERE), -32603));
        table.put("SESS-015", says("is it free?"));
        table.flag("SESS-014", "starts-no-servers");
        table.flag("SESS-016", "starts-servers-bare");
        table.flag("SESS-017", "updates-before-new");
        table.put(
                "SESS-012",
                new Faults()
                        .change(
                                "request:session/request_permission",
                                message -> child(message, "/params").put("sessionId", "strange")),
                "PERM-010");
    }

    private static void loading(FaultTable table) {
        table.put(
                "LOAD-001",
                new Faults()
                        .take(
                                "session/load",
                                (message, agent) -> agent.store.find(message.at("/params/sessionId")
                                                        .asText())
                                                != null
                                        ? failure()
                                        : null),
                "LOAD-008");
        table.flag("LOAD-002", "replays-no-user");
        table.flag("LOAD-019", "replays-without-white-space");
        table.another("LOAD-019", "stores-without-white-space");
        table.flag("LOAD-003", "replays-no-agent");
        table.another("LOAD-003", "replays-one-of-two-alike");
        table.another("LOAD-003", "replays-answers-twice");
        table.another("LOAD-003", "replays-with-a-footer");
        table.another("LOAD-002", "replays-single-lines");
        table.flag("LOAD-004", "replays-backwards");
        table.another("LOAD-004", "replays-long-sessions-backwards");
        table.flag("LOAD-005", "replays-late");
        table.put("LOAD-006", says("third question"));
        table.put("LOAD-007", new Faults().result("session/load", message -> names(message, NOWHERE), obj()));
        table.flag("LOAD-008", "loads-own-only");
        table.result("LOAD-009", "session/load", result -> result.put("modes", "ask"));
        table.flag("LOAD-010", "replays-grow");
        table.flag("LOAD-011", "load-forgets");
        table.flag("LOAD-012", "replays-no-tools");
        table.flag("LOAD-013", "replays-no-thought");
        table.flag("LOAD-014", "replays-no-image");
        table.another("LOAD-014", "replays-other-images", new Faults().change("update:user_message_chunk", message -> {
                    ObjectNode content = child(message, "/params/update/content");
                    if (content.has("data")) {
                        content.put("data", "AAAA");
                    }
                }));
        table.flag("SESS-018", "says-answers-elsewhere");
        table.another("SESS-018", "says-later-answers-elsewhere");
        table.another("SESS-018", "says-answers-everywhere");
        table.flag("LOAD-015", "replays-no-plan");
        table.flag("LOAD-016", "loads-elsewhere-empty");
        table.another("LOAD-016", "loads-elsewhere-answers-twice");
        table.flag("LOAD-017", "loads-elsewhere-forget");
        table.flag("LOAD-018", "replays-pending-tools");
        table.another("LOAD-013", "replays-short-thoughts");
        table.another("LOAD-015", "replays-first-plans");
        table.put("RES-001", new Faults().error("session/resume", message -> !names(message, NOWHERE), -32603));
        table.flag("RES-002", "resume-replays");
        table.another("RES-002", "resume-summarizes");
        table.put("RES-003", says("go on"));
        table.put("RES-004", new Faults().result("session/resume", message -> names(message, NOWHERE), obj()));
        table.flag("RES-005", "resume-forgets");
    }

    private static void listing(FaultTable table) {
        table.put(
                "LIST-001",
                new Faults()
                        .take(
                                "session/list",
                                (message, agent) -> agent.count("list with " + agent.own.size()) == 1
                                        ? Reaction.members(obj("result", obj("sessions", obj())))
                                        : null));
        table.result(
                "LIST-002",
                "session/list",
                result -> result.path("sessions").forEach(session -> ((ObjectNode) session).put("cwd", "relative")));
        table.result("LIST-003", "session/list", result -> {
            result.remove("nextCursor");
        });
        table.flag("LIST-004", "ignores-other-cwd");
        table.another("LIST-004", "filters-by-prefix");
        table.another(
                "LIST-012",
                "filters-the-first-of-long-pages",
                new Faults().flag("filters-the-first-page").flag("pages-of-ten"));
        table.flag("LIST-005", "lists-null-when-empty");
        table.flag("LIST-006", "repeats-pages");
        table.flag("LIST-007", "takes-any-cursor");
        table.flag("LIST-012", "filters-the-first-page");
        table.flag("LIST-013", "filters-everything");
        table.result(
                "LIST-008",
                "session/list",
                result -> result.path("sessions")
                        .forEach(session -> ((ObjectNode) session).put("updatedAt", "yesterday")));
        table.result("LIST-010", "session/list", result -> {
            ArrayNode sessions = (ArrayNode) result.path("sessions");
            for (int i = sessions.size() - 1; i >= 0; i--) {
                if (isFifth(sessions.get(i))) {
                    sessions.remove(i);
                }
            }
        });
        table.result(
                "LIST-011",
                "session/list",
                result -> result.path("sessions").forEach(session -> {
                    if (isFifth(session)) {
                        ((ObjectNode) session).put("cwd", "/somewhere/else");
                    }
                }));
        table.result("LIST-009", "session/list", result -> {
            if (!result.has("nextCursor")) {
                result.put("nextCursor", 0);
            }
        });
    }

    private static boolean isFifth(JsonNode session) {
        return session.path("title").asText().equals("something else to list 5");
    }

    private static void ending(FaultTable table) {
        table.put("CLOSE-001", new Faults().change("result:session/close", message -> message.set("result", null)));
        table.flag("CLOSE-002", "close-lets-run");
        table.flag("CLOSE-003", "close-closes-all");
        table.put(
                "CLOSE-004",
                new Faults()
                        .take(
                                "session/close",
                                (message, agent) -> names(message, NOWHERE) ? Reaction.silence() : null));
        table.put("CLOSE-005", new Faults().error("session/close", message -> names(message, NOWHERE), -32603));
        table.put(
                "DEL-006", new Faults().error("session/delete", message -> names(message, NOWHERE), -32603), "DEL-004");
        table.put("DEL-001", new Faults().change("result:session/delete", message -> message.set("result", arr())));
        table.flag("DEL-002", "delete-does-nothing");
        table.another("DEL-002", "delete-is-forgotten");
        table.flag("DEL-003", "delete-once");
        table.flag("DEL-004", "delete-known");
        table.flag("DEL-005", "delete-deletes-more");
    }
}
