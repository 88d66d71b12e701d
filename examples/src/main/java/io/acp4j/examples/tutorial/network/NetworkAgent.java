package io.acp4j.examples.tutorial.network;

import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.store.jdbc.SessionStores;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.ws.WsTls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The finished server as a program. */
public final class NetworkAgent {

    private static final int PORT = 8443;
    private static final Duration GRACE = Duration.ofSeconds(10);

    private NetworkAgent() {}

    /**
     * Serves the agent until the process is told to end. The environment has {@code AGENT_USERS}, such as {@code ann=token1,ben=token2},
     * and {@code KEY_PASSWORD}.
     *
     * @param args the directory to keep sessions in, the key store, and the names that clients reach the server by
     * @throws InterruptedException when the thread is interrupted
     */
    // snippet:main
    public static void main(String[] args) throws InterruptedException {
        WsTls tls = WsTls.pkcs12(
                Path.of(args[1]), () -> System.getenv("KEY_PASSWORD").toCharArray());
        String[] hosts = Arrays.copyOfRange(args, 2, args.length);
        try (SessionRepository repository = SessionRepository.over(SessionStores.open(Path.of(args[0])))) {
            HttpServer server =
                    Servers.open(Servers.guarded(Servers.agent(repository), PORT, tls, usersByToken()), PORT, hosts);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
            System.out.println(server.uri());
            server.awaitClosed();
        }
    }

    private static Map<String, String> usersByToken() {
        return Arrays.stream(System.getenv("AGENT_USERS").split(","))
                .map(user -> user.split("=", 2))
                .collect(Collectors.toMap(user -> user[1], user -> user[0]));
    }

    /** Takes no more clients, and lets running turns end. */
    static void stop(HttpServer server) {
        server.shutdown(GRACE).toCompletableFuture().join();
    }
    // end
}
