package io.acp4j.agent;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.v1.auth.AuthMethod;
import io.acp4j.schema.v1.auth.AuthMethodTerminal;
import io.acp4j.schema.v1.auth.AuthenticateRequest;
import io.acp4j.schema.v1.auth.AuthenticateResponse;
import io.acp4j.schema.v1.init.InitializeRequest;
import io.acp4j.schema.v1.init.InitializeResponse;
import io.acp4j.schema.v1.init.ProtocolVersion;

/** Opens the conversation with one client, and keeps it shut until then. */
final class Introductions {

    private final AgentConfiguration configuration;
    private final DefaultClientPeer client;

    Introductions(AgentConfiguration configuration, DefaultClientPeer client) {
        this.configuration = configuration;
        this.client = client;
    }

    void require() {
        if (!client.isIntroduced()) {
            throw AcpErrorException.invalidRequest("not_initialized", "Call initialize first");
        }
    }

    void requireFirst() {
        if (client.isIntroduced()) {
            throw AcpErrorException.invalidRequest(
                    "already_initialized", "The connection is initialized; open another one to start anew");
        }
    }

    /** Answers with the one version that there is: the client decides whether it speaks it. */
    InitializeResponse initialize(InitializeRequest request) {
        requireFirst();
        client.introduce(request);
        return InitializeResponse.builder(ProtocolVersion.V1)
                .agentCapabilities(configuration.capabilities())
                .authMethods(configuration.authMethods().stream()
                        .filter(method -> !(method instanceof AuthMethodTerminal)
                                || request.clientCapabilities().auth().terminal())
                        .toList())
                .agentInfo(configuration.info())
                .build();
    }

    AuthenticateResponse authenticate(ClientAction<AuthenticateRequest> handler, AuthenticateRequest request)
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
        handler.handle(request, client);
        return AuthenticateResponse.EMPTY;
    }
}
