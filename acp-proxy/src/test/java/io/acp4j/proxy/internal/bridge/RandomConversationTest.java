package io.acp4j.proxy.internal.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Side;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random conversations against a model that knows nothing of bridges: what was said natively and what comes out at the other end of a
 * bridge, or of two, looks the same to the user. What is said is limited to what both versions can say; losses have tests of their own.
 */
class RandomConversationTest {

    private static final int SEEDS = Integer.getInteger("acp.test.seeds", 500);
    private static final String[] KINDS = {"agent_message", "agent_thought"};
    private static final String[] STATUSES = {"pending", "in_progress", "completed", "failed"};
    private static final String[] TEXTS = {"a", "é€", "\uD83D\uDE00", "\n", "two words", ""};

    private static String pick(Random random, String... from) {
        return from[random.nextInt(from.length)];
    }

    private static ObjectNode update(String kind) {
        return Json.object().put("sessionUpdate", kind);
    }

    private static void say(Harness it, JsonNode update) {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("method", "session/update");
        message.putObject("params").put("sessionId", "s").set("update", update.deepCopy());
        it.bridge.receive(Side.AGENT, message);
    }

    private static JsonNode item(Random random) {
        if (random.nextInt(3) > 0) {
            return Json.textContent(pick(random, TEXTS));
        }
        ObjectNode diff = Json.object().put("type", "diff").put("path", "/f" + random.nextInt(3));
        if (random.nextBoolean()) {
            diff.put("oldText", lines(random));
        }
        return diff.put("newText", lines(random));
    }

    private static String lines(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(pick(random, "x", "y", "", "@@ -1 +1 @@", "--- /dev/null", "\\ No newline at end of file"));
            text.append(i > 1 || random.nextBoolean() ? "\n" : "");
        }
        return text.toString();
    }

    /** Something that an agent of the older version says. */
    private static ObjectNode older(Random random, boolean named) {
        switch (random.nextInt(5)) {
            case 0 -> {
                ObjectNode call = update("tool_call")
                        .put("toolCallId", "t" + random.nextInt(4))
                        .put("title", pick(random, TEXTS) + "t")
                        .put("status", pick(random, STATUSES));
                call.putArray("content").add(item(random));
                return call;
            }
            case 1 -> {
                ObjectNode plan = update("plan");
                plan.putArray("entries")
                        .addObject()
                        .put("content", pick(random, TEXTS))
                        .put("status", "pending");
                return plan;
            }
            default -> {
                ObjectNode chunk = update(pick(random, KINDS) + "_chunk");
                if (named) {
                    chunk.put("messageId", "m" + random.nextInt(3));
                }
                chunk.set("content", Json.textBlock(pick(random, TEXTS)));
                return chunk;
            }
        }
    }

    /** Leaves out what the wire may say in two ways. */
    private static List<String> normal(Transcript transcript) {
        List<String> lines = new ArrayList<>(transcript.lines());
        lines.removeIf(line -> line.endsWith(": "));
        return lines;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_000_000})
    void twoBridgesBetweenPeersOfTheOlderVersionAreNotNoticed(long first) {
        for (long seed = first; seed < first + SEEDS; seed++) {
            Random random = new Random(seed);
            boolean named = random.nextBoolean();
            Harness atAgent = new Harness();
            Harness atClient = new Harness();
            twoBridges(atClient, atAgent);
            Transcript said = new Transcript();
            Transcript seen = new Transcript();
            List<String> ends = new ArrayList<>();
            for (int turn = 0; turn < 3; turn++) {
                atClient.client(10 + turn, "session/prompt", "{'sessionId':'s','prompt':[]}");
                JsonNode prompt = atAgent.toAgent("session/prompt");
                for (int i = random.nextInt(12); i > 0; i--) {
                    ObjectNode update = older(random, named);
                    said.apply(update);
                    say(atAgent, update);
                    if (random.nextInt(4) == 0) {
                        atClient.later();
                        atAgent.later();
                    }
                }
                String reason = pick(random, "end_turn", "refusal", "cancelled", "max_tokens");
                ends.add(reason);
                atAgent.agentAnswers(prompt, "{'stopReason':'" + reason + "'}");
                said.apply(update("plan").set("entries", Json.array()));
                say(atAgent, update("plan").set("entries", Json.array()));
            }
            while (atClient.waitingForClient() > 0) {
                JsonNode message = atClient.toClient();
                seen.apply(message.path("params").path("update"));
                if (message.has("result")) {
                    seen.ends.add(message.at("/result/stopReason").asText());
                }
            }
            assertThat(normal(seen)).as("seed %d", seed).isEqualTo(normal(said));
            assertThat(seen.ends).as("seed %d", seed).isEqualTo(ends);
            assertThat(atAgent.bridge.failures() + atClient.bridge.failures())
                    .as("seed %d", seed)
                    .isZero();
        }
    }

    private static void twoBridges(Harness atClient, Harness atAgent) {
        ArrayDeque<JsonNode> early = new ArrayDeque<>();
        atAgent.connect(Side.CLIENT, message -> atClient.bridge.receive(Side.AGENT, message));
        // The agent of the older version behind its bridge refuses version 1, as one of the newer version does.
        atClient.connect(Side.AGENT, early::add);
        atClient.client(1, "initialize", "{'protocolVersion':1}");
        atClient.agentFails(early.remove(), "{'code':-32022,'message':'no'}");
        atClient.connect(Side.AGENT, message -> atAgent.bridge.receive(Side.CLIENT, message));
        atAgent.bridge.receive(Side.CLIENT, early.remove());
        atAgent.agentAnswers(atAgent.toAgent("initialize"), "{'protocolVersion':1}");
        atClient.toClient();
        atClient.client(2, "session/new", "{'cwd':'/w','mcpServers':[]}");
        atAgent.agentAnswers(atAgent.toAgent("session/new"), "{'sessionId':'s'}");
        atClient.toClient();
    }

    /** Something that an agent of the newer version says; messages are replaced only by what they begin with. */
    private static ObjectNode newer(Random random, Map<String, String> texts) {
        String id = "m" + random.nextInt(4);
        String kind = pick(random, KINDS);
        String key = kind + id;
        switch (random.nextInt(6)) {
            case 0 -> {
                String grown = texts.merge(key, pick(random, TEXTS), String::concat);
                ObjectNode whole = update(kind).put("messageId", id);
                whole.putArray("content").add(Json.textBlock(grown));
                return whole;
            }
            case 1 -> {
                return update("tool_call_update")
                        .put("toolCallId", "t" + random.nextInt(3))
                        .put("title", pick(random, TEXTS) + "t")
                        .put("status", pick(random, STATUSES));
            }
            case 2 -> {
                ObjectNode chunk = update("tool_call_content_chunk").put("toolCallId", "t" + random.nextInt(3));
                chunk.set("content", Json.textContent(pick(random, TEXTS)));
                return chunk;
            }
            case 3 -> {
                ObjectNode call = update("tool_call_update").put("toolCallId", "t" + random.nextInt(3));
                call.putArray("content").add(Json.textContent(pick(random, TEXTS)));
                return call;
            }
            default -> {
                String text = pick(random, TEXTS);
                texts.merge(key, text, String::concat);
                ObjectNode chunk = update(kind + "_chunk").put("messageId", id);
                chunk.set("content", Json.textBlock(text));
                return chunk;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_000_000})
    void anAgentOfTheNewerVersionIsSeenAsItSpeaks(long first) {
        for (long seed = first; seed < first + SEEDS; seed++) {
            Random random = new Random(seed);
            Harness it = Harness.newerAgent("{}");
            Transcript said = new Transcript();
            Transcript seen = new Transcript();
            Map<String, String> texts = new HashMap<>();
            for (int i = 0; i < 30; i++) {
                ObjectNode update = newer(random, texts);
                // The bridge has to give a tool call a title; so does the model.
                if (update.has("toolCallId") && !update.has("title")) {
                    ObjectNode titled = update("tool_call_update").put("title", "known");
                    titled.set("toolCallId", update.path("toolCallId"));
                    said.apply(titled);
                    say(it, titled);
                }
                said.apply(update);
                say(it, update);
                if (random.nextInt(5) == 0) {
                    it.later();
                }
            }
            it.later();
            it.later();
            while (it.waitingForClient() > 0) {
                seen.apply(it.toClient().path("params").path("update"));
            }
            assertThat(normal(seen)).as("seed %d", seed).isEqualTo(normal(said));
            assertThat(it.bridge.failures()).isZero();
        }
    }
}
