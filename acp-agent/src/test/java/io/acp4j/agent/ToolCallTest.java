package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ToolCallTest {

    private static final String CALL = "'sessionUpdate':'tool_call_update','toolCallId':'c'";

    private static AcpAgent agent(PromptHandler handler) {
        return AcpAgent.builder().info("test-agent", "1").onPrompt(handler).build();
    }

    private static List<JsonNode> updatesOf(PromptHandler handler) {
        try (RawClient client = RawClient.initialized(agent(handler))) {
            return client.updatesBefore(client.prompt(client.newSession(), "hello"));
        }
    }

    private static ToolCallHandle call(PromptTurn turn) {
        return turn.toolCall(ToolCall.builder(new ToolCallId("c"), "Look")
                .kind(ToolKind.SEARCH)
                .build());
    }

    @Test
    void callIsShownPendingWithAnIdOfItsOwn() {
        List<JsonNode> updates = updatesOf(turn -> {
            turn.toolCall("One", ToolKind.READ).complete();
            turn.toolCall("Two", ToolKind.READ).complete();
        });

        ObjectNode first = (ObjectNode) updates.get(0);
        String id = first.remove("toolCallId").asText();
        assertThat(id).isNotEmpty();
        assertThat(first.get("sessionUpdate").asText()).isEqualTo("tool_call");
        assertThat(first.get("title").asText()).isEqualTo("One");
        assertThat(first.get("kind").asText()).isEqualTo("read");
        assertThat(first.path("status").asText("pending")).isEqualTo("pending");
        assertThat(updates.get(1).get("toolCallId").asText()).isEqualTo(id);
        assertThat(updates.get(2).get("toolCallId").asText()).isNotEqualTo(id);
    }

    @Test
    void eachChangeSendsWhatChanged() {
        List<JsonNode> updates = updatesOf(turn -> call(turn)
                .inProgress()
                .title("Look closely")
                .location("/a", 3L)
                .location("/b")
                .rawInput(Map.of("q", 1))
                .rawOutput(List.of(1, 2))
                .content("first")
                .content(ToolCallContent.diff("/a", null, "new"))
                .complete("last"));

        assertThat(updates.subList(1, updates.size()))
                .containsExactly(
                        json("{" + CALL + ",'status':'in_progress'}"),
                        json("{" + CALL + ",'title':'Look closely'}"),
                        json("{" + CALL + ",'locations':[{'path':'/a','line':3}]}"),
                        json("{" + CALL + ",'locations':[{'path':'/a','line':3},{'path':'/b'}]}"),
                        json("{" + CALL + ",'rawInput':{'q':1}}"),
                        json("{" + CALL + ",'rawOutput':[1,2]}"),
                        json("{" + CALL + ",'content':[" + text("first") + "]}"),
                        json("{" + CALL + ",'content':[" + text("first") + "," + DIFF + "]}"),
                        json("{" + CALL + ",'status':'completed','content':[" + text("first") + "," + DIFF + ","
                                + text("last") + "]}"));
    }

    private static final String DIFF = "{'type':'diff','path':'/a','newText':'new'}";

    private static String text(String text) {
        return "{'type':'content','content':{'type':'text','text':'" + text + "'}}";
    }

    @Test
    void settledCallIsNotTouchedAgain() {
        List<JsonNode> updates = updatesOf(turn -> {
            ToolCallHandle call = call(turn);
            call.fail("not found");
            assertThatIllegalStateException().isThrownBy(call::inProgress).withMessageContaining("settled");
            assertThatIllegalStateException().isThrownBy(() -> call.complete("after all"));
            assertThatIllegalStateException().isThrownBy(() -> call.fail("again"));
            ToolCallHandle done = turn.toolCall(ToolCall.builder(new ToolCallId("d"), "Done before it was shown")
                    .status(ToolCallStatus.COMPLETED)
                    .build());
            assertThatIllegalStateException().isThrownBy(done::inProgress);
        });

        assertThat(updates).hasSize(3);
        assertThat(updates.get(1))
                .isEqualTo(json("{" + CALL + ",'status':'failed','content':[" + text("not found") + "]}"));
    }

    private static PermissionDecision decide(String outcome) {
        AtomicReference<PermissionDecision> decision = new AtomicReference<>();
        AcpAgent agent = agent(turn -> {
            ToolCallHandle call = call(turn).location("/a").content("what it would do");
            decision.set(turn.requestPermission(
                    call, PermissionOption.allowOnce("yes", "Yes"), PermissionOption.rejectOnce("no", "No")));
        });
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            int prompt = client.prompt(session, "x");
            client.update();
            client.update();
            client.update();
            JsonNode question = client.next("session/request_permission");
            assertThat(question.get("params"))
                    .isEqualTo(json("{'sessionId':'" + session + "','toolCall':{'toolCallId':'c','title':'Look',"
                            + "'kind':'search','status':'pending','content':[" + text("what it would do")
                            + "],'locations':[{'path':'/a'}]},'options':["
                            + "{'optionId':'yes','name':'Yes','kind':'allow_once'},"
                            + "{'optionId':'no','name':'No','kind':'reject_once'}]}"));
            client.respond(question, "{\"outcome\":" + outcome + "}");
            client.result(prompt);
        }
        return decision.get();
    }

    @Test
    void decisionOfTheUserIsTyped() {
        PermissionDecision yes = decide("{\"outcome\":\"selected\",\"optionId\":\"yes\"}");
        assertThat(yes.isAllowed()).isTrue();
        assertThat(yes.option().name()).isEqualTo("Yes");

        PermissionDecision no = decide("{\"outcome\":\"selected\",\"optionId\":\"no\"}");
        assertThat(no.isAllowed()).isFalse();
        assertThat(no.isCancelled()).isFalse();

        PermissionDecision other = decide("{\"outcome\":\"selected\",\"optionId\":\"made up\"}");
        assertThat(other.isAllowed()).isFalse();
        assertThat(other.option()).isNull();

        assertThat(decide("{\"outcome\":\"cancelled\"}").isCancelled()).isTrue();
        assertThat(decide("{\"outcome\":\"later\"}").isAllowed()).isFalse();
    }

    @Test
    void permissionIsAskedForCallsOfTheTurnOnly() {
        List<ToolCallHandle> calls = new CopyOnWriteArrayList<>();
        AcpAgent agent = agent(turn -> {
            if (!calls.isEmpty()) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> turn.requestPermission(calls.get(0)))
                        .withMessageContaining("not of this turn");
            }
            calls.add(call(turn));
        });
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            assertThat(client.updatesBefore(client.prompt(session, "x"))).hasSize(1);
            int second = client.prompt(session, "x");
            client.update();
            client.result(second);
        }
    }
}
