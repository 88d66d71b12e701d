package io.acp4j.agent;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.provider.DisableProviderRequest;
import io.acp4j.schema.provider.ListProvidersRequest;
import io.acp4j.schema.provider.ListProvidersResponse;
import io.acp4j.schema.provider.SetProviderRequest;

/**
 * Lets clients configure which providers of models an agent uses.
 *
 * <p>Called on handler threads, several at once; each method may block.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
 * @since 0.1.0
 */
@Unstable("providers")
public interface ProviderHandlers {

    /**
     * Lists the providers that clients can configure.
     *
     * @param request the request
     * @param context what is known about the request
     * @return all of them, without secrets
     * @throws Exception to refuse, as {@link io.acp4j.rpc.RequestHandler#handle} does
     */
    ListProvidersResponse list(ListProvidersRequest request, ClientRequestContext context) throws Exception;

    /**
     * Configures a provider, in place of how it was configured.
     *
     * @param request the provider and all of its configuration; its headers may be secret
     * @param context what is known about the request
     * @throws Exception to refuse, as {@link io.acp4j.rpc.RequestHandler#handle} does
     */
    void set(SetProviderRequest request, ClientRequestContext context) throws Exception;

    /**
     * Disables a provider. Does nothing if it is already disabled.
     *
     * @param request the provider
     * @param context what is known about the request
     * @throws Exception to refuse, as {@link io.acp4j.rpc.RequestHandler#handle} does, for example if the agent requires the provider
     */
    void disable(DisableProviderRequest request, ClientRequestContext context) throws Exception;
}
