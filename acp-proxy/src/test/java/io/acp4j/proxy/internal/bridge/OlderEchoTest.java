package io.acp4j.proxy.internal.bridge;

import static io.acp4j.proxy.internal.bridge.Harness.assertEqual;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLimits;
import io.acp4j.proxy.internal.bridge.wire.BridgeSettings;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Side;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an agent of the older version says of the user before its first word of a turn: an echo says what the prompt says; anything else
 * reaches the client.
 */
class OlderEchoTest extends OlderAgentFixture {

    private static final int SEEDS = Integer.getInteger("acp.test.seeds", 500);
    private static final String IMAGE = "{'type':'image','data':'QQ==','mimeType':'image/png'}";

    private JsonNode prompted(String blocks) {
        it.client(10, "session/prompt", "{'sessionId':'s','prompt':[" + blocks + "]}");
        return it.toAgent("session/prompt");
    }

    private static ObjectNode text(String text) {
        return Json.textBlock(text);
    }

    /** Has the agent say a part of a message of the user; without an id when that is empty. */
    private void ofUser(String id, JsonNode content) {
        ObjectNode update = Json.object().put("sessionUpdate", "user_message_chunk");
        if (!id.isEmpty()) {
            update.put("messageId", id);
        }
        update.set("content", content);
        say(update);
    }

    private void say(ObjectNode update) {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("method", "session/update");
        message.putObject("params").put("sessionId", "s").set("update", update);
        it.bridge.receive(Side.AGENT, message);
    }

    private void speak() {
        say((ObjectNode) Harness.json("{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'a'}}"));
    }

    /** Returns what the client is shown: the prompt, other messages of the user, the agent's word, by text; and the response. */
    private List<String> shown() {
        Map<String, StringBuilder> messages = new LinkedHashMap<>();
        for (JsonNode next; (next = it.nextToClient()) != null; ) {
            JsonNode update = next.at("/params/update");
            String kind = update.path("sessionUpdate").asText();
            if (next.has("id")) {
                messages.put("response", new StringBuilder());
            } else if (kind.equals("user_message")) {
                messages.put("prompt", new StringBuilder());
            } else if (kind.endsWith("_chunk")) {
                messages.computeIfAbsent(
                                kind.substring(0, kind.indexOf('_')) + update.path("messageId"),
                                unused -> new StringBuilder())
                        .append(update.at("/content/text").asText("+"));
            }
        }
        List<String> lines = new ArrayList<>();
        messages.forEach((key, said) -> lines.add(key.replaceAll("\".*", "") + (said.isEmpty() ? "" : ": " + said)));
        return lines;
    }

    @ParameterizedTest
    @CsvSource({
        "the words, hi there, hi there",
        "pieces, hi there, h|i th|ere",
        "white space, ' hi  there', 'hi| |\n there\t'",
        "white space behind it, hi there, 'hi there| |\t '",
    })
    void whatSaysTheSameIsTheEcho(String name, String prompt, String pieces) {
        for (String id : List.of("", "m7")) {
            for (int inserted = 0; inserted <= 1; inserted++) {
                it = Harness.olderAgent(ALL);
                JsonNode passed = prompted(text(prompt).toString());
                if (inserted == 1) {
                    it.later();
                }
                for (String piece : pieces.split("\\|")) {
                    ofUser(id, text(piece));
                }
                speak();
                assertThat(shown()).as("%s, id %s", name, id).containsExactly("prompt", "response", "agent: a");
                it.agentAnswers(passed, "{'stopReason':'end_turn'}");
                assertThat(it.kinds()).containsExactly("idle");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "other words, hi, bye",
        "fewer words, hi there, hi",
        "more words, hi, hi there",
        "the same in another case, hi, Hi",
        "nothing, hi, ' '",
        "words for an image, '', hi",
    })
    void whatSaysSomethingElseReachesTheClient(String name, String prompt, String other) {
        for (String id : List.of("", "m7")) {
            for (int inserted = 0; inserted <= 1; inserted++) {
                it = Harness.olderAgent(ALL);
                prompted(prompt.isEmpty() ? IMAGE : text(prompt).toString());
                if (inserted == 1) {
                    it.later();
                }
                ofUser(id, text(other));
                speak();
                assertThat(shown())
                        .as("%s, id %s", name, id)
                        .containsExactly("prompt", "response", "user: " + other, "agent: a");
            }
        }
    }

    /** What was kept as it may have been the echo is shown where it stands, whatever ends it. */
    @ParameterizedTest
    @CsvSource({
        "another message of the user, user_message_chunk",
        "a word, agent_message_chunk",
        "a thought, agent_thought_chunk",
        "a tool call, tool_call",
        "a plan, plan",
        "the end of the turn, end",
        "an error, error",
        "the end of the agent, gone",
        "the end of the session, close",
    })
    void beginningOfThePromptIsShownBeforeWhatEndsIt(String name, String end) {
        for (String id : List.of("", "m7")) {
            it = Harness.olderAgent(ALL);
            JsonNode prompt = prompted(text("hi there").toString());
            ofUser(id, text("hi"));
            it.nothingToClient();
            switch (end) {
                case "user_message_chunk" -> ofUser("m8", text("other"));
                case "end" -> it.agentAnswers(prompt, "{'stopReason':'end_turn'}");
                case "error" -> it.agentFails(prompt, "{'code':-32000,'message':'no'}");
                case "gone" -> it.bridge.ended(Side.AGENT);
                case "close" -> {
                    it.client(11, "session/close", "{'sessionId':'s'}");
                    it.agentAnswers(it.toAgent("session/close"), "{}");
                }
                default ->
                    say((ObjectNode) Harness.json(
                            "{'sessionUpdate':'" + end + "','toolCallId':'t','content':{'type':'text','text':'a'}}"));
            }
            List<String> kinds = it.kinds();
            assertThat(kinds).as("%s, id %s", name, id).contains("user_message_chunk");
            List<String> behind = kinds.subList(kinds.indexOf("user_message_chunk") + 1, kinds.size());
            assertThat(behind)
                    .as("%s, id %s, behind it", name, id)
                    .isNotEmpty()
                    .doesNotContain("user_message")
                    .filteredOn(kind -> kind.equals("user_message_chunk"))
                    .hasSize(end.equals("user_message_chunk") ? 1 : 0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'sessionUpdate':'available_commands_update','availableCommands':[]}",
                "{'sessionUpdate':'session_info_update','title':'t'}",
                "{'sessionUpdate':'usage_update','used':1,'size':2}",
                "{'sessionUpdate':'_vendor'}"
            })
    void whatIsNoMessageDoesNotSplitAnEcho(String update) {
        prompted(text("hi there").toString());
        ofUser("", text("hi"));
        it.update(update);
        ofUser("", text(" there"));
        speak();
        assertThat(shown()).containsExactly("prompt", "response", "agent: a");
    }

    @Test
    void messageThatGoesOnWithTheWordsOfThePromptIsNoEcho() {
        for (String id : List.of("", "m7")) {
            it = Harness.olderAgent(ALL);
            prompted(text("hi").toString());
            ofUser(id, text("they said "));
            ofUser(id, text("hi"));
            speak();
            assertThat(shown()).as("id %s", id).containsExactly("prompt", "response", "user: they said hi", "agent: a");
        }
    }

    @Test
    void echoOfAnImageIsTheImage() {
        prompted(text("what is this").toString() + "," + IMAGE);
        ofUser("m7", Harness.json(IMAGE));
        ofUser("m7", text("what is this"));
        ofUser("m7", Harness.json(IMAGE));
        speak();
        assertThat(shown()).as("one image too many").containsExactly("prompt", "response", "user: +", "agent: a");
    }

    @Test
    void whatIsAddedToTheEchoIsAddedToThePrompt() {
        prompted(text("hi").toString());
        it.later();
        it.forgetSent();
        ofUser("m7", text("hi"));
        ofUser("m7", text(" [a file]"));
        assertEqual(
                it.shown(),
                "{'sessionUpdate':'user_message_chunk','messageId':'minted-1','content':{'type':'text','text':' [a file]'}}");
    }

    @Test
    void onlyOneMessageIsTheEcho() {
        prompted(text("hi").toString());
        ofUser("m7", text("hi"));
        ofUser("m8", text("hi"));
        speak();
        assertThat(shown()).containsExactly("prompt", "response", "user: hi", "agent: a");
    }

    @Test
    void whatIsKeptHasALimit() {
        it = new Harness(new BridgeSettings(
                BridgeLimits.builder().maxSessions(3).maxItems(5).maxText(200).build(), "x", false, false, false));
        it.openOlder(ALL, "{'sessionId':'s'}");
        prompted(text("hi").toString());
        int before = it.bridge.remembered();
        for (int i = 0; i < 1000; i++) {
            ofUser("", text(" "));
            assertThat(it.bridge.remembered()).isLessThanOrEqualTo(before + 6);
        }
        speak();
        assertThat(String.join("", shown()).chars().filter(c -> c == ' ').count())
                .as("what was shown: all of it, and the spaces of this list")
                .isGreaterThanOrEqualTo(1000);
    }

    /** Something that is said of the user: by an id or none, in pieces. */
    private record Said(String id, String text) {}

    private static List<Said> random(Random random, boolean echoes) {
        List<Said> all = new ArrayList<>();
        String[] others = {"one", "one two", "one twice", "two one two three", "four", "\n"};
        int echo = echoes ? random.nextInt(4) : -1;
        for (int i = 0; i < 4; i++) {
            boolean named =
                    random.nextBoolean() || (i > 0 && all.get(i - 1).id().isEmpty());
            String text = i == echo ? " one two\nthree " : others[random.nextInt(others.length)];
            all.add(new Said(named ? "m" + i : "", text));
        }
        return all;
    }

    @Test
    void everyMessageButTheEchoReachesTheClientWholeAndInOrder() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            it = Harness.olderAgent(ALL);
            prompted(text("one two ").toString() + "," + text("three").toString());
            boolean echoes = random.nextBoolean();
            List<String> expected = new ArrayList<>();
            for (Said each : random(random, echoes)) {
                if (!each.text().contains("two\nthree")) {
                    expected.add("user: " + each.text());
                }
                for (int from = 0; from < each.text().length(); ) {
                    int to = from + 1 + random.nextInt(each.text().length() - from);
                    ofUser(each.id(), text(each.text().substring(from, to)));
                    from = to;
                    if (random.nextInt(4) == 0) {
                        it.update("{'sessionUpdate':'usage_update','used':1,'size':2}");
                    }
                    if (random.nextInt(8) == 0) {
                        it.later();
                    }
                }
            }
            speak();
            expected.add("agent: a");
            List<String> shown = shown();
            assertThat(shown).as("seed %d", seed).contains("prompt", "response");
            shown.removeAll(List.of("prompt", "response"));
            assertThat(shown).as("seed %d", seed).isEqualTo(expected);
            assertThat(it.bridge.failures()).as("seed %d", seed).isZero();
        }
    }
}
