package io.acp4j.agent;

import io.acp4j.agent.internal.connection.AgentHandlers;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.auth.AuthStatusRequest;
import io.acp4j.schema.auth.AuthStatusResponse;
import io.acp4j.schema.provider.DisableProviderRequest;
import io.acp4j.schema.provider.ListProvidersRequest;
import io.acp4j.schema.provider.ListProvidersResponse;
import io.acp4j.schema.provider.SetProviderRequest;
import io.acp4j.schema.session.ArchiveSessionRequest;
import io.acp4j.schema.session.SessionStatusRequest;
import io.acp4j.schema.session.SessionStatusResponse;
import io.acp4j.schema.session.SetSessionTitleRequest;
import io.acp4j.schema.session.SetSessionTitleResponse;
import io.acp4j.schema.session.UnarchiveSessionRequest;
import java.util.Objects;

/**
 * Collects what an agent does about methods that the protocol has not settled; used by one thread, within {@link
 * AcpAgentBuilder#unstable}. What a handler makes possible is advertised by itself.
 *
 * <p>With {@link AcpAgentBuilder#sessions} the agent archives sessions, reports which are in memory and stores titles by
 * itself; handlers that you also set are called before that; the one for the status replaces it.
 *
 * @since 0.1.0
 */
public final class UnstableHandlers {

    private final AgentHandlers all;

    UnstableHandlers(AgentHandlers all) {
        this.all = all;
    }

    /**
     * Sets the handler that reports whether the user is authenticated. It must not require authentication. {@link Client#authStatusChanged}
     * notifies the client of changes.
     *
     * @param handler returns the status; local knowledge is sufficient
     * @return this
     * @see <a href="https://agentclientprotocol.com/rfds/get-auth-state">the specification</a>
     */
    @Unstable("auth-status")
    public UnstableHandlers onAuthStatus(
            RequestHandler<AuthStatusRequest, AuthStatusResponse, ClientRequestContext> handler) {
        all.authStatus = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets what configures the providers of models.
     *
     * @param handlers list and change them
     * @return this
     * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
     */
    @Unstable("providers")
    public UnstableHandlers providers(ProviderHandlers handlers) {
        all.providers = Objects.requireNonNull(handlers, "handlers");
        return this;
    }

    /**
     * Sets what hides sessions from lists and shows them again. A session that is open has its turn cancelled and is closed
     * before it is archived. The list follows {@code archived} and says of each session whether it is archived.
     *
     * @param archiving archives one, or does nothing when it is archived
     * @param unarchiving shows one again, or does nothing when it is not archived
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
     */
    @Unstable("session-archive")
    public UnstableHandlers onArchiveSession(
            RequestAction<ArchiveSessionRequest, ClientRequestContext> archiving,
            RequestAction<UnarchiveSessionRequest, ClientRequestContext> unarchiving) {
        all.archive = Objects.requireNonNull(archiving, "archiving");
        all.unarchive = Objects.requireNonNull(unarchiving, "unarchiving");
        return this;
    }

    /**
     * Sets the handler that reports whether a session is in memory. It changes nothing.
     *
     * @param handler reports it, or throws {@link io.acp4j.rpc.AcpErrorException#notFound}
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
     */
    @Unstable("session-status")
    public UnstableHandlers onSessionStatus(
            RequestHandler<SessionStatusRequest, SessionStatusResponse, ClientRequestContext> handler) {
        all.status = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets the handler that changes titles of sessions. The agent should not replace such a title by one that it makes up.
     * Where sessions are stored, the title of the response is stored.
     *
     * @param handler stores the title and returns it as it is stored
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
     */
    @Unstable("session-title")
    public UnstableHandlers onSetTitle(
            RequestHandler<SetSessionTitleRequest, SetSessionTitleResponse, ClientRequestContext> handler) {
        all.title = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Handlers with which clients configure the model providers of an agent.
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
         * @param context the request's ID, client and cancellation
         * @return all providers, without secrets
         * @throws Exception to refuse, as {@link io.acp4j.rpc.RequestHandler#handle} does
         */
        ListProvidersResponse list(ListProvidersRequest request, ClientRequestContext context) throws Exception;

        /**
         * Replaces the configuration of a provider.
         *
         * @param request the provider and its complete configuration; the headers may be secret
         * @param context the request's ID, client and cancellation
         * @throws Exception to refuse, as {@link io.acp4j.rpc.RequestHandler#handle} does
         */
        void set(SetProviderRequest request, ClientRequestContext context) throws Exception;

        /**
         * Disables a provider. Does nothing if it is already disabled.
         *
         * @param request the provider
         * @param context the request's ID, client and cancellation
         * @throws Exception to refuse, as {@link io.acp4j.rpc.RequestHandler#handle} does, for example if the agent requires the provider
         */
        void disable(DisableProviderRequest request, ClientRequestContext context) throws Exception;
    }
}
