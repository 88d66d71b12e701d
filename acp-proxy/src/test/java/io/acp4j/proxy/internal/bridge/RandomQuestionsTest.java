package io.acp4j.proxy.internal.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What agents ask about requests of their clients, in any order and with any ids, through a bridge: a random walk against a model. */
class RandomQuestionsTest {

    private static final int SEEDS = 100;
    private static final int STEPS = 60;

    /** Ids that another hop may use as well, and such as only strings can be. */
    private static final String[] IDS = {"%d", "'%d'", "'a %d'", "'minted-%d'", "'\u00e9\u2028%d'"};

    /** One conversation, and the model of what is open in it. */
    private static final class Walk {
        private final Random random;
        private final Harness it;

        /** The open requests of the client: its id by that of the agent, both as JSON. */
        private final Map<JsonNode, JsonNode> requests = new LinkedHashMap<>();

        /** The open questions of the agent: its id by that of the client. */
        private final Map<JsonNode, JsonNode> questions = new LinkedHashMap<>();

        /** The request that each question is about, by the agent's id of the question. */
        private final Map<JsonNode, JsonNode> about = new LinkedHashMap<>();

        private int ids = 100;

        private Walk(Random random, Harness it) {
            this.random = random;
            this.it = it;
        }

        static Walk connected(Random random, int version) {
            Harness it = new Harness();
            String offered = "{'elicitation':{'form':{}}}";
            it.client(
                    1,
                    "initialize",
                    "{'protocolVersion':" + version + ",'info':{'name':'c','version':'1'},'capabilities':" + offered
                            + ",'clientCapabilities':" + offered + "}");
            if (version == 2) {
                it.agentAnswers(it.toAgent(), "{'protocolVersion':1}");
            } else {
                it.agentFails(it.toAgent(), "{'code':-32022,'message':'no','data':{'requested':1,'supported':[2]}}");
                it.agentAnswers(
                        it.toAgent(),
                        "{'protocolVersion':2,'info':{'name':'a','version':'1'},'capabilities':{'session':{'mcp':{'stdio':{}}}}}");
            }
            it.toClient();
            return new Walk(random, it);
        }

        private String id() {
            return String.format(IDS[random.nextInt(IDS.length)], ++ids);
        }

        private @Nullable JsonNode any(Map<JsonNode, JsonNode> open) {
            return open.isEmpty() ? null : List.copyOf(open.keySet()).get(random.nextInt(open.size()));
        }

        /** Takes messages until there is one of a method, or a response where that is null. */
        private static JsonNode next(Supplier<JsonNode> side, @Nullable String method) {
            while (true) {
                JsonNode message = side.get();
                if (method == null
                        ? !message.has("method")
                        : message.path("method").asText().equals(method)) {
                    return message;
                }
            }
        }

        void step() {
            JsonNode request = any(requests);
            JsonNode question = any(questions);
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    String id = id();
                    it.client("{'jsonrpc':'2.0','id':" + id
                            + ",'method':'session/new','params':{'cwd':'/w','mcpServers':[]}}");
                    requests.put(next(it::toAgent, "session/new").get("id"), Harness.json(id));
                }
                case 2 -> {
                    if (request != null) {
                        ask(request);
                    }
                }
                case 3 -> {
                    if (question != null) {
                        String value = "v" + random.nextInt(1000);
                        it.clientAnswers(
                                Harness.json("{'id':" + question + "}"),
                                "{'action':'accept','content':{'code':'" + value + "'}}");
                        JsonNode answer = next(it::toAgent, null);
                        JsonNode own = questions.remove(question);
                        about.remove(own);
                        assertThat(answer.get("id")).isEqualTo(own);
                        assertThat(answer.at("/result/content/code").asText()).isEqualTo(value);
                    }
                }
                case 4 -> {
                    if (request != null && !about.containsValue(request)) {
                        it.agentAnswers(Harness.json("{'id':" + request + "}"), "{'sessionId':'s" + ++ids + "'}");
                        assertThat(next(it::toClient, null).get("id")).isEqualTo(requests.remove(request));
                    }
                }
                default -> withdraw(request, question);
            }
        }

        private void ask(JsonNode request) {
            JsonNode own = Harness.json(id());
            it.agent(
                    "{'jsonrpc':'2.0','id':" + own.toString().replace('"', '\'')
                            + ",'method':'elicitation/create','params':{'requestId':"
                            + request.toString().replace('"', '\'')
                            + ",'mode':'form','message':'The code?','requestedSchema':{'type':'object','properties':{'code':{'type':'string'}}}}}");
            JsonNode shown = next(it::toClient, "elicitation/create");
            assertThat(shown.at("/params/requestId")).isEqualTo(requests.get(request));
            questions.put(shown.get("id"), own);
            about.put(own, request);
        }

        /** Has the client withdraw its request, or the agent its question; either still gets its response. */
        private void withdraw(@Nullable JsonNode request, @Nullable JsonNode question) {
            if (request != null && random.nextBoolean()) {
                it.clientNotifies("$/cancel_request", "{'requestId':" + quoted(requests.get(request)) + "}");
                assertThat(next(it::toAgent, "$/cancel_request").at("/params/requestId"))
                        .isEqualTo(request);
            } else if (question != null) {
                it.agent("{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':"
                        + quoted(questions.get(question)) + "}}");
                assertThat(next(it::toClient, "$/cancel_request").at("/params/requestId"))
                        .isEqualTo(question);
            }
        }

        private static String quoted(JsonNode id) {
            return id.toString().replace('"', '\'');
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,1", "1,1000000", "2,1000000"})
    void eachNamesTheRequestAsItsReaderDoesAndEachAnswerFindsIt(int version, long first) {
        for (long seed = first; seed < first + SEEDS; seed++) {
            Walk walk = Walk.connected(new Random(seed), version);
            for (int step = 0; step < STEPS; step++) {
                try {
                    walk.step();
                } catch (AssertionError e) {
                    throw new AssertionError("seed " + seed + ", step " + step, e);
                }
            }
            assertThat(walk.it.bridge.failures()).as("seed %d", seed).isZero();
        }
    }
}
