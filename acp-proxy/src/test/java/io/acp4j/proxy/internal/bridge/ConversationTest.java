package io.acp4j.proxy.internal.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * One conversation, told by a native agent and by one of the other version behind a bridge: the user sees the same, turn by turn, in a
 * replay and in a fork.
 */
class ConversationTest {

    private static final String OLDER = """
            {'sessionUpdate':'agent_thought_chunk','content':{'type':'text','text':'let me '}}
            {'sessionUpdate':'agent_thought_chunk','content':{'type':'text','text':'see'}}
            {'sessionUpdate':'tool_call','toolCallId':'t1','title':'Read x','kind':'read','status':'in_progress','locations':[{'path':'/x'}]}
            {'sessionUpdate':'tool_call_update','toolCallId':'t1','status':'completed','content':[{'type':'content','content':{'type':'text','text':'one'}},{'type':'content','content':{'type':'text','text':'two'}}]}
            {'sessionUpdate':'plan','entries':[{'content':'do','priority':'high','status':'pending'}]}
            {'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'It is '}}
            {'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'one.'}}
            {'sessionUpdate':'tool_call','toolCallId':'t2','title':'Run','kind':'execute','status':'failed'}
            {'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'Done.'}}
            """;

    private static final String NEWER = """
            {'sessionUpdate':'agent_thought_chunk','messageId':'h','content':{'type':'text','text':'let me '}}
            {'sessionUpdate':'agent_thought_chunk','messageId':'h','content':{'type':'text','text':'see'}}
            {'sessionUpdate':'tool_call_update','toolCallId':'t1','title':'Read x','kind':'read','status':'in_progress','locations':[{'path':'/x'}]}
            {'sessionUpdate':'tool_call_content_chunk','toolCallId':'t1','content':{'type':'content','content':{'type':'text','text':'one'}}}
            {'sessionUpdate':'tool_call_content_chunk','toolCallId':'t1','content':{'type':'content','content':{'type':'text','text':'two'}}}
            {'sessionUpdate':'tool_call_update','toolCallId':'t1','status':'completed'}
            {'sessionUpdate':'plan_update','plan':{'type':'items','planId':'p','entries':[{'content':'do','priority':'high','status':'pending'}]}}
            {'sessionUpdate':'agent_message_chunk','messageId':'a1','content':{'type':'text','text':'It is '}}
            {'sessionUpdate':'agent_message','messageId':'a1','content':[{'type':'text','text':'It is one.'}]}
            {'sessionUpdate':'tool_call_update','toolCallId':'t2','title':'Run','kind':'execute','status':'failed'}
            {'sessionUpdate':'agent_message','messageId':'a2','content':[{'type':'text','text':'Done.'}]}
            """;

    private static final String ASKED = "{'sessionId':'s','prompt':[{'type':'text','text':'what is x?'}]}";
    private static final String USER = "'content':{'type':'text','text':'what is x?'}}";

    private static Transcript shown(Harness it) {
        Transcript transcript = new Transcript();
        while (it.waitingForClient() > 0) {
            JsonNode message = it.toClient();
            transcript.apply(message.path("params").path("update"));
            if (message.at("/result/stopReason").isTextual()) {
                transcript.ends.add(message.at("/result/stopReason").asText());
            }
        }
        return transcript;
    }

    private static List<String> lines(String updates) {
        List<String> lines = new ArrayList<>();
        updates.lines().forEach(line -> lines.add(line.strip()));
        return lines;
    }

    /** Returns what a native agent's updates show to a client of its own version. */
    private static Transcript told(String user, String updates) {
        Transcript transcript = new Transcript();
        if (!user.isEmpty()) {
            transcript.apply(Harness.json(user));
        }
        lines(updates).forEach(line -> transcript.apply(Harness.json(line)));
        return transcript;
    }

    @Test
    void aClientOfTheNewerVersionSeesTheSame() {
        Harness it = Harness.olderAgent("{'loadSession':true,'sessionCapabilities':{'fork':{}}}");
        it.client(10, "session/prompt", ASKED);
        JsonNode prompt = it.toAgent("session/prompt");
        lines(OLDER).forEach(it::update);
        it.agentAnswers(prompt, "{'stopReason':'end_turn'}");
        Transcript live = shown(it);
        List<String> natively = told("{'sessionUpdate':'user_message_chunk','messageId':'u'," + USER, NEWER)
                .lines();
        assertThat(live.lines()).isEqualTo(natively);
        assertThat(live.ends).containsExactly("end_turn");

        it.client(11, "session/resume", "{'sessionId':'s','cwd':'/w','replayFrom':{'type':'start'}}");
        JsonNode load = it.toAgent("session/load");
        it.update("{'sessionUpdate':'user_message_chunk'," + USER);
        lines(OLDER).forEach(it::update);
        it.agentAnswers(load, "{}");
        assertThat(shown(it).lines()).isEqualTo(natively);

        it.client(12, "session/fork", "{'sessionId':'s','cwd':'/w'}");
        it.agentAnswers(it.toAgent("session/fork"), "{'sessionId':'f'}");
        it.client(13, "session/prompt", ASKED.replace("'s'", "'f'"));
        prompt = it.toAgent("session/prompt");
        for (String line : lines(OLDER)) {
            it.agent("{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'f','update':" + line + "}}");
        }
        it.agentAnswers(prompt, "{'stopReason':'end_turn'}");
        assertThat(shown(it).lines()).isEqualTo(natively);
        assertThat(it.bridge.failures()).isZero();
    }

    @Test
    void aClientOfTheOlderVersionSeesTheSame() {
        Harness it = Harness.newerAgent("{}");
        it.client(10, "session/prompt", ASKED);
        JsonNode prompt = it.toAgent("session/prompt");
        it.update("{'sessionUpdate':'user_message_chunk','messageId':'u'," + USER);
        it.agentAnswers(prompt, "{'messageId':'u'}");
        it.update("{'sessionUpdate':'state_update','state':'running'}");
        lines(NEWER).forEach(it::update);
        it.update("{'sessionUpdate':'state_update','state':'idle','stopReason':'end_turn'}");
        Transcript live = shown(it);
        assertThat(live.lines()).isEqualTo(told("", OLDER).lines());
        assertThat(live.ends).containsExactly("end_turn");

        it.client(11, "session/load", "{'sessionId':'s','cwd':'/w','mcpServers':[]}");
        JsonNode resume = it.toAgent("session/resume");
        it.update("{'sessionUpdate':'user_message','messageId':'u','content':[{'type':'text','text':'what is x?'}]}");
        lines(NEWER).forEach(it::update);
        it.update("{'sessionUpdate':'state_update','state':'idle'}");
        it.agentAnswers(resume, "{}");
        List<String> natively =
                told("{'sessionUpdate':'user_message_chunk'," + USER, OLDER).lines();
        assertThat(shown(it).lines()).isEqualTo(natively);

        it.client(12, "session/fork", "{'sessionId':'s','cwd':'/w','mcpServers':[]}");
        it.agentAnswers(it.toAgent("session/fork"), "{'sessionId':'f'}");
        it.toClient();
        it.client(13, "session/load", "{'sessionId':'f','cwd':'/w','mcpServers':[]}");
        resume = it.toAgent("session/resume");
        for (String line : lines(NEWER)) {
            it.agent("{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'f','update':" + line + "}}");
        }
        it.agentAnswers(resume, "{}");
        assertThat(shown(it).lines()).isEqualTo(told("", OLDER).lines());
        assertThat(it.bridge.failures()).isZero();
    }
}
