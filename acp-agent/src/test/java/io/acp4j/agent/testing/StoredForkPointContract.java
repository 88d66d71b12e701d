package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.update.AgentMessageChunk;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Forks at a message over the protocol, on any store; the numbers are those of the rules. */
public abstract class StoredForkPointContract {

    private final ScriptedAgent script = new ScriptedAgent();
    private SessionRepository repository;
    private StoredClient client;
    private String session;
    private List<String> ids;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void twoTurns() {
        connect(SessionRepositoryOptions.defaults());
    }

    private void connect(SessionRepositoryOptions options) {
        repository = SessionRepository.over(open(), options);
        client = StoredClient.of(script.builder().sessions(repository).build());
        session = client.newSession();
        client.prompt(session, "one");
        client.prompt(session, "two");
        ids = client.ids(session);
    }

    private void reconnect(SessionRepositoryOptions options) {
        disconnect();
        connect(options);
    }

    @AfterEach
    void disconnect() {
        client.close();
        repository.close();
    }

    private void assertRefused(String message, String reason) {
        List<String> before = client.list();
        JsonNode error = client.refused("session/fork", StoredClient.forkOf(session, ",'messageId':'" + message + "'"));
        assertThat(error.get("code").asInt()).isEqualTo(-32602);
        assertThat(error.at("/data/reason").asText()).isEqualTo(reason);
        assertThat(error.at("/data/messageId").asText()).isEqualTo(message);
        assertThat(client.list()).isEqualTo(before);
    }

    @Test
    @DisplayName("26: a fork at the first answer has the first turn only")
    void forkAtAnswerEndsThere() {
        assertThat(client.transcript(client.forkAt(session, ids.get(1)))).containsExactly("user:one", "agent:re: one");
    }

    @Test
    @DisplayName("27: a fork at the last message equals a whole one")
    void forkAtTheLastMessageIsWhole() {
        assertThat(client.replay(client.forkAt(session, ids.get(3)))).isEqualTo(client.replay(client.fork(session)));
    }

    @Test
    @DisplayName("28: a fork at the first user message has just that, and nothing answers it")
    void forkAtTheFirstPromptHasJustThat() {
        String fork = client.forkAt(session, ids.get(0));
        client.raw().expectSilence();
        assertThat(client.transcript(fork)).containsExactly("user:one");
    }

    @Test
    @DisplayName("29: the model's input in a fork is its own path")
    void historyIsThePath() {
        String fork = client.forkAt(session, ids.get(3));
        assertThat(client.say(fork, "history")).isEqualTo("user:one|agent:re: one|user:two|agent:re: two|user:history");
        assertThat(client.say(client.forkAt(session, ids.get(1)), "history"))
                .isEqualTo("user:one|agent:re: one|user:history");
    }

    @Test
    @DisplayName("30: an edited message stands in the fork, the old one in the source")
    void editLeavesTheSource() {
        String fork = client.forkAt(session, ids.get(1));
        client.prompt(fork, "two, put better");
        assertThat(client.transcript(fork)).contains("user:two, put better").doesNotContain("user:two");
        assertThat(client.transcript(session)).contains("user:two");
    }

    @Test
    @DisplayName("31: the first prompt is edited in a session that begins where the known one began")
    void firstPromptIsEdited() {
        String anew = client.call(
                        "session/new",
                        "{'cwd':'/project','mcpServers':[],'_meta':{'acp4j/lineage':{'parentSessionId':'" + session
                                + "','label':'again'}}}")
                .get("sessionId")
                .asText();
        client.prompt(anew, "one, put better");
        assertThat(client.transcript(anew)).containsExactly("user:one, put better", "agent:re: one, put better");
        assertThat(client.info(anew).at("/_meta/acp4j~1lineage/parentSessionId").asText())
                .isEqualTo(session);
        assertThat(client.info(anew).get("title").asText()).isEqualTo("again");
    }

    @Test
    @DisplayName("32, 34: an unknown id and one of another session are refused alike")
    void unknownIdsAreRefused() {
        assertRefused("nothing", "unknown_message");
        String other = client.newSession();
        client.prompt(other, "elsewhere");
        assertRefused(client.ids(other).get(0), "unknown_message");
    }

    @Test
    @DisplayName("33, 55: ids that are empty, long or strange are refused, and nothing is written")
    void strangeIdsAreRefused() {
        JsonNode empty = client.refused("session/fork", StoredClient.forkOf(session, ",'messageId':''"));
        assertThat(empty.get("code").asInt()).isEqualTo(-32602);
        assertRefused("x".repeat(10_000), "unknown_message");
        assertRefused("\uD83D\uDE00", "unknown_message");
        assertRefused(ids.get(1).toUpperCase(java.util.Locale.ROOT), "unknown_message");
        assertRefused("..:segment:3", "unknown_message");
        assertThat(client.list()).containsExactly(session);
    }

    @Test
    @DisplayName("35, 36: in a fork, inherited ids work and later ones of the parent do not")
    void inheritedIdsWork() {
        String fork = client.forkAt(session, ids.get(1));
        assertThat(client.transcript(client.forkAt(fork, ids.get(0)))).containsExactly("user:one");
        JsonNode error = client.refused("session/fork", StoredClient.forkOf(fork, ",'messageId':'" + ids.get(3) + "'"));
        assertThat(error.at("/data/reason").asText()).isEqualTo("unknown_message");
    }

    @Test
    @DisplayName("37: a thought is refused, or ends the history where the agent supports that")
    void thoughtsAreForkPointsOnlyWhereSupported() {
        client.prompt(session, "think hm;say ah");
        assertRefused(client.ids(session).get(5), "thought_not_supported");
        reconnect(SessionRepositoryOptions.builder().forkAtThought(true).build());
        client.prompt(session, "think hm;say ah");
        String fork = client.forkAt(session, client.ids(session).get(5));
        assertThat(client.transcript(fork)).endsWith("thought:hm");
    }

    @Test
    @DisplayName("38: the id of a tool call is not one of a message")
    void toolCallIdsAreRefused() {
        String call =
                client.prompt(session, "tool t;done t").get(0).get("toolCallId").asText();
        assertRefused(call, "unknown_message");
    }

    @Test
    @DisplayName("39, 51: a fork before a tool call has no tool call; the text after it has another id")
    void forkBeforeAToolCallHasNone() {
        client.prompt(session, "say text1;tool t;done t;say text2");
        List<String> now = client.ids(session);
        assertThat(now.get(5)).isNotEqualTo(now.get(6));
        assertThat(client.transcript(client.forkAt(session, now.get(5))))
                .endsWith("agent:text1")
                .doesNotContain("tool:pending", "tool:completed");
        assertThat(client.transcript(client.forkAt(session, now.get(6))))
                .endsWith("agent:text1", "tool:pending", "tool:completed", "agent:text2");
    }

    @Test
    @DisplayName("40: a message that was cancelled midway can be the end, and no tool call dangles")
    void cancelledMessageCanBeTheEnd() {
        int turn = client.raw().prompt(session, "say half;wait forever");
        client.raw().update();
        client.raw().cancel(session);
        client.raw().updatesBefore(turn);
        String fork = client.forkAt(session, client.ids(session).get(5));
        assertThat(client.transcript(fork)).endsWith("agent:half");
        assertThat(client.say(fork, "history")).contains("agent:half");
    }

    @Test
    @DisplayName("41: a message that is still being sent is refused, and its stream goes on")
    void streamingMessageIsRefused() {
        int turn = client.raw().prompt(session, "say be;wait go;say gun");
        String streaming = client.raw().update().get("messageId").asText();
        assertRefused(streaming, "message_incomplete");
        script.open("go");
        assertThat(client.raw().updatesBefore(turn)).hasSize(1);
        assertThat(client.transcript(client.forkAt(session, streaming))).endsWith("agent:begun");
    }

    @Test
    @DisplayName("46: two ways of naming the point that differ are refused")
    void conflictingPointsAreRefused() {
        JsonNode error = client.refused(
                "session/fork",
                StoredClient.forkOf(session, ",'messageId':'" + ids.get(1) + "','_meta':" + air(ids.get(3), "")));
        assertThat(error.get("code").asInt()).isEqualTo(-32602);
        assertThat(client.list()).containsExactly(session);
    }

    @Test
    @DisplayName("47: the other dialect names the point by id, or by fingerprint when the id is lost")
    void otherDialectIsUnderstood() {
        assertThat(client.transcript(forkByAir(ids.get(1), ""))).endsWith("agent:re: one");
        String print = fingerprint("re: one");
        assertThat(client.transcript(forkByAir("lost", print))).endsWith("agent:re: one");
        assertThat(client.transcript(forkByAir(ids.get(3), print)))
                .as("an id that is another message's by now")
                .endsWith("agent:re: one");
        JsonNode error = client.refused(
                "session/fork", StoredClient.forkOf(session, ",'_meta':" + air("lost", fingerprint("never said"))));
        assertThat(error.at("/data/reason").asText()).isEqualTo("unknown_message");
        assertThat(error.at("/data/messageId").asText()).isEqualTo("lost");
    }

    @Test
    @DisplayName("48: of two messages with one fingerprint, the occurrence decides")
    void occurrenceDecides() {
        client.prompt(session, "one");
        String print = fingerprint("re: one");
        assertThat(client.transcript(forkByAir("lost", print + ",'messageOccurrence':2")))
                .hasSize(6);
        assertThat(client.transcript(forkByAir("lost", print + ",'messageOccurrence':1")))
                .hasSize(2);
        JsonNode error = client.refused("session/fork", StoredClient.forkOf(session, ",'_meta':" + air("lost", print)));
        assertThat(error.at("/data/reason").asText()).isEqualTo("ambiguous");
    }

    @Test
    @DisplayName("48a: a message on both sides of a tool call is forked at its end, and not while the call is open")
    void messageAroundAToolCall() {
        script.step(
                "part",
                turn -> turn.update(new AgentMessageChunk(TextContent.of("part "), new MessageId("around"), null)));
        int turn = client.raw().prompt(session, "part;tool t;part;wait go;done t;part");
        client.raw().update();
        client.raw().update();
        client.raw().update();
        assertRefused("around", "message_incomplete");
        script.open("go");
        client.raw().updatesBefore(turn);
        String fork = client.forkAt(session, "around");
        assertThat(client.transcript(fork)).containsSubsequence("agent:part ", "tool:pending", "agent:part ");
        assertThat(client.transcript(fork).stream().filter("agent:part "::equals))
                .hasSize(3);
        assertThat(client.transcript(fork)).contains("tool:completed");
    }

    @Test
    @DisplayName("48b: where a thought and a message share an id, the message is meant")
    void messageIsMeantRatherThanThought() {
        script.step("both", turn -> {
            MessageId id = new MessageId("both");
            turn.update(new io.acp4j.schema.update.AgentThoughtChunk(TextContent.of("hm"), id, null));
            turn.update(new AgentMessageChunk(TextContent.of("ah"), id, null));
        });
        client.prompt(session, "both");
        assertThat(client.transcript(client.forkAt(session, "both"))).endsWith("thought:hm", "agent:ah");
    }

    @Test
    @DisplayName("a fork at a message of the user is refused where the agent does not support it")
    void userMessagesAreRefusedWhereUnsupported() {
        reconnect(SessionRepositoryOptions.builder().forkAtUser(false).build());
        assertRefused(ids.get(2), "user_not_supported");
    }

    @Test
    @DisplayName("the limits of forks are kept")
    void limitsAreKept() {
        reconnect(SessionRepositoryOptions.builder().maxForksPerSession(1).build());
        client.fork(session);
        JsonNode error = client.refused("session/fork", StoredClient.forkOf(session, ""));
        assertThat(error.get("code").asInt()).isEqualTo(-32602);
        assertThat(error.at("/data/reason").asText()).isEqualTo("limit");
    }

    private String forkByAir(String message, String more) {
        return client.call("session/fork", StoredClient.forkOf(session, ",'_meta':" + air(message, more)))
                .get("sessionId")
                .asText();
    }

    private static String air(String message, String more) {
        return "{'jetbrains':{'air':{'version':1,'fork':{'version':1,'messageId':'" + message + "'" + more + "}}}}";
    }

    private static String fingerprint(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return ",'messageFingerprint':'sha256:" + HexFormat.of().formatHex(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
