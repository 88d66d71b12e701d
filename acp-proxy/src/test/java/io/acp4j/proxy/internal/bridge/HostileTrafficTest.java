package io.acp4j.proxy.internal.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLimits;
import io.acp4j.proxy.internal.bridge.wire.BridgeSettings;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Side;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever both peers send, the bridge does not fail, and what it remembers stays within its limits. */
class HostileTrafficTest {

    private static final int SEEDS = Integer.getInteger("acp.test.seeds", 500);
    private static final int ITEMS = 5;
    private static final int SESSIONS = 3;
    private static final BridgeSettings SMALL = new BridgeSettings(
            BridgeLimits.builder()
                    .maxSessions(SESSIONS)
                    .maxItems(ITEMS)
                    .maxText(200)
                    .maxHeldPrompts(2)
                    .build(),
            "x",
            false,
            true,
            false);

    private static final List<String> METHODS = List.of(
            "initialize",
            "session/new",
            "session/load",
            "session/resume",
            "session/fork",
            "session/list",
            "session/close",
            "session/prompt",
            "session/prompt",
            "session/set_mode",
            "session/set_config_option",
            "session/cancel",
            "session/update",
            "session/update",
            "session/update",
            "session/update",
            "session/request_permission",
            "elicitation/create",
            "$/cancel_request",
            "tool_call/cancel",
            "fs/read_text_file",
            "_x");

    private static final List<String> KINDS = List.of(
            "user_message_chunk",
            "agent_message_chunk",
            "user_message",
            "agent_message",
            "agent_thought",
            "state_update",
            "tool_call",
            "tool_call_update",
            "tool_call_content_chunk",
            "terminal_update",
            "terminal_output_chunk",
            "plan",
            "plan_update",
            "plan_removed",
            "current_mode_update",
            "config_option_update",
            "available_commands_update",
            "session_info_update",
            "notice",
            "_x");

    private static final List<String> MEMBERS = List.of(
            "sessionId",
            "requestId",
            "messageId",
            "toolCallId",
            "toolCall",
            "terminalId",
            "content",
            "state",
            "stopReason",
            "error",
            "plan",
            "planId",
            "entries",
            "type",
            "title",
            "options",
            "modes",
            "availableModes",
            "configOptions",
            "configId",
            "category",
            "currentValue",
            "value",
            "mcpServers",
            "replayFrom",
            "subject",
            "output",
            "data",
            "changes",
            "patch",
            "text",
            "format",
            "operation",
            "path",
            "availableCommands",
            "input",
            "prompt",
            "cwd",
            "status",
            "kind",
            "outcome",
            "background",
            "sessions",
            "_meta",
            "acp4j/bridge",
            "lost",
            "jetbrains",
            "air",
            "fork",
            "terminal_info",
            "terminal_output",
            "terminal_id",
            "code",
            "message",
            "protocolVersion");

    private static final List<String> WORDS = List.of(
            "s1",
            "s2",
            "s3",
            "s4",
            "s5",
            "start",
            "mode",
            "select",
            "boolean",
            "diff",
            "terminal",
            "content",
            "text",
            "git_patch",
            "add",
            "modify",
            "items",
            "markdown",
            "idle",
            "running",
            "end_turn",
            "error",
            "tool_call",
            "command",
            "selected",
            "allow_once",
            "YWJj",
            "\u001b[",
            "@@ -1 +1 @@\n-a\n+b\n",
            "@@ -0,0 +4294967295 @@\n",
            "--- /dev/null\n@@ -0,0 +1 @@\n",
            "",
            "\uD800");

    private final Random random = new Random(1);

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private JsonNode value(int depth) {
        switch (random.nextInt(depth > 3 ? 5 : 9)) {
            case 0 -> {
                return Json.object().nullNode();
            }
            case 1 -> {
                return Json.object().numberNode(random.nextInt(4));
            }
            case 2 -> {
                return Json.object().booleanNode(random.nextBoolean());
            }
            case 3, 4 -> {
                return Json.object().textNode(pick(WORDS));
            }
            case 5, 6 -> {
                ArrayNode array = Json.array();
                for (int i = random.nextInt(3); i > 0; i--) {
                    array.add(value(depth + 1));
                }
                return array;
            }
            default -> {
                return object(depth);
            }
        }
    }

    private ObjectNode object(int depth) {
        ObjectNode object = Json.object();
        for (int i = random.nextInt(6); i > 0; i--) {
            object.set(pick(MEMBERS), value(depth + 1));
        }
        return object;
    }

    private JsonNode params(String method) {
        if (random.nextInt(20) == 0) {
            return value(0);
        }
        ObjectNode params = object(0);
        if (random.nextInt(8) > 0) {
            params.put("sessionId", pick(WORDS.subList(0, 5)));
        }
        if (method.equals("session/update") && random.nextInt(15) > 0) {
            ObjectNode update = object(0);
            update.put("sessionUpdate", pick(KINDS));
            for (String id : List.of("messageId", "toolCallId", "terminalId", "planId")) {
                if (random.nextInt(4) > 0) {
                    update.put(id, "i" + random.nextInt(20));
                }
            }
            params.set("update", update);
        }
        return params;
    }

    private JsonNode message() {
        if (random.nextInt(40) == 0) {
            return value(0);
        }
        ObjectNode message = Json.object().put("jsonrpc", "2.0");
        if (random.nextInt(3) == 0) {
            message.put("id", random.nextInt(40));
            message.set(random.nextInt(4) == 0 ? "error" : "result", value(0));
            return message;
        }
        String method = pick(METHODS);
        message.put("method", method).set("params", params(method));
        if (!method.equals("session/update") && !method.equals("session/cancel") && random.nextInt(6) > 0) {
            message.put("id", random.nextInt(30));
        }
        return message;
    }

    private Harness opened() {
        Harness it = new Harness(SMALL);
        int kind = random.nextInt(3);
        if (kind == 0) {
            it.client(1, "initialize", "{'protocolVersion':2}");
            it.agentAnswers(
                    it.toAgent(),
                    "{'protocolVersion':1,'agentCapabilities':{'loadSession':true,'sessionCapabilities':{'close':{}}}}");
        } else if (kind == 1) {
            it.client(
                    1,
                    "initialize",
                    "{'protocolVersion':1,'clientCapabilities':{'plan':{},'session':{'configOptions':{'boolean':{}}}}}");
            it.agentFails(it.toAgent(), "{'code':-32022,'message':'no'}");
            it.agentAnswers(it.toAgent(), "{'protocolVersion':2,'capabilities':{'session':{'mcp':{'stdio':{}}}}}");
        }
        it.forgetSent();
        return it;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_000_000})
    void nothingMakesItFailOrGrow(long first) {
        for (long seed = first; seed < first + SEEDS; seed++) {
            random.setSeed(seed);
            Harness it = opened();
            for (int i = 0; i < 150; i++) {
                it.bridge.receive(random.nextBoolean() ? Side.CLIENT : Side.AGENT, message());
                if (random.nextInt(5) == 0) {
                    it.later();
                }
                it.forgetSent();
            }
            // At most 40 ids of requests are used, either way, each perhaps passed on.
            int perSession = 1 + 2 + 6 * ITEMS + 40;
            assertThat(it.bridge.remembered()).as("seed %d", seed).isLessThan(160 + (SESSIONS + 40) * perSession);
            assertThat(it.bridge.failures()).as("seed %d", seed).isZero();
            it.bridge.ended(random.nextBoolean() ? Side.CLIENT : Side.AGENT);
            assertThat(it.bridge.failures()).as("seed %d, end", seed).isZero();
        }
    }

    @Test
    void memoryStaysWithinTheLimitsHoweverLongASessionIs() {
        Harness newer = Harness.newerAgent(SMALL, "{}", "{'sessionId':'s'}");
        Harness older = new Harness(SMALL);
        older.openOlder("{}", "{'sessionId':'s'}");
        for (int i = 0; i < 2000; i++) {
            for (String kind :
                    List.of("agent_message_chunk", "tool_call_update", "terminal_output_chunk", "plan_update")) {
                String update = "{'sessionUpdate':'" + kind + "','messageId':'m" + i + "','toolCallId':'t" + i
                        + "','terminalId':'x" + i + "','data':'YWJj','title':'t','plan':{'type':'items','planId':'p" + i
                        + "'},'_meta':{'terminal_info':{'terminal_id':'x" + i + "'}}}";
                newer.update(update);
                older.update(update);
            }
            newer.agent("{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'other" + i
                    + "','update':{'sessionUpdate':'agent_message_chunk','messageId':'m'}}}");
            older.agent("{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'other" + i
                    + "','update':{'sessionUpdate':'agent_message_chunk'}}}");
            newer.later();
            newer.forgetSent();
            older.forgetSent();
        }
        assertThat(newer.bridge.remembered()).isLessThanOrEqualTo(SESSIONS * (1 + 5 * ITEMS));
        assertThat(older.bridge.remembered()).isLessThanOrEqualTo(SESSIONS * (1 + 4 * ITEMS));
        assertThat(newer.bridge.failures() + older.bridge.failures()).isZero();
    }

    @Test
    void requestsHaveALimit() {
        Harness it = new Harness(
                new BridgeSettings(BridgeLimits.builder().maxRequests(2).build(), "x", false, false, false));
        it.client(1, "initialize", "{'protocolVersion':1}");
        it.agentAnswers(it.toAgent(), "{'protocolVersion':1}");
        it.toClient();
        for (int id = 2; id < 5; id++) {
            it.client(id, "_x", "{}");
        }
        assertThat(it.toClient().path("id").asInt()).isEqualTo(4);
        it.client(2, "_x", "{}");
        assertThat(it.toClient().at("/error/code").asInt()).isEqualTo(-32600);
        it.agentAnswers(it.toAgent(), "1");
        it.toClient();
        it.client(4, "_x", "{}");
        it.nothingToClient();
    }
}
