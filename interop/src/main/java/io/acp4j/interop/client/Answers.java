package io.acp4j.interop.client;

import io.acp4j.agent.ClientRequestContext;
import io.acp4j.agent.UnstableHandlers.ProviderHandlers;
import io.acp4j.schema.ProviderId;
import io.acp4j.schema.auth.AuthAccount;
import io.acp4j.schema.auth.AuthState;
import io.acp4j.schema.auth.AuthStatusRequest;
import io.acp4j.schema.auth.AuthStatusResponse;
import io.acp4j.schema.provider.DisableProviderRequest;
import io.acp4j.schema.provider.ListProvidersRequest;
import io.acp4j.schema.provider.ListProvidersResponse;
import io.acp4j.schema.provider.LlmProtocol;
import io.acp4j.schema.provider.ProviderCurrentConfig;
import io.acp4j.schema.provider.ProviderInfo;
import io.acp4j.schema.provider.SetProviderRequest;
import java.util.List;

/** What the agent of the exchange says about its user and its providers. */
final class Answers implements ProviderHandlers {

    static AuthStatusResponse authStatus(AuthStatusRequest request, ClientRequestContext context) {
        return AuthStatusResponse.of(
                AuthState.AUTHENTICATED,
                new AuthAccount("Key", true, "Ada", "ada@example.org", "Example", null),
                AuthAccount.of("Other key"));
    }

    @Override
    public ListProvidersResponse list(ListProvidersRequest request, ClientRequestContext context) {
        return ListProvidersResponse.of(List.of(new ProviderInfo(
                new ProviderId("main"),
                List.of(LlmProtocol.OPENAI, LlmProtocol.AZURE),
                false,
                ProviderCurrentConfig.of(LlmProtocol.AZURE, "https://models.example"),
                null)));
    }

    @Override
    public void set(SetProviderRequest request, ClientRequestContext context) {}

    @Override
    public void disable(DisableProviderRequest request, ClientRequestContext context) {}
}
