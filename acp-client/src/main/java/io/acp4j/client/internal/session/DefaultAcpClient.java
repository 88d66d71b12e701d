package io.acp4j.client.internal.session;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientLimits;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkCapability;
import io.acp4j.client.SessionParameters;
import io.acp4j.client.UnstableCalls;
import io.acp4j.client.UpdateListener;
import io.acp4j.client.internal.host.ListedDirectories;
import io.acp4j.client.internal.protocol.CancellationPolicy;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.auth.AuthenticateRequest;
import io.acp4j.schema.auth.LogoutRequest;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.DeleteSessionRequest;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.session.SessionInfo;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The calls that are not about one open session. */
final class DefaultAcpClient implements AcpClient {

    private final AgentLink link;
    private final Sessions sessions;
    private final SessionOpener opener;
    private final UnstableCalls unstable;
    private final int maxEmptyListPages;
    private final ListedDirectories listed;
    private final BranchMoves moves;

    DefaultAcpClient(
            AgentLink link,
            ClientLimits limits,
            ListedDirectories listed,
            @Nullable UpdateListener listener,
            @Nullable TranscriptOptions transcripts,
            HostLink host,
            CancellationPolicy cancellation) {
        this.link = link;
        this.sessions = new Sessions(this, link, limits, listener, transcripts, host, cancellation);
        this.opener = new SessionOpener(link, sessions);
        this.unstable = new DefaultUnstableCalls(link, this::ending, this::forget);
        this.maxEmptyListPages = limits.maxEmptyListPages();
        this.listed = listed;
        this.moves = new BranchMoves(sessions);
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
    public ForkCapability forkCapability() {
        return link.forkCapability();
    }

    @Override
    public void authenticate(AuthMethodId method) {
        link.request(Methods.AUTHENTICATE, AuthenticateRequest.of(method));
    }

    @Override
    public CompletableFuture<Void> authenticateAsync(AuthMethodId method) {
        return link.requestAsync(Methods.AUTHENTICATE, AuthenticateRequest.of(method), done -> null);
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
    public ClientSession loadSession(SessionId session) {
        SessionParameters parameters = allowedParametersOf(session);
        LoadSessionRequest request = LoadSessionRequest.builder(session, parameters.cwd())
                .additionalDirectories(parameters.additionalDirectories())
                .mcpServers(parameters.mcpServers())
                .systemPrompt(parameters.systemPrompt())
                .build();
        return loadSession(request, null);
    }

    @Override
    public ClientSession forkSession(SessionId session) {
        SessionParameters parameters = allowedParametersOf(session);
        ForkSessionRequest request = ForkSessionRequest.builder(session, parameters.cwd())
                .additionalDirectories(parameters.additionalDirectories())
                .mcpServers(parameters.mcpServers())
                .systemPrompt(parameters.systemPrompt())
                .build();
        return forkSession(request, null);
    }

    private SessionParameters allowedParametersOf(SessionId session) {
        SessionParameters open = openSetupOf(session);
        if (open != null) {
            return open;
        }
        SessionParameters parameters = listedParametersOf(session);
        listed.require(session, parameters);
        return parameters;
    }

    @Override
    public SessionParameters parametersOf(SessionId session) {
        SessionParameters open = openSetupOf(session);
        return open == null ? listedParametersOf(session) : open;
    }

    private @Nullable SessionParameters openSetupOf(SessionId session) {
        DefaultClientSession open = sessions.findOpen(session);
        return open == null ? null : open.parameters();
    }

    private SessionParameters listedParametersOf(SessionId session) {
        try (Stream<SessionInfo> rows = storedSessions()) {
            return rows.filter(row -> row.sessionId().equals(session))
                    .findFirst()
                    .map(DefaultAcpClient::parametersOf)
                    .orElseThrow(() -> new IllegalStateException("session " + session
                            + " is not open here, and the agent does not list it; name its directory in a request"));
        }
    }

    private static SessionParameters parametersOf(SessionInfo row) {
        return new SessionParameters(row.cwd(), row.additionalDirectories(), List.of(), null);
    }

    @Override
    public ClientSession attachSession(SessionInfo row) {
        SessionParameters parameters = parametersOf(row);
        if (sessions.findOpen(row.sessionId()) == null) {
            listed.require(row.sessionId(), parameters);
        }
        return sessions.adopt(row.sessionId(), parameters, row.meta());
    }

    @Override
    public ListSessionsResponse listSessions(ListSessionsRequest request) {
        return link.request(Methods.SESSION_LIST, request);
    }

    @Override
    public CompletableFuture<ListSessionsResponse> listSessionsAsync(ListSessionsRequest request) {
        return link.requestAsync(Methods.SESSION_LIST, request);
    }

    @Override
    public Stream<SessionInfo> storedSessions(ListSessionsRequest request) {
        link.require(Methods.SESSION_LIST, request);
        return new SessionPages(link, request, maxEmptyListPages).stream();
    }

    @Override
    public void deleteSession(SessionId session) {
        link.require(Methods.SESSION_DELETE);
        link.end(Methods.SESSION_DELETE, DeleteSessionRequest.of(session), () -> forget(session), ending(session));
    }

    @Override
    public CompletableFuture<Void> deleteSessionAsync(SessionId session) {
        link.require(Methods.SESSION_DELETE);
        return link.ending(
                Methods.SESSION_DELETE, DeleteSessionRequest.of(session), () -> forget(session), ending(session), true);
    }

    /** Cancels what a session does before a request to end it, if it is open. Returns an action to run if the request fails. */
    private Runnable ending(SessionId session) {
        DefaultClientSession open = sessions.findOpen(session);
        return open == null ? () -> {} : open.ending();
    }

    private void forget(SessionId session) {
        DefaultClientSession open = sessions.findOpen(session);
        if (open != null) {
            open.closed();
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
        R result = link.request(method, params);
        DefaultClientSession moved = moves.movedBy(method, params, result);
        if (moved != null) {
            link.await(moved.moved(), BranchMethods.PATH.name());
        }
        return result;
    }

    @Override
    public <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params) {
        CompletableFuture<R> answer = link.requestAsync(method, params);
        if (!BranchMoves.mayMove(method)) {
            return answer;
        }
        CompletableFuture<R> shown = answer.thenCompose(result -> {
            DefaultClientSession moved = moves.movedBy(method, params, result);
            return moved == null
                    ? CompletableFuture.completedFuture(result)
                    : moved.moved().thenApply(done -> result);
        });
        return ForwardingFuture.of(shown, Function.identity(), link::thrown, () -> answer.cancel(true));
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
