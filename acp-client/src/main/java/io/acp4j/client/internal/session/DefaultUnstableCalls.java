package io.acp4j.client.internal.session;

import io.acp4j.client.UnstableCalls;
import io.acp4j.schema.ProviderId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.auth.AuthStatusRequest;
import io.acp4j.schema.auth.AuthStatusResponse;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.provider.DisableProviderRequest;
import io.acp4j.schema.provider.ListProvidersRequest;
import io.acp4j.schema.provider.ListProvidersResponse;
import io.acp4j.schema.provider.ProviderInfo;
import io.acp4j.schema.provider.SetProviderRequest;
import io.acp4j.schema.session.ArchiveSessionRequest;
import io.acp4j.schema.session.SessionStatusRequest;
import io.acp4j.schema.session.SessionStatusResponse;
import io.acp4j.schema.session.SetSessionTitleRequest;
import io.acp4j.schema.session.SetSessionTitleResponse;
import io.acp4j.schema.session.UnarchiveSessionRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** The calls of the protocol that are not settled. */
final class DefaultUnstableCalls implements UnstableCalls {

    private final AgentLink link;
    private final Function<SessionId, Runnable> archiving;
    private final Consumer<SessionId> archived;

    /**
     * Creates the calls of one connection.
     *
     * @param archiving run before a session is archived; returns an action to run if that fails
     * @param archived run when one has been
     */
    DefaultUnstableCalls(AgentLink link, Function<SessionId, Runnable> archiving, Consumer<SessionId> archived) {
        this.link = link;
        this.archiving = archiving;
        this.archived = archived;
    }

    @Override
    public AuthStatusResponse authStatus() {
        return link.await(authStatusAsync(), "auth/status");
    }

    @Override
    public CompletableFuture<AuthStatusResponse> authStatusAsync() {
        return link.requestAsync(Methods.AUTH_STATUS, AuthStatusRequest.EMPTY, status -> status);
    }

    @Override
    public List<ProviderInfo> listProviders() {
        return link.await(listProvidersAsync(), "providers/list");
    }

    @Override
    public CompletableFuture<List<ProviderInfo>> listProvidersAsync() {
        return link.requestAsync(Methods.PROVIDERS_LIST, ListProvidersRequest.EMPTY, ListProvidersResponse::providers);
    }

    @Override
    public void setProvider(SetProviderRequest request) {
        link.await(setProviderAsync(request), "providers/set");
    }

    @Override
    public CompletableFuture<Void> setProviderAsync(SetProviderRequest request) {
        return link.requestAsync(Methods.PROVIDERS_SET, request, done -> null);
    }

    @Override
    public void disableProvider(ProviderId id) {
        link.await(disableProviderAsync(id), "providers/disable");
    }

    @Override
    public CompletableFuture<Void> disableProviderAsync(ProviderId id) {
        return link.requestAsync(Methods.PROVIDERS_DISABLE, DisableProviderRequest.of(id), done -> null);
    }

    @Override
    public void archiveSession(SessionId session) {
        link.await(archiveSessionAsync(session), "session/archive");
    }

    @Override
    public CompletableFuture<Void> archiveSessionAsync(SessionId session) {
        link.require(Methods.SESSION_ARCHIVE);
        return link.ending(
                Methods.SESSION_ARCHIVE,
                ArchiveSessionRequest.of(session),
                () -> archived.accept(session),
                archiving.apply(session),
                false);
    }

    @Override
    public void unarchiveSession(SessionId session) {
        link.await(unarchiveSessionAsync(session), "session/unarchive");
    }

    @Override
    public CompletableFuture<Void> unarchiveSessionAsync(SessionId session) {
        return link.requestAsync(Methods.SESSION_UNARCHIVE, UnarchiveSessionRequest.of(session), done -> null);
    }

    @Override
    public SessionStatusResponse sessionStatus(SessionId session) {
        return link.await(sessionStatusAsync(session), "session/status");
    }

    @Override
    public CompletableFuture<SessionStatusResponse> sessionStatusAsync(SessionId session) {
        return link.requestAsync(Methods.SESSION_STATUS, SessionStatusRequest.of(session));
    }

    @Override
    public String setSessionTitle(SessionId session, String title) {
        return link.await(setSessionTitleAsync(session, title), "session/set_title");
    }

    @Override
    public CompletableFuture<String> setSessionTitleAsync(SessionId session, String title) {
        return link.requestAsync(
                Methods.SESSION_SET_TITLE, SetSessionTitleRequest.of(session, title), SetSessionTitleResponse::title);
    }
}
