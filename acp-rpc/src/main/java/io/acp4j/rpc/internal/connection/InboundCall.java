package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AsyncRequestHandler;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.ConnectionListener.RequestOutcome;
import io.acp4j.rpc.MessageTooLargeException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.internal.handler.CancellationSource;
import io.acp4j.rpc.internal.message.Frames;
import io.acp4j.rpc.internal.receipt.UnnamedResponseRule;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.JsonCodec;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request of the peer, from its arrival to its one response. */
final class InboundCall implements RequestContext {

    /** What a thread serves, by the handler itself or by what that has handed to the request's executor. */
    private static final ThreadLocal<@Nullable InboundCall> SERVING = new ThreadLocal<>();

    /** The reason code of an error about a message that is larger than a limit. */
    static final String TOO_LARGE = UnnamedResponseRule.TOO_LARGE;

    private final RequestId id;
    private final String method;
    private final @Nullable SessionId session;
    private final boolean ofKnownSession;
    private final Connection connection;
    private final Frames frames;
    private final Responder responder;
    private final CancellationSource cancellation;
    private final @Nullable RequestListeners listeners;
    private final AtomicBoolean responded = new AtomicBoolean();
    private final Queue<Runnable> afterResponse = new ArrayDeque<>();
    private Stage stage = Stage.OPEN;

    /** Whether what the request has begun goes on, also after the response. */
    private volatile boolean goesOn;

    /** What becomes of actions for after the response. */
    private enum Stage {
        OPEN,
        RESULT_SENT,
        WITHOUT_RESULT
    }

    /** Sends what comes of requests. */
    interface Responder {

        /** Sends the one response to a request; false when it is not this one that was sent. */
        boolean respond(InboundCall call, OutboundFrame frame);

        /** Keeps the connection from ending with the peer's input until something has ended. */
        void keepOpenUntil(CompletionStage<?> end);

        /** Returns whether the connection has ended, so that nobody is told of the end of work any more. */
        boolean isEnded();

        /** Returns how a request ends whose response could not be sent. */
        RequestOutcome unsent();

        /** Is told how a request has been responded to, before {@link #responded}. */
        void settle(InboundCall call, boolean succeeded);

        /** Counts a response that has been sent, with all that belongs to it. */
        void responded();
    }

    /**
     * Notes a request that has arrived.
     *
     * @param session the session that the request is about; null if it is about none
     * @param ofKnownSession true if this side had named or opened the session before
     * @param listeners told of its end; null for none
     */
    InboundCall(
            RequestId id,
            String method,
            @Nullable SessionId session,
            boolean ofKnownSession,
            Connection connection,
            Frames frames,
            Responder responder,
            CancellationSource cancellation,
            @Nullable RequestListeners listeners) {
        this.id = id;
        this.method = method;
        this.session = session;
        this.ofKnownSession = ofKnownSession;
        this.connection = connection;
        this.frames = frames;
        this.responder = responder;
        this.cancellation = cancellation;
        this.listeners = listeners;
    }

    @Override
    public RequestId id() {
        return id;
    }

    @Override
    public String method() {
        return method;
    }

    @Nullable
    SessionId session() {
        return session;
    }

    /** Returns true if this side had named or opened the session before the request arrived. */
    boolean isOfKnownSession() {
        return ofKnownSession;
    }

    @Override
    public CancellationToken cancellation() {
        return cancellation;
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public Executor executor() {
        Executor threads = connection.executor();
        Executor observed = listeners == null ? threads : listeners.observed(threads);
        return task -> observed.execute(() -> serving(task));
    }

    @Override
    public void afterResponse(Runnable action) {
        synchronized (afterResponse) {
            if (stage == Stage.OPEN) {
                afterResponse.add(action);
                return;
            }
            if (stage == Stage.WITHOUT_RESULT) {
                return;
            }
        }
        runLogged(action);
    }

    @Override
    public void keepOpenUntil(CompletionStage<?> end) {
        goesOn = true;
        if (listeners != null) {
            listeners.outlivesResponse(
                    end, failure -> responder.isEnded() ? Outcomes.CLOSED : Outcomes.ofHandler(failure));
        }
        responder.keepOpenUntil(end);
        var unused = end.whenComplete((done, failure) -> goesOn = false);
    }

    void cancel() {
        cancellation.cancel();
    }

    /** Reports to the listeners how the request ended, unless they know. */
    void ended(RequestOutcome outcome) {
        if (listeners != null) {
            listeners.ended(outcome);
        }
    }

    /** Runs the handler and responds with what comes of it. */
    <P, R> void serve(AsyncRequestHandler<P, R, RequestContext> handler, P params, JsonCodec<R> codec) {
        if (listeners == null) {
            run(handler, params, codec);
        } else {
            listeners.run(() -> run(handler, params, codec));
        }
    }

    private <P, R> void run(AsyncRequestHandler<P, R, RequestContext> handler, P params, JsonCodec<R> codec) {
        if (cancellation.isCancelled()) {
            fail(new RequestCancelledException("cancelled before it began", null));
            return;
        }
        serving(() -> handle(handler, params, codec));
    }

    private <P, R> void handle(AsyncRequestHandler<P, R, RequestContext> handler, P params, JsonCodec<R> codec) {
        try {
            CompletionStage<R> outcome = handler.handle(params, this);
            if (outcome == null) {
                throw new IllegalStateException("the handler of " + method + " returned null instead of a stage");
            }
            outcome.whenComplete((result, failure) -> {
                if (failure != null) {
                    fail(failure);
                } else if (result == null) {
                    fail(new IllegalStateException("the handler of " + method + " gave null instead of a result"));
                } else if (isFirstResponse()) {
                    respond(frames.result(id, codec, result), Outcomes.result(result));
                }
            });
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Runs what serves this request, so that it is known to do so. */
    private void serving(Runnable code) {
        InboundCall outer = SERVING.get();
        SERVING.set(this);
        try {
            code.run();
        } finally {
            SERVING.set(outer);
        }
    }

    /** Returns whether this thread serves a request of a connection, which does not end before that has ended. */
    @SuppressWarnings("ReferenceEquality") // a connection equals itself only
    static boolean isServing(Connection connection) {
        InboundCall served = SERVING.get();
        return served != null && served.connection == connection && served.isUnfinished();
    }

    private boolean isUnfinished() {
        return !isResponded() || goesOn;
    }

    /** Responds with the error that a failure stands for. */
    void fail(Throwable failure) {
        if (isFirstResponse()) {
            ErrorObject error = errorOf(Outcomes.unwrapped(failure));
            respond(frames.error(id, error), Outcomes.error(error.code()));
        }
    }

    /** Returns whether there is a response, which may still be on its way. */
    boolean isResponded() {
        return responded.get();
    }

    private boolean isFirstResponse() {
        boolean first = responded.compareAndSet(false, true);
        if (!first) {
            log().warn("{} was responded to more than once; only the first response counts", LogText.of(method));
        }
        return first;
    }

    private void respond(OutboundFrame frame, RequestOutcome outcome) {
        try {
            boolean sent = responder.respond(this, frame);
            ended(sent ? outcome : responder.unsent());
            boolean isResult = outcome.kind() == RequestOutcome.Kind.RESULT;
            responder.settle(this, isResult && sent);
            runAfter(isResult && sent ? Stage.RESULT_SENT : Stage.WITHOUT_RESULT);
        } finally {
            responder.responded();
        }
    }

    private void runAfter(Stage reached) {
        while (true) {
            Runnable action;
            synchronized (afterResponse) {
                if (reached == Stage.WITHOUT_RESULT) {
                    afterResponse.clear();
                }
                action = afterResponse.poll();
                if (action == null) {
                    stage = reached;
                    return;
                }
            }
            runLogged(action);
        }
    }

    private void runLogged(Runnable action) {
        try {
            action.run();
        } catch (ConnectionClosedException e) {
            log().debug(
                            "an action after the response to {} was cut off by the end of the connection",
                            LogText.of(method));
        } catch (Throwable e) {
            log().error("an action after the response to {} failed", LogText.of(method), e);
        }
    }

    private ErrorObject ofNested(AcpErrorException error, String inner) {
        if (error.code().equals(ErrorCode.REQUEST_CANCELLED) && cancellation.isCancelled()) {
            return ErrorObject.of(ErrorCode.REQUEST_CANCELLED, "Request cancelled");
        }
        log().error(
                        "the handler of {} failed, as {} got an error response; to pass such an error on, throw a new"
                                + " AcpErrorException with it",
                        LogText.of(method),
                        LogText.of(inner),
                        error);
        return error.responseError();
    }

    private ErrorObject errorOf(Throwable failure) {
        if (failure instanceof AcpErrorException error) {
            return error.receivedFor() == null ? error.error() : ofNested(error, error.receivedFor());
        }
        if (failure instanceof MessageTooLargeException tooLarge) {
            log().error("the handler of {} failed: {}", LogText.of(method), tooLarge.getMessage());
            return tooLarge.responseError();
        }
        if (failure instanceof RequestCancelledException
                || failure instanceof CancellationException
                || (failure instanceof InterruptedException && cancellation.isCancelled())) {
            return ErrorObject.of(ErrorCode.REQUEST_CANCELLED, "Request cancelled");
        }
        if (failure instanceof ConnectionClosedException) {
            log().debug("the handler of {} was cut off by the end of the connection", LogText.of(method));
        } else {
            log().error(
                            "the handler of {} failed; the peer gets an internal error without details",
                            LogText.of(method),
                            failure);
        }
        return ErrorObject.of(ErrorCode.INTERNAL_ERROR, "Internal error");
    }

    /** Returns the logger; looked up late, since finding the logging library is a part of a program's start. */
    private static Logger log() {
        return LoggerFactory.getLogger(InboundCall.class);
    }
}
