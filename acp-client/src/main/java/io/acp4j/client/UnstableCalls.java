package io.acp4j.client;

import io.acp4j.schema.ProviderId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.auth.AuthStatusResponse;
import io.acp4j.schema.provider.ProviderInfo;
import io.acp4j.schema.provider.SetProviderRequest;
import io.acp4j.schema.session.SessionStatus;
import io.acp4j.schema.session.SessionStatusResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The methods of an agent that the protocol has not settled.
 *
 * <p>Safe for use by any number of threads. As with {@link AcpClient}, nothing is sent that the agent has not advertised,
 * blocking methods throw what {@link AcpClient#request} throws, and the futures of the others fail with the same.
 *
 * @since 0.1.0
 */
public interface UnstableCalls {

    /**
     * Asks whether the user is authenticated, and waits for the response; nothing changes by that.
     *
     * @return the state, and the accounts for display
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code auth.status}
     * @see <a href="https://agentclientprotocol.com/rfds/get-auth-state">the specification</a>
     */
    @Unstable("auth-status")
    AuthStatusResponse authStatus();

    /**
     * The twin of {@link #authStatus}.
     *
     * @return the state, and the accounts for display
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code auth.status}
     */
    @Unstable("auth-status")
    CompletableFuture<AuthStatusResponse> authStatusAsync();

    /**
     * Asks which providers of models can be configured, and waits for the response.
     *
     * @return all of them, without secrets
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code providers}
     * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
     */
    @Unstable("providers")
    List<ProviderInfo> listProviders();

    /**
     * The twin of {@link #listProviders}.
     *
     * @return all of them, without secrets
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code providers}
     */
    @Unstable("providers")
    CompletableFuture<List<ProviderInfo>> listProvidersAsync();

    /**
     * Configures a provider of models, in place of how it was configured, and waits until that is done.
     *
     * @param request the provider and all of its configuration
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code providers}
     * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
     */
    @Unstable("providers")
    void setProvider(SetProviderRequest request);

    /**
     * The twin of {@link #setProvider}.
     *
     * @param request the provider and all of its configuration
     * @return completes when it is done
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code providers}
     */
    @Unstable("providers")
    CompletableFuture<Void> setProviderAsync(SetProviderRequest request);

    /**
     * Has the agent use a provider of models no longer, and waits until that is done.
     *
     * @param id the provider; not one that the agent requires
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code providers}
     * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
     */
    @Unstable("providers")
    void disableProvider(ProviderId id);

    /**
     * The twin of {@link #disableProvider}.
     *
     * @param id the provider; not one that the agent requires
     * @return completes when it is done
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code providers}
     */
    @Unstable("providers")
    CompletableFuture<Void> disableProviderAsync(ProviderId id);

    /**
     * Hides a session from lists and waits until that is done. One that is open here is closed by that.
     *
     * @param session its id
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.archive}
     * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
     */
    @Unstable("session-archive")
    void archiveSession(SessionId session);

    /**
     * The twin of {@link #archiveSession}.
     *
     * @param session its id
     * @return completes when it is done
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.archive}
     */
    @Unstable("session-archive")
    CompletableFuture<Void> archiveSessionAsync(SessionId session);

    /**
     * Shows an archived session in lists again, without opening it, and waits until that is done.
     *
     * @param session its id
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.archive}
     * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
     */
    @Unstable("session-archive")
    void unarchiveSession(SessionId session);

    /**
     * The twin of {@link #unarchiveSession}.
     *
     * @param session its id
     * @return completes when it is done
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.archive}
     */
    @Unstable("session-archive")
    CompletableFuture<Void> unarchiveSessionAsync(SessionId session);

    /**
     * Asks whether the agent has a session in memory, and waits for the response; nothing changes by that.
     *
     * @param session its id; it need not be open here
     * @return whether it had when it responded, where a word that is not known means {@link SessionStatus#SAVED}, and in version 2
     *     what the session does, if the agent says so
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.status}
     * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
     */
    @Unstable("session-status")
    SessionStatusResponse sessionStatus(SessionId session);

    /**
     * The twin of {@link #sessionStatus}.
     *
     * @param session its id; it need not be open here
     * @return whether it had when it responded, where a word that is not known means {@link SessionStatus#SAVED}, and in version 2
     *     what the session does, if the agent says so
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.status}
     */
    @Unstable("session-status")
    CompletableFuture<SessionStatusResponse> sessionStatusAsync(SessionId session);

    /**
     * Sets the title of a session and waits until it is stored.
     *
     * @param session its id; it need not be open here
     * @param title its title for people
     * @return the title as the agent stored it; the one to show
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.title}
     * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
     */
    @Unstable("session-title")
    String setSessionTitle(SessionId session, String title);

    /**
     * The twin of {@link #setSessionTitle}.
     *
     * @param session its id; it need not be open here
     * @param title its title for people
     * @return the title as the agent stored it; the one to show
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.title}
     */
    @Unstable("session-title")
    CompletableFuture<String> setSessionTitleAsync(SessionId session, String title);
}
