package io.acp4j.agent.internal.connection;

import io.acp4j.agent.ClientRequestContext;
import io.acp4j.agent.RequestAction;
import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.client.DefaultClientRequestContext;
import io.acp4j.agent.internal.protocol.ProtocolRules;
import io.acp4j.agent.internal.protocol.RequestChecks;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.internal.dialect.Dialect;
import io.acp4j.schema.auth.AuthMethod;
import io.acp4j.schema.auth.AuthMethodTerminal;
import io.acp4j.schema.auth.AuthenticateRequest;
import io.acp4j.schema.auth.AuthenticateResponse;
import io.acp4j.schema.auth.LogoutRequest;
import io.acp4j.schema.auth.LogoutResponse;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens the conversation with one client, and knows whether its user has logged out. */
public final class Introductions {

    private final AgentConfiguration configuration;
    private final DefaultClient client;
    private volatile ProtocolRules rules;
    private volatile @Nullable ProtocolRules introduced;
    private volatile List<AuthMethod> offered = List.of();
    private volatile boolean loggedOut;

    Introductions(AgentConfiguration configuration, DefaultClient client) {
        this.configuration = configuration;
        this.client = client;
        this.rules = configuration.versions().all().get(0);
    }

    /** Returns the rules of the version that was selected last. */
    public ProtocolRules rules() {
        return rules;
    }

    /** Selects the version of what comes behind the request; a client that has one gets no lower one. */
    public Dialect select(InitializeRequest request) {
        ProtocolRules had = introduced;
        if (had != null && request.protocolVersion().compareTo(had.version()) < 0) {
            throw AcpErrorException.invalidRequest(
                    "already_initialized",
                    "The connection is initialized; ask for version " + had.version()
                            + " or later, or open another one");
        }
        rules = configuration.versions().select(request.protocolVersion());
        return rules.dialect();
    }

    /** Keeps what a client says of itself for the response. */
    void introduce(InitializeRequest request) {
        client.introduce(request, rules.client());
        introduced = rules;
    }

    /** Responds with the version that is selected: the client decides whether it speaks it. */
    public InitializeResponse initialize(InitializeRequest request) {
        introduce(request);
        offered = offered(request.clientCapabilities().auth().terminal());
        return InitializeResponse.builder(rules.version())
                .agentCapabilities(rules.advertised(configuration.capabilities()))
                .authMethods(offered)
                .agentInfo(configuration.info())
                .build();
    }

    private List<AuthMethod> offered(boolean inTerminals) {
        List<AuthMethod> methods = new ArrayList<>(configuration.authMethods());
        if (!inTerminals) {
            methods.removeIf(method -> method instanceof AuthMethodTerminal);
        }
        return methods;
    }

    public AuthenticateResponse authenticate(
            RequestAction<AuthenticateRequest, ClientRequestContext> handler,
            AuthenticateRequest request,
            RequestContext context)
            throws Exception {
        AuthMethod method = configuration.authMethods().stream()
                .filter(offered -> offered.id().equals(request.methodId()))
                .findFirst()
                .orElseThrow(() -> RequestChecks.invalid(
                        "unknown_auth_method", "/params/methodId", "the agent offers no such method"));
        if (method instanceof AuthMethodTerminal) {
            throw RequestChecks.invalid(
                    "terminal_auth_method", "/params/methodId", "this method runs in a terminal, not over ACP");
        }
        try (DefaultClientRequestContext served = new DefaultClientRequestContext(client, context)) {
            handler.handle(request, served);
        }
        loggedOut = false;
        return AuthenticateResponse.EMPTY;
    }

    /**
     * Logs the user out. From then on the client opens sessions only when it has logged in again, if it was offered a way to do so.
     *
     * @param handler what the author does about it; null for nothing
     */
    public LogoutResponse logout(
            @Nullable RequestAction<LogoutRequest, ClientRequestContext> handler,
            LogoutRequest request,
            RequestContext context)
            throws Exception {
        if (handler != null) {
            try (DefaultClientRequestContext served = new DefaultClientRequestContext(client, context)) {
                handler.handle(request, served);
            }
        }
        loggedOut = !offered.isEmpty();
        return LogoutResponse.EMPTY;
    }

    /** Refuses what needs a user where that has logged out. */
    public void requireUser() {
        if (loggedOut) {
            throw AcpErrorException.authRequired();
        }
    }
}
