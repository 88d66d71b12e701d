package io.acp4j.rpc;

import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.JsonCodec;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request of the peer, from its arrival to its one answer. */
final class InboundCall implements RequestContext {

    private static final Logger LOG = LoggerFactory.getLogger(InboundCall.class);

    private final RequestId id;
    private final String method;
    private final DefaultConnection connection;
    private final CancellationSource cancellation;
    private final @Nullable RequestWatches watch;
    private final AtomicBoolean answered = new AtomicBoolean();
    private final Queue<Runnable> afterResponse = new ArrayDeque<>();
    private Stage stage = Stage.OPEN;

    /** What becomes of actions for after the response. */
    private enum Stage {
        OPEN,
        RESULT_SENT,
        WITHOUT_RESULT
    }

    /**
     * Notes a request that has arrived.
     *
     * @param watch told of its end; null when nobody is
     */
    InboundCall(
            RequestId id,
            String method,
            DefaultConnection connection,
            CancellationSource cancellation,
            @Nullable RequestWatches watch) {
        this.id = id;
        this.method = method;
        this.connection = connection;
        this.cancellation = cancellation;
        this.watch = watch;
    }

    @Override
    public RequestId id() {
        return id;
    }

    @Override
    public String method() {
        return method;
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
        return watch == null ? connection.executor() : watch.watched(connection.executor());
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

    void cancel() {
        cancellation.cancel();
    }

    /** Tells those who watch the request how it ended, unless they know. */
    void ended(RequestOutcome outcome) {
        if (watch != null) {
            watch.ended(outcome);
        }
    }

    /** Runs the handler and answers with what comes of it. */
    <P, R> void serve(AsyncRequestHandler<P, R> handler, P params, JsonCodec<R> codec) {
        if (watch == null) {
            run(handler, params, codec);
        } else {
            watch.run(() -> run(handler, params, codec));
        }
    }

    private <P, R> void run(AsyncRequestHandler<P, R> handler, P params, JsonCodec<R> codec) {
        if (cancellation.isCancelled()) {
            fail(new RequestCancelledException("cancelled before it began", null));
            return;
        }
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
                } else if (isFirstAnswer()) {
                    answer(connection.frames().result(id, codec, result), RequestOutcome.result(result));
                }
            });
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Answers with the error that a failure stands for. */
    void fail(Throwable failure) {
        if (isFirstAnswer()) {
            ErrorObject error = errorOf(unwrap(failure));
            answer(connection.frames().error(id, error), RequestOutcome.error(error.code()));
        }
    }

    private boolean isFirstAnswer() {
        boolean first = answered.compareAndSet(false, true);
        if (!first) {
            LOG.warn("{} was answered more than once; only the first answer counts", LogText.of(method));
        }
        return first;
    }

    private void answer(OutboundFrame frame, RequestOutcome outcome) {
        try {
            boolean sent = connection.answer(this, frame);
            ended(sent ? outcome : connection.unsent());
            boolean isResult = outcome.kind() == RequestOutcome.Kind.RESULT;
            runAfter(isResult && sent ? Stage.RESULT_SENT : Stage.WITHOUT_RESULT);
        } finally {
            connection.answered();
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
            LOG.debug(
                    "an action after the response to {} was cut off by the end of the connection", LogText.of(method));
        } catch (Throwable e) {
            LOG.error("an action after the response to {} failed", LogText.of(method), e);
        }
    }

    private static Throwable unwrap(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private ErrorObject errorOf(Throwable failure) {
        if (failure instanceof AcpErrorException error) {
            return error.error();
        }
        if (failure instanceof RequestCancelledException
                || failure instanceof CancellationException
                || (failure instanceof InterruptedException && cancellation.isCancelled())) {
            return ErrorObject.of(ErrorCode.REQUEST_CANCELLED, "Request cancelled");
        }
        if (failure instanceof ConnectionClosedException) {
            LOG.debug("the handler of {} was cut off by the end of the connection", LogText.of(method));
        } else {
            LOG.error(
                    "the handler of {} failed; the peer gets an internal error without details",
                    LogText.of(method),
                    failure);
        }
        return ErrorObject.of(ErrorCode.INTERNAL_ERROR, "Internal error");
    }
}
