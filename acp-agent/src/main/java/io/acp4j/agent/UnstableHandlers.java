package io.acp4j.agent;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.v1.auth.AuthStatusRequest;
import io.acp4j.schema.v1.auth.AuthStatusResponse;
import io.acp4j.schema.v1.session.ArchiveSessionRequest;
import io.acp4j.schema.v1.session.SessionStatusRequest;
import io.acp4j.schema.v1.session.SessionStatusResponse;
import io.acp4j.schema.v1.session.SetSessionTitleRequest;
import io.acp4j.schema.v1.session.SetSessionTitleResponse;
import io.acp4j.schema.v1.session.UnarchiveSessionRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Collects what an agent does about methods that the protocol has not settled; used by one thread, within {@link
 * AcpAgentBuilder#unstable}. What a handler makes possible is advertised without further ado.
 *
 * <p>With {@link AcpAgentBuilder#conversations} the agent archives sessions, tells which are in memory and stores titles by
 * itself; handlers that are set besides are called before that, and the one for the status in its place.
 *
 * @since 0.1.0
 */
public final class UnstableHandlers {

    @Nullable
    ClientHandler<AuthStatusRequest, AuthStatusResponse> authStatus;

    @Nullable
    ProviderHandlers providers;

    @Nullable
    ClientAction<ArchiveSessionRequest> archive;

    @Nullable
    ClientAction<UnarchiveSessionRequest> unarchive;

    @Nullable
    ClientHandler<SessionStatusRequest, SessionStatusResponse> status;

    @Nullable
    ClientHandler<SetSessionTitleRequest, SetSessionTitleResponse> title;

    UnstableHandlers() {}

    /** A copy that later changes leave alone. */
    UnstableHandlers copy() {
        UnstableHandlers copy = new UnstableHandlers();
        copy.authStatus = authStatus;
        copy.providers = providers;
        copy.archive = archive;
        copy.unarchive = unarchive;
        copy.status = status;
        copy.title = title;
        return copy;
    }

    /**
     * Sets what tells whether the user is authenticated. It must not demand authentication; {@link
     * ClientPeer#authStatusChanged} tells of changes.
     *
     * @param handler tells it; local knowledge is enough
     * @return this
     * @see <a href="https://agentclientprotocol.com/rfds/get-auth-state">the specification</a>
     */
    @Unstable("auth-status")
    public UnstableHandlers onAuthStatus(ClientHandler<AuthStatusRequest, AuthStatusResponse> handler) {
        authStatus = Objects.requireNonNull(handler, "handler");
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
        providers = Objects.requireNonNull(handlers, "handlers");
        return this;
    }

    /**
     * Sets what hides sessions from lists and shows them again. A session that is open has its turn cancelled and is closed
     * before it is archived. The list heeds {@code archived} and tells of each session whether it is archived.
     *
     * @param archiving archives one, or does nothing when it is archived
     * @param unarchiving shows one again, or does nothing when it is not archived
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
     */
    @Unstable("session-archive")
    public UnstableHandlers onArchiveSession(
            ClientAction<ArchiveSessionRequest> archiving, ClientAction<UnarchiveSessionRequest> unarchiving) {
        archive = Objects.requireNonNull(archiving, "archiving");
        unarchive = Objects.requireNonNull(unarchiving, "unarchiving");
        return this;
    }

    /**
     * Sets what tells whether a session is in memory. It changes nothing.
     *
     * @param handler tells it, or throws {@link io.acp4j.rpc.AcpErrorException#notFound}
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
     */
    @Unstable("session-status")
    public UnstableHandlers onSessionStatus(ClientHandler<SessionStatusRequest, SessionStatusResponse> handler) {
        status = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets what gives sessions titles. The agent should not replace such a title by one that it makes up. Where sessions are
     * stored, the title of the response is stored.
     *
     * @param handler stores the title and gives it as it is stored
     * @return this
     * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
     */
    @Unstable("session-title")
    public UnstableHandlers onSetTitle(ClientHandler<SetSessionTitleRequest, SetSessionTitleResponse> handler) {
        title = Objects.requireNonNull(handler, "handler");
        return this;
    }
}
