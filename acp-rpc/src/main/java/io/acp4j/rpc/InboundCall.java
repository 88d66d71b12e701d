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
    private final AtomicBoolean answered = new AtomicBoolean();
    private final Queue<Runnable> afterResponse = new ArrayDeque<>();

    InboundCall(RequestId id, String method, DefaultConnection connection, CancellationSource cancellation) {
        this.id = id;
        this.method = method;
        this.connection = connection;
        this.cancellation = cancellation;
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
        return connection.executor();
    }

    @Override
    public void afterResponse(Runnable action) {
        synchronized (afterResponse) {
            afterResponse.add(action);
        }
    }

    void cancel() {
        cancellation.cancel();
    }

    /** Runs the handler and answers with what comes of it. */
    <P, R> void serve(AsyncRequestHandler<P, R> handler, P params, JsonCodec<R> codec) {
        if (cancellation.isCancelled()) {
            fail(new RequestCancelledException("cancelled before it began", null));
            return;
        }
        CompletionStage<R> stage;
        try {
            stage = handler.handle(params, this);
        } catch (Throwable e) {
            fail(e);
            return;
        }
        if (stage == null) {
            fail(new IllegalStateException("the handler of " + method + " returned null instead of a stage"));
            return;
        }
        stage.whenComplete((result, failure) -> {
            if (failure != null) {
                fail(failure);
            } else if (result == null) {
                fail(new IllegalStateException("the handler of " + method + " gave null instead of a result"));
            } else {
                answer(connection.frames().result(id, codec, result));
            }
        });
    }

    /** Answers with the error that a failure stands for. */
    void fail(Throwable failure) {
        answer(connection.frames().error(id, errorOf(unwrap(failure))));
    }

    private void answer(OutboundFrame frame) {
        if (!answered.compareAndSet(false, true)) {
            LOG.warn("{} {} was answered more than once; only the first answer counts", method, id);
            return;
        }
        connection.answer(this, frame);
        Runnable action;
        while ((action = nextAction()) != null) {
            try {
                action.run();
            } catch (RuntimeException e) {
                LOG.error("an action after the response to {} failed", method, e);
            }
        }
    }

    private @Nullable Runnable nextAction() {
        synchronized (afterResponse) {
            return afterResponse.poll();
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
            LOG.debug("the handler of {} was cut off by the end of the connection", method);
        } else {
            LOG.error("the handler of {} failed; the peer gets an internal error without details", method, failure);
        }
        return ErrorObject.of(ErrorCode.INTERNAL_ERROR, "Internal error");
    }
}
