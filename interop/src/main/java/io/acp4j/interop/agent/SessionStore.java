package io.acp4j.interop.agent;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** All sessions, in memory, in the order of their creation. Safe for use by any number of threads. */
final class SessionStore {

    private static final int PAGE_SIZE = 2;

    private final Map<SessionId, StoredSession> sessions = new LinkedHashMap<>();

    synchronized void add(StoredSession session) {
        sessions.put(session.id(), session);
    }

    synchronized StoredSession get(SessionId id) {
        StoredSession session = sessions.get(id);
        if (session == null) {
            throw AcpErrorException.notFound("sessionId", id.value());
        }
        return session;
    }

    synchronized void remove(SessionId id) {
        sessions.remove(id);
    }

    synchronized ListSessionsResponse list(ListSessionsRequest request) {
        String cursor = request.cursor();
        int start = cursor == null ? 0 : decode(cursor);
        List<StoredSession> matching = sessions.values().stream()
                .filter(session -> request.cwd() == null || request.cwd().equals(session.cwd()))
                .toList();
        int from = Math.min(start, matching.size());
        int end = Math.min(from + PAGE_SIZE, matching.size());
        return new ListSessionsResponse(
                matching.subList(from, end).stream().map(StoredSession::info).toList(),
                end < matching.size() ? encode(end) : null,
                null);
    }

    private static String encode(int position) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(("after:" + position).getBytes(StandardCharsets.UTF_8));
    }

    private int decode(String cursor) {
        return IntStream.rangeClosed(0, sessions.size())
                .filter(position -> encode(position).equals(cursor))
                .findFirst()
                .orElseThrow(() -> AcpErrorException.invalidParams(
                        "unknown_cursor", "this cursor was not issued by session/list"));
    }
}
