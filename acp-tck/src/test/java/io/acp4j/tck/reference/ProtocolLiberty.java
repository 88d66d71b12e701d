package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;
import static io.acp4j.tck.reference.FaultTable.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Liberties that the protocol allows an agent: optional features, recommendations, and unspecified order. */
enum ProtocolLiberty {
    MEMBERS_IN_REVERSE_ORDER(3, faults -> faults.rewrite("*", message -> List.of(reversed(message)))),
    METADATA_IN_EACH_MESSAGE(3, faults -> faults.change("*", ProtocolLiberty::addMetadata)),
    SLOW_RESPONSES(3, faults -> faults.slowResponses(Duration.ofMillis(15), "", Duration.ZERO)),
    SEVERAL_WAYS_TO_REJECT(3, flag("unusual:offers-never")),
    ONE_SESSION_FOR_EACH_CONNECTION(3, flag("unusual:one-session")),
    NO_VOCABULARY(3, flag("knows-no-words")),
    IDS_ROUNDED_BY_JAVASCRIPT(3, flag("rounds-ids"), "RPC-035"),

    NO_MESSAGE_IDS(1, faults -> faults.change("*", message -> without(message, "messageId"))),
    NULL_MESSAGE_IDS(
            1,
            faults -> faults.change("*", message -> {
                ObjectNode update = child(message, "/params/update");
                if (update.has("messageId")) {
                    update.putNull("messageId");
                }
            })),
    OTHER_UPDATES_WITHIN_MESSAGES(
            1, faults -> faults.rewrite("update:agent_message_chunk", ProtocolLiberty::interrupted)),
    GREETING_AFTER_NEW_SESSIONS(
            3,
            faults -> faults.rewrite("result:session/new", ProtocolLiberty::greeted)
                    .rewrite("result:session/fork", ProtocolLiberty::greeted)),
    GREETING_AFTER_REPLAYS(
            1, flag("unusual:greets-after-replays").andThen(withoutCapability("/sessionCapabilities", "fork"))),
    NO_ECHO(1, flag("unusual:echoes-nothing")),
    THOUGHTS_BEFORE_ANSWERS(1, flag("unusual:thinks")),
    MESSAGE_IDS_OF_ONE_SESSION(1, flag("unusual:ids-per-session")),
    NEW_IDS_IN_FORKS(1, flag("unusual:forks-renumber")),
    OPTION_FIXED_BY_CONFIGURATION(1, ProtocolLiberty::fixOption),
    NULL_AS_RESULT_OF_LOAD(1, faults -> faults.change("result:session/load", message -> message.putNull("result"))),
    LOAD_OF_CLOSED_SESSIONS_ONLY(1, flag("refuses-open")),
    NO_REPLAY_OF_OPEN_SESSIONS(1, flag("replays-nothing-open")),
    ANY_TEXT_AS_SESSION_ID(1, flag("odd-session-ids")),
    NO_ERROR_FOR_GARBAGE(1, flag("silent-on-garbage"), "RPC-020"),
    NO_MODES(1, withoutState("modes")),
    NO_OPTIONS(1, withoutState("configOptions")),
    NO_INFO(
            1,
            faults -> faults.change(
                    "result:initialize", message -> child(message, "/result").remove("agentInfo")),
            "INIT-007"),
    NO_LOAD(1, withoutCapability("", "loadSession")),
    NO_LIST(1, withoutCapability("/sessionCapabilities", "list")),
    NO_RESUME(1, withoutCapability("/sessionCapabilities", "resume")),
    NO_CLOSE(1, withoutCapability("/sessionCapabilities", "close")),
    NO_DELETE(1, withoutCapability("/sessionCapabilities", "delete")),
    NO_FORK(1, withoutCapability("/sessionCapabilities", "fork")),
    NO_FORK_AT_MESSAGES(1, withoutCapability("/sessionCapabilities/fork", "atMessageId")),
    NO_CONTENT_BUT_TEXT(1, withoutCapability("", "promptCapabilities")),
    NO_BRANCHES(1, withoutCapability("", "_meta")),
    LOCATIONS_WITHOUT_LINES(
            1,
            faults -> faults.change(
                    "update:tool_call",
                    message -> message.at("/params/update/locations")
                            .forEach(location -> ((ObjectNode) location).remove("line")))),
    TOOL_CALLS_WITHOUT_KIND(
            1,
            faults -> faults.change(
                    "update:tool_call",
                    message -> child(message, "/params/update").remove("kind"))),

    ECHO_IN_CHUNKS(2, faults -> faults.rewrite("update:user_message", ProtocolLiberty::inChunks)),
    RESPONSE_BEFORE_ECHO(2, flag("unusual:responds-before-the-echo")),
    WHOLE_MESSAGES(2, flag("unusual:says-whole-messages")),
    WORK_WITHOUT_A_PROMPT(2, flag("unusual:works-on")),
    REPEATED_STATES(2, flag("unusual:repeats-states")),
    NO_STOP_REASON(2, ProtocolLiberty::endWithoutReason, "V2-STATE-002"),
    SMALL_AGENT(2, flag("knows-no-words").andThen(flag("works-for-a-while")).andThen(flag("refuses-while-it-works"))),
    RETURN_TO_VERSION_1(2, ProtocolLiberty::returnToVersion1, "V2-INIT-015"),
    VALUES_IN_ONE_GROUP(2, ProtocolLiberty::groupValues),
    NO_COMMANDS_IN_RESPONSES(2, faults -> {
        for (String method : List.of("session/new", "session/resume", "session/fork")) {
            faults.change(
                    "result:" + method, message -> child(message, "/result").remove("availableCommands"));
        }
    }),
    NO_DELETE_IN_2(2, withoutCapabilityOf2("delete")),
    NO_FORK_IN_2(2, withoutCapabilityOf2("fork")),
    NO_ARCHIVE(2, withoutCapabilityOf2("archive")),
    NO_STATUS(2, withoutCapabilityOf2("status")),
    NO_TITLE(2, withoutCapabilityOf2("title")),
    NO_SYSTEM_PROMPT(2, withoutCapabilityOf2("systemPrompt")),
    NO_DIRECTORIES(2, withoutCapabilityOf2("additionalDirectories")),
    NO_SERVERS(2, withoutCapabilityOf2("mcp")),
    NO_CONTENT_BUT_TEXT_IN_2(2, withoutCapabilityOf2("prompt"));

    private static final int BOTH = 3;

    private final int versions;
    private final Consumer<Faults> use;

    /** Recommendations that the agent does not follow if it uses the permission. */
    private final Set<String> recommendations;

    ProtocolLiberty(int versions, Consumer<Faults> use, String... recommendations) {
        this.versions = versions;
        this.use = use;
        this.recommendations = Set.of(recommendations);
    }

    /** Returns the permissions of a version of the protocol. */
    static List<ProtocolLiberty> of(int version) {
        List<ProtocolLiberty> all = new ArrayList<>();
        for (ProtocolLiberty permission : values()) {
            if (permission.versions == version || permission.versions == BOTH) {
                all.add(permission);
            }
        }
        return all;
    }

    /** Lets an agent use the permission. */
    void use(Faults agent) {
        use.accept(agent);
    }

    Set<String> recommendations() {
        return recommendations;
    }

    private static Consumer<Faults> flag(String flag) {
        return faults -> faults.flag(flag);
    }

    private static Consumer<Faults> withoutCapability(String pointer, String name) {
        return faults -> faults.change(
                "result:initialize",
                message -> child(message, "/result/agentCapabilities" + pointer).remove(name));
    }

    private static Consumer<Faults> withoutCapabilityOf2(String name) {
        return faults -> faults.change(
                "result:initialize",
                message -> child(message, "/result/capabilities/session").remove(name));
    }

    private static Consumer<Faults> withoutState(String name) {
        return faults -> {
            for (String method : List.of("session/new", "session/load", "session/resume", "session/fork")) {
                faults.change(
                        "result:" + method, message -> child(message, "/result").remove(name));
            }
        };
    }

    private static void without(ObjectNode message, String name) {
        child(message, "/params/update").remove(name);
    }

    private static ObjectNode reversed(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(name -> names.add(0, name));
        ObjectNode reversed = obj();
        for (String name : names) {
            JsonNode value = object.get(name);
            reversed.set(name, value instanceof ObjectNode inner ? reversed(inner) : value);
        }
        return reversed;
    }

    private static void addMetadata(ObjectNode message) {
        for (String pointer : List.of("/result", "/params", "/params/update")) {
            JsonNode holder = message.at(pointer);
            if (holder instanceof ObjectNode object && !object.has("_meta")) {
                object.set("_meta", obj("example.com/note", obj("count", 1)));
            }
        }
    }

    /** Sends the two halves of a chunk, with updates between them that are not a part of the conversation. */
    private static List<Object> interrupted(ObjectNode message) {
        String text = message.at("/params/update/content/text").asText();
        if (text.length() < 2) {
            return List.of(message);
        }
        List<Object> parts = new ArrayList<>();
        for (String part : List.of(text.substring(0, text.length() / 2), text.substring(text.length() / 2))) {
            if (!parts.isEmpty()) {
                parts.add(
                        update(message, obj("sessionUpdate", "available_commands_update", "availableCommands", arr())));
                parts.add(update(message, obj("sessionUpdate", "usage_update", "used", 1, "size", 100)));
            }
            ObjectNode half = message.deepCopy();
            child(half, "/params/update/content").put("text", part);
            parts.add(half);
        }
        return parts;
    }

    private static ObjectNode update(ObjectNode message, ObjectNode update) {
        ObjectNode copy = message.deepCopy();
        child(copy, "/params").set("update", update);
        return copy;
    }

    private static List<Object> greeted(ObjectNode message) {
        JsonNode session = message.at("/result/sessionId");
        ObjectNode text = obj("type", "text", "text", "Welcome. ");
        return List.of(
                message,
                notification(session, obj("sessionUpdate", "available_commands_update", "availableCommands", arr())),
                notification(
                        session,
                        obj("sessionUpdate", "agent_message_chunk", "messageId", "greeting", "content", text)));
    }

    private static ObjectNode notification(JsonNode session, ObjectNode update) {
        return obj("jsonrpc", "2.0", "method", "session/update", "params", obj("sessionId", session, "update", update));
    }

    /** Offers an option before all others that the configuration of the agent fixes. */
    private static void fixOption(Faults faults) {
        for (String key : List.of(
                "result:session/new",
                "result:session/load",
                "result:session/resume",
                "result:session/fork",
                "result:session/set_config_option",
                "update:config_option_update")) {
            String pointer = key.startsWith("update") ? "/params/update/configOptions" : "/result/configOptions";
            faults.change(key, message -> {
                if (message.at(pointer) instanceof ArrayNode options) {
                    ArrayNode values = arr(obj("value", "a", "name", "A"), obj("value", "b", "name", "B"));
                    options.insert(
                            0,
                            obj("id", "provider", "name", "Provider", "type", "select", "currentValue", "a")
                                    .set("options", values));
                }
            });
        }
        faults.error(
                "session/set_config_option",
                message -> message.at("/params/configId").asText().equals("provider")
                        && !message.at("/params/sessionId").asText().startsWith("acp4j"),
                -32603);
    }

    private static List<Object> inChunks(ObjectNode message) {
        List<Object> chunks = new ArrayList<>();
        JsonNode id = message.at("/params/update/messageId");
        for (JsonNode block : message.at("/params/update/content")) {
            chunks.add(update(message, obj("sessionUpdate", "user_message_chunk", "messageId", id, "content", block)));
        }
        return chunks;
    }

    private static void endWithoutReason(Faults faults) {
        faults.change("update:state_update", message -> {
            ObjectNode update = child(message, "/params/update");
            if (update.path("stopReason").asText().equals("end_turn")) {
                update.remove("stopReason");
            }
        });
    }

    private static void returnToVersion1(Faults faults) {
        ObjectNode first = obj(
                "protocolVersion",
                1,
                "agentCapabilities",
                obj("loadSession", true),
                "agentInfo",
                obj("name", "reference", "version", "1"),
                "authMethods",
                arr());
        faults.take(
                "initialize",
                (message, agent) -> agent.initialized
                                && message.at("/params/protocolVersion").asInt() == 1
                        ? Faults.Reaction.members(obj("result", first.deepCopy()))
                        : null);
    }

    private static void groupValues(Faults faults) {
        for (String key : List.of(
                "result:session/new",
                "result:session/resume",
                "result:session/fork",
                "result:session/set_config_option",
                "update:config_option_update")) {
            String pointer = key.startsWith("update") ? "/params/update/configOptions" : "/result/configOptions";
            faults.change(
                    key,
                    message -> message.at(pointer).forEach(option -> {
                        if (option instanceof ObjectNode select && option.has("options")) {
                            select.set(
                                    "options",
                                    arr(obj("groupId", "all", "name", "All", "options", option.path("options"))));
                        }
                    }));
        }
    }
}
