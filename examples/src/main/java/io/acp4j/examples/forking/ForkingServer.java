package io.acp4j.examples.forking;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.Conversations;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.transport.http.HttpServer;
import java.nio.file.Path;

/** The forking agent on the network. */
public final class ForkingServer {

    private ForkingServer() {}

    /**
     * Serves the agent over Streamable HTTP and WebSockets on a free port of this machine, whose address is the first line of the
     * output, until the process is told to stop.
     *
     * @param args the file to keep the sessions in; without it they are kept in memory
     * @throws InterruptedException when the process is told to stop
     */
    public static void main(String[] args) throws InterruptedException {
        SessionStore store = args.length == 0 ? SessionStore.inMemory() : SessionStores.open(Path.of(args[0]));
        try (Conversations conversations = Conversations.over(store);
                HttpServer server = HttpServer.builder(ForkingAgent.create(conversations)::serve).start()) {
            System.out.println(server.uri());
            server.awaitClosed();
        }
    }
}
