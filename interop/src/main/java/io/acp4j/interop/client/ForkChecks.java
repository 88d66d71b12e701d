package io.acp4j.interop.client;

import static io.acp4j.interop.client.Conversation.CWD;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.interop.client.Agents.Peer;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.List;
import java.util.Objects;

/** Checks of forks: of a whole session, at a message, and those that are refused. */
final class ForkChecks {

    private ForkChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("fork-whole", ForkChecks::forkWhole),
                new Check("fork-at-message", ForkChecks::forkAtMessage),
                new Check("fork-errors", ForkChecks::forkErrors),
                new Check("fork-of-closed-session", ForkChecks::forkOfClosedSession));
    }

    private static Conversation fork(Peer peer, Conversation source, MessageId at) {
        return Conversation.fork(
                peer,
                ForkSessionRequest.builder(source.session().id(), CWD)
                        .messageId(at)
                        .build());
    }

    private static void forkWhole(Agents agents) {
        Peer peer = agents.shared();
        Conversation source = Conversation.open(peer);
        source.say("stream");
        source.say("two");
        source.session().setMode(new SessionModeId("code"));
        Transcript transcript = new Transcript();
        ClientSession session = source.session()
                .forks()
                .fork(
                        ForkPoint.end(),
                        ForkOptions.builder().listener(transcript).build());
        Conversation fork = new Conversation(session, transcript);
        assertThat(session.id()).isNotEqualTo(source.session().id());
        assertThat(fork.mode()).isEqualTo("code");
        assertThat(transcript.size()).as("updates sent by forking").isZero();
        fork.say("only in the fork");
        source.say("only in the source");
        assertThat(fork.context()).isEqualTo("stream | two | only in the fork");
        assertThat(source.context()).isEqualTo("stream | two | only in the source");
    }

    private static void forkAtMessage(Agents agents) {
        Peer peer = agents.shared();
        Conversation source = Conversation.open(peer);
        Exchange first = source.say("stream");
        source.say("two");
        MessageId hello = id(first, AgentMessageChunk.class, 0);
        MessageId done = id(first, AgentMessageChunk.class, 1);

        Conversation atEndOfTurn = fork(peer, source, done);
        Conversation whole = Conversation.load(peer, atEndOfTurn.session());
        assertThat(Exchange.contents(whole.transcript().since(0))).isEqualTo(Exchange.contents(first.updates()));
        assertThat(whole.context()).isEqualTo("stream");

        Conversation part = Conversation.load(peer, source.session().forks().fork(ForkPoint.at(hello)));
        assertThat(part.transcript().since(0))
                .as("no tool call after the message")
                .noneMatch(ToolCall.class::isInstance);
        List<Exchange.Message> messages = Exchange.messages(part.transcript().since(0));
        assertThat(messages.get(messages.size() - 1).id()).isEqualTo(hello);

        Conversation atQuestion = fork(peer, source, id(first, UserMessageChunk.class, 0));
        assertThat(atQuestion.context()).isEqualTo("stream");
        Conversation nested = fork(peer, whole, hello);
        assertThat(nested.context()).isEqualTo("stream");
    }

    private static void forkErrors(Agents agents) {
        Peer peer = agents.shared();
        String cwd = "/project/forked-" + System.nanoTime();
        NewSessionRequest inOwnDirectory = NewSessionRequest.builder(cwd).build();
        Conversation source = Conversation.open(peer, inOwnDirectory);
        Exchange exchange = source.say("stream");
        Conversation other = Conversation.open(peer, inOwnDirectory);
        List<MessageId> refused = List.of(
                new MessageId("no-such-message"),
                id(other.say("hello"), AgentMessageChunk.class, 0),
                id(exchange, AgentThoughtChunk.class, 0));
        for (MessageId message : refused) {
            assertThat(Expect.data(
                            Expect.error(-32602, () -> source.session().forks().fork(ForkPoint.at(message))),
                            "messageId"))
                    .isEqualTo(message.value());
        }
        SessionId unknown = new SessionId("no-such-session");
        Expect.error(
                -32002,
                () -> Conversation.fork(
                        peer, ForkSessionRequest.builder(unknown, CWD).build()));
        assertThat(peer.client().storedSessions(new ListSessionsRequest(cwd, null, null, null)))
                .as("a failed fork leaves nothing behind")
                .hasSize(2);
    }

    private static void forkOfClosedSession(Agents agents) {
        Peer peer = agents.shared();
        Conversation source = Conversation.open(peer);
        Exchange exchange = source.say("history");
        source.session().close();
        Conversation fork = fork(peer, source, id(exchange, AgentMessageChunk.class, 0));
        peer.client().deleteSession(source.session().id());
        assertThat(fork.context()).isEqualTo("history");
    }

    private static MessageId id(Exchange exchange, Class<? extends ContentChunk> kind, int index) {
        return Objects.requireNonNull(exchange.messages(kind).get(index).id(), "the message has no id");
    }
}
