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
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.auth.AuthMethod;
import io.acp4j.schema.auth.AuthMethodAgent;
import io.acp4j.schema.auth.AuthMethodTerminal;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.ElicitationScope;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.init.ProtocolVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The code of docs/guides/authentication.md, run. */
class AuthenticationGuideTest {

    private static final Path PROJECT = Path.of(".").toAbsolutePath();

    private final AtomicBoolean signedIn = new AtomicBoolean();

    private AcpAgentBuilder agent() {
        // snippet:agent
        AuthMethod browser = AuthMethodAgent.of(new AuthMethodId("browser"), "Sign in with the browser");
        return AcpAgent.builder()
                .info("guarded", "1.0.0")
                .onAuthenticate(List.of(browser), (request, context) -> signedIn.set(openBrowserAndWait()))
                .onLogout((request, context) -> signedIn.set(false))
                .sessionListener((session, origin) -> {
                    if (!signedIn.get()) {
                        throw AcpErrorException.authRequired();
                    }
                })
                .onPrompt(turn -> turn.say("Welcome."));
        // end
    }

    private AcpAgentBuilder asking() {
        AuthMethod browser = AuthMethodAgent.of(new AuthMethodId("browser"), "Sign in with the browser");
        AcpAgentBuilder builder = AcpAgent.builder().info("guarded", "1.0.0").onPrompt(turn -> turn.say("Welcome."));
        // snippet:elicit
        return builder.onAuthenticate(List.of(browser), (request, context) -> {
            ElicitationId id = new ElicitationId("sign-in");
            CreateElicitationResponse response = context.client()
                    .elicit(UrlElicitationRequest.of(
                            ElicitationScope.of(context.requestId()),
                            "Sign in to the tracker",
                            id,
                            "https://tracker.example/login"));
            if (!(response instanceof ElicitationAccepted)) {
                throw AcpErrorException.authRequired();
            }
            signedIn.set(openBrowserAndWait());
            context.client().completeElicitation(id);
        });
        // end
    }

    private static boolean openBrowserAndWait() {
        return true;
    }

    private static AcpClient connected(AcpAgentBuilder agent) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.build().serve(pair.agent());
        return AcpClient.builder(pair.client()).connect();
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

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void loginSendsTheUserToAPage(int version) {
        Queue<String> opened = new ConcurrentLinkedQueue<>();
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        asking().protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .build()
                .serve(pair.agent());
        try (AcpClient client = AcpClient.builder(pair.client())
                .protocolVersions(new ProtocolVersion(version))
                .onUrlElicitation((page, context) -> {
                    opened.add(page.url());
                    return CreateElicitationResponse.accepted();
                })
                .connect()) {
            client.authenticate("browser");
        }
        assertThat(opened).containsExactly("https://tracker.example/login");
        assertThat(signedIn).isTrue();
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
        AcpAgentBuilder agent = AcpAgent.builder()
                .info("guarded", "1.0.0")
                .onAuthenticate(
                        List.of(
                                // snippet:terminal
                                AuthMethodTerminal.builder(new AuthMethodId("login"), "Sign in at a terminal")
                                        .args(List.of("login"))
                                        .build()
                                // end
                                ),
                        (request, context) -> {})
                .onPrompt(turn -> turn.say("Welcome."));
        try (AcpClient client = connected(agent)) {
            assertThat(client.authMethods()).isEmpty();
        }
    }
}
