package io.acp4j.client.internal.session;

import io.acp4j.client.internal.calls.Pages;
import io.acp4j.rpc.AcpException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.session.SessionInfo;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Walks through the pages of {@code session/list}, however many there are, and stops where an agent goes round in circles: when
 * a cursor or the sessions of a page come again, or too many pages in a row are empty.
 *
 * <p>It remembers the last page and one before it, the latter at distances that double, so that any circle is found after at most
 * twice its length and no more is held, however long the listing is.
 */
final class SessionPages extends Pages<ListSessionsRequest, SessionInfo> {

    private final AgentLink link;
    private final int maxEmptyPages;
    private Seen last = new Seen(null, Set.of());
    private Seen mark = last;
    private long pages;
    private long nextMark = 1;
    private int emptyPages;

    SessionPages(AgentLink link, ListSessionsRequest request, int maxEmptyPages) {
        super(request);
        this.link = link;
        this.maxEmptyPages = maxEmptyPages;
    }

    /** What a page had, and the cursor to the next one. */
    private record Seen(@Nullable String cursor, Set<SessionId> sessions) {

        boolean leadsTo(String other) {
            return other.equals(cursor);
        }

        boolean hasAll(List<SessionInfo> rows) {
            return rows.stream().allMatch(row -> sessions.contains(row.sessionId()));
        }
    }

    @Override
    protected Page<ListSessionsRequest, SessionInfo> fetch(ListSessionsRequest request) {
        ListSessionsResponse response = link.request(Methods.SESSION_LIST, request);
        pages++;
        List<SessionInfo> rows = response.sessions();
        String cursor = response.nextCursor();
        if (cursor != null && (last.leadsTo(cursor) || mark.leadsTo(cursor))) {
            throw new AcpException("session/list gave the same cursor twice, within " + pages + " pages", null);
        }
        requireSomethingNew(rows);
        last = new Seen(cursor, ids(rows));
        if (pages == nextMark) {
            mark = last;
            nextMark *= 2;
        }
        return new Page<>(rows, cursor == null ? null : request.after(cursor));
    }

    private void requireSomethingNew(List<SessionInfo> rows) {
        if (!rows.isEmpty()) {
            emptyPages = 0;
            if (last.hasAll(rows) || mark.hasAll(rows)) {
                throw new AcpException("page " + pages + " of session/list has no session that is new", null);
            }
        } else if (++emptyPages > maxEmptyPages) {
            throw new AcpException(
                    "session/list gave " + emptyPages
                            + " empty pages in a row; raise ClientLimits.maxEmptyListPages to continue",
                    null);
        }
    }

    private static Set<SessionId> ids(List<SessionInfo> rows) {
        Set<SessionId> ids = new HashSet<>();
        rows.forEach(row -> ids.add(row.sessionId()));
        return ids;
    }
}
