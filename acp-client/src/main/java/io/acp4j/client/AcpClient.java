package io.acp4j.client;

import io.acp4j.process.PlatformEncoding;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.auth.AuthMethod;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.session.SessionInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An agent, as a client sees it: initialized, ready for sessions.
 *
 * <p>Safe for use by any number of threads, handlers included. Each method that waits has an {@code …Async} twin, whose
 * future completes on a handler thread and asks the agent to cancel when it is cancelled. What the agent has not
 * advertised is refused with {@link io.acp4j.rpc.UnsupportedCapabilityException} before anything is sent, by either form.
 *
 * <p>Unless stated otherwise, blocking methods throw what {@link #request} throws, and the futures of the others fail with
 * the same.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/overview">the specification</a>
 * @since 0.1.0
 */
public interface AcpClient extends AutoCloseable {

    /**
     * Starts to describe a client.
     *
     * @param transport an unused transport to the agent
     * @return the builder
     */
    static AcpClientBuilder builder(Transport transport) {
        return new AcpClientBuilder(transport);
    }

    /**
     * Returns the agent's response to {@code initialize}.
     *
     * @return the response
     */
    InitializeResponse initializeResponse();

    /**
     * Returns which version of the protocol the connection speaks.
     *
     * @return the negotiated version
     */
    default ProtocolVersion protocolVersion() {
        return initializeResponse().protocolVersion();
    }

    /**
     * Returns what the agent can do; members that this library does not know are kept.
     *
     * @return what it advertised
     */
    default AgentCapabilities agentCapabilities() {
        return initializeResponse().agentCapabilities();
    }

    /**
     * Returns the known fork capabilities of the agent.
     *
     * @return the supported mechanisms, and the granularity of forks within a turn
     * @see AcpClientBuilder#airForkDetection
     */
    @Unstable("session-fork")
    ForkCapability forkCapability();

    /**
     * Returns who made the agent.
     *
     * @return its name and version; null when it has not said
     */
    default @Nullable Implementation agentInfo() {
        return initializeResponse().agentInfo();
    }

    /**
     * Returns how to authenticate.
     *
     * @return the ways that the agent offers; empty when none is needed or possible
     */
    default List<AuthMethod> authMethods() {
        return initializeResponse().authMethods();
    }

    /**
     * Authenticates and waits until it is done, without limit unless the connection's options set one: a person may have to
     * act in a browser.
     *
     * @param method one of {@link #authMethods()}
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent does not offer that method; nothing is sent
     * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication">the specification</a>
     */
    void authenticate(AuthMethodId method);

    /**
     * The twin of {@link #authenticate}.
     *
     * @param method one of {@link #authMethods()}
     * @return completes when it is done
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent does not offer that method; nothing is sent
     */
    CompletableFuture<Void> authenticateAsync(AuthMethodId method);

    /**
     * Authenticates and waits until it is done.
     *
     * @param method the id of one of {@link #authMethods()}
     * @see #authenticate(AuthMethodId)
     */
    default void authenticate(String method) {
        authenticate(new AuthMethodId(method));
    }

    /** Ends the authentication and waits until it is done. */
    void logout();

    /**
     * The twin of {@link #logout()}.
     *
     * @return completes when it is done
     */
    CompletableFuture<Void> logoutAsync();

    /**
     * Starts a session and waits for it.
     *
     * @param cwd its working directory; a relative path counts from this program's
     * @return the session
     * @throws IllegalArgumentException if a name in the path is invalid in the encoding of this JVM's locale, so that its text denotes another
     *     directory
     */
    default ClientSession newSession(Path cwd) {
        return newSession(NewSessionRequest.builder(directory(cwd)).build());
    }

    private static String directory(Path cwd) {
        Path absolute = cwd.toAbsolutePath();
        PlatformEncoding.ofThisSystem().requireText(absolute, "cwd");
        return absolute.toString();
    }

    /**
     * Starts a session and waits for it.
     *
     * @param request its working directory and what else it is to have
     * @return the session
     */
    default ClientSession newSession(NewSessionRequest request) {
        return newSession(request, null);
    }

    /**
     * Starts a session with a listener of its own and waits for it.
     *
     * @param request its working directory and what else it is to have
     * @param listener takes its updates, from the very first on; null when only the client's own does
     * @return the session
     * @throws AuthenticationRequiredException when the agent wants the client to authenticate first
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent takes no additional directories, or not the kind of
     *     an MCP server; nothing is sent
     * @throws io.acp4j.rpc.MalformedMessageException when the agent names a session that is open already
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#creating-a-session">the specification</a>
     */
    ClientSession newSession(NewSessionRequest request, @Nullable UpdateListener listener);

    /**
     * The twin of {@link #newSession(NewSessionRequest, UpdateListener)}.
     *
     * @param request its working directory and what else it is to have
     * @param listener takes its updates; null when only the client's own does
     * @return the session
     */
    CompletableFuture<ClientSession> newSessionAsync(NewSessionRequest request, @Nullable UpdateListener listener);

    /**
     * Loads a stored session and waits until its history has been replayed.
     *
     * @param session its id
     * @param cwd its working directory; a relative path counts from this program's
     * @return the session
     * @throws IllegalArgumentException if a name in the path is invalid in the encoding of this JVM's locale, so that its text denotes another
     *     directory
     */
    default ClientSession loadSession(SessionId session, Path cwd) {
        return loadSession(LoadSessionRequest.builder(session, directory(cwd)).build(), null);
    }

    /**
     * Loads a stored session and waits, without limit unless the connection's options set one, until its history has been
     * replayed: every update of the replay has been handled when this returns. In version 2 of the protocol that is a session which is
     * resumed with a replay from its start.
     *
     * @param request names the session
     * @param listener takes its updates, the replay included; null when only the client's own does
     * @return the session
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#loading-sessions">the specification</a>
     */
    ClientSession loadSession(LoadSessionRequest request, @Nullable UpdateListener listener);

    /**
     * The twin of {@link #loadSession(LoadSessionRequest, UpdateListener)}.
     *
     * @param request names the session
     * @param listener takes its updates, the replay included; null when only the client's own does
     * @return the session
     */
    CompletableFuture<ClientSession> loadSessionAsync(LoadSessionRequest request, @Nullable UpdateListener listener);

    /**
     * Resumes a stored session without a replay and waits for it.
     *
     * @param session its id
     * @param cwd its working directory; a relative path counts from this program's
     * @return the session
     * @throws IllegalArgumentException if a name in the path is invalid in the encoding of this JVM's locale, so that its text denotes another
     *     directory
     */
    default ClientSession resumeSession(SessionId session, Path cwd) {
        return resumeSession(
                ResumeSessionRequest.builder(session, directory(cwd)).build(), null);
    }

    /**
     * Resumes a stored session without a replay and waits for it.
     *
     * @param request names the session
     * @param listener takes its updates; null when only the client's own does
     * @return the session
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#resuming-sessions">the specification</a>
     */
    ClientSession resumeSession(ResumeSessionRequest request, @Nullable UpdateListener listener);

    /**
     * The twin of {@link #resumeSession(ResumeSessionRequest, UpdateListener)}.
     *
     * @param request names the session
     * @param listener takes its updates; null when only the client's own does
     * @return the session
     */
    CompletableFuture<ClientSession> resumeSessionAsync(
            ResumeSessionRequest request, @Nullable UpdateListener listener);

    /**
     * Forks a session, which need not be open here, and waits for the new one.
     *
     * @param request names the session and the point; a message is only sent to an agent that advertised
     *     {@code atMessageId}, since another would fork the whole session without a word
     * @param listener takes the updates of the new session; null when only the client's own does
     * @return the new session
     * @see ClientSession#forks()
     */
    @Unstable("session-fork")
    ClientSession forkSession(ForkSessionRequest request, @Nullable UpdateListener listener);

    /**
     * The twin of {@link #forkSession(ForkSessionRequest, UpdateListener)}.
     *
     * @param request names the session and the point
     * @param listener takes the updates of the new session; null when only the client's own does
     * @return the new session
     */
    @Unstable("session-fork")
    CompletableFuture<ClientSession> forkSessionAsync(ForkSessionRequest request, @Nullable UpdateListener listener);

    /**
     * Loads a stored session by its ID alone, and waits until its history has been replayed. The directories of the session are taken from
     * the agent's list, if {@link AcpClientBuilder#trustedSessionRoots} allows them.
     *
     * @param session the ID of the session
     * @return the session
     * @throws SessionDirectoryException if {@link AcpClientBuilder#trustedSessionRoots} does not allow the listed directory; only the list
     *     has then been requested
     * @throws IllegalStateException when the session is not open here and the agent lists none of that id
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the session is not open here and the agent cannot list sessions
     */
    ClientSession loadSession(SessionId session);

    /**
     * Forks a session by its ID alone, at its end, and waits for the fork. The directories of the session are taken from the agent's list,
     * if {@link AcpClientBuilder#trustedSessionRoots} allows them.
     *
     * @param session the ID of the session
     * @return the fork
     * @throws SessionDirectoryException if {@link AcpClientBuilder#trustedSessionRoots} does not allow the listed directory; only the list
     *     has then been requested
     * @throws IllegalStateException when the session is not open here and the agent lists none of that id
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent cannot fork, or the session is not open here and the agent
     *     cannot list sessions
     */
    @Unstable("session-fork")
    ClientSession forkSession(SessionId session);

    /**
     * Returns what a session is, or would be, opened with. It only looks: the agent may list directories in which nothing is opened.
     *
     * @param session its id
     * @return what it was opened with when it is open here; otherwise the directories that the agent lists, without servers
     * @throws IllegalStateException when the session is not open here and the agent lists none of that id
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the session is not open here and the agent cannot list sessions
     */
    SessionParameters parametersOf(SessionId session);

    /**
     * Attaches a session that is open at the agent although this client has not opened it. The agent may have created it itself, or another
     * connection may use it. Nothing is sent. Afterwards {@link #session} finds the session, and it can be prompted, forked and closed as
     * if this client had opened it. Its earlier messages are unknown until it is loaded.
     *
     * @param row the session, as listed by the agent
     * @return the session; if it is already open here, the open session
     * @throws SessionDirectoryException when the row has another directory than {@link AcpClientBuilder#trustedSessionRoots} allows
     * @throws io.acp4j.rpc.AcpException when as many sessions are open as {@link ClientLimits#maxSessions()} allows
     */
    ClientSession attachSession(SessionInfo row);

    /**
     * Fetches one page of the sessions that the agent stores.
     *
     * @param request which sessions, and where the page starts
     * @return the page
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-list">the specification</a>
     */
    ListSessionsResponse listSessions(ListSessionsRequest request);

    /**
     * The twin of {@link #listSessions(ListSessionsRequest)}.
     *
     * @param request which sessions, and where the page starts
     * @return the page
     */
    CompletableFuture<ListSessionsResponse> listSessionsAsync(ListSessionsRequest request);

    /**
     * Returns all sessions that the agent stores, page after page as they are asked for.
     *
     * @return a sequential stream; taking from it waits for pages
     */
    default Stream<SessionInfo> storedSessions() {
        return storedSessions(ListSessionsRequest.ALL);
    }

    /**
     * Returns the sessions that the agent stores. Pages are fetched on demand.
     *
     * @param request the filter and the start position
     * @return a sequential stream. Reading it waits for pages, of which there may be any number. It throws
     *     {@link io.acp4j.rpc.AcpException} if the agent repeats a cursor, returns a page without a new session, or returns more
     *     consecutive empty pages than {@link ClientLimits#maxEmptyListPages()} allows
     */
    Stream<SessionInfo> storedSessions(ListSessionsRequest request);

    /**
     * Returns all sessions that the agent stores, each fork below the session that it was forked from. Waits for all pages of the list.
     *
     * @return the tree as it is now; {@link SessionTreeView#refreshed} updates it
     */
    @Unstable("acp4j-branching")
    default SessionTreeView sessionTree() {
        return SessionTreeView.of(storedSessions().toList());
    }

    /**
     * Deletes a stored session and waits until it is done.
     *
     * @param session its id
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-delete">the specification</a>
     */
    void deleteSession(SessionId session);

    /**
     * The twin of {@link #deleteSession}.
     *
     * @param session its id
     * @return completes when it is done
     */
    CompletableFuture<Void> deleteSessionAsync(SessionId session);

    /**
     * Returns the methods that the protocol has not settled: authentication status, providers of models, archived sessions,
     * titles and states of sessions.
     *
     * @return the calls
     */
    @Unstable("all")
    UnstableCalls unstable();

    /**
     * Finds a session that is open here.
     *
     * @param session its id
     * @return the session; null when this client has not opened it, or has closed, deleted or detached it
     */
    @Nullable
    ClientSession session(SessionId session);

    /**
     * Returns the sessions that are open here.
     *
     * @return a snapshot, in no order
     */
    List<ClientSession> sessions();

    /**
     * Calls any method of the agent, an extension for instance, and waits for its result.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method; one with {@link io.acp4j.schema.json.RawJson} as its types calls by hand
     * @param params its parameters
     * @return its result
     * @throws AuthenticationRequiredException when the agent wants the client to authenticate first
     * @throws io.acp4j.rpc.AcpErrorException when the agent responds with any other error
     * @throws io.acp4j.rpc.UnsupportedCapabilityException when the agent has not advertised what the method needs
     * @throws io.acp4j.rpc.MalformedMessageException when the result is not of the method's shape
     * @throws io.acp4j.rpc.RequestTimeoutException when no response comes in time
     * @throws io.acp4j.rpc.RequestCancelledException when the calling thread is interrupted; the agent is asked to cancel
     * @throws io.acp4j.rpc.ConnectionClosedException when the connection is closed or closes meanwhile; it tells why, and
     *     with the stdio transport how the agent's process ended
     * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
     */
    <P, R> R request(RequestMethod<P, R> method, P params);

    /**
     * The twin of {@link #request}.
     *
     * @param <P> the type of the parameters
     * @param <R> the type of the result
     * @param method the method
     * @param params its parameters
     * @return its result
     * @throws io.acp4j.rpc.ConnectionClosedException when the connection is closed already
     */
    <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params);

    /**
     * Sends any notification; waits while the outbound queue is full.
     *
     * @param <P> the type of the parameters
     * @param method the method
     * @param params its parameters
     * @throws io.acp4j.rpc.ConnectionClosedException when the connection is closed
     */
    <P> void notify(NotificationMethod<P> method, P params);

    /**
     * Returns when the connection has ended and everything below it is gone.
     *
     * @return a stage that completes once with the reason, never exceptionally
     */
    CompletionStage<CloseReason> closed();

    /**
     * Waits until the connection has ended and everything below it is gone.
     *
     * @return the reason
     * @throws InterruptedException when the waiting thread is interrupted
     */
    CloseReason awaitClosed() throws InterruptedException;

    /** Closes the connection: what is pending fails. Returns at once and may be called again. */
    @Override
    void close();
}
