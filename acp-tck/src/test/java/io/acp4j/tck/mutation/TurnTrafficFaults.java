package io.acp4j.tck.mutation;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Dialect;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Faults of turns, of settings and of the handshake. */
final class TurnTrafficFaults {

    private static final int INVALID_PARAMS = -32602;

    private TurnTrafficFaults() {}

    static List<SemanticFault> all() {
        return List.of(
                SemanticFault.in(2, "echo-is-missing", "PROMPT", () -> new ChangedEcho(update -> true)),
                SemanticFault.in(
                        2,
                        "echo-has-another-id",
                        "PROMPT",
                        () -> new ChangedEcho(update -> {
                            update.put("messageId", update.path("messageId").asText() + "-echo");
                            return false;
                        })),
                SemanticFault.in(
                        2, "echo-has-no-images", "PROMPT", () -> new ChangedEcho(ReplayTrafficFaults::removeImages)),
                SemanticFault.in(
                        2,
                        "response-has-no-message-id",
                        "PROMPT",
                        () -> new ChangedResponse(result -> {
                            result.remove("messageId");
                            return false;
                        })),
                SemanticFault.in(
                        2,
                        "response-has-a-null-message-id",
                        "PROMPT",
                        () -> new ChangedResponse(result -> {
                            result.putNull("messageId");
                            return false;
                        })),
                SemanticFault.inBoth("prompt-is-not-answered", "PROMPT", () -> new ChangedResponse(result -> true)),
                SemanticFault.in(2, "turn-never-ends", "PROMPT STATE", () -> new ChangedIdle(0)),
                SemanticFault.in(2, "turn-ends-twice", "PROMPT STATE", () -> new ChangedIdle(2)),
                SemanticFault.in(2, "runs-after-the-end", "PROMPT STATE", () -> new ChangedIdle(1)),
                SemanticFault.inBoth("prompt-keeps-only-the-first-block", "PROMPT", FirstBlock::new),
                SemanticFault.inBoth("answer-is-sent-to-another-session", "PROMPT SESS", MisdirectedAnswer::new),
                SemanticFault.inBoth("tool-call-completes-twice", "TOOL UPD", RepeatedCompletion::new),
                SemanticFault.in(1, "mode-is-forgotten", "MODE", () -> new Swallowed("session/set_mode")),
                SemanticFault.inBoth("option-is-forgotten", "CONF MODE", ForgottenOption::new),
                SemanticFault.inBoth("cancel-is-ignored", "CANC PROMPT WORK", () -> new Swallowed("session/cancel")),
                SemanticFault.inBoth(
                        "request-cancellation-is-ignored", "CANC RPC PERM", () -> new Swallowed("$/cancel_request")),
                SemanticFault.inBoth("unknown-capabilities-are-refused", "INIT EXT", StrictHandshake::new));
    }

    /** Changes messages of the user outside replays; drops those for which the predicate returns true. */
    private static final class ChangedEcho extends TrafficFilter {

        private final Predicate<ObjectNode> change;

        ChangedEcho(Predicate<ObjectNode> change) {
            this.change = change;
        }

        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            boolean echo = kind(message).startsWith("user_message") && !connection.isReplaying(session(message));
            if (!echo || !change.test(update(message))) {
                connection.toClient(message);
            }
        }
    }

    /** Changes results of prompts; drops those for which the predicate returns true. */
    private static final class ChangedResponse extends TrafficFilter {

        private final Predicate<ObjectNode> change;

        ChangedResponse(Predicate<ObjectNode> change) {
            this.change = change;
        }

        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            boolean ours = connection.answers(PROMPT) && message.path("result") instanceof ObjectNode;
            if (!ours || !change.test((ObjectNode) message.get("result"))) {
                connection.toClient(message);
            }
        }
    }

    /** Sends the idle state that ends work 0 times, twice, or once with the state running after it. */
    private static final class ChangedIdle extends TrafficFilter {

        private final int times;

        ChangedIdle(int times) {
            this.times = times;
        }

        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            boolean end = kind(message).equals("state_update")
                    && update(message).path("state").asText().equals("idle")
                    && update(message).has("stopReason");
            if (!end) {
                connection.toClient(message);
                return;
            }
            for (int i = 0; i < times; i++) {
                connection.toClient(message);
            }
            if (times == 1) {
                connection.update(session(message), obj("sessionUpdate", "state_update", "state", "running"));
            }
        }
    }

    private static final class FirstBlock extends TrafficFilter {
        @Override
        void fromClient(ObjectNode message, FilteredConnection connection) {
            if (isRequest(message, PROMPT) && params(message).path("prompt") instanceof ArrayNode blocks) {
                while (blocks.size() > 1) {
                    blocks.remove(1);
                }
            }
            connection.toAgent(message);
        }
    }

    /** Sends chunks of answers under the id of the session that was created last on the connection. */
    private static final class MisdirectedAnswer extends TrafficFilter {

        private final Map<FilteredConnection, LinkedHashSet<String>> sessions = new HashMap<>();

        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            Set<String> known = sessions.computeIfAbsent(connection, ignored -> new LinkedHashSet<>());
            if (!created(message).isEmpty()) {
                known.add(created(message));
            }
            if (kind(message).startsWith("agent_message") && !connection.isReplaying(session(message))) {
                known.stream()
                        .filter(each -> !each.equals(session(message)))
                        .reduce((earlier, later) -> later)
                        .ifPresent(other -> params(message).put("sessionId", other));
            }
            connection.toClient(message);
        }
    }

    private static final class RepeatedCompletion extends TrafficFilter {
        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            connection.toClient(message);
            if (kind(message).equals("tool_call_update")
                    && update(message).path("status").asText().equals("completed")) {
                connection.toClient(message);
            }
        }
    }

    /** Does not forward messages of a method; responds to requests with an empty result. */
    private static final class Swallowed extends TrafficFilter {

        private final String method;

        Swallowed(String method) {
            this.method = method;
        }

        @Override
        void fromClient(ObjectNode message, FilteredConnection connection) {
            if (!method(message).equals(method)) {
                connection.toAgent(message);
            } else if (message.has("id")) {
                connection.succeed(message, obj());
            }
        }
    }

    /** Responds to changes of options as if they were made. */
    private static final class ForgottenOption extends TrafficFilter {

        private final Map<String, JsonNode> options = new HashMap<>();

        @Override
        void fromClient(ObjectNode message, FilteredConnection connection) {
            JsonNode known = options.get(session(message));
            if (!isRequest(message, "session/set_config_option") || known == null || !change(known, message)) {
                connection.toAgent(message);
            } else {
                connection.succeed(message, obj("configOptions", known.deepCopy()));
            }
        }

        /** Changes the value of an option; returns false if the agent would refuse the change. */
        private static boolean change(JsonNode known, JsonNode request) {
            JsonNode value = request.at("/params/value");
            for (JsonNode option : known) {
                String id = option.path("id").asText(option.path("configId").asText());
                boolean offered =
                        option.path("options").findValuesAsText("value").contains(value.asText());
                if (id.equals(request.at("/params/configId").asText()) && offered) {
                    ((ObjectNode) option).set("currentValue", value);
                    return true;
                }
            }
            return false;
        }

        @Override
        void fromAgent(ObjectNode message, FilteredConnection connection) {
            JsonNode told = message.at("/result/configOptions");
            if (told.isArray()) {
                String session = created(message).isEmpty() ? session(connection.request()) : created(message);
                options.put(session, told.deepCopy());
            }
            connection.toClient(message);
        }
    }

    /** Refuses clients with capabilities that no schema defines. */
    private static final class StrictHandshake extends TrafficFilter {

        private final Set<String> known = new HashSet<>(Set.of("_meta"));

        StrictHandshake() {
            names(Dialect.V1.everything(), known);
            names(Dialect.V2.everything(), known);
        }

        private static Set<String> names(JsonNode capabilities, Set<String> names) {
            capabilities.properties().forEach(member -> {
                names.add(member.getKey());
                if (!member.getKey().equals("_meta")) {
                    names(member.getValue(), names);
                }
            });
            return names;
        }

        @Override
        void fromClient(ObjectNode message, FilteredConnection connection) {
            Set<String> named = names(message.at("/params/clientCapabilities"), new HashSet<>());
            names(message.at("/params/capabilities"), named);
            if (isRequest(message, "initialize") && !known.containsAll(named)) {
                connection.fail(message, INVALID_PARAMS, "Unknown capability");
            } else {
                connection.toAgent(message);
            }
        }
    }
}
