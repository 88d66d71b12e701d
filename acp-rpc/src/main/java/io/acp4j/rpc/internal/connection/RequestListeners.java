package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.ConnectionListener.RequestListener;
import io.acp4j.rpc.ConnectionListener.RequestOutcome;
import io.acp4j.rpc.ConnectionListener.RequestOutcome.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The listeners to one request, each told of its end once. */
final class RequestListeners {

    private final List<RequestListener> listeners;
    private final AtomicBoolean ended = new AtomicBoolean();

    RequestListeners(List<RequestListener> listeners) {
        this.listeners = listeners;
    }

    /** Returns what all of them add for the peer. */
    Map<String, String> meta() {
        Map<String, String> members = new LinkedHashMap<>();
        for (RequestListener listener : listeners) {
            ConnectionListeners.guard(() -> members.putAll(listener.meta()));
        }
        return members;
    }

    /** Runs code of the request's handler. */
    void run(Runnable code) {
        List<RequestListener.Scope> scopes = new ArrayList<>(listeners.size());
        for (RequestListener listener : listeners) {
            ConnectionListeners.guard(() -> scopes.add(listener.handling()));
        }
        try {
            code.run();
        } finally {
            for (int i = scopes.size() - 1; i >= 0; i--) {
                ConnectionListeners.guard(scopes.get(i)::close);
            }
        }
    }

    /** Returns an executor whose tasks are observed as the handler is. */
    Executor observed(Executor executor) {
        return task -> executor.execute(() -> run(task));
    }

    /** Reports that work goes on after the response, and later how it ended. */
    void outlivesResponse(CompletionStage<?> work, Function<@Nullable Throwable, @Nullable RequestOutcome> failed) {
        for (RequestListener listener : listeners) {
            ConnectionListeners.guard(listener::outlivesResponse);
        }
        var unused = work.whenComplete((result, failure) -> {
            RequestOutcome other = failed.apply(failure);
            RequestOutcome outcome = other == null ? new RequestOutcome(Kind.RESULT, null, result) : other;
            for (RequestListener listener : listeners) {
                ConnectionListeners.guard(() -> listener.workEnded(outcome));
            }
        });
    }

    /** Reports the end, unless that has been done. */
    void ended(RequestOutcome outcome) {
        if (ended.compareAndSet(false, true)) {
            for (RequestListener listener : listeners) {
                ConnectionListeners.guard(() -> listener.ended(outcome));
            }
        }
    }
}
