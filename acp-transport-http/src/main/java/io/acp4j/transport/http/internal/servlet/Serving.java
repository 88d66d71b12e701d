package io.acp4j.transport.http.internal.servlet;

import io.acp4j.rpc.internal.transport.WorkerThreads;
import io.acp4j.transport.http.internal.server.Connections;
import io.acp4j.transport.http.internal.server.EventStream;
import io.acp4j.transport.http.internal.server.HttpConnection;
import io.acp4j.transport.http.internal.server.Reply;
import io.acp4j.transport.http.internal.server.RequestHead;
import io.acp4j.transport.http.internal.server.RequestRules;
import io.acp4j.transport.http.internal.server.Timer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the requests of a container. Safe for use by any number of threads. */
public final class Serving {

    private static final Logger LOG = LoggerFactory.getLogger(Serving.class);

    private final ServletSettings settings;
    private final WorkerThreads workers = new WorkerThreads("acp-servlet-");
    private final ScheduledThreadPoolExecutor timerThread = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "acp-servlet-timer");
        thread.setDaemon(true);
        return thread;
    });
    private final Timer timer = new Timer(timerThread);
    private final RequestRules rules;
    private final RequestChecks checks;
    private final Principals principals;
    private final AtomicBoolean shutDown = new AtomicBoolean();
    private volatile @Nullable WebSockets webSockets;

    public Serving(ServletSettings settings) {
        this.settings = settings;
        this.rules = new RequestRules(new Connections(settings.serving(), workers));
        this.checks = new RequestChecks(settings);
        this.principals = new Principals(settings.authenticator());
        timerThread.setRemoveOnCancelPolicy(true);
        // A servlet that is never asked leaves no thread behind.
        timerThread.setKeepAliveTime(10, TimeUnit.SECONDS);
        timerThread.allowCoreThreadTimeOut(true);
    }

    public int connections() {
        WebSockets open = webSockets;
        return rules.connections().count() + (open == null ? 0 : open.count());
    }

    public void serve(HttpServletRequest request, HttpServletResponse response, ServletContext context)
            throws IOException, ServletException {
        RequestHead head = new ServletHead(request);
        rules.forOrigin(head, checks::isAllowedOrigin).forEach(response::setHeader);
        Reply refusal = checks.refusal(request);
        if (refusal == null && !WebSockets.asksForOne(request)) {
            refusal = rules.beforeAuthentication(head, checks::isAllowedOrigin);
        }
        if (refusal != null) {
            refuse(refusal, head, request, response);
            return;
        }
        Principals.Decision decision = principals.of(request);
        if (decision.principal() == null) {
            refuse(Objects.requireNonNull(decision.refusal()), head, request, response);
        } else if (WebSockets.asksForOne(request)) {
            upgrade(request, response, context, decision.principal());
        } else {
            serve(head, request, response, decision.principal());
        }
    }

    private void serve(RequestHead head, HttpServletRequest request, HttpServletResponse response, String principal)
            throws IOException {
        Reply refusal = rules.refusal(head);
        if (refusal != null) {
            refuse(refusal, head, request, response);
        } else if (head.method().equals("DELETE")) {
            Replies.write(rules.delete(head, principal), request, response);
        } else if (!request.isAsyncSupported()) {
            LOG.error("The servlet, or a filter before it, is registered without support for asynchronous requests");
            Replies.write(Reply.text(500, "this endpoint is not set up for asynchronous requests"), request, response);
        } else if (head.method().equals("POST")) {
            new PostReader(rules, head, principal, timer).start(request, response, settings.serving(), null);
        } else {
            stream(head, request, response, principal);
        }
    }

    /**
     * Refuses a request once what is posted with it has been read: over HTTP/2, containers reset the stream of a request that they do
     * not read to its end, and clients that are still sending it do not see the response.
     */
    private void refuse(Reply refusal, RequestHead head, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        boolean hasBody = request.getContentLengthLong() > 0 || head.method().equals("POST");
        if (hasBody && request.getHeader("Expect") == null && request.isAsyncSupported()) {
            new PostReader(rules, head, "", timer).start(request, response, settings.serving(), refusal);
        } else {
            Replies.write(refusal, request, response);
        }
    }

    private void stream(RequestHead head, HttpServletRequest request, HttpServletResponse response, String principal)
            throws IOException {
        ServletOutputStream out = response.getOutputStream();
        RequestRules.Found found = rules.stream(head, principal);
        if (found.refusal() != null) {
            Replies.write(found.refusal(), request, response);
            return;
        }
        HttpConnection connection = Objects.requireNonNull(found.connection());
        EventStream stream = Objects.requireNonNull(found.stream());
        ServletEvents events = new ServletEvents(stream, workers, out, ended -> connection.detached(stream, ended));
        switch (connection.streams().attach(stream, events, found.lastSeen())) {
            case TAKEN ->
                Replies.write(
                        Reply.text(409, "another request reads this stream")
                                .with(
                                        "retry-after",
                                        Long.toString(connection.streams().retryAfterSeconds())),
                        request,
                        response);
            case LOST ->
                Replies.write(
                        Reply.text(410, "the events behind Last-Event-ID are no longer kept; open a new connection"),
                        request,
                        response);
            case DONE -> {
                response.setStatus(HttpServletResponse.SC_OK);
                rules.ofEvents().forEach(response::setHeader);
                events.start(request, response);
                connection.attached(events);
            }
        }
    }

    private void upgrade(
            HttpServletRequest request, HttpServletResponse response, ServletContext context, String principal)
            throws IOException, ServletException {
        Reply refusal;
        if (context.getAttribute(WebSockets.CONTAINER) == null) {
            refusal = Reply.text(501, "the container has no WebSockets; use Streamable HTTP");
        } else {
            WebSockets sockets = webSockets(context);
            // Asked once they are there: a shutdown that has not seen them has been noted before.
            refusal = shutDown.get()
                    ? Reply.text(503, "the server shuts down")
                    : sockets.upgrade(request, response, principal);
        }
        if (refusal != null) {
            Replies.write(refusal, request, response);
        }
    }

    private synchronized WebSockets webSockets(ServletContext context) {
        WebSockets open = webSockets;
        if (open == null) {
            open = new WebSockets(settings, workers, context);
            webSockets = open;
        }
        return open;
    }

    public CompletionStage<Void> shutdown(Duration grace) {
        shutDown.set(true);
        CompletionStage<Void> overHttp = rules.connections().shutdown(grace);
        WebSockets open = webSockets;
        return open == null ? overHttp : overHttp.thenCombine(open.shutdown(grace), (http, sockets) -> null);
    }

    public void destroy() {
        Duration limit = settings.serving().limits().closeTimeout().plusSeconds(5);
        CompletableFuture<Void> done = shutdown(Duration.ZERO).toCompletableFuture();
        try {
            var unused = done.completeOnTimeout(null, limit.toMillis(), TimeUnit.MILLISECONDS)
                    .get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            LOG.debug("Connections did not end as they should", e);
        }
        timerThread.shutdown();
        workers.shutdown();
    }
}
