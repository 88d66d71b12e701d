package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AirForkDetection;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkCapability;
import io.acp4j.client.ForkMechanism;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.NoForkPointException;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.ForkGranularity;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.NewSessionRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agents of others, played in the shape of what was recorded of them: no {@code atMessageId}, prompts that are not sent back. */
class ForeignForkTest {

    private static final Set<ForkMechanism> AIR_AND_WHOLE = Set.of(ForkMechanism.AIR, ForkMechanism.WHOLE_SESSION);

    private static final String CAPABILITIES = "{'loadSession':true,'sessionCapabilities':{'fork':{},'close':{}}}";
    private static final String CODEX = "@agentclientprotocol/codex-acp";
    private static final String CLAUDE = "@agentclientprotocol/claude-agent-acp";

    /** The digest of {@code same}. */
    private static final String SAME = "sha256:0967115f2813a3541eaef77de9d9d5773f1c0c04314b0bbfe4ff3b3b1c55b5d5";

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    @AfterEach
    void close() {
        client.close();
    }

    private void connect(@Nullable String name, String version, String meta, AirForkDetection airForks) {
        connect(name, version, meta, airForks, TranscriptOptions.KEEP_ALL);
    }

    private void connect(
            @Nullable String name,
            String version,
            String meta,
            AirForkDetection airForks,
            TranscriptOptions transcripts) {
        String info = name == null ? "" : ",'agentInfo':{'name':'" + name + "','version':'" + version + "'}";
        client = agent.connectTo(
                "{'protocolVersion':1,'agentCapabilities':" + CAPABILITIES + info + ",'_meta':" + meta + "}",
                builder -> builder.transcripts(transcripts).airForkDetection(airForks));
    }

    private ClientSession session() {
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s1'}");
        return get(opening);
    }

    /** A turn whose answers have the ids and texts {@code id=text}. */
    private void turn(ClientSession session, String prompt, String... answers) {
        CompletableFuture<PromptResponse> turn = session.promptAsync(prompt);
        JsonNode request = agent.expect("session/prompt");
        for (String answer : answers) {
            String[] parts = answer.split("=", 2);
            agent.update(
                    session.id().value(),
                    "{'sessionUpdate':'agent_message_chunk','messageId':'" + parts[0]
                            + "','content':{'type':'text','text':'" + parts[1] + "'}}");
        }
        agent.result(request, "{'stopReason':'end_turn'}");
        get(turn);
    }

    private ClientSession threeTurns() {
        ClientSession forkable = session();
        turn(forkable, "one", "a1=same");
        turn(forkable, "two", "a2=first", "a3=same");
        turn(forkable, "three", "a4=same");
        return forkable;
    }

    private static TranscriptMessage message(ClientSession session, int index) {
        return session.forks().messages().get(index);
    }

    private JsonNode forked(ClientSession session, ForkPoint point, String... expectedRoles) {
        CompletableFuture<ClientSession> forking = session.forks().forkAsync(point, ForkOptions.labelled("kept here"));
        JsonNode request = agent.expect("session/fork");
        agent.result(request, "{'sessionId':'s2'}");
        ClientSession fork = get(forking);
        assertThat(fork.forks().mechanism()).isEqualTo(ForkMechanism.AIR);
        assertThat(fork.forks().messages())
                .extracting(each -> each.role() + " " + each.id())
                .containsExactly(expectedRoles);
        return request.get("params");
    }

    private static JsonNode air(String id, String fingerprint, int occurrence) {
        return json("{'sessionId':'s1','cwd':'/project','_meta':{'jetbrains':{'air':{'version':1,'fork':{'version':1,"
                + "'messageId':'" + id + "','messageFingerprint':'" + fingerprint + "','messageOccurrence':"
                + occurrence
                + "}}}}}");
    }

    @Test
    void messageThatIsNotKeptWholeIsNamedWithoutItsFingerprint() {
        connect(
                CLAUDE,
                "0.101.0",
                "{}",
                AirForkDetection.KNOWN,
                TranscriptOptions.builder().maxSize(1_000).build());
        ClientSession session = session();
        CompletableFuture<PromptResponse> turn = session.promptAsync("one");
        JsonNode prompt = agent.expect("session/prompt");
        String chunk = "{'sessionUpdate':'agent_message_chunk','messageId':'a1','content':";
        agent.update("s1", chunk + "{'type':'text','text':'same'}}");
        agent.update("s1", chunk + "{'type':'image','mimeType':'image/png','data':'" + "A".repeat(2_000) + "'}}");
        agent.result(prompt, "{'stopReason':'end_turn'}");
        get(turn);
        assertThat(message(session, 1).missing()).isPositive();
        turn(session, "two", "a2=short");

        CompletableFuture<ClientSession> forking =
                session.forks().forkAsync(ForkPoint.at(new MessageId("a1")), ForkOptions.DEFAULT);
        JsonNode request = agent.expect("session/fork");
        agent.result(request, "{'sessionId':'s2'}");
        get(forking);
        assertThat(request.at("/params/_meta/jetbrains/air/fork/messageId").asText())
                .isEqualTo("a1");
        assertThat(request.at("/params/_meta/jetbrains/air/fork").has("messageFingerprint"))
                .isFalse();
    }

    @Test
    void codexKeepsUpToTheTurn() {
        connect(CODEX, "2.6.0", "{'steering':{'supported':true}}", AirForkDetection.KNOWN);
        ClientSession session = threeTurns();

        assertThat(client.forkCapability()).isEqualTo(new ForkCapability(AIR_AND_WHOLE, ForkGranularity.TURN));
        assertThat(session.forks().mechanismFor(ForkPoint.at(new MessageId("a2"))))
                .isEqualTo(ForkMechanism.AIR);
        JsonNode sent = forked(
                session,
                ForkPoint.at(new MessageId("a2")),
                "USER null",
                "AGENT a1",
                "USER null",
                "AGENT a2",
                "AGENT a3");
        assertThat(sent.at("/_meta/jetbrains/air/fork/messageId").asText()).isEqualTo("a2");
        assertThat(sent.has("messageId")).isFalse();
    }

    @Test
    void claudeKeepsUpToTheMessage() {
        connect(CLAUDE, "0.101.0", "{}", AirForkDetection.KNOWN);
        ClientSession session = threeTurns();

        assertThat(client.forkCapability()).isEqualTo(new ForkCapability(AIR_AND_WHOLE, ForkGranularity.MESSAGE));
        forked(session, ForkPoint.at(new MessageId("a2")), "USER null", "AGENT a1", "USER null", "AGENT a2");
    }

    @Test
    void messageOfATextThatOthersHaveTooIsCounted() throws Exception {
        connect(CLAUDE, "0.101.0", "{}", AirForkDetection.KNOWN);
        ClientSession session = threeTurns();
        JsonNode sent =
                forked(session, ForkPoint.first(5), "USER null", "AGENT a1", "USER null", "AGENT a2", "AGENT a3");

        assertThat(sent).isEqualTo(air("a3", SAME, 2));
    }

    @Test
    void messageThatIsShownInSegmentsIsInheritedWhole() {
        connect(CLAUDE, "0.101.0", "{}", AirForkDetection.KNOWN);
        ClientSession session = session();
        turn(session, "one", "a1:segment:0=part", "a1:segment:1= and part", "a2=last");

        JsonNode sent = forked(
                session,
                ForkPoint.at(new MessageId("a1:segment:0")),
                "USER null",
                "AGENT a1:segment:0",
                "AGENT a1:segment:1");
        assertThat(sent.at("/_meta/jetbrains/air/fork")).isEqualTo(json("{'version':1,'messageId':'a1:segment:0'}"));
    }

    @ParameterizedTest(name = "{0} {1} {2}: {3}")
    @CsvSource(
            delimiter = ';',
            value = {
                "opencode; 1.0.0; {}; WHOLE_SESSION",
                "@agentclientprotocol/codex-acp; 2.5.9; {}; WHOLE_SESSION",
                "@agentclientprotocol/codex-acp; nightly; {}; WHOLE_SESSION",
                "@agentclientprotocol/codex-acp; 2.10.0; {}; AIR",
                "@agentclientprotocol/claude-agent-acp; 0.49.0; {}; WHOLE_SESSION",
                "other; 1; {'jetbrains':{'air':{'version':1,'capabilities':[]}}}; AIR",
                "other; 1; {'jetbrains':{'air':{'version':0,'capabilities':[]}}}; WHOLE_SESSION",
                "other; 1; {'jetbrains':{'air':{'version':'1','capabilities':[]}}}; WHOLE_SESSION",
                "other; 1; {'jetbrains':{'air':{'version':1}}}; WHOLE_SESSION",
                "other; 1; {'jetbrains':[]}; WHOLE_SESSION"
            })
    void onlyAgentsThatAreKnownToUnderstandAreOfferedForksAtMessages(
            String name, String version, String meta, ForkMechanism expected) {
        connect(name, version, meta, AirForkDetection.KNOWN);
        ClientSession session = threeTurns();

        assertThat(client.forkCapability().supports(expected)).isTrue();
        assertThat(client.forkCapability().supportsMessages()).isEqualTo(expected == ForkMechanism.AIR);
        assertThat(session.forks().supports(session.forks().at(message(session, 1))))
                .isEqualTo(expected == ForkMechanism.AIR);
        assertThat(session.forks().supports(ForkPoint.end())).isTrue();
        if (expected == ForkMechanism.WHOLE_SESSION) {
            assertThatThrownBy(() -> session.forks().editAndFork(message(session, 2), List.of(), ForkOptions.DEFAULT))
                    .isInstanceOf(UnsupportedCapabilityException.class);
            agent.expectNothingBefore(session::cancel, "session/cancel");
        }
    }

    @Test
    void applicationSwitchesTheDialectOnAndOff() {
        connect("other", "1", "{}", AirForkDetection.always(ForkGranularity.TURN));
        assertThat(client.forkCapability().granularity()).isEqualTo(ForkGranularity.TURN);
        client.close();
        RawAgent named = new RawAgent();
        try (AcpClient other = named.connectTo(
                "{'protocolVersion':1,'agentCapabilities':" + CAPABILITIES
                        + ",'agentInfo':{'name':'other','version':'3'}}",
                builder ->
                        builder.airForkDetection(AirForkDetection.NONE.with("other", "2", ForkGranularity.MESSAGE)))) {
            assertThat(other.forkCapability().granularity()).isEqualTo(ForkGranularity.MESSAGE);
        }
        RawAgent off = new RawAgent();
        try (AcpClient other = off.connectTo(
                "{'protocolVersion':1,'agentCapabilities':" + CAPABILITIES
                        + ",'_meta':{'jetbrains':{'air':{'version':1,'capabilities':[]}}}}",
                builder -> builder.airForkDetection(AirForkDetection.NONE))) {
            assertThat(other.forkCapability()).isEqualTo(new ForkCapability(Set.of(ForkMechanism.WHOLE_SESSION), null));
        }
    }

    @Test
    void pointInsideATurnIsNotOfferedWhereItIsNotKnownHowTurnsAreCut() {
        connect("other", "1", "{'jetbrains':{'air':{'version':1,'capabilities':[]}}}", AirForkDetection.KNOWN);
        ClientSession session = threeTurns();

        assertThat(session.forks().supports(ForkPoint.at(new MessageId("a2")))).isFalse();
        assertThat(session.forks().supports(ForkPoint.at(new MessageId("a3")))).isTrue();
        assertThat(session.forks().supports(session.forks().before(message(session, 1))))
                .isFalse();
        assertThat(session.forks().supports(session.forks().before(message(session, 2))))
                .isTrue();
    }

    @Test
    void editedMessageIsPromptedInAForkAfterTheTurnBeforeIt() {
        connect(CODEX, "2.6.0", "{}", AirForkDetection.KNOWN);
        ClientSession session = threeTurns();
        CompletableFuture<PromptTurn> editing = session.forks()
                .editAndForkAsync(message(session, 5), List.of(ContentBlock.text("other")), ForkOptions.DEFAULT);
        JsonNode fork = agent.expect("session/fork");
        agent.result(fork, "{'sessionId':'s2'}");
        JsonNode prompt = agent.expect("session/prompt");
        agent.result(prompt, "{'stopReason':'end_turn'}");

        assertThat(get(editing).await().stopReason().value()).isEqualTo("end_turn");
        assertThat(fork.get("params")).isEqualTo(air("a3", SAME, 2));
        assertThat(prompt.at("/params/prompt/0/text").asText()).isEqualTo("other");
        assertThat(message(session, 5).role()).isEqualTo(MessageRole.USER);
    }

    @Test
    void unknownIdIsAnErrorAndNoWholeFork() {
        connect(CODEX, "2.6.0", "{}", AirForkDetection.KNOWN);
        ClientSession session = threeTurns();
        CompletableFuture<ClientSession> forking =
                session.forks().forkAsync(ForkPoint.at(new MessageId("gone")), ForkOptions.DEFAULT);
        JsonNode request = agent.expect("session/fork");
        agent.error(request, -32602, "Invalid params: Fork point message gone was not found");

        assertThat(request.at("/params/_meta/jetbrains/air/fork")).isEqualTo(json("{'version':1,'messageId':'gone'}"));
        assertThatThrownBy(() -> get(forking))
                .isInstanceOfSatisfying(
                        AcpErrorException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_PARAMS));
        assertThat(session.forks().supports(ForkPoint.at(new MessageId("gone"))))
                .isFalse();
    }

    @Test
    void lastMessageIsTheEndForAgentsThatForkWhole() {
        connect("opencode", "1.0.0", "{}", AirForkDetection.KNOWN);
        ClientSession session = threeTurns();

        assertThat(session.forks().mechanismFor(ForkPoint.at(new MessageId("a4"))))
                .isEqualTo(ForkMechanism.WHOLE_SESSION);
        assertThat(session.forks().mechanismFor(ForkPoint.at(new MessageId("a3"))))
                .isNull();
    }

    @Test
    void historyIsPromptedInANewSessionOnlyWhereThatIsAllowed() {
        connect("opencode", "1.0.0", "{}", AirForkDetection.KNOWN);
        ClientSession session = threeTurns();
        ForkOptions allowed = ForkOptions.builder().historyAsPrompt(true).build();
        CompletableFuture<PromptTurn> editing =
                session.forks().editAndForkAsync(message(session, 2), List.of(ContentBlock.text("other")), allowed);
        agent.result(agent.expect("session/new"), "{'sessionId':'s2'}");
        JsonNode prompt = agent.expect("session/prompt");
        agent.result(prompt, "{'stopReason':'end_turn'}");
        PromptTurn turn = get(editing);
        turn.await();

        assertThat(turn.session().forks().mechanism()).isEqualTo(ForkMechanism.HISTORY_AS_PROMPT);
        StringBuilder said = new StringBuilder();
        prompt.at("/params/prompt")
                .forEach(block -> said.append(block.get("text").asText()));
        assertThat(said.toString())
                .contains("User:\none", "Assistant:\nsame", "message of the user:\nother")
                .doesNotContain("two", "three");
        assertThatThrownBy(() -> session.forks().regenerate(new MessageId("a4")))
                .isInstanceOf(UnsupportedCapabilityException.class);
        agent.expectNothingBefore(session::cancel, "session/cancel");
    }

    @Test
    void agentWithoutIdsIsAskedForTheHistoryOnlyWhereThatIsAllowed() {
        connect(CLAUDE, "0.101.0", "{}", AirForkDetection.KNOWN);
        ClientSession session = session();
        CompletableFuture<PromptResponse> turn = session.promptAsync("one");
        JsonNode request = agent.expect("session/prompt");
        agent.say("s1", "an answer");
        agent.result(request, "{'stopReason':'end_turn'}");
        get(turn);
        turn(session, "two", "a2=last");

        assertThatThrownBy(() -> session.forks().editAndFork(message(session, 2), List.of(), ForkOptions.DEFAULT))
                .isInstanceOf(NoForkPointException.class);
        CompletableFuture<PromptTurn> editing = session.forks()
                .editAndForkAsync(
                        message(session, 2),
                        List.of(ContentBlock.text("other")),
                        ForkOptions.builder().historyAsPrompt(true).build());
        agent.result(agent.expect("session/new"), "{'sessionId':'s2'}");
        agent.result(agent.expect("session/prompt"), "{'stopReason':'end_turn'}");
        assertThat(get(editing).session().forks().mechanism()).isEqualTo(ForkMechanism.HISTORY_AS_PROMPT);
    }
}
