package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.fork.MessageHistory.Start;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.BranchRole;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.NewSessionRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A client of an agent that a test plays, and what the client is to know of each session's messages. */
final class ForkFixture implements AutoCloseable {

    /** All that matters to forking. */
    static final String ALL = "{'sessionCapabilities':{'close':{},'delete':{},'fork':{'atMessageId':true,"
            + "'_meta':{'acp4j/fork':{'user':true,'label':true,'lineage':true}}}}}";

    /** The fork of the proposal, without this project's extensions. */
    static final String PLAIN = "{'sessionCapabilities':{'fork':{'atMessageId':true}}}";

    final RawAgent agent = new RawAgent();
    final AcpClient client;
    private final Map<String, List<HistoryMessage>> said = new ConcurrentHashMap<>();

    ForkFixture(String capabilities) {
        client = agent.connect(capabilities, builder -> {});
    }

    /** Opens a session of the id {@code s1} by {@code session/new}. */
    ForkableSession session() {
        return session("{'sessionId':'s1'}");
    }

    ForkableSession session(String answer) {
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), answer);
        return ForkableSession.of(get(opening), this::source);
    }

    private MessageSource source(ClientSession session) {
        boolean made = session.origin() != null && session.origin().method().equals(Methods.SESSION_NEW);
        return () -> new MessageHistory(messages(session.id().value()), made ? Start.BEGINNING : Start.OPENING);
    }

    private List<HistoryMessage> messages(String session) {
        return said.computeIfAbsent(session, id -> new CopyOnWriteArrayList<>());
    }

    /** Lets the client know one more message of the user. */
    HistoryMessage user(String session, @Nullable String id, String text) {
        return add(session, BranchRole.USER, id, text);
    }

    /** Lets the client know one more message of the agent. */
    HistoryMessage answer(String session, @Nullable String id) {
        return add(session, BranchRole.AGENT, id, "…");
    }

    private HistoryMessage add(String session, BranchRole role, @Nullable String id, String text) {
        List<HistoryMessage> messages = messages(session);
        HistoryMessage message = new HistoryMessage(
                messages.size(), role, id == null ? null : new MessageId(id), List.of(ContentBlock.text(text)));
        messages.add(message);
        return message;
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
