package io.acp4j.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AuthenticationRequiredException;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.auth.AuthMethod;
import io.acp4j.schema.auth.AuthMethodAgent;
import io.acp4j.schema.auth.AuthMethodTerminal;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The code of docs/guides/authentication.md, run. */
class AuthenticationGuideTest {

    private static final Path PROJECT = Path.of(".").toAbsolutePath();

    private final AtomicBoolean signedIn = new AtomicBoolean();

    private AcpAgentBuilder agent() {
        // snippet:agent
        AuthMethod browser = AuthMethodAgent.of(new AuthMethodId("browser"), "Sign in with the browser");
        return AcpAgent.builder("guarded", "1.0.0")
                .onAuthenticate(List.of(browser), (request, client) -> signedIn.set(openBrowserAndWait()))
                .onLogout((request, client) -> signedIn.set(false))
                .onSessionOpened((session, opening) -> {
                    if (!signedIn.get()) {
                        throw AcpErrorException.authRequired();
                    }
                })
                .onPrompt(turn -> turn.say("Welcome."));
        // end
    }

    private static boolean openBrowserAndWait() {
        return true;
    }

    private static AcpClient connected(AcpAgentBuilder agent) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.build().serve(pair.first());
        return AcpClient.builder(pair.second()).connect();
    }

    @Test
    void clientAuthenticatesAndTriesAgain() {
        try (AcpClient client = connected(agent())) {
            assertThat(open(client)).isNotNull();

            client.logout();
            assertThatThrownBy(() -> client.newSession(PROJECT))
                    .isInstanceOf(AuthenticationRequiredException.class)
                    .hasMessageContaining("authentication methods: [browser]");
            assertThatThrownBy(() -> client.authenticate("another")).isInstanceOf(UnsupportedCapabilityException.class);
        }
    }

    // snippet:client
    static ClientSession open(AcpClient client) {
        try {
            return client.newSession(PROJECT);
        } catch (AuthenticationRequiredException e) {
            AuthMethod method = choose(e.authMethods());
            client.authenticate(method.id()); // waits for the user
            return client.newSession(PROJECT);
        }
    }
    // end

    private static AuthMethod choose(List<AuthMethod> methods) {
        return methods.get(0);
    }

    @Test
    void terminalMethodsAreShownToClientsWithATerminal() {
        AcpAgentBuilder agent = AcpAgent.builder("guarded", "1.0.0")
                .onAuthenticate(
                        List.of(
                                // snippet:terminal
                                AuthMethodTerminal.builder(new AuthMethodId("login"), "Sign in at a terminal")
                                        .args(List.of("login"))
                                        .build()
                                // end
                                ),
                        (request, client) -> {})
                .onPrompt(turn -> turn.say("Welcome."));
        try (AcpClient client = connected(agent)) {
            assertThat(client.authMethods()).isEmpty();
        }
    }
}
