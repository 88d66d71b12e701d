package io.acp4j.examples.ws;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.transport.ws.WsServer;
import java.nio.file.Path;
import java.util.List;

/**
 * Serves a forking agent to any number of clients: {@code ws-agent-server [PORT [FILE]]}. Its sessions belong to the server and not
 * to connections, so that a client that has lost its connection loads its session and goes on.
 */
public final class WsAgentServer {

    private static final int DEFAULT_PORT = 8080;

    private WsAgentServer() {}

    /**
     * Serves until the process is told to stop.
     *
     * @param args the port; without one 8080, with 0 any that is free; then the file to keep the sessions in, without which they
     *     are kept in memory
     * @throws InterruptedException when the process is told to stop
     */
    public static void main(String[] args) throws InterruptedException {
        int port = args.length == 0 ? DEFAULT_PORT : Integer.parseInt(args[0]);
        SessionStore store = args.length < 2 ? SessionStore.inMemory() : SessionStores.open(Path.of(args[1]));
        try (SessionRepository repository = SessionRepository.over(store);
                WsServer server = start(repository, port)) {
            System.out.println("serving " + server.uri());
            server.awaitClosed();
        }
    }

    static WsServer start(SessionRepository repository, int port) {
        AcpAgent agent = AcpAgent.builder()
                .info("ws-forking-agent", "0.1.0")
                .sessions(repository)
                .forkAtMessage(true)
                .echoUserMessages(true)
                .onPrompt(WsAgentServer::answer)
                .build();
        return WsServer.builder(agent::serve).port(port).start();
    }

    /**
     * Repeats what the session has heard, question by question; each is a message, and kept as soon as it is complete. After
     * the question {@code wait} the turn goes on until it is cancelled, or its client is gone.
     */
    private static void answer(PromptTurn turn) {
        List<String> questions = turn.history().stream()
                .filter(entry -> entry.kind() == NodeKind.USER)
                .map(HistoryEntry::text)
                .toList();
        turn.say("Question " + questions.size() + ". I have heard:");
        for (String question : questions) {
            turn.endMessage();
            turn.say(question);
        }
        turn.endMessage();
        if (turn.text().equals("wait")) {
            turn.cancellation().whenCancelled().toCompletableFuture().join();
        }
    }
}
