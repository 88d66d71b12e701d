package io.acp4j.tck.mutation;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Faults of forks and of forks at a message. */
final class ForkTrafficFaults {

    private static final int NOT_FOUND = -32002;
    private static final int INVALID_PARAMS = -32602;

    private ForkTrafficFaults() {}

    static List<SemanticFault> all() {
        return List.of(
                SemanticFault.inBoth("fork-accepts-unknown-message", "FORK", () -> new RetriedFork(false)),
                SemanticFault.inBoth("fork-accepts-unknown-session", "FORK", () -> new RetriedFork(true)),
                SemanticFault.inBoth("fork-ignores-message", "FORK", WholeFork::new),
                SemanticFault.inBoth("fork-is-a-new-session", "FORK", EmptyFork::new),
                SemanticFault.inBoth(
                        "fork-starts-a-turn",
                        "FORK",
                        () -> new AfterFork((connection, fork) -> connection.update(fork, chunk("Here is my answer")))),
                SemanticFault.inBoth("fork-removes-its-source", "FORK", () -> new LostSource(true)),
                SemanticFault.inBoth("fork-unlists-its-source", "FORK", () -> new LostSource(false)),
                SemanticFault.inBoth("fork-has-the-id-of-its-source", "FORK", SharedId::new),
                SemanticFault.inBoth("fork-refuses-prompts", "FORK", DeadFork::new),
                SemanticFault.inBoth("fork-writes-to-its-source", "FORK", SharedConversation::new),
                SemanticFault.inBoth("fork-at-thought-is-not-answered", "FORK", () -> new ThoughtFork(ignored -> {})),
                SemanticFault.inBoth(
                        "fork-at-thought-ends-the-connection", "FORK", () -> new ThoughtFork(FilteredConnection::end)),
                SemanticFault.inBoth("fork-refuses-null-message", "FORK", NullMessage::new),
                SemanticFault.inBoth("fork-is-cancelled-with-its-source", "FORK", () -> new SharedCancel(true)),
                SemanticFault.inBoth("source-is-cancelled-with-its-fork", "FORK", () -> new SharedCancel(false)),
                SemanticFault.inBoth("fork-contains-a-running-turn", "FORK", RunningTurn::new));
    }

    static ObjectNode chunk(String text) {
        return obj(
                "sessionUpdate",
                "agent_message_chunk",
                "messageId",
                "tck-" + text.hashCode(),
                "content",
                obj("type", "text", "text", text));
    }

    /** A request without the message at which it forks. */
    private static ObjectNode whole(JsonNode request) {
        ObjectNode changed = request.deepCopy();
        TrafficFilter.params(changed).remove("messageId");
        return changed;
    }

    /** A request for a session without a conversation. */
    private static ObjectNode empty(JsonNode request) {
        ObjectNode changed = whole(request);
        changed.put("method", "session/new");
        TrafficFilter.params(changed).remove("sessionId");
        return changed;
    }

    /** Gives a session where the agent refuses a fork: an empty one, or a fork of the whole session. */
    private static final class RetriedFork extends TrafficFilter {

        private final boolean unknownSession;

        RetriedFork(boolean unknownSession) {
            this.unknownSession = unknownSession;
        }

        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            JsonNode request = connection.request();
            boolean refused = message.has("error") && connection.answers(FORK);
            if (refused && unknownSession && forkPoint(request).isEmpty()) {
                connection.toAgent(empty(request));
            } else if (refused && !unknownSession && !forkPoint(request).isEmpty()) {
                connection.toAgent(whole(request));
            } else {
                connection.toClient(message);
            }
        }
    }

    /** Forks the whole session where the agent would fork at a message. */
    private static final class WholeFork extends TrafficFilter {
        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            JsonNode request = connection.request();
            if (message.has("result")
                    && connection.answers(FORK)
                    && !forkPoint(request).isEmpty()) {
                connection.toAgent(whole(request));
            } else {
                connection.toClient(message);
            }
        }
    }

    private static final class EmptyFork extends TrafficFilter {
        @Override
        void fromClient(ObjectNode message, FilteredConnection connection) {
            connection.toAgent(isRequest(message, FORK) ? empty(message) : message);
        }
    }

    /** The reaction to a fork. */
    private interface ForkListener {
        void forked(FilteredConnection connection, String fork);
    }

    private static final class AfterFork extends TrafficFilter {

        private final ForkListener listener;

        AfterFork(ForkListener listener) {
            this.listener = listener;
        }

        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            connection.toClient(message);
            if (connection.answers(FORK) && message.has("result")) {
                listener.forked(connection, created(message));
            }
        }
    }

    /** Hides the sources of forks in lists, or everywhere. */
    private static final class LostSource extends TrafficFilter {

        private final Set<String> lost = new HashSet<>();
        private final boolean everywhere;

        LostSource(boolean everywhere) {
            this.everywhere = everywhere;
        }

        @Override
        void fromClient(ObjectNode message, FilteredConnection connection) {
            if (!everywhere || !lost.contains(session(message)) || !message.has("method")) {
                connection.toAgent(message);
            } else if (message.has("id")) {
                connection.fail(message, NOT_FOUND, "Session not found");
            }
        }

        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            if (connection.answers(FORK) && message.has("result")) {
                lost.add(session(connection.request()));
            }
            if (connection.answers("session/list") && message.at("/result/sessions") instanceof ArrayNode sessions) {
                for (int i = sessions.size() - 1; i >= 0; i--) {
                    if (lost.contains(sessions.get(i).path("sessionId").asText())) {
                        sessions.remove(i);
                    }
                }
            }
            connection.toClient(message);
        }
    }

    private static final class SharedId extends TrafficFilter {
        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            if (connection.answers(FORK) && message.path("result") instanceof ObjectNode result) {
                result.put("sessionId", session(connection.request()));
            }
            connection.toClient(message);
        }
    }

    /** The forks of an agent, each with its source. */
    private abstract static class KnownForks extends TrafficFilter {

        final Map<String, String> sources = new HashMap<>();

        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            if (connection.answers(FORK) && message.has("result")) {
                sources.put(created(message), session(connection.request()));
            }
            connection.toClient(message);
        }
    }

    private static final class DeadFork extends KnownForks {
        @Override
        void fromClient(ObjectNode message, FilteredConnection connection) {
            if (isRequest(message, PROMPT) && sources.containsKey(session(message))) {
                connection.fail(message, NOT_FOUND, "Session not found");
            } else {
                connection.toAgent(message);
            }
        }
    }

    /** Sends prompts of a fork to its source, and the updates of such a turn to the fork. */
    private static final class SharedConversation extends KnownForks {

        private final Map<String, String> diverted = new HashMap<>();

        @Override
        void fromClient(ObjectNode message, FilteredConnection connection) {
            String source = sources.get(session(message));
            if (source != null && (isRequest(message, PROMPT) || method(message).equals("session/cancel"))) {
                diverted.put(source, session(message));
                params(message).put("sessionId", source);
            } else if (isRequest(message, PROMPT)) {
                diverted.remove(session(message));
            }
            connection.toAgent(message);
        }

        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            String fork = diverted.get(session(message));
            if (isUpdate(message) && fork != null && !connection.isReplaying(session(message))) {
                params(message).put("sessionId", fork);
            }
            super.fromAgent(message, connection);
        }
    }

    /** Reacts to forks at a thought instead of the agent. */
    private static final class ThoughtFork extends TrafficFilter {

        private final Set<String> thoughts = new HashSet<>();
        private final Consumer<FilteredConnection> reaction;

        ThoughtFork(Consumer<FilteredConnection> reaction) {
            this.reaction = reaction;
        }

        @Override
        void fromClient(ObjectNode message, FilteredConnection connection) {
            if (isRequest(message, FORK) && thoughts.contains(forkPoint(message))) {
                reaction.accept(connection);
            } else {
                connection.toAgent(message);
            }
        }

        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            if (kind(message).startsWith("agent_thought")) {
                thoughts.add(update(message).path("messageId").asText());
            }
            connection.toClient(message);
        }
    }

    private static final class NullMessage extends TrafficFilter {
        @Override
        void fromClient(ObjectNode message, FilteredConnection connection) {
            if (isRequest(message, FORK) && message.at("/params/messageId").isNull()) {
                connection.fail(message, INVALID_PARAMS, "messageId must be a string");
            } else {
                connection.toAgent(message);
            }
        }
    }

    /** Cancels the turns of the forks with the turn of their source, or the other way round. */
    private static final class SharedCancel extends KnownForks {

        private final boolean fromSource;

        SharedCancel(boolean fromSource) {
            this.fromSource = fromSource;
        }

        @Override
        void fromClient(ObjectNode message, FilteredConnection connection) {
            connection.toAgent(message);
            if (!method(message).equals("session/cancel")) {
                return;
            }
            String cancelled = session(message);
            List<String> others = new ArrayList<>();
            sources.forEach((fork, source) -> {
                if (fromSource && source.equals(cancelled)) {
                    others.add(fork);
                } else if (!fromSource && fork.equals(cancelled)) {
                    others.add(source);
                }
            });
            for (String other : others) {
                ObjectNode also = message.deepCopy();
                params(also).put("sessionId", other);
                if (also.has("id")) {
                    also.put("id", "also-" + other + also.path("id").asText());
                }
                connection.toAgent(also);
            }
        }
    }

    /** Replays what a running turn of the source has sent so far at the end of its fork. Forks wait for the first output of the turn. */
    private static final class RunningTurn extends TrafficFilter {

        private final Map<String, List<ObjectNode>> running = new HashMap<>();
        private final Map<String, List<ObjectNode>> copied = new HashMap<>();
        private final Map<String, ObjectNode> waiting = new HashMap<>();

        @Override
        void fromClient(ObjectNode message, FilteredConnection connection) {
            if (isRequest(message, PROMPT)) {
                running.put(session(message), new ArrayList<>());
            }
            List<ObjectNode> turn = running.get(session(message));
            if (isRequest(message, FORK) && turn != null && turn.isEmpty()) {
                waiting.put(session(message), message);
            } else {
                connection.toAgent(message);
            }
        }

        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            String session = session(message);
            List<ObjectNode> turn = running.get(session);
            if (turn != null && kind(message).startsWith("agent_message")) {
                turn.add(update(message));
            }
            boolean ends = kind(message).equals("state_update")
                    && update(message).path("state").asText().equals("idle");
            if (ends) {
                running.remove(session);
            }
            if (connection.answers(PROMPT) && !message.at("/result/stopReason").isMissingNode()) {
                running.remove(session(connection.request()));
            }
            List<ObjectNode> cut = running.get(session(connection.request()));
            if (connection.answers(FORK) && message.has("result") && cut != null) {
                copied.put(created(message), List.copyOf(cut));
            }
            if (FilteredConnection.isLoad(connection.request())) {
                String loaded = session(connection.request());
                copied.getOrDefault(loaded, List.of()).forEach(update -> connection.update(loaded, update));
            }
            connection.toClient(message);
            // Another output than text, and a request, release a fork as well.
            boolean output = kind(message).startsWith("agent_") || kind(message).startsWith("tool_");
            ObjectNode fork = output || message.has("id") ? waiting.remove(session(message)) : null;
            if (fork == null && connection.answers(PROMPT)) {
                fork = waiting.remove(session(connection.request()));
            }
            if (fork != null) {
                connection.toAgent(fork);
            }
        }
    }
}
