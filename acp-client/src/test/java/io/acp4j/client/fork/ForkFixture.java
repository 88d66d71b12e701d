package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionForks;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.session.NewSessionRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client of an agent that a test plays, and the messages that it sends. */
final class ForkFixture implements AutoCloseable {

    /** All that matters to forking. */
    static final String ALL = "{'sessionCapabilities':{'close':{},'delete':{},'fork':{'atMessageId':true,"
            + "'_meta':{'acp4j/fork':{'user':true,'label':true,'lineage':true}}}}}";

    /** The fork of the proposal, without this project's extensions. */
    static final String PLAIN = "{'sessionCapabilities':{'fork':{'atMessageId':true}}}";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final RawAgent agent = new RawAgent();
    final AcpClient client;

    ForkFixture(String capabilities) {
        this(capabilities, builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
    }

    ForkFixture(String capabilities, Consumer<AcpClientBuilder> setup) {
        client = agent.connect(capabilities, setup);
    }

    /** Opens a session of the id {@code s1} by {@code session/new}. */
    ClientSession session() {
        return session("{'sessionId':'s1'}");
    }

    ClientSession session(String answer) {
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), answer);
        return get(opening);
    }

    /** Sends one more message of the user. */
    TranscriptMessage user(String session, @Nullable String id, String text) {
        return send(session, "user_message_chunk", id, text);
    }

    /** Sends one more message of the agent. */
    TranscriptMessage answer(String session, @Nullable String id) {
        return send(session, "agent_message_chunk", id, "…");
    }

    /** Prompts a session, whose agent responds with a message. */
    void turn(ClientSession session, String prompt, String answer) {
        CompletableFuture<?> turn = session.promptAsync(prompt);
        JsonNode request = agent.expect("session/prompt");
        answer(session.id().value(), answer);
        agent.result(request, "{'stopReason':'end_turn'}");
        get(turn);
    }

    private TranscriptMessage send(String id, String kind, @Nullable String message, String text) {
        SessionForks forks = client.session(new SessionId(id)).forks();
        int before = forks.messages().size();
        agent.update(
                id,
                "{'sessionUpdate':'" + kind + "'," + (message == null ? "" : "'messageId':'" + message + "',")
                        + "'content':{'type':'text','text':'" + text + "'}}");
        await().atMost(PATIENCE).until(() -> forks.messages().size() > before);
        return forks.messages().get(before);
    }

    /** Answers the next request, which must be of a method, and gives its parameters. */
    JsonNode answerNext(String method, String result) {
        JsonNode request = agent.expect(method);
        agent.result(request, result);
        return request.get("params");
    }

    @Override
    public void close() {
        client.close();
    }
}
