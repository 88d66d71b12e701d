package io.acp4j.transport.http.internal.client;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.transport.http.internal.Ping;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the three kinds of requests. Redirects are not followed: no credentials go anywhere but where they were meant for. */
final class Requests {

    static final String CONNECTION_ID = "Acp-Connection-Id";
    static final String SESSION_ID = "Acp-Session-Id";

    private static final Logger LOG = LoggerFactory.getLogger(Requests.class);

    /** How much of the body of an error is read. */
    static final int MAX_ERROR_BYTES = 8 * 1024;

    /**
     * The longest body that is posted over HTTP/2. Before Java 21, the JDK's client looks at a response over HTTP/2 once it has sent the
     * whole body, which waits for ever where the server responds, and takes no more (JDK-8293786); over HTTP/1.1 it takes the rest, or
     * closes the socket. Two such bodies, as many as a connection posts at once, fit into what a server takes unless it says otherwise.
     */
    private static final int MAX_HTTP2_BODY = Runtime.version().feature() < 21 ? 32_000 : Integer.MAX_VALUE;

    private final ClientSettings settings;
    private final Map<WatchedBody, CompletableFuture<Response>> posts = new ConcurrentHashMap<>();

    /** Signals that a message was given up as the server took nothing more of it, or did not respond. */
    static final class PostTimeoutException extends HttpTimeoutException {
        private static final long serialVersionUID = 1L;

        PostTimeoutException(String message) {
            super(message);
        }
    }

    /** A response that has been read. */
    static final class Response {

        private final int status;
        private final HttpHeaders headers;
        private final byte[] body;

        Response(int status, HttpHeaders headers, byte[] body) {
            this.status = status;
            this.headers = headers;
            this.body = body;
        }

        int status() {
            return status;
        }

        HttpHeaders headers() {
            return headers;
        }

        byte[] body() {
            return body;
        }
    }

    Requests(ClientSettings settings) {
        this.settings = settings;
    }

    private HttpRequest.Builder request(@Nullable String connection, @Nullable String session) {
        HttpRequest.Builder request = HttpRequest.newBuilder(settings.uri());
        List<String> headers = settings.headers();
        for (int i = 0; i < headers.size(); i += 2) {
            request.header(headers.get(i), headers.get(i + 1));
        }
        if (connection != null) {
            request.header(CONNECTION_ID, connection);
        }
        if (session != null) {
            request.header(SESSION_ID, session);
        }
        try {
            settings.cookies().get(settings.uri(), Map.of()).forEach((name, values) -> {
                if (!values.isEmpty()) {
                    request.header(name, String.join("; ", values));
                }
            });
        } catch (IOException e) {
            LOG.warn("The store of cookies failed", e);
        }
        return request;
    }

    /**
     * Posts a message; completes with the response once its body is there, of which no more is read than of an error, or does not end. The
     * body of a refusal that nobody is told is not waited for.
     *
     * @param isTold whether somebody is told what a refusal with a status says
     */
    CompletableFuture<Response> post(
            @Nullable String connection, @Nullable String session, byte[] body, IntPredicate isTold) {
        IntFunction<LimitedBody> read =
                status -> status / 100 == 2 || isTold.test(status) ? soon() : LimitedBody.dropped();
        return post(connection, session, body, read, () -> {});
    }

    /**
     * Posts the message that opens a connection, and completes with the response once its body, of which no more than so much is read,
     * is there. The head of a refusal says it all: its body, which need not have an end, is not waited for. The message is posted once
     * more where the server cuts the socket off instead of responding: it may close one that has been idle in the moment in which that is
     * used again. Had it taken the first message, that would be a connection that nobody uses.
     */
    CompletableFuture<Response> open(byte[] body, int maxResponseBytes) {
        AtomicBoolean begun = new AtomicBoolean();
        IntFunction<LimitedBody> read =
                status -> status == 200 ? LimitedBody.needed(maxResponseBytes) : LimitedBody.dropped();
        return post(null, null, body, read, () -> begun.set(true))
                .exceptionallyCompose(failure -> !begun.get() && wasCutOff(ClientStream.cause(failure))
                        ? post(null, null, body, read, () -> {})
                        : CompletableFuture.failedFuture(failure));
    }

    /** Returns what reads a body that says little, and need not have an end although the head of its response says it all. */
    private LimitedBody soon() {
        LimitedBody body = LimitedBody.added(MAX_ERROR_BYTES);
        // Completed normally in both cases, as below.
        CompletableFuture<Boolean> late =
                new CompletableFuture<Boolean>().completeOnTimeout(true, LimitedBody.MAX_SECONDS, TimeUnit.SECONDS);
        var unused = late.thenAccept(isLate -> {
            if (isLate) {
                settings.workers().execute(body::cutOff);
            }
        });
        var unusedEnd = body.getBody().whenComplete((bytes, failure) -> late.complete(false));
        return body;
    }

    /** Returns whether a request failed after its socket was connected, and not because it took too long. */
    static boolean wasCutOff(Throwable failure) {
        return failure instanceof IOException
                && !(failure instanceof ConnectException
                        || failure instanceof HttpTimeoutException
                        || failure instanceof SSLException);
    }

    /** Posts a message, and gives it up when nothing comes of it for too long, or {@link #giveUp} says so. */
    private CompletableFuture<Response> post(
            @Nullable String connection,
            @Nullable String session,
            byte[] message,
            IntFunction<LimitedBody> read,
            Runnable onHead) {
        WatchedBody body = new WatchedBody(message);
        CompletableFuture<Response> whole = exchange(posting(connection, session, body), read, onHead);
        posts.put(body, whole);
        var unused = whole.whenComplete((response, failure) -> posts.remove(body));
        if (!settings.postTimeout().isZero()) {
            watch(whole, body, settings.postTimeout().toNanos());
        }
        return whole;
    }

    private void watch(CompletableFuture<Response> post, WatchedBody body, long nanos) {
        // Completed normally in both cases: before Java 20 the JDK forgets its timer for nothing else, and that holds
        // the message.
        CompletableFuture<Boolean> late =
                new CompletableFuture<Boolean>().completeOnTimeout(true, nanos, TimeUnit.NANOSECONDS);
        var unused = late.thenAccept(isLate -> {
            if (isLate) {
                settings.workers().execute(() -> giveUpOrWatch(post, body));
            }
        });
        var unusedEnd = post.whenComplete((response, failure) -> late.complete(false));
    }

    private void giveUpOrWatch(CompletableFuture<Response> post, WatchedBody body) {
        long left = settings.postTimeout().toNanos() - body.idleNanos();
        if (left <= 0) {
            post.completeExceptionally(timeout(body));
        } else if (!post.isDone()) {
            watch(post, body, left);
        }
    }

    private PostTimeoutException timeout(WatchedBody body) {
        String time = DurationText.of(settings.postTimeout());
        return new PostTimeoutException(
                body.isHandedOver()
                        ? "the server has not responded to the message for " + time + "; it may have been executed"
                        : "the server has taken nothing more of the message for " + time
                                + "; it may be too long for it, or refused for another reason");
    }

    /** Gives up the messages that are on their way. */
    void giveUp() {
        posts.values().forEach(post -> post.cancel(false));
    }

    private HttpRequest posting(@Nullable String connection, @Nullable String session, WatchedBody body) {
        HttpRequest.Builder post = request(connection, session)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(body);
        if (body.contentLength() > MAX_HTTP2_BODY) {
            post.version(HttpClient.Version.HTTP_1_1);
        }
        return post.build();
    }

    /**
     * Asks for a stream of events.
     *
     * @param onHead run with the head of the response; returns what reads its body
     * @return a stage that fails when there is no response; it may complete long after the head
     */
    CompletableFuture<?> events(
            String connection,
            @Nullable String session,
            @Nullable String lastSeen,
            HttpResponse.BodyHandler<@Nullable Void> onHead) {
        HttpRequest.Builder get = request(connection, session).header("Accept", "text/event-stream");
        if (session == null) {
            get.header(Ping.HEADER, Ping.HEADER_VALUE);
        }
        if (lastSeen != null) {
            get.header("Last-Event-ID", lastSeen);
        }
        return SentRequest.send(settings.http(), get.GET().build(), info -> {
            keepCookies(info.headers().map());
            return onHead.apply(info);
        });
    }

    CompletableFuture<?> delete(String connection) {
        CompletableFuture<Response> deleted =
                exchange(request(connection, null).DELETE().build(), status -> soon(), () -> {});
        return settings.postTimeout().isZero()
                ? deleted
                : deleted.orTimeout(settings.postTimeout().toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Completes with the end of the body, not with the stage of the HTTP client: that one waits for a thread of the common pool, which
     * has a single one on two processors, and other code may hold it for long. What is completed otherwise before is given up. The JDK does
     * not tell the reader of a body where the socket is cut off between the head and the body, but only that stage.
     *
     * @param read makes what reads a body, by the status of its response
     */
    private CompletableFuture<Response> exchange(HttpRequest request, IntFunction<LimitedBody> read, Runnable onHead) {
        CompletableFuture<Response> whole = new CompletableFuture<>();
        AtomicReference<@Nullable LimitedBody> begun = new AtomicReference<>();
        SentRequest<byte[]> sent = SentRequest.send(settings.http(), request, info -> {
            onHead.run();
            // Here, where a store of cookies that fails is a request that fails.
            keepCookies(info.headers().map());
            LimitedBody body = read.apply(info.statusCode());
            begun.set(body);
            var unusedRead = body.getBody().whenComplete((bytes, failure) -> {
                if (failure == null) {
                    whole.complete(new Response(info.statusCode(), info.headers(), bytes));
                } else {
                    whole.completeExceptionally(failure);
                }
            });
            return body;
        });
        var unused = sent.whenComplete((response, failure) -> {
            LimitedBody body = begun.get();
            if (failure != null && body != null) {
                body.fail(failure);
            } else if (failure != null) {
                whole.completeExceptionally(failure);
            }
        });
        var unusedEnd = whole.whenComplete((response, failure) -> {
            if (failure != null) {
                // Closes the socket, or resets the stream.
                sent.cancel(true);
            }
        });
        return whole;
    }

    private void keepCookies(Map<String, List<String>> headers) {
        try {
            settings.cookies().put(settings.uri(), headers);
        } catch (IOException e) {
            LOG.warn("The store of cookies failed", e);
        }
    }

    /** Returns the address for messages: nothing of a query, which may hold secrets. */
    static String describe(URI uri) {
        return uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
                + uri.getRawPath();
    }
}
