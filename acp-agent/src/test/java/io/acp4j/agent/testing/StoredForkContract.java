package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.SessionServiceOptions.ForkPolicy;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.init.SessionAdditionalDirectoriesCapabilities;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.init.SessionSystemPromptCapabilities;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Forks of whole sessions over the protocol, on any store; the numbers are those of the rules. */
public abstract class StoredForkContract {

    private final ScriptedAgent script = new ScriptedAgent();
    private SessionRepository repository;
    private StoredClient client;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void connect() {
        repository = SessionRepository.over(open());
        client = StoredClient.of(
                script.builder().sessions(repository, ScriptedAgent.UNTITLED).build());
    }

    @AfterEach
    void disconnect() {
        client.close();
        repository.close();
    }

    private String threeTurns() {
        String session = client.newSession();
        client.prompt(session, "one");
        client.prompt(session, "two");
        client.prompt(session, "three");
        return session;
    }

    @Test
    @DisplayName("4: what the agent can do about forks is advertised")
    void capabilitiesAreAdvertised() {
        try (RawClient raw = RawClient.connect(
                script.builder().sessions(repository, ScriptedAgent.UNTITLED).build())) {
            JsonNode capabilities = raw.initialize("{}").get("agentCapabilities");
            assertThat(capabilities.at("/sessionCapabilities/fork"))
                    .isEqualTo(RawClient.json("{'atMessageId':true,'_meta':{'acp4j/fork':"
                            + "{'user':true,'thought':false,'granularity':'message','label':true,'lineage':true}}}"));
            assertThat(capabilities.get("loadSession").asBoolean()).isTrue();
            for (String feature : List.of("list", "resume", "close", "delete")) {
                assertThat(capabilities.at("/sessionCapabilities").has(feature))
                        .as(feature)
                        .isTrue();
            }
            assertThat(capabilities.at("/_meta/acp4j~1branching/methods")).hasSize(8);
        }
    }

    @Test
    @DisplayName("7: a fork has another id and exactly the turns of its source")
    void forkHasTheTurnsOfItsSource() {
        String session = threeTurns();
        String fork = client.fork(session);
        assertThat(fork).isNotEqualTo(session);
        assertThat(client.transcript(fork))
                .containsExactly(
                        "user:one", "agent:re: one", "user:two", "agent:re: two", "user:three", "agent:re: three");
    }

    @Test
    @DisplayName("8: neither side sees what the other says afterwards")
    void sidesAreSeparate() {
        String session = client.newSession();
        client.prompt(session, "one");
        String fork = client.fork(session);
        client.prompt(session, "here");
        client.prompt(fork, "there");
        assertThat(client.transcript(session))
                .containsExactly("user:one", "agent:re: one", "user:here", "agent:re: here");
        assertThat(client.transcript(fork))
                .containsExactly("user:one", "agent:re: one", "user:there", "agent:re: there");
    }

    @Test
    @DisplayName("9, 12: nothing is sent about a fork before its response, nor of its history after it")
    void nothingIsSentAboutAFork() {
        String session = threeTurns();
        client.fork(session);
        client.raw().expectSilence();
    }

    @Test
    @DisplayName("10: a fork takes prompts at once")
    void forkIsLive() {
        String session = threeTurns();
        assertThat(client.say(client.fork(session), "four")).isEqualTo("re: four");
    }

    @Test
    @DisplayName("11: both are listed right after the response, once each")
    void bothAreListed() {
        String session = client.newSession();
        for (int i = 0; i < 50; i++) {
            String fork = client.fork(session);
            assertThat(client.list()).contains(fork).containsOnlyOnce(session).doesNotHaveDuplicates();
        }
    }

    @Test
    @DisplayName("13: a session that is not open can be forked, with the directory that is passed")
    void inactiveSessionIsForked() {
        String session = threeTurns();
        client.close();
        client = StoredClient.of(new ScriptedAgent()
                .builder()
                .sessions(repository, ScriptedAgent.UNTITLED)
                .build());
        JsonNode fork =
                client.call("session/fork", "{'sessionId':'" + session + "','cwd':'/elsewhere','mcpServers':[]}");
        String id = fork.get("sessionId").asText();
        assertThat(client.info(id).get("cwd").asText()).isEqualTo("/elsewhere");
        assertThat(client.say(id, "history")).contains("user:three").contains("agent:re: three");
    }

    @Test
    @DisplayName("14: a fork of an empty session is empty")
    void emptySessionHasEmptyForks() {
        String fork = client.fork(client.newSession());
        assertThat(client.transcript(fork)).isEmpty();
    }

    @Test
    @DisplayName("15: a fork of a fork of a fork, 50 deep, has the whole path")
    void deepForksHaveTheWholePath() {
        String session = client.newSession();
        for (int i = 0; i < 50; i++) {
            client.prompt(session, "at " + i);
            session = client.fork(session);
        }
        List<String> transcript = client.transcript(session);
        assertThat(transcript).hasSize(100).doesNotHaveDuplicates();
        assertThat(transcript.get(98)).isEqualTo("user:at 49");
    }

    @Test
    @DisplayName("16: twenty forks at once have different ids and the same history")
    void parallelForksAreEqual() {
        String session = threeTurns();
        for (int i = 0; i < 20; i++) {
            client.raw()
                    .request("session/fork", StoredClient.forkOf(session, "").replace('\'', '"'));
        }
        Set<String> forks = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            forks.add(client.raw().next().at("/result/sessionId").asText());
        }
        assertThat(forks).hasSize(20);
        List<String> expected = client.transcript(session);
        forks.forEach(fork -> assertThat(client.transcript(fork)).isEqualTo(expected));
    }

    @Test
    @DisplayName("17, 18: unknown and deleted sessions are not found")
    void unknownSessionsAreNotFound() {
        JsonNode unknown = client.refused("session/fork", StoredClient.forkOf("nobody", ""));
        assertThat(unknown.get("code").asInt()).isEqualTo(-32002);
        assertThat(unknown.at("/data/sessionId").asText()).isEqualTo("nobody");
        String session = client.newSession();
        client.call("session/delete", "{'sessionId':'" + session + "'}");
        assertThat(client.refused("session/fork", StoredClient.forkOf(session, ""))
                        .get("code")
                        .asInt())
                .isEqualTo(-32002);
    }

    @Test
    @DisplayName("19: a relative directory is refused and nothing is made")
    void relativeDirectoryIsRefused() {
        String session = client.newSession();
        JsonNode error = client.refused("session/fork", "{'sessionId':'" + session + "','cwd':'project'}");
        assertThat(error.get("code").asInt()).isEqualTo(-32602);
        assertThat(client.list()).containsExactly(session);
    }

    @Test
    @DisplayName("20: a directory that the agent does not support is refused and nothing is made")
    void unsupportedDirectoryIsRefused() {
        client.close();
        client = StoredClient.of(script.builder()
                .sessions(
                        repository,
                        ScriptedAgent.UNTITLED.toBuilder()
                                .forkPolicy(ForkPolicy.SAME_CWD)
                                .build())
                .build());
        String session = client.newSession();
        JsonNode error = client.refused("session/fork", "{'sessionId':'" + session + "','cwd':'/elsewhere'}");
        assertThat(error.at("/data/reason").asText()).isEqualTo("cwd_not_supported");
        assertThat(client.list()).containsExactly(session);
    }

    @Test
    @DisplayName("23: closing one side leaves the other one open")
    void closingOneSideLeavesTheOther() {
        String session = threeTurns();
        String fork = client.fork(session);
        client.call("session/close", "{'sessionId':'" + fork + "'}");
        assertThat(client.say(session, "four")).isEqualTo("re: four");
        String other = client.fork(session);
        client.call("session/close", "{'sessionId':'" + session + "'}");
        assertThat(client.say(other, "five")).isEqualTo("re: five");
    }

    @Test
    @DisplayName("24: a fork that is thrown away leaves its source as it was")
    void throwAwayForkLeavesNoTrace() {
        String session = threeTurns();
        List<JsonNode> before = client.replay(session);
        String fork = client.fork(session);
        client.prompt(fork, "what was this about?");
        client.call("session/close", "{'sessionId':'" + fork + "'}");
        client.call("session/delete", "{'sessionId':'" + fork + "'}");
        assertThat(client.replay(session)).isEqualTo(before);
        assertThat(client.list()).containsExactly(session);
    }

    @Test
    @DisplayName("25: a retry with the same idempotency key gets the same fork; with other parameters it is refused")
    void retryGetsTheSameFork() {
        String session = threeTurns();
        String params = StoredClient.forkOf(session, ",'_meta':{'acp4j/fork':{'idempotencyKey':'k1'}}");
        String fork = client.call("session/fork", params).get("sessionId").asText();
        assertThat(client.call("session/fork", params).get("sessionId").asText())
                .isEqualTo(fork);
        assertThat(client.list()).hasSize(2);
        assertThat(client.say(fork, "four")).isEqualTo("re: four");
        client.close();
        client = StoredClient.of(
                script.builder().sessions(repository, ScriptedAgent.UNTITLED).build());
        assertThat(client.call("session/fork", params).get("sessionId").asText())
                .isEqualTo(fork);
        assertThat(client.say(fork, "five")).isEqualTo("re: five");
        JsonNode error = client.refused("session/fork", params.replace("/project", "/other"));
        assertThat(error.at("/data/reason").asText()).isEqualTo("idempotency_conflict");
        assertThat(client.list()).hasSize(2);
    }

    @Test
    @DisplayName("25: what makes the fork decides whether a request is a repetition, and nothing else does")
    void retryIsKnownByWhatMakesTheFork() {
        String session = threeTurns();
        List<String> ids = client.ids(session);
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("cwd", "'/project'");
        parts.put("messageId", "'" + ids.get(3) + "'");
        parts.put("additionalDirectories", "['/more']");
        parts.put("mcpServers", "[{'name':'a','command':'/bin/a','args':[],'env':[]}]");
        parts.put("systemPrompt", "{'mode':'append','content':[{'type':'text','text':'Be brief'}]}");
        parts.put(
                "_meta",
                "{'acp4j/fork':{'idempotencyKey':'k','label':'alt','role':'agent'},'traceparent':'00-1-1-01'}");
        client.close();
        client = StoredClient.of(script.builder()
                .capabilities(all -> all.sessionCapabilities(SessionCapabilities.builder()
                        .additionalDirectories(SessionAdditionalDirectoriesCapabilities.SUPPORTED)
                        .systemPrompt(SessionSystemPromptCapabilities.OVERRIDE)
                        .build()))
                .sessions(repository, ScriptedAgent.UNTITLED)
                .build());
        String fork = client.call("session/fork", fork(session, parts))
                .get("sessionId")
                .asText();

        Map<String, String> elsewhere = new LinkedHashMap<>(parts);
        elsewhere.put(
                "_meta",
                "{'tracestate':'x=y','acp4j/fork':{'role':'agent','label':'alt','idempotencyKey':'k'},'traceparent':'00-2-2-00'}");
        assertThat(client.call("session/fork", fork(session, elsewhere))
                        .get("sessionId")
                        .asText())
                .isEqualTo(fork);
        Map<String, String> others = Map.of(
                "cwd", "'/other'",
                "messageId", "'" + ids.get(1) + "'",
                "additionalDirectories", "[]",
                "mcpServers", "[]",
                "systemPrompt", "{'mode':'append','content':[{'type':'text','text':'Be kind'}]}",
                "_meta", "{'acp4j/fork':{'idempotencyKey':'k','label':'another'}}");
        others.forEach((name, value) -> {
            Map<String, String> changed = new LinkedHashMap<>(parts);
            changed.put(name, value);
            assertThat(client.refused("session/fork", fork(session, changed))
                            .at("/data/reason")
                            .asText())
                    .as(name)
                    .isEqualTo("idempotency_conflict");
        });
        assertThat(client.list()).hasSize(2);
    }

    private static String fork(String session, Map<String, String> parts) {
        return parts.entrySet().stream()
                .map(part -> "'" + part.getKey() + "':" + part.getValue())
                .collect(Collectors.joining(",", "{'sessionId':'" + session + "',", "}"));
    }

    @Test
    @DisplayName("33: an empty message id is refused with its reason, in either dialect, and nothing is made")
    void emptyMessageIdIsRefusedWithItsReason() {
        String session = threeTurns();
        JsonNode root = client.refused("session/fork", StoredClient.forkOf(session, ",'messageId':''"));
        assertThat(root.get("code").asInt()).isEqualTo(-32602);
        assertThat(root.at("/data/reason").asText()).isEqualTo("unknown_message");
        JsonNode air = client.refused(
                "session/fork",
                StoredClient.forkOf(session, ",'_meta':{'jetbrains':{'air':{'fork':{'version':1,'messageId':''}}}}"));
        assertThat(air.get("code").asInt()).isEqualTo(-32602);
        assertThat(air.at("/data/reason").asText()).isEqualTo("malformed_fork_point");
        assertThat(client.list()).containsExactly(session);
    }

    @Test
    @DisplayName("42: a fork while a turn is running ends where the turn before did, and the turn goes on")
    void forkOfARunningTurnEndsBeforeIt() {
        String session = client.newSession();
        client.prompt(session, "one");
        int running = client.raw().prompt(session, "say begun;end;say more;wait go;say over");
        client.raw().update();
        client.raw().update();
        String fork = client.fork(session);
        script.open("go");
        assertThat(client.raw().updatesBefore(running)).hasSize(1);
        assertThat(client.transcript(fork)).containsExactly("user:one", "agent:re: one");
        assertThat(client.transcript(session))
                .containsExactly(
                        "user:one",
                        "agent:re: one",
                        "user:say begun;end;say more;wait go;say over",
                        "agent:begun",
                        "agent:moreover");
    }

    @Test
    @DisplayName("43: a question to the user stays with the source")
    void pendingQuestionStaysWithTheSource() {
        String session = client.newSession();
        int running = client.raw().prompt(session, "tool t;ask t;done t");
        client.raw().update();
        JsonNode question = client.raw().next("session/request_permission");
        String fork = client.fork(session);
        assertThat(client.say(fork, "hello")).isEqualTo("re: hello");
        client.raw().respond(question, "{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"yes\"}}");
        assertThat(client.raw().updatesBefore(running)).hasSize(1);
    }

    @Test
    @DisplayName("replayOnFork sends the history after the response")
    void replayOnForkComesAfterTheResponse() {
        String session = threeTurns();
        List<JsonNode> history = client.replay(session);
        client.close();
        client = StoredClient.of(script.builder()
                .sessions(
                        repository,
                        ScriptedAgent.UNTITLED.toBuilder().replayOnFork(true).build())
                .build());
        client.fork(session);
        for (JsonNode update : history) {
            assertThat(client.raw().update()).isEqualTo(update);
        }
        client.raw().expectSilence();
    }
}
