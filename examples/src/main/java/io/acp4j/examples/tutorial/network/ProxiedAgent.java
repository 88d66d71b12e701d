package io.acp4j.examples.tutorial.network;

import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.transport.http.HttpServer;
import java.util.Map;

/** The server behind nginx as a program, on a port of its own choice; {@code examples/network/run} starts it. */
public final class ProxiedAgent {

    private ProxiedAgent() {}

    /**
     * Serves the agent until the process is told to end, and prints the address. The environment has {@code AGENT_TOKEN}, the token of
     * the only user.
     *
     * @param args the name that clients reach nginx by
     * @throws InterruptedException when the thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory())) {
            HttpServer server =
                    Servers.proxied(Servers.agent(repository), 0, Map.of(System.getenv("AGENT_TOKEN"), "ann"), args[0]);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> NetworkAgent.stop(server)));
            System.out.println(server.uri());
            server.awaitClosed();
        }
    }
}
