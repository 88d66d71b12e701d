package io.acp4j.client;

import io.acp4j.rpc.AcpException;
import io.acp4j.schema.v1.Methods;
import io.acp4j.schema.v1.session.ListSessionsRequest;
import io.acp4j.schema.v1.session.ListSessionsResponse;
import io.acp4j.schema.v1.session.SessionInfo;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Walks through the pages of {@code session/list}, and stops where an agent would have it walk for ever. */
final class SessionPages implements Iterator<SessionInfo> {

    private final AgentLink link;
    private final int maxPages;
    private final Set<String> cursors = new HashSet<>();
    private Iterator<SessionInfo> page = Collections.emptyIterator();
    private @Nullable ListSessionsRequest next;
    private int pages;

    SessionPages(AgentLink link, ListSessionsRequest request, int maxPages) {
        this.link = link;
        this.next = request;
        this.maxPages = maxPages;
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext()) {
            ListSessionsRequest request = next;
            if (request == null) {
                return false;
            }
            fetch(request);
        }
        return true;
    }

    private void fetch(ListSessionsRequest request) {
        if (pages == maxPages) {
            throw new AcpException(
                    "session/list has more than " + maxPages + " pages; raise maxListPages to go on", null);
        }
        pages++;
        ListSessionsResponse response = link.request(Methods.SESSION_LIST, request);
        page = response.sessions().iterator();
        String cursor = response.nextCursor();
        if (cursor == null) {
            next = null;
        } else if (cursors.add(cursor)) {
            next = request.after(cursor);
        } else {
            throw new AcpException("session/list gave the same cursor twice, after " + pages + " pages", null);
        }
    }

    @Override
    public SessionInfo next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more sessions");
        }
        return page.next();
    }
}
