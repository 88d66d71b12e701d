package io.acp4j.examples.forking;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.util.List;

/**
 * An agent whose sessions can be forked, whole or at a message, and that finds them again when it is started anew. It
 * answers from their histories alone, so that what a session has and has not heard shows in what it says.
 */
public final class ForkingAgent {

    private ForkingAgent() {}

    /**
     * Serves one client over this process's stdin and stdout.
     *
     * @param args the file to keep the sessions in; without it they are kept in memory
     * @throws InterruptedException when the process is told to stop
     */
    public static void main(String[] args) throws InterruptedException {
        // snippet:serve
        SessionStore store = args.length == 0 ? SessionStore.inMemory() : SessionStores.open(Path.of(args[0]));
        try (SessionRepository repository = SessionRepository.over(store)) {
            create(repository).serve(StdioTransport.ofProcessStreams()).awaitClosed();
        }
        // end
    }

    // snippet:agent
    static AcpAgent create(SessionRepository repository) {
        return AcpAgent.builder()
                .info("forking-agent", "0.1.0")
                .sessions(repository)
                .onPrompt(ForkingAgent::answer)
                .echoUserMessages(true)
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .build();
    }

    private static void answer(PromptTurn turn) {
        List<String> questions = turn.history().stream()
                .filter(entry -> entry.kind() == NodeKind.USER)
                .map(HistoryEntry::text)
                .toList();
        turn.say("Question " + questions.size() + ". I have heard: " + String.join(" | ", questions));
    }
    // end
}
