package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;
import static io.acp4j.tck.reference.FaultTable.child;
import static io.acp4j.tck.reference.FaultTable.names;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Predicate;

/** Faults of agents of version 2 in how sessions are opened, resumed, closed and forked. */
final class V2SessionFaults {

    private static final String NOWHERE = "acp4j-no-such-session";

    private V2SessionFaults() {}

    static void fill(FaultTable table) {
        same(table);
        sessions(table);
        resuming(table);
        forks(table);
    }

    /** What both versions have, where the fault of version 1 does not fit. */
    private static void same(FaultTable table) {
        table.put(
                "RPC-023",
                new Faults()
                        .result(
                                "session/prompt",
                                message -> message.at("/params/prompt").isInt(),
                                obj("messageId", "none")));
        table.put("RPC-011", new Faults().flag("answers-notifications"), "V2-INIT-012");
        table.put("CLOSE-003", says("still there?", -32603));
        table.result("LIST-003", "session/list", result -> remove(result, "something else to list 11"));
        table.flag("DEL-003", "deletes-once");
        table.flag("DEL-004", "deletes-what-is-known");
    }

    private static void remove(ObjectNode result, String title) {
        if (result.path("sessions") instanceof ArrayNode sessions) {
            for (int i = sessions.size() - 1; i >= 0; i--) {
                if (sessions.get(i).path("title").asText().equals(title)) {
                    sessions.remove(i);
                }
            }
        }
    }

    private static Faults says(String text, int code) {
        return new Faults()
                .error(
                        "session/prompt",
                        message -> message.at("/params/prompt/0/text").asText().equals(text),
                        code);
    }

    private static void sessions(FaultTable table) {
        table.flag("V2-SESS-001", "empty-ids");
        table.flag("V2-SESS-002", "repeats-ids");
        table.flag("V2-SESS-003", "relative-cwd");
        table.put(
                "V2-SESS-004",
                new Faults()
                        .error("session/new", message -> message.path("params").isEmpty(), -32603),
                "RPC-024");
        table.flag("V2-SESS-005", "takes-no-null");
        table.put("V2-SESS-006", new Faults().error("session/prompt", message -> names(message, NOWHERE), -32603));
        table.put(
                "V2-SESS-007",
                new Faults()
                        .change(
                                "error:session/prompt",
                                message -> child(message, "/error").remove("data")));
        table.flag("V2-SESS-008", "runs-from-the-start");
        table.flag("V2-SESS-009", "takes-any-server");
        table.flag("V2-SESS-010", "odd-code-for-servers");
        table.flag("V2-SESS-011", "takes-twins");
        table.flag("V2-SESS-012", "wants-arguments");
        table.put(
                "V2-SESS-013",
                new Faults()
                        .error(
                                "session/new",
                                message -> message.at("/params/additionalDirectories/0")
                                        .asText()
                                        .startsWith("/"),
                                -32602));
        table.flag("V2-SESS-014", "relative-directories");
        table.put("V2-SESS-015", says("beside it", -32603));
        table.flag("V2-SESS-016", "beside-ends-others");
        table.flag("V2-SESS-017", "says-answers-elsewhere");
        table.another("V2-SESS-017", "says-later-answers-elsewhere");
        table.another("V2-SESS-017", "says-answers-everywhere");
        table.put("V2-CLOSE-001", new Faults().flag("answers-before-it-closes"), "V2-CLOSE-003");
        table.flag("V2-CLOSE-002", "closes-with-another-reason");
        table.flag("V2-CLOSE-003", "talks-after-close");
        table.flag("V2-CLOSE-004", "odd-code-on-close");
        table.flag("V2-CLOSE-005", "never-withdraws-on-close");
        table.flag("V2-CLOSE-006", "deletes-what-it-closes");
        table.flag("V2-CLOSE-007", "background-outlives-close");
        table.put("V2-CLOSE-008", says("The last word", -32603));
    }

    private static Faults resume(Predicate<JsonNode> which, int code) {
        return new Faults().error("session/resume", which, code);
    }

    private static void resuming(FaultTable table) {
        table.flag("V2-RES-001", "cannot-resume");
        table.flag("V2-RES-002", "resumes-without-state");
        table.flag("V2-RES-003", "replays-always");
        table.put("V2-RES-004", new Faults().drop("replay"), everyReplay());
        table.put("V2-RES-005", new Faults().flag("replays-half"));
        table.another("V2-RES-005", "replays-long-sessions-in-another-order");
        table.another("V2-RES-005", "replays-single-lines");
        table.put("V2-RES-006", new Faults().change("replay", message -> {
                    ObjectNode update = child(message, "/params/update");
                    if (update.has("messageId")) {
                        update.put("messageId", update.path("messageId").asText() + "'");
                    }
                }));
        table.flag("V2-RES-007", "replays-from-anything");
        table.put("V2-RES-008", new Faults().result("session/resume", message -> names(message, NOWHERE), obj()));
        table.put("V2-RES-009", resume(message -> names(message, NOWHERE), -32602));
        table.put("V2-RES-010", says("and now?", -32603));
        table.put("V2-RES-011", new Faults().flag("forgets-when-resumed"));
        table.flag("V2-RES-012", "keeps-to-one-connection");
        table.flag("V2-RES-013", "replays-for-null");
        table.flag("V2-RES-014", "replays-notices");
        table.put("V2-RES-015", new Faults().change("replay", message -> {
                    ObjectNode update = child(message, "/params/update");
                    if (update.path("sessionUpdate").asText().equals("tool_call_update")) {
                        update.put("title", "Another");
                    }
                }));
        table.flag("V2-RES-016", "replays-once");
        table.flag("V2-RES-017", "replays-states");
        table.put("V2-RES-018", new Faults().change("replay", message -> {
                    ObjectNode update = child(message, "/params/update");
                    if (update.path("sessionUpdate").asText().equals("terminal_update")) {
                        update.set("output", obj("data", "aGk="));
                    }
                }));
        table.flag("V2-RES-019", "resumes-running");
        table.put(
                "V2-RES-021",
                new Faults()
                        .rewrite(
                                "replay",
                                message -> message.at("/params/update/sessionUpdate")
                                                .asText()
                                                .equals("agent_thought")
                                        ? List.of()
                                        : List.of(message)));
        table.put("V2-RES-022", new Faults().change("replay", V2WorkFaults::dropImages));
        table.another("V2-RES-022", "replays-other-images", new Faults().change("replay", V2WorkFaults::changeImages));
        table.flag("V2-RES-020", "replays-without-white-space");
    }

    private static String[] everyReplay() {
        return new String[] {
            "V2-RES-005", "V2-RES-012", "V2-RES-015", "V2-RES-018", "V2-RES-021", "V2-RES-022", "V2-MSG-002"
        };
    }

    private static void forks(FaultTable table) {
        table.put(
                "V2-FORK-001",
                new Faults().flag("forks-into-itself"),
                "V2-FORK-004",
                "V2-FORK-005",
                "V2-FORK-027",
                "V2-FORK-017",
                "V2-FORK-022");
        table.put(
                "V2-FORK-002",
                new Faults().flag("forks-nothing"),
                "V2-FORK-009",
                "V2-FORK-013",
                "V2-FORK-025",
                "V2-FORK-026",
                "V2-FORK-028",
                "V2-FORK-012",
                "V2-FORK-017",
                "V2-FORK-022");
        table.put("V2-FORK-003", says("only in the fork", -32603));
        table.flag("V2-FORK-004", "fork-writes-to-the-source");
        table.flag("V2-FORK-005", "source-writes-to-forks");
        table.flag("V2-FORK-006", "hides-forks");
        table.put(
                "V2-FORK-007",
                new Faults().result("session/fork", message -> names(message, NOWHERE), obj("sessionId", "x")));
        table.flag("V2-FORK-008", "forks-too-much");
        table.flag("V2-FORK-009", "forks-before-the-message");
        table.flag("V2-FORK-010", "forks-at-unknown-messages");
        table.flag("V2-FORK-011", "odd-code-for-fork-points");
        table.flag("V2-FORK-012", "forks-forget");
        table.flag("V2-FORK-013", "fork-stops-the-source");
        table.another("V2-FORK-013", "forks-nothing-while-it-works");
        table.flag("V2-FORK-025", "forks-drop-tool_call_update");
        table.flag("V2-FORK-026", "forks-drop-agent_thought");
        table.flag("V2-FORK-027", "forks-unsettled");
        table.put(
                "V2-FORK-028",
                new Faults()
                        .error(
                                "session/fork",
                                message -> message.at("/params/messageId").isNull(),
                                -32602));
        table.flag("V2-FORK-029", "cancel-cancels-sources");
        table.flag("V2-FORK-015", "cancel-cancels-forks");
        table.put("V2-FORK-014", says("and the source is closed", -32603));
        table.put("V2-FORK-024", says("is the source still there?", -32603));
        table.flag("V2-FORK-016", "fork-talks");
        table.another("V2-FORK-016", "fork-talks-in-the-same-words");
        table.flag("V2-FORK-017", "forks-past-the-message");
        table.put("V2-FORK-018", forksAt("acp4j-no-such-message"));
        table.put("V2-FORK-019", new Faults().change("error:session/fork", message -> {
                    if (message.at("/error/data/messageId").asText().startsWith("acp4j")) {
                        child(message, "/error").remove("data");
                    }
                }));
        table.put("V2-FORK-020", forksAt(""));
        table.put(
                "V2-FORK-021",
                new Faults()
                        .take(
                                "session/fork",
                                (message, agent) ->
                                        message.at("/params/messageId").asText().startsWith("th")
                                                ? Faults.Reaction.silence()
                                                : null));
        table.flag("V2-FORK-022", "forks-keep-one-chunk");
        table.flag("V2-FORK-023", "fork-at-talks");
        table.another("V2-FORK-023", "fork-at-talks-in-the-same-words");
    }

    private static Faults forksAt(String messageId) {
        return new Faults()
                .result(
                        "session/fork",
                        message -> message.at("/params/messageId").isTextual()
                                && message.at("/params/messageId").asText().equals(messageId),
                        obj("sessionId", "x"));
    }
}
