package io.acp4j.examples.forking;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.http.HttpServerBuilder;
import io.acp4j.transport.ws.WsAuthenticator;
import java.nio.file.Path;

/** The forking agent on the network. */
public final class ForkingServer {

    private ForkingServer() {}

    /**
     * Serves the agent over Streamable HTTP and WebSockets on this machine, until the process is told to stop. The address is the
     * first line of the output. The environment has {@code AGENT_PORT}, 0 or nothing for any free port, and {@code AGENT_TOKEN}, which
     * clients have to show, nothing for none.
     *
     * @param args the file to keep the sessions in; without it they are kept in memory
     * @throws InterruptedException when the process is told to stop
     */
    public static void main(String[] args) throws InterruptedException {
        SessionStore store = args.length == 0 ? SessionStore.inMemory() : SessionStores.open(Path.of(args[0]));
        try (SessionRepository repository = SessionRepository.over(store);
                HttpServer server = server(repository).start()) {
            System.out.println(server.uri());
            server.awaitClosed();
        }
    }

    private static HttpServerBuilder server(SessionRepository repository) {
        HttpServerBuilder server = HttpServer.builder(ForkingAgent.create(repository)::serve)
                .port(Integer.parseInt(System.getenv().getOrDefault("AGENT_PORT", "0")));
        String token = System.getenv("AGENT_TOKEN");
        return token == null ? server : server.authenticator(WsAuthenticator.bearerTokens(token));
    }
}
