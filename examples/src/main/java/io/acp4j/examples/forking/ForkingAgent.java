package io.acp4j.examples.forking;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.SessionSetup;
import io.acp4j.agent.Turn;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.v1.content.Role;
import io.acp4j.schema.v1.session.ForkSessionRequest;
import io.acp4j.schema.v1.session.ForkSessionResponse;
import io.acp4j.schema.v1.session.NewSessionRequest;
import io.acp4j.schema.v1.session.NewSessionResponse;
import io.acp4j.transport.stdio.StdioTransport;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * An agent whose sessions can be forked, whole or at a message. It keeps their histories in memory and answers from them
 * alone, so that what a session has and has not heard shows in what it says.
 */
public final class ForkingAgent {

    private ForkingAgent() {}

    /**
     * Serves one client over this process's stdin and stdout.
     *
     * @param args unused
     * @throws InterruptedException when the process is told to stop
     */
    public static void main(String[] args) throws InterruptedException {
        create().serve(StdioTransport.ofProcessStreams()).awaitClosed();
    }

    static AcpAgent create() {
        return AcpAgent.builder("forking-agent", "0.1.0")
                .onNewSession(ForkingAgent::begin)
                .onForkSession(ForkingAgent::fork)
                .forkAtMessage(true)
                .onPrompt(ForkingAgent::answer)
                .echoUserMessages(true)
                .build();
    }

    private static NewSessionResponse begin(NewSessionRequest request, SessionSetup setup) {
        setup.attach(Conversation.class, Conversation.empty());
        return NewSessionResponse.builder(setup.sessionId()).build();
    }

    private static ForkSessionResponse fork(ForkSessionRequest request, SessionSetup setup) {
        Conversation source = conversation(Objects.requireNonNull(setup.source(), "a fork has a source"));
        MessageId point = request.messageId();
        Conversation fork = point == null ? source.fork() : source.forkAt(point);
        if (fork == null) {
            // Never a fork at some other place: the client would not notice.
            throw new AcpErrorException(
                    ErrorCode.INVALID_PARAMS,
                    "This session has no such message",
                    Map.of("messageId", String.valueOf(point), "reason", "unknown_message"));
        }
        setup.attach(Conversation.class, fork);
        return ForkSessionResponse.builder(setup.sessionId()).build();
    }

    private static void answer(Turn turn) {
        Conversation conversation = conversation(turn.session());
        conversation.add(turn.userMessageId(), Role.USER, turn.text());
        List<String> questions = conversation.questions();
        String answer = "Question " + questions.size() + ". I have heard: " + String.join(" | ", questions);
        MessageId id = turn.say(answer);
        conversation.add(id, Role.ASSISTANT, answer);
    }

    private static Conversation conversation(AgentSession session) {
        return Objects.requireNonNull(session.attachment(Conversation.class), "every session has a conversation");
    }
}
