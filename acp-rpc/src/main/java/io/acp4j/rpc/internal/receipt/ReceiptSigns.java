package io.acp4j.rpc.internal.receipt;

import io.acp4j.schema.SessionId;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The pending requests about a session for which no message about that session has arrived since they were sent. Safe for use by any
 * number of threads.
 *
 * @param <R> the type of the requests
 */
public final class ReceiptSigns<R extends SentRequest> {

    private final Map<SessionId, Set<R>> unheard = new ConcurrentHashMap<>();
    private final Predicate<R> isPending;

    /**
     * Creates an empty set.
     *
     * @param isPending returns whether a request has not ended
     */
    public ReceiptSigns(Predicate<R> isPending) {
        this.isPending = isPending;
    }

    /** Waits for a message about the session of a request, which shows that the peer has received the request. */
    public void await(R request) {
        SessionId session = request.session();
        if (session != null) {
            unheard.compute(session, (same, requests) -> {
                Set<R> all = requests == null ? ConcurrentHashMap.newKeySet() : requests;
                all.add(request);
                return all;
            });
            if (!isPending.test(request)) {
                forget(request);
            }
        }
    }

    /** Removes a request that has ended. */
    public void forget(R request) {
        SessionId session = request.session();
        if (session != null && request.awaitsSign()) {
            unheard.computeIfPresent(session, (same, requests) -> {
                requests.remove(request);
                return requests.isEmpty() ? null : requests;
            });
        }
    }

    /** Records a message of the peer about a session. */
    public void heardOf(SessionId session) {
        if (!unheard.isEmpty()) {
            Set<R> requests = unheard.remove(session);
            if (requests != null) {
                requests.forEach(SentRequest::heard);
            }
        }
    }
}
