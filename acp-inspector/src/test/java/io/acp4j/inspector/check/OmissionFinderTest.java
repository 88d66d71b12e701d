package io.acp4j.inspector.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.conversation.BrokenRequirement;
import org.junit.jupiter.api.Test;

/** Values that a client leaves out of what it shows become findings with their place. */
class OmissionFinderTest {

    private final OmissionFinder finder = new OmissionFinder();
    private int messages;

    private void client(String json) {
        finder.add(true, json.replace('\'', '"').getBytes(UTF_8), messages++);
    }

    private void agent(String json) {
        finder.add(false, json.replace('\'', '"').getBytes(UTF_8), messages++);
    }

    private void update(String members) {
        agent("{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'s','update':{" + members + "}}}");
    }

    @Test
    void planEntryWithoutPriorityIsAFinding() {
        update("'sessionUpdate':'plan','entries':[{'content':'SECRET','status':'pending'}]");
        update("'sessionUpdate':'plan','entries':[{},{}]");
        assertThat(finder.found())
                .extracting(BrokenRequirement::observed, BrokenRequirement::message)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "/params/update/entries/0 of session/update was left out", 0),
                        org.assertj.core.groups.Tuple.tuple(
                                "/params/update/entries/0 of session/update was left out", 1));
        assertThat(finder.found()).first().satisfies(first -> {
            assertThat(first.id()).isEqualTo(OmissionFinder.ID);
            assertThat(first.side()).isEqualTo(BrokenRequirement.Side.AGENT);
            assertThat(first.isBinding()).isFalse();
            assertThat(first.expected())
                    .isEqualTo("a value without this problem: /priority: required member is missing");
        });
        assertThat(finder.found().toString()).doesNotContain("SECRET");
    }

    @Test
    void resultIsReadWithTheMethodOfItsRequest() {
        client("{'jsonrpc':'2.0','id':7,'method':'session/new','params':{'cwd':'/','mcpServers':[]}}");
        agent(
                "{'jsonrpc':'2.0','id':7,'result':{'sessionId':'s','modes':{'currentModeId':'a','availableModes':[{'id':'a'}]}}}");
        assertThat(finder.found())
                .extracting(BrokenRequirement::observed)
                .containsExactly("/result/modes/availableModes/0 of session/new was left out");
    }

    @Test
    void messagesAreReadInTheVersionOfTheConnection() {
        client("{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':2,'capabilities':{}}}");
        agent(
                "{'jsonrpc':'2.0','id':1,'result':{'protocolVersion':2,'info':{'name':'a','version':'1'},'capabilities':{}}}");
        update("'sessionUpdate':'tool_call_update','toolCallId':'c','content':{}");
        assertThat(finder.found())
                .extracting(BrokenRequirement::observed)
                .containsExactly("/params/update/content of session/update was left out");
    }

    @Test
    void wellFormedAndUnreadableMessagesAreNoFindings() {
        update("'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'x'}");
        agent("{'jsonrpc'");
        agent("{'jsonrpc':'2.0','method':'_unknown','params':{'entries':[7]}}");
        agent("{'jsonrpc':'2.0','id':9,'result':{'modes':7}}");
        assertThat(finder.found()).isEmpty();
    }

    @Test
    void numberOfFindingsIsBounded() {
        for (int i = 0; i < 3; i++) {
            String members = "'sessionUpdate':'plan','entries':[" + "{},".repeat(1000) + "7]";
            update(members);
        }
        assertThat(finder.found()).hasSizeLessThanOrEqualTo(3);
    }
}
