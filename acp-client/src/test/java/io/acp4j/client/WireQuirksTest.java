package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.tool.Terminal;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import io.acp4j.schema.update.UnknownSessionUpdate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What real agents have been seen to send, and a client must live with. */
class WireQuirksTest {

    private final RawAgent agent = new RawAgent();
    private final List<SessionUpdate> seen = new CopyOnWriteArrayList<>();
    private AcpClient client;
    private ClientSession session;

    @BeforeEach
    void connect() {
        client = agent.connect("{}", builder -> builder.onUpdate((same, update) -> seen.add(update)));
        session = SessionOpeningTest.open(client, agent, "s1");
    }

    @AfterEach
    void close() {
        client.close();
    }

    /** Plays a turn in which the agent does something. */
    private PromptResponse turn(Runnable played) {
        CompletableFuture<PromptResponse> end = session.promptAsync("go");
        JsonNode prompt = agent.expect("session/prompt");
        played.run();
        agent.result(prompt, "{'stopReason':'end_turn'}");
        return get(end);
    }

    @Test
    void trap1ToolCallUpdatesMayComeWithoutTheirToolCallOrBeforeIt() {
        turn(() -> {
            agent.update("s1", "{'sessionUpdate':'tool_call_update','toolCallId':'t1','status':'completed'}");
            agent.update("s1", "{'sessionUpdate':'tool_call','toolCallId':'t1','title':'late'}");
        });

        assertThat(seen).hasSize(2);
        assertThat(seen.get(0)).isInstanceOf(ToolCallUpdate.class);
        assertThat(seen.get(1)).isInstanceOf(ToolCall.class);
    }

    @Test
    void trap2ExtensionsWithoutAnUnderscoreAreAnsweredOrIgnored() {
        turn(() -> {
            agent.request("9", "craft/drainMidTurnQueue", "{'sessionId':'s1'}");
            assertThat(agent.next().at("/error/code").asInt()).isEqualTo(-32601);
            agent.notification("qwen/notify/context", "{'sessionId':'s1'}");
            agent.notification("_auth/status_update", "[]");
            agent.say("s1", "on we go");
        });

        assertThat(seen).hasSize(1);
    }

    @Test
    void trap3LinesOfHundredsOfKilobytesAreTaken() {
        String command = "{'name':'c','description':'" + "x".repeat(500) + "'}";
        turn(() -> agent.update(
                "s1",
                "{'sessionUpdate':'available_commands_update','availableCommands':["
                        + String.join(",", java.util.Collections.nCopies(1100, command)) + "]}"));

        assertThat(seen)
                .singleElement()
                .isInstanceOfSatisfying(
                        AvailableCommandsUpdate.class,
                        update -> assertThat(update.availableCommands()).hasSize(1100));
    }

    @Test
    void trap4IdsMayBeStringsAndComeAfterTheResult() {
        CompletableFuture<PromptResponse> end = session.promptAsync("go");
        JsonNode prompt = agent.expect("session/prompt");
        agent.request("'5f0c-uuid'", "fs/read_text_file", "{'sessionId':'s1','path':'/a'}");
        assertThat(agent.next().get("id").asText()).isEqualTo("5f0c-uuid");
        agent.request("0", "fs/read_text_file", "{'sessionId':'s1','path':'/a'}");
        assertThat(agent.next().get("id").asInt(-1)).isZero();
        agent.send("{'result':{'stopReason':'max_tokens'},'jsonrpc':'2.0','id':" + prompt.get("id") + "}");

        assertThat(get(end).stopReason()).isEqualTo(StopReason.MAX_TOKENS);
    }

    @Test
    void trap4ParseErrorsWithoutAnIdAndErrorsWithABareStringAsDataAreTaken() {
        CompletableFuture<PromptResponse> end = session.promptAsync("go");
        JsonNode prompt = agent.expect("session/prompt");
        agent.say("s1", "thinking");
        agent.send("{'jsonrpc':'2.0','error':{'code':-32700,'message':'Parse error'}}");
        agent.send("{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'Parse error'}}");
        agent.send("{'jsonrpc':'2.0','id':" + prompt.get("id")
                + ",'error':{'code':-32603,'message':'Internal error','data':'model is away'}}");

        assertThatThrownBy(() -> get(end))
                .isInstanceOfSatisfying(
                        AcpErrorException.class,
                        error -> assertThat(error.error().data().toJson()).isEqualTo("\"model is away\""));
    }

    @Test
    void trap6ChunksOutsideOfTurnsAndWithoutIdsBetweenThoseWithIdsAreHandled() {
        agent.say("s1", "welcome");
        turn(() -> {
            agent.update(
                    "s1",
                    "{'sessionUpdate':'agent_message_chunk','messageId':'m1','content':{'type':'text','text':'a'}}");
            agent.update(
                    "s1",
                    "{'sessionUpdate':'agent_message_chunk','messageId':null,'content':{'type':'text','text':'warning'}}");
            agent.update(
                    "s1",
                    "{'sessionUpdate':'agent_message_chunk','messageId':'m1','content':{'type':'text','text':'b'}}");
        });

        assertThat(seen)
                .extracting(update -> String.valueOf(((AgentMessageChunk) update).messageId()))
                .containsExactly("null", "m1", "null", "m1");
    }

    @Test
    void trap7UnknownSessionsAreReportedWithTheAgentsOwnCode() {
        for (int code : new int[] {-32602, -32002, -32603}) {
            CompletableFuture<PromptResponse> end = session.promptAsync("go");
            agent.error(agent.expect("session/prompt"), code, "unknown session");
            assertThatThrownBy(() -> get(end))
                    .isInstanceOfSatisfying(
                            AcpErrorException.class,
                            error -> assertThat(error.code().value()).isEqualTo(code));
        }
    }

    @Test
    void trap8NullsExtraMembersAndMissingNamesOfModesAreTaken() {
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(
                agent.expect("session/new"),
                "{'sessionId':'s2','_meta':null,'configOptions':null,'models':{'x':1},'modes':{'currentModeId':"
                        + "'https://example.com/modes#ask','availableModes':[{'id':'https://example.com/modes#ask',"
                        + "'name':'Ask','description':null},{'id':'nameless'}]}}");
        ClientSession second = get(opening);
        turn(() -> agent.update(
                "s1",
                "{'sessionUpdate':'tool_call','toolCallId':'t','title':'x','kind':null,'status':null,'content':null,"
                        + "'locations':null,'rawInput':null,'rawOutput':null,'_meta':null,'extra':{'y':[]}}"));

        assertThat(second.modes().availableModes())
                .singleElement()
                .satisfies(mode -> assertThat(mode.id().value()).isEqualTo("https://example.com/modes#ask"));
        assertThat(seen).singleElement().isInstanceOf(ToolCall.class);
    }

    @Test
    void trap9TerminalsThatTheClientNeverMadeAreOnlyShown() {
        turn(() -> agent.update(
                "s1",
                "{'sessionUpdate':'tool_call_update','toolCallId':'t','content':[{'type':'terminal','terminalId':'foreign',"
                        + "'_meta':{'output':'text'}}]}"));

        assertThat(seen)
                .singleElement()
                .isInstanceOfSatisfying(
                        ToolCallUpdate.class,
                        update -> assertThat(update.content().value())
                                .singleElement()
                                .isInstanceOf(Terminal.class));
    }

    @Test
    void trap15ThoughtsAndTextsMayShareAMessageId() {
        turn(() -> {
            agent.update(
                    "s1",
                    "{'sessionUpdate':'agent_thought_chunk','messageId':'m1','content':{'type':'text','text':'hm'}}");
            agent.update(
                    "s1",
                    "{'sessionUpdate':'agent_message_chunk','messageId':'m1','content':{'type':'text','text':'so'}}");
        });

        assertThat(seen.get(0)).isInstanceOf(AgentThoughtChunk.class);
        assertThat(seen.get(1)).isInstanceOf(AgentMessageChunk.class);
    }

    @Test
    void unknownUpdatesArriveWholeAndMalformedOnesAreLoggedAndSkipped() {
        turn(() -> {
            agent.update("s1", "{'sessionUpdate':'hologram','x':1}");
            agent.update("s1", "{'sessionUpdate':'agent_message_chunk','content':'no content block'}");
            agent.notification("session/update", "{'sessionId':'s1'}");
            agent.notification("session/update", "{'update':{}}");
            agent.sendVerbatim("not json at all");
            assertThat(agent.next().at("/error/code").asInt()).isEqualTo(-32700);
            agent.say("s1", "still here");
        });

        assertThat(seen).hasSize(2);
        assertThat(seen.get(0))
                .isInstanceOfSatisfying(
                        UnknownSessionUpdate.class,
                        unknown -> assertThat(unknown.raw().toTree())
                                .isEqualTo(RawAgent.json("{'sessionUpdate':'hologram','x':1}")));
        assertThat(seen.get(1)).isInstanceOf(AgentMessageChunk.class);
    }

    @Test
    void answersToNothingAndSecondAnswersAreIgnored() {
        agent.send("{'jsonrpc':'2.0','id':4711,'result':{}}");
        CompletableFuture<PromptResponse> end = session.promptAsync("go");
        JsonNode prompt = agent.expect("session/prompt");
        agent.result(prompt, "{'stopReason':'end_turn'}");
        agent.result(prompt, "{'stopReason':'refusal'}");

        assertThat(get(end).stopReason()).isEqualTo(StopReason.END_TURN);
        turn(() -> {});
    }
}
