package io.acp4j.transport.http.internal.client;

import io.acp4j.schema.RequestId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The requests of this side that have no response yet, and what their responses mean for the streams of their sessions. */
final class OpenRequests {

    /** Methods behind which nothing comes about a session any more, but for the responses that it still owes. */
    private static final Set<String> ENDING = Set.of("session/close", "session/delete");

    /** Methods whose responses come behind what the session has to tell. */
    private static final Set<String> OPENING = Set.of("session/load", "session/resume");

    /** Methods about a session that need not be open, so that it may have no stream either. */
    private static final Set<String> ABOUT_CLOSED =
            Set.of("session/load", "session/resume", "session/fork", "session/delete");

    private final Map<RequestId, Open> open = new HashMap<>();
    private final Set<String> over = new HashSet<>();
    private final Set<RequestId> failing = new HashSet<>();

    /**
     * A request.
     *
     * @param session its session; null for none
     * @param method its method
     * @param posted whether the server may have got it
     */
    record Open(@Nullable String session, String method, boolean posted) {

        boolean opens() {
            return session != null && OPENING.contains(method);
        }
    }

    /** Returns whether a request makes sense about a session that is not open. */
    static boolean mayBeAboutClosed(@Nullable String method) {
        return method != null && ABOUT_CLOSED.contains(method);
    }

    synchronized void add(RequestId id, @Nullable String session, String method) {
        Open request = new Open(session, method, false);
        open.put(id, request);
        if (request.opens()) {
            over.remove(session);
        }
    }

    /** Notes that a request is being posted. */
    synchronized void posted(RequestId id) {
        open.computeIfPresent(id, (same, request) -> new Open(request.session(), request.method(), true));
    }

    /** Returns whether a request has no response yet. */
    synchronized boolean contains(RequestId id) {
        return open.containsKey(id);
    }

    /** Forgets a request; null when there is none. */
    synchronized @Nullable Open remove(RequestId id) {
        failing.remove(id);
        return open.remove(id);
    }

    /** Notes that requests are going to fail, as what was to come before their responses may be lost. */
    synchronized void failing(List<RequestId> requests) {
        requests.stream().filter(open::containsKey).forEach(failing::add);
    }

    /** Returns whether a request is going to fail, so that a response is of no use any more. */
    synchronized boolean isFailing(RequestId id) {
        return failing.contains(id);
    }

    /** Returns the session whose stream is of no more use behind a response; null for none. */
    synchronized @Nullable String overBehind(Open responded, boolean error) {
        String session = responded.session();
        if (session == null) {
            return null;
        }
        if (ENDING.contains(responded.method()) && !error) {
            over.add(session);
        }
        // A turn that was cancelled by the end of its session has a response, too.
        boolean owes = open.values().stream().anyMatch(each -> session.equals(each.session()));
        return !owes && over.remove(session) ? session : null;
    }

    /** Returns the requests of a session that the server may have got. */
    synchronized List<RequestId> of(String session) {
        return open.entrySet().stream()
                .filter(each -> each.getValue().posted()
                        && session.equals(each.getValue().session()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
