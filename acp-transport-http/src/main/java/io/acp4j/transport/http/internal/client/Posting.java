package io.acp4j.transport.http.internal.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.schema.RequestId;
import io.acp4j.transport.http.internal.MessageHead;
import java.net.ConnectException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLHandshakeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts what the engine sends. Requests and notifications are posted one after the other; responses have a queue of their own, so that
 * none waits behind a request that the server holds until it has got just that response. Behind notifications they wait: a cancellation
 * has to arrive before what the agent goes on with.
 */
final class Posting {

    private static final Logger LOG = LoggerFactory.getLogger(Posting.class);

    private static final Set<String> CANCELLATIONS = Set.of("session/cancel", "$/cancel_request");

    private final ClientSettings settings;
    private final Requests requests;
    private final StreamEnds ends;
    private final LateStreams late;
    private final OpenRequests pending;
    private final ServerState server;
    private final Receiving receiving;
    private final RequestFailures failures;
    private final Loss loss;
    private final Runnable onOpen;
    private final PostQueue calls;
    private final PostQueue responses;

    /**
     * Creates empty queues.
     *
     * @param onOpen run when the connection is open
     */
    Posting(
            ClientSettings settings,
            Requests requests,
            StreamEnds ends,
            LateStreams late,
            OpenRequests pending,
            ServerState server,
            Receiving receiving,
            RequestFailures failures,
            Loss loss,
            Runnable onOpen) {
        this.settings = settings;
        this.requests = requests;
        this.ends = ends;
        this.late = late;
        this.pending = pending;
        this.server = server;
        this.receiving = receiving;
        this.failures = failures;
        this.loss = loss;
        this.onOpen = onOpen;
        this.calls = new PostQueue(settings.maxQueuedBytes(), settings.maxMessageBytes(), this::address, this::post);
        this.responses =
                new PostQueue(settings.maxQueuedBytes(), settings.maxMessageBytes(), this::address, this::post);
    }

    /** Returns the queue that a frame belongs to. */
    PostQueue queue(OutboundFrame frame) {
        return frame.envelope().kind() == Envelope.Kind.RESPONSE ? responses : calls;
    }

    long queuedBytes() {
        return calls.queuedBytes() + responses.queuedBytes();
    }

    /**
     * Takes no more frames.
     *
     * @param drop whether those that are queued are dropped
     * @return a stage that completes when nothing is queued or on its way
     */
    CompletableFuture<Void> end(CloseReason reason, boolean drop) {
        return CompletableFuture.allOf(calls.end(reason, drop), responses.end(reason, drop));
    }

    /** Returns what is to be posted for a frame; called in the order in which frames are posted. */
    private Post address(OutboundFrame frame, byte[] body) {
        Envelope envelope = frame.envelope();
        RequestId to = envelope.id();
        String session = null;
        CompletableFuture<Void> after = CompletableFuture.completedFuture(null);
        if (envelope.kind() == Envelope.Kind.RESPONSE) {
            session = to == null ? null : receiving.takeSession(to);
            after = calls.notified();
        } else if (envelope.session() != null) {
            session = envelope.session().value();
        } else {
            // Parameters of an unknown shape may name a session, too.
            MessageHead head = MessageHead.read(body, 0, body.length).head();
            session = head == null ? null : head.session();
        }
        if (envelope.kind() == Envelope.Kind.REQUEST && to != null) {
            pending.add(to, session == null || session.isEmpty() ? null : session, String.valueOf(envelope.method()));
        }
        return new Post(envelope, session == null || session.isEmpty() ? null : session, body, after);
    }

    private CompletableFuture<Void> post(Post post) {
        String session = post.session();
        CompletableFuture<Boolean> ready = session == null || post.envelope().kind() == Envelope.Kind.RESPONSE
                ? post.after().thenApply(done -> true)
                : ends.open(session)
                        .handle((open, failure) -> failure == null || !isPostedUnread(post, session, failure));
        return ready.thenCompose(isRead -> exchange(post, isRead, 1)).exceptionally(failure -> {
            notPosted(post, ClientStream.cause(failure));
            return null;
        });
    }

    /**
     * Returns true where a message is posted although the server has refused the stream of its session: it opens the session, or says
     * something about a session that is not open, or the agent is only told something.
     *
     * @throws CompletionException with why the message is not posted
     */
    private boolean isPostedUnread(Post post, String session, Throwable failure) {
        RequestId request = post.envelope().id();
        int status = ClientStream.cause(failure) instanceof ClientStream.RefusedException refused ? refused.status : 0;
        if (post.isRequest()
                && request != null
                && OpenRequests.mayBeAboutClosed(post.envelope().method())) {
            // Where the session is not known is the connection not known either, the response to the message says so.
            if (ClientStream.endsSession(status) || status == ClientStream.NOT_FOUND) {
                late.expect(request, session);
                return true;
            }
        } else if (!post.isRequest() && ClientStream.endsSession(status)) {
            return true;
        }
        throw new CompletionException(ClientStream.cause(failure));
    }

    private CompletableFuture<Void> exchange(Post post, boolean isRead, int attempt) {
        return postNow(post, isRead)
                .thenCompose(response -> responded(post, isRead, response))
                .exceptionallyCompose(failure -> notResponded(post, isRead, attempt, ClientStream.cause(failure)));
    }

    /** Handles the failure of a message after the connection was opened. The server may have executed a message that was cut off. */
    private CompletableFuture<Void> notResponded(Post post, boolean isRead, int attempt, Throwable failure) {
        boolean isSent = Requests.wasCutOff(failure);
        if (post.isInitialize() || !(isSent || failure instanceof ConnectException)) {
            return CompletableFuture.failedFuture(failure);
        }
        if ((!isSent || isRepeatable(post.envelope())) && ends.mayTryAgain(attempt)) {
            return ends.pause(attempt).thenCompose(over -> exchange(post, isRead, attempt + 1));
        }
        if (!isSent || !post.isRequest()) {
            return CompletableFuture.failedFuture(failure);
        }
        failures.fail(
                post.envelope().id(),
                "the connection was cut before the server responded to the message; it may have been executed",
                "post_cut");
        return CompletableFuture.completedFuture(null);
    }

    /** Returns true if a message that is received twice has the effect of one. Later messages are sent after it. */
    private static boolean isRepeatable(Envelope envelope) {
        return envelope.kind() == Envelope.Kind.RESPONSE
                || (envelope.kind() == Envelope.Kind.NOTIFICATION
                        && CANCELLATIONS.contains(String.valueOf(envelope.method())));
    }

    private CompletableFuture<Requests.Response> postNow(Post post, boolean isRead) {
        if (post.isInitialize() && server.id() == null) {
            return requests.open(post.body(), settings.maxMessageBytes());
        }
        RequestId request = post.envelope().id();
        if (post.isRequest() && request != null) {
            pending.posted(request);
        }
        return requests.post(server.id(), post.session(), post.body(), status -> failsAlone(post, isRead, status));
    }

    /** Returns whether a refusal fails the message alone, so that it is told with what the response says. */
    private static boolean failsAlone(Post post, boolean isRead, int status) {
        return post.isRequest() && (!ClientStream.endsAll(status) || (!isRead && ClientStream.endsSession(status)));
    }

    private void notPosted(Post post, Throwable failure) {
        if (failure instanceof Requests.PostTimeoutException timeout) {
            String problem = Objects.requireNonNull(timeout.getMessage());
            if (post.isRequest() && server.id() != null) {
                failures.fail(post.envelope().id(), problem, "post_timeout");
            } else {
                loss.lost(0, problem, timeout);
            }
        } else if (failure instanceof ClientStream.RefusedException refused
                && (!ClientStream.endsAll(refused.status) || ClientStream.endsSession(refused.status))
                && post.isRequest()) {
            failures.fail(post.envelope().id(), Objects.requireNonNull(refused.getMessage()), refused.status, "");
        } else if (failure instanceof ClientStream.RefusedException refused) {
            loss.lost(refused.status, Objects.requireNonNull(refused.getMessage()), null);
        } else {
            String problem = failure instanceof SSLHandshakeException
                    ? "no trusted TLS connection: the server cannot be reached at "
                    : "the server cannot be reached at ";
            loss.lost(0, problem + Requests.describe(settings.uri()), failure);
        }
    }

    private CompletableFuture<Void> responded(Post post, boolean isRead, Requests.Response response) {
        int status = response.status();
        if (post.isInitialize() && server.id() == null) {
            return initialized(response);
        }
        if (status / 100 == 2) {
            return CompletableFuture.completedFuture(null);
        }
        String problem = "the server responded to a message with status " + status;
        if (failsAlone(post, isRead, status)) {
            failures.fail(post.envelope().id(), problem, status, new String(response.body(), UTF_8));
        } else if (!isRead && ClientStream.endsSession(status)) {
            LOG.warn(
                    "The server refuses {} with status {}, as it refuses the event stream of its session: the agent was not told",
                    post.envelope().method(),
                    status);
        } else {
            loss.lost(status, problem, null);
        }
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> initialized(Requests.Response response) {
        int status = response.status();
        if (status != 200) {
            loss.lost(status, Refusals.explain(settings.uri(), status), null);
            return CompletableFuture.completedFuture(null);
        }
        byte[] body = response.body();
        String given = response.headers().firstValue(Requests.CONNECTION_ID).orElse(null);
        MessageHead head = MessageHead.read(body, 0, body.length).head();
        if (head == null || (given == null && !head.isError())) {
            loss.lost(
                    status,
                    head == null
                            ? "the body of the server's response to initialize is no message"
                            : "the server has given the connection no " + Requests.CONNECTION_ID
                                    + "; it does not speak Streamable HTTP as ACP has it",
                    null);
            return CompletableFuture.completedFuture(null);
        }
        if (given == null) {
            receiving.deliver(head, body, "");
            return CompletableFuture.completedFuture(null);
        }
        server.opened(given, InboundLook.protocolVersion(body));
        return ends.openConnection().handle((open, failure) -> {
            if (failure == null) {
                onOpen.run();
                receiving.deliver(head, body, "");
            } else {
                Throwable cause = ClientStream.cause(failure);
                int refused = cause instanceof ClientStream.RefusedException e ? e.status : 0;
                loss.lost(refused, "the stream of the connection could not be opened", cause);
            }
            return null;
        });
    }
}
