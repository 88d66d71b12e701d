package io.acp4j.rpc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** All who watch one request, each told of its end once. */
final class RequestWatches {

    private final List<RequestWatch> watches;
    private final AtomicBoolean ended = new AtomicBoolean();

    RequestWatches(List<RequestWatch> watches) {
        this.watches = watches;
    }

    /** Gives what all of them want to tell the peer. */
    Map<String, String> meta() {
        Map<String, String> members = new LinkedHashMap<>();
        for (RequestWatch watch : watches) {
            Watches.guard(() -> members.putAll(watch.meta()));
        }
        return members;
    }

    /** Runs code of the request's handler. */
    void run(Runnable code) {
        List<RequestWatch.Scope> scopes = new ArrayList<>(watches.size());
        for (RequestWatch watch : watches) {
            Watches.guard(() -> scopes.add(watch.handling()));
        }
        try {
            code.run();
        } finally {
            for (int i = scopes.size() - 1; i >= 0; i--) {
                Watches.guard(scopes.get(i)::close);
            }
        }
    }

    /** Makes an executor whose tasks are watched as the handler is. */
    Executor watched(Executor executor) {
        return task -> executor.execute(() -> run(task));
    }

    /** Tells of the end, unless that has been done. */
    void ended(RequestOutcome outcome) {
        if (ended.compareAndSet(false, true)) {
            for (RequestWatch watch : watches) {
                Watches.guard(() -> watch.ended(outcome));
            }
        }
    }
}
