package io.acp4j.client;

import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.Capabilities;
import io.acp4j.schema.v1.Methods;
import io.acp4j.schema.v1.auth.AuthenticateRequest;
import io.acp4j.schema.v1.auth.LogoutRequest;
import io.acp4j.schema.v1.init.InitializeResponse;
import io.acp4j.schema.v1.session.DeleteSessionRequest;
import io.acp4j.schema.v1.session.ForkSessionRequest;
import io.acp4j.schema.v1.session.ListSessionsRequest;
import io.acp4j.schema.v1.session.ListSessionsResponse;
import io.acp4j.schema.v1.session.LoadSessionRequest;
import io.acp4j.schema.v1.session.NewSessionRequest;
import io.acp4j.schema.v1.session.ResumeSessionRequest;
import io.acp4j.schema.v1.session.SessionInfo;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The calls that are not about one open session. */
final class DefaultAcpClient implements AcpClient {

    private final AgentLink link;
    private final Sessions sessions;
    private final SessionOpener opener;
    private final UnstableCalls unstable;
    private final int maxListPages;

    DefaultAcpClient(
            AgentLink link,
            int maxSessions,
            int maxEarlyUpdates,
            int maxListPages,
            @Nullable UpdateListener listener,
            @Nullable TranscriptOptions transcripts,
            HostLink host) {
        this.link = link;
        this.sessions = new Sessions(this, link, maxSessions, maxEarlyUpdates, listener, transcripts, host);
        this.opener = new SessionOpener(link, sessions);
        this.unstable = new UnstableCalls(link, this::forget);
        this.maxListPages = maxListPages;
    }

    Sessions known() {
        return sessions;
    }

    SessionOpener opener() {
        return opener;
    }

    @Override
    public InitializeResponse initializeResponse() {
        return link.agent();
    }

    @Override
    public void authenticate(AuthMethodId method) {
        link.request(Methods.AUTHENTICATE, authenticateBy(method));
    }

    @Override
    public CompletableFuture<Void> authenticateAsync(AuthMethodId method) {
        return link.requestAsync(Methods.AUTHENTICATE, authenticateBy(method), done -> null);
    }

    private AuthenticateRequest authenticateBy(AuthMethodId method) {
        if (authMethods().stream().noneMatch(offered -> offered.id().equals(method))) {
            throw new UnsupportedCapabilityException(
                    Methods.AUTHENTICATE.name(), "authMethods[id=" + method.value() + "]");
        }
        return AuthenticateRequest.of(method);
    }

    @Override
    public void logout() {
        link.request(Methods.LOGOUT, LogoutRequest.EMPTY);
    }

    @Override
    public CompletableFuture<Void> logoutAsync() {
        return link.requestAsync(Methods.LOGOUT, LogoutRequest.EMPTY, done -> null);
    }

    @Override
    public ClientSession newSession(NewSessionRequest request, @Nullable UpdateListener listener) {
        return link.await(newSessionAsync(request, listener), "session/new");
    }

    @Override
    public CompletableFuture<ClientSession> newSessionAsync(
            NewSessionRequest request, @Nullable UpdateListener listener) {
        return opener.create(request, listener);
    }

    @Override
    public ClientSession loadSession(LoadSessionRequest request, @Nullable UpdateListener listener) {
        return link.await(loadSessionAsync(request, listener), "session/load");
    }

    @Override
    public CompletableFuture<ClientSession> loadSessionAsync(
            LoadSessionRequest request, @Nullable UpdateListener listener) {
        return opener.load(request, listener);
    }

    @Override
    public ClientSession resumeSession(ResumeSessionRequest request, @Nullable UpdateListener listener) {
        return link.await(resumeSessionAsync(request, listener), "session/resume");
    }

    @Override
    public CompletableFuture<ClientSession> resumeSessionAsync(
            ResumeSessionRequest request, @Nullable UpdateListener listener) {
        return opener.resume(request, listener);
    }

    @Override
    public ClientSession forkSession(ForkSessionRequest request, @Nullable UpdateListener listener) {
        return link.await(forkSessionAsync(request, listener), "session/fork");
    }

    @Override
    public CompletableFuture<ClientSession> forkSessionAsync(
            ForkSessionRequest request, @Nullable UpdateListener listener) {
        return opener.fork(request, listener);
    }

    @Override
    public ListSessionsResponse listSessions(ListSessionsRequest request) {
        requireFilter(request);
        return link.request(Methods.SESSION_LIST, request);
    }

    @Override
    public CompletableFuture<ListSessionsResponse> listSessionsAsync(ListSessionsRequest request) {
        requireFilter(request);
        return link.requestAsync(Methods.SESSION_LIST, request);
    }

    private void requireFilter(ListSessionsRequest request) {
        if (request.archived() != null && !Capabilities.SESSION_ARCHIVE.in(link.capabilities())) {
            throw new UnsupportedCapabilityException(
                    "session/list of archived sessions", Capabilities.SESSION_ARCHIVE.path());
        }
    }

    @Override
    public Stream<SessionInfo> storedSessions(ListSessionsRequest request) {
        link.require(Methods.SESSION_LIST);
        requireFilter(request);
        SessionPages pages = new SessionPages(link, request, maxListPages);
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(pages, Spliterator.ORDERED | Spliterator.NONNULL), false);
    }

    @Override
    public void deleteSession(SessionId session) {
        link.request(Methods.SESSION_DELETE, DeleteSessionRequest.of(session));
        forget(session);
    }

    @Override
    public CompletableFuture<Void> deleteSessionAsync(SessionId session) {
        return link.requestAsync(Methods.SESSION_DELETE, DeleteSessionRequest.of(session), done -> {
            forget(session);
            return null;
        });
    }

    private void forget(SessionId session) {
        DefaultClientSession open = sessions.findOpen(session);
        if (open != null) {
            open.detach();
        }
    }

    @Override
    public UnstableCalls unstable() {
        return unstable;
    }

    @Override
    public @Nullable ClientSession session(SessionId session) {
        return sessions.findOpen(session);
    }

    @Override
    public List<ClientSession> sessions() {
        return sessions.open();
    }

    @Override
    public <P, R> R request(RequestMethod<P, R> method, P params) {
        return link.request(method, params);
    }

    @Override
    public <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params) {
        return link.requestAsync(method, params);
    }

    @Override
    public <P> void notify(NotificationMethod<P> method, P params) {
        link.notify(method, params);
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return link.connection().closed();
    }

    @Override
    public CloseReason awaitClosed() throws InterruptedException {
        return link.connection().awaitClosed();
    }

    @Override
    public void close() {
        link.connection().close();
    }
}
