package io.acp4j.client;

import io.acp4j.schema.ProviderId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.v1.Methods;
import io.acp4j.schema.v1.auth.AuthStatusRequest;
import io.acp4j.schema.v1.auth.AuthStatusResponse;
import io.acp4j.schema.v1.provider.DisableProviderRequest;
import io.acp4j.schema.v1.provider.ListProvidersRequest;
import io.acp4j.schema.v1.provider.ListProvidersResponse;
import io.acp4j.schema.v1.provider.ProviderInfo;
import io.acp4j.schema.v1.provider.SetProviderRequest;
import io.acp4j.schema.v1.session.ArchiveSessionRequest;
import io.acp4j.schema.v1.session.SessionStatus;
import io.acp4j.schema.v1.session.SessionStatusRequest;
import io.acp4j.schema.v1.session.SessionStatusResponse;
import io.acp4j.schema.v1.session.SetSessionTitleRequest;
import io.acp4j.schema.v1.session.SetSessionTitleResponse;
import io.acp4j.schema.v1.session.UnarchiveSessionRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The methods of an agent that the protocol has not settled.
 *
 * <p>Safe for use by any number of threads. As with {@link AcpClient}, nothing is sent that the agent has not advertised,
 * blocking methods throw what {@link AcpClient#request} throws, and the futures of the others fail with the same.
 *
 * @since 0.1.0
 */
public final class UnstableCalls {

    private final AgentLink link;
    private final Consumer<SessionId> archived;

    /**
     * Creates the calls of one client.
     *
     * @param link the connection
     * @param archived forgets a session that the agent has closed since it is archived
     */
    UnstableCalls(AgentLink link, Consumer<SessionId> archived) {
        this.link = link;
        this.archived = archived;
    }

    /**
     * Asks whether the user is authenticated, and waits for the answer; nothing changes by that.
     *
     * @return the state, and the accounts for display
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code auth.status}
     * @see <a href="https://agentclientprotocol.com/rfds/get-auth-state">the specification</a>
     */
    @Unstable("auth-status")
    public AuthStatusResponse authStatus() {
        return link.await(authStatusAsync(), "auth/status");
    }

    /**
     * The twin of {@link #authStatus}.
     *
     * @return the state, and the accounts for display
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code auth.status}
     */
    @Unstable("auth-status")
    public CompletableFuture<AuthStatusResponse> authStatusAsync() {
        return link.requestAsync(Methods.AUTH_STATUS, AuthStatusRequest.EMPTY, status -> status);
    }

    /**
     * Asks which providers of models can be configured, and waits for the answer.
     *
     * @return all of them, without secrets
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code providers}
     * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
     */
    @Unstable("providers")
    public List<ProviderInfo> listProviders() {
        return link.await(listProvidersAsync(), "providers/list");
    }

    /**
     * The twin of {@link #listProviders}.
     *
     * @return all of them, without secrets
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code providers}
     */
    @Unstable("providers")
    public CompletableFuture<List<ProviderInfo>> listProvidersAsync() {
        return link.requestAsync(Methods.PROVIDERS_LIST, ListProvidersRequest.EMPTY, ListProvidersResponse::providers);
    }

    /**
     * Configures a provider of models, in place of how it was configured, and waits until that is done.
     *
     * @param request the provider and all of its configuration
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code providers}
     * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
     */
    @Unstable("providers")
    public void setProvider(SetProviderRequest request) {
        link.await(setProviderAsync(request), "providers/set");
    }

    /**
     * The twin of {@link #setProvider}.
     *
     * @param request the provider and all of its configuration
     * @return completes when it is done
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code providers}
     */
    @Unstable("providers")
    public CompletableFuture<Void> setProviderAsync(SetProviderRequest request) {
        return link.requestAsync(Methods.PROVIDERS_SET, request, done -> null);
    }

    /**
     * Has the agent use a provider of models no longer, and waits until that is done.
     *
     * @param id the provider; not one that the agent requires
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code providers}
     * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
     */
    @Unstable("providers")
    public void disableProvider(ProviderId id) {
        link.await(disableProviderAsync(id), "providers/disable");
    }

    /**
     * The twin of {@link #disableProvider}.
     *
     * @param id the provider; not one that the agent requires
     * @return completes when it is done
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code providers}
     */
    @Unstable("providers")
    public CompletableFuture<Void> disableProviderAsync(ProviderId id) {
        return link.requestAsync(Methods.PROVIDERS_DISABLE, DisableProviderRequest.of(id), done -> null);
    }

    /**
     * Hides a session from lists and waits until that is done. One that is open here is closed by that.
     *
     * @param session its id
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.archive}
     * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
     */
    @Unstable("session-archive")
    public void archiveSession(SessionId session) {
        link.await(archiveSessionAsync(session), "session/archive");
    }

    /**
     * The twin of {@link #archiveSession}.
     *
     * @param session its id
     * @return completes when it is done
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.archive}
     */
    @Unstable("session-archive")
    public CompletableFuture<Void> archiveSessionAsync(SessionId session) {
        return link.requestAsync(Methods.SESSION_ARCHIVE, ArchiveSessionRequest.of(session), done -> {
            archived.accept(session);
            return null;
        });
    }

    /**
     * Shows an archived session in lists again, without opening it, and waits until that is done.
     *
     * @param session its id
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.archive}
     * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
     */
    @Unstable("session-archive")
    public void unarchiveSession(SessionId session) {
        link.await(unarchiveSessionAsync(session), "session/unarchive");
    }

    /**
     * The twin of {@link #unarchiveSession}.
     *
     * @param session its id
     * @return completes when it is done
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.archive}
     */
    @Unstable("session-archive")
    public CompletableFuture<Void> unarchiveSessionAsync(SessionId session) {
        return link.requestAsync(Methods.SESSION_UNARCHIVE, UnarchiveSessionRequest.of(session), done -> null);
    }

    /**
     * Asks whether the agent has a session in memory, and waits for the answer; nothing changes by that.
     *
     * @param session its id; it need not be open here
     * @return whether it had when it answered; a word that is not known means {@link SessionStatus#SAVED}
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.status}
     * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
     */
    @Unstable("session-status")
    public SessionStatus sessionStatus(SessionId session) {
        return link.await(sessionStatusAsync(session), "session/status");
    }

    /**
     * The twin of {@link #sessionStatus}.
     *
     * @param session its id; it need not be open here
     * @return whether it had when it answered; a word that is not known means {@link SessionStatus#SAVED}
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.status}
     */
    @Unstable("session-status")
    public CompletableFuture<SessionStatus> sessionStatusAsync(SessionId session) {
        return link.requestAsync(
                Methods.SESSION_STATUS, SessionStatusRequest.of(session), SessionStatusResponse::status);
    }

    /**
     * Gives a session a title and waits until it is stored.
     *
     * @param session its id; it need not be open here
     * @param title its title for people
     * @return the title as the agent stored it; the one to show
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.title}
     * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
     */
    @Unstable("session-title")
    public String setSessionTitle(SessionId session, String title) {
        return link.await(setSessionTitleAsync(session, title), "session/set_title");
    }

    /**
     * The twin of {@link #setSessionTitle}.
     *
     * @param session its id; it need not be open here
     * @param title its title for people
     * @return the title as the agent stored it; the one to show
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised {@code sessionCapabilities.title}
     */
    @Unstable("session-title")
    public CompletableFuture<String> setSessionTitleAsync(SessionId session, String title) {
        return link.requestAsync(
                Methods.SESSION_SET_TITLE, SetSessionTitleRequest.of(session, title), SetSessionTitleResponse::title);
    }
}
