package io.acp4j.examples.tutorial.network;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.http.HttpServerBuilder;
import io.acp4j.transport.ws.WsAuthenticator;
import io.acp4j.transport.ws.WsTls;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.stream.Collectors;

/** The agent of the tutorial, and its server after each of the steps. */
final class Servers {

    private Servers() {}

    // snippet:agent
    /** Repeats everything that the user has said in the session. */
    static AcpAgent agent(SessionRepository repository) {
        return AcpAgent.builder()
                .info("notebook", "1.0.0")
                .sessions(repository)
                .onPrompt(turn -> turn.say(turn.history().stream()
                        .filter(entry -> entry.kind() == NodeKind.USER)
                        .map(HistoryEntry::text)
                        .collect(Collectors.joining(", ", "So far: ", "."))))
                .build();
    }
    // end

    /** Step 1: for this machine only. */
    // snippet:local
    static HttpServer local(AcpAgent agent, int port) {
        return HttpServer.builder(agent::serve).port(port).start();
    }
    // end

    /** Steps 2 and 3: encrypted, for clients with a token, each of whom has sessions of their own. */
    // snippet:guarded
    static HttpServerBuilder guarded(AcpAgent agent, int port, WsTls tls, Map<String, String> usersByToken) {
        return HttpServer.builder(agent::serve)
                .port(port)
                .tls(tls)
                .authenticator(WsAuthenticator.bearerTokens(usersByToken));
    }
    // end

    /** Step 4: for other machines, too. */
    // snippet:open
    static HttpServer open(HttpServerBuilder guarded, int port, String... hosts) {
        return guarded.address(new InetSocketAddress("0.0.0.0", port))
                .allowedHosts(hosts)
                .start();
    }
    // end

    /** Step 6: behind nginx, which encrypts and passes on what clients name as the host. */
    // snippet:proxied
    static HttpServer proxied(AcpAgent agent, int port, Map<String, String> usersByToken, String host) {
        return HttpServer.builder(agent::serve)
                .port(port) // on the loopback address: nobody but nginx gets here
                .authenticator(WsAuthenticator.bearerTokens(usersByToken))
                .allowedHosts(host)
                .start();
    }
    // end
}
