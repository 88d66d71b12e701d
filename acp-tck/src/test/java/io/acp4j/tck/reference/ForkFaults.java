package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.obj;
import static io.acp4j.tck.reference.FaultTable.child;
import static io.acp4j.tck.reference.FaultTable.names;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.reference.Faults.Reaction;
import java.time.Duration;

/** Faults in forks. */
final class ForkFaults {

    private static final String NOWHERE = "acp4j-no-such-session";
    private static final String FORK = "session/fork";

    private ForkFaults() {}

    static void fill(FaultTable table) {
        whole(table);
        requests(table);
        lives(table);
        atMessages(table);
        boundaries(table);
    }

    private static void whole(FaultTable table) {
        table.flag("FORK-101", "forks-are-their-sources");
        table.flag("FORK-007", "forks-lose-the-last");
        table.flag("FORK-107", "forks-replay-words");
        table.flag("FORK-109", "forks-replay-no-tools");
        table.flag("FORK-008", "leaks-to-source");
        table.another("FORK-008", "forks-share-memory");
        table.flag("FORK-009", "fork-talks");
        table.another(
                "FORK-009",
                "fork-talks-late",
                new Faults().flag("fork-talks-late").slow("result:session/prompt", Duration.ofMillis(600)));
        table.flag("FORK-108", "forks-move-the-source");
        table.put(
                "FORK-010",
                new Faults()
                        .error(
                                "session/prompt",
                                message -> message.at("/params/prompt/0/text")
                                        .asText()
                                        .equals("straight on"),
                                -32603));
        table.flag("FORK-011", "hides-forks");
        table.flag("FORK-111", "hides-sources-of-forks");
        table.flag("FORK-012", "fork-announces-itself");
        table.flag("FORK-013", "forks-own-only");
        table.flag("FORK-113", "forks-elsewhere-empty");
        table.another("FORK-107", "forks-replay-shortly");
        table.flag("FORK-014", "empty-forks-are-haunted");
        table.flag("FORK-015", "deep-forks-lose-the-first");
        table.flag("FORK-016", "forks-run-together");
    }

    private static void requests(FaultTable table) {
        table.put(
                "FORK-017", new Faults().result(FORK, message -> names(message, NOWHERE), obj("sessionId", "sess-0")));
        table.put("FORK-117", new Faults().error(FORK, message -> names(message, NOWHERE), -32603));
        table.put("FORK-018", new Faults().take(FORK, (message, agent) -> {
                    String session = message.at("/params/sessionId").asText();
                    boolean deleted = agent.store.find(session) == null && session.startsWith("sess-");
                    return deleted ? Reaction.members(obj("error", obj("code", -32603, "message", "deleted"))) : null;
                }));
        table.put(
                "FORK-019",
                new Faults()
                        .error(
                                FORK,
                                message -> message.at("/params/cwd").asText().startsWith("relative"),
                                -32603));
        table.flag("FORK-119", "refused-forks-stay");
        table.put(
                "FORK-020",
                new Faults()
                        .take(
                                FORK,
                                (message, agent) ->
                                        message.at("/params/cwd").asText().startsWith("/acp4j")
                                                ? Reaction.silence()
                                                : null));
        table.flag("FORK-025", "forks-again");
    }

    private static void lives(FaultTable table) {
        table.flag("FORK-021", "fork-resets-options");
        table.flag("FORK-121", "fork-resets-mode");
        table.flag("FORK-122", "forks-tell-no-modes");
        table.flag("FORK-275", "lineage-forgets-the-point");
        table.flag("FORK-023", "close-closes-source");
        table.flag("FORK-024", "close-marks-source");
        table.flag("FORK-042", "forks-unsettled");
        table.flag("FORK-142", "fork-stops-the-source");
        table.another("FORK-142", "forks-nothing-while-running");
        table.another(
                "FORK-142",
                "forks-wait-for-the-turn",
                new Faults()
                        .take(FORK, (message, agent) -> isRunningAlpha(message, agent) ? Reaction.silence() : null));
        table.flag("FORK-043", "fork-asks-again");
        table.result(
                "FORK-075",
                "session/list",
                result -> result.path("sessions").forEach(session -> {
                    if (session.path("_meta").has("acp4j/lineage")) {
                        child(session, "/_meta/acp4j~1lineage").put("parentSessionId", "nobody");
                    }
                }));
        table.flag("FORK-078", "cancel-cancels-sources");
        table.flag("FORK-178", "cancel-cancels-forks");
        table.put(
                "FORK-233",
                new Faults()
                        .error(
                                "session/fork",
                                message -> message.at("/params/messageId").isNull(),
                                -32602));
        table.another("FORK-233", "null-messages-mean-empty-forks");
        table.flag("FORK-079", "forks-share-modes");
        table.flag("FORK-179", "forks-share-options");
        table.flag("FORK-080", "forks-stay-put");
        table.flag("FORK-180", "forks-move-their-source");
        table.flag("FORK-076", "children-die");
        table.flag("FORK-077", "grandchildren-die");
    }

    /** Returns whether a request forks a whole session that only waits. */
    private static boolean isRunningAlpha(JsonNode message, ReferenceAgent agent) {
        String id = message.at("/params/sessionId").asText();
        ReferenceStore.Session source = agent.store.find(id);
        return source != null
                && !message.at("/params/messageId").isTextual()
                && source.tells("alpha")
                && !source.tells("tck: permission")
                && agent.isRunning(id);
    }

    private static void atMessages(FaultTable table) {
        table.flag("FORK-022", "fork-takes-latest-options");
        table.flag("FORK-026", "forks-past-the-message");
        table.flag("FORK-126", "forks-keep-one-chunk");
        table.flag("FORK-209", "fork-at-talks");
        table.flag("FORK-027", "forks-short-of-the-last");
        table.flag("FORK-028", "forks-past-the-user");
        table.flag("FORK-029", "fork-forgets");
        table.flag("FORK-030", "edits-keep-the-old");
        table.flag("FORK-032", "unknown-means-whole");
        table.put("FORK-132", new Faults().change("error:session/fork", message -> {
                    if (message.at("/error/data/messageId").asText().startsWith("acp4j")) {
                        child(message, "/error").remove("data");
                    }
                }));
        table.flag("FORK-232", "refused-points-stay");
        table.flag("FORK-033", "empty-means-whole");
        table.flag("FORK-034", "foreign-means-whole");
        table.flag("FORK-035", "forks-at-what-the-parent-says");
        table.flag("FORK-036", "forks-of-forks-know-nothing");
    }

    private static Faults atThoughts(Reaction reaction) {
        return new Faults().take(FORK, (message, agent) -> {
            ReferenceStore.Session source =
                    agent.store.find(message.at("/params/sessionId").asText());
            String point = message.at("/params/messageId").asText("");
            boolean isThought = source != null
                    && source.items().stream()
                            .anyMatch(item -> item.kind().equals("agent_thought_chunk")
                                    && item.id().equals(point));
            return isThought ? reaction : null;
        });
    }

    private static void boundaries(FaultTable table) {
        table.put(
                "FORK-037",
                new Faults()
                        .change(
                                "result:initialize",
                                message -> child(
                                                message,
                                                "/result/agentCapabilities/sessionCapabilities/fork/_meta/acp4j~1fork")
                                        .put("thought", true)));
        table.put("FORK-137", atThoughts(Reaction.silence()));
        table.another("FORK-137", "crashes-at-thoughts", atThoughts(new Reaction(null, true)));
        table.flag("FORK-038", "forks-at-tools");
        table.flag("FORK-039", "forks-take-tools-along");
        table.flag("FORK-040", "cancelled-is-internal");
        table.flag("FORK-041", "streaming-means-settled");
        table.flag("FORK-046", "fork-takes-either");
        table.flag("FORK-047", "air-means-whole");
        table.flag("FORK-048A", "forks-drop-tools");
    }
}
