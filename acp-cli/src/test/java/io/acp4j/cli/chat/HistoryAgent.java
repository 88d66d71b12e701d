package io.acp4j.cli.chat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.stdio.StdioTransport;
import java.util.List;

/** An agent whose sessions can be forked. Each answer is one line with all prompts of its branch. */
final class HistoryAgent {

    private HistoryAgent() {}

    public static void main(String[] args) throws InterruptedException {
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory())) {
            AcpAgent.builder()
                    .info("history-agent", "0.1.0")
                    .sessions(repository)
                    .onPrompt(HistoryAgent::answer)
                    .echoUserMessages(true)
                    .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                    .build()
                    .serve(StdioTransport.ofProcessStreams())
                    .awaitClosed();
        }
    }

    private static void answer(PromptTurn turn) {
        List<String> questions = turn.history().stream()
                .filter(entry -> entry.kind() == NodeKind.USER)
                .map(HistoryEntry::text)
                .toList();
        turn.say("Question " + questions.size() + ". I have heard: " + String.join(" | ", questions));
    }
}
