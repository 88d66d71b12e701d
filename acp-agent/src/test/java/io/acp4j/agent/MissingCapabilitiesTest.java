package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.V2Client;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.plan.PlanMarkdown;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.update.Notice;
import io.acp4j.schema.update.NoticeSeverity;
import io.acp4j.schema.update.PlanRemoved;
import io.acp4j.schema.update.PlanUpdate;
import io.acp4j.schema.update.SessionMessage;
import io.acp4j.schema.update.SessionMessageChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.SubagentUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is refused because a side has not advertised it, in both versions of the protocol. */
class MissingCapabilitiesTest {

    private static AcpAgent agent() {
        return AcpAgent.builder()
                .info("test-agent", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(turn -> {})
                .onListSessions((request, context) -> ListSessionsResponse.of(List.of()))
                .onForkSession((request, setup) ->
                        ForkSessionResponse.builder(setup.sessionId()).build())
                .build();
    }

    static List<Arguments> requests() {
        List<Arguments> rows = new ArrayList<>();
        String open = "'cwd':'/project',";
        row(
                rows,
                "session/new",
                open + "'mcpServers':[],'additionalDirectories':['/other']",
                "agentCapabilities.sessionCapabilities.additionalDirectories",
                "capabilities.session.additionalDirectories");
        row(
                rows,
                "session/new",
                open + "'mcpServers':[{'type':'http','name':'n','url':'http://localhost/','headers':[]}]",
                "agentCapabilities.mcpCapabilities.http",
                "capabilities.session.mcp.http");
        row(
                rows,
                "session/new",
                open + "'mcpServers':[{'type':'acp','name':'n','serverId':'s'}]",
                "agentCapabilities.mcpCapabilities.acp",
                "capabilities.session.mcp.acp");
        row(
                rows,
                "session/new",
                open + "'mcpServers':[],'systemPrompt':{'mode':'append','content':[{'type':'text','text':'t'}]}",
                "agentCapabilities.sessionCapabilities.systemPrompt",
                "capabilities.session.systemPrompt");
        row(
                rows,
                "session/list",
                "'archived':'include'",
                "agentCapabilities.sessionCapabilities.archive",
                "capabilities.session.archive");
        row(
                rows,
                "session/fork",
                open + "'sessionId':'SESSION','mcpServers':[],'messageId':'m'",
                "agentCapabilities.sessionCapabilities.fork.atMessageId",
                "capabilities.session.fork.atMessageId");
        prompt(rows, "{'type':'image','mimeType':'image/png','data':''}", "image");
        prompt(rows, "{'type':'audio','mimeType':'audio/wav','data':''}", "audio");
        prompt(rows, "{'type':'resource','resource':{'uri':'file:///a','text':'t'}}", "embeddedContext");
        return rows;
    }

    private static void prompt(List<Arguments> rows, String block, String capability) {
        row(
                rows,
                "session/prompt",
                "'sessionId':'SESSION','prompt':[" + block + "]",
                "agentCapabilities.promptCapabilities." + capability,
                "capabilities.session.prompt." + capability);
    }

    private static void row(List<Arguments> rows, String method, String members, String first, String second) {
        rows.add(argumentSet(method + ": " + second, method, "{" + members + "}", first, second));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void whatTheAgentHasNotAdvertisedIsNamedByItsPlaceInTheVersionOfTheConnection(
            String method, String params, String first, String second) {
        try (RawClient client = RawClient.initialized(agent())) {
            String about = params.replace("SESSION", client.newSession()).replace('\'', '"');
            assertNames(client.error(client.request(method, about)), first);
        }
        try (V2Client client = V2Client.of(agent())) {
            String about = params.replace("SESSION", client.newSession());
            assertNames(client.error(client.request(method, about)), second);
        }
    }

    private static void assertNames(JsonNode error, String capability) {
        assertThat(error.get("code").asInt()).isEqualTo(-32602);
        assertThat(error.at("/data/reason").asText()).isEqualTo("not_advertised");
        assertThat(error.get("message").asText()).endsWith(" needs the capability " + capability);
    }

    static Stream<Arguments> updates() {
        SessionId other = new SessionId("other");
        MessageId message = new MessageId("m");
        PlanId plan = new PlanId("p");
        return Stream.of(
                update("session.notices", Notice.of(NoticeSeverity.INFO, "Heads up")),
                update("plan", PlanUpdate.of(PlanMarkdown.of(plan, "# Plan"))),
                update("plan", PlanRemoved.of(plan)),
                update("subagents", SubagentUpdate.builder(other).build()),
                update("subagents", SessionMessage.of(message, other, other, List.of())),
                update("subagents", SessionMessageChunk.of(message, ContentBlock.text("t"))));
    }

    private static Arguments update(String capability, SessionUpdate update) {
        return argumentSet(update.getClass().getSimpleName(), capability, update);
    }

    @ParameterizedTest
    @MethodSource("updates")
    void anUpdateThatAClientOfVersion1MayLackGoesToEveryClientOfVersion2(String capability, SessionUpdate update) {
        try (RawClient first = RawClient.initialized(agent());
                V2Client second = V2Client.of(agent())) {
            AgentSession refusing = first.agent().session(new SessionId(first.newSession()));
            assertThatThrownBy(() -> refusing.update(update))
                    .isInstanceOfSatisfying(
                            UnsupportedCapabilityException.class,
                            e -> assertThat(e.capability()).isEqualTo("clientCapabilities." + capability));
            first.expectSilence();

            String session = second.newSession();
            second.raw().agent().session(new SessionId(session)).update(update);
            second.until(() -> !second.updates(session).isEmpty());
        }
    }
}
