package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.Page;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.session.SessionArchiveFilter;
import io.acp4j.schema.session.SessionInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which stored sessions are archived: an attribute of theirs that forks do not get. */
public final class StoredArchive {

    /** How often the store is asked for one page, so that a request stays short when most sessions are left out. */
    private static final int MAX_ROUNDS = 16;

    private final SessionRepository repository;

    StoredArchive(SessionRepository repository) {
        this.repository = repository;
    }

    /** Archives a session or takes it out; leaves one alone that is as wanted. */
    void set(SessionId id, boolean archived) {
        StoredSession session = repository.find(id);
        if (session == null || SessionInfos.isArchived(session) != archived) {
            repository.attribute(
                    id, SessionInfos.ARCHIVED, archived ? SessionAttribute.of(SessionInfos.ARCHIVED, true) : null);
        }
    }

    /**
     * Returns a page of sessions; a short one that is not the last when most sessions are left out.
     *
     * @param principal whose sessions
     * @param listable which ones clients may know of
     * @param info describes a session to the client
     * @param size how many a page has
     */
    ListSessionsResponse list(
            ListSessionsRequest request,
            String principal,
            Predicate<SessionId> listable,
            Function<StoredSession, SessionInfo> info,
            int size) {
        List<SessionInfo> found = new ArrayList<>();
        SessionFilter filter = new SessionFilter(request.cwd(), null, principal);
        String cursor = request.cursor();
        int round = 0;
        do {
            Page<StoredSession> page = repository.list(filter, cursor, size - found.size());
            page.items().stream()
                    .filter(session -> isWanted(session, request.archived()) && listable.test(session.id()))
                    .map(info)
                    .forEach(found::add);
            cursor = page.next();
            round++;
        } while (cursor != null && found.size() < size && round < MAX_ROUNDS);
        return new ListSessionsResponse(found, cursor, null);
    }

    private static boolean isWanted(StoredSession session, @Nullable SessionArchiveFilter filter) {
        if (SessionArchiveFilter.INCLUDE.equals(filter)) {
            return true;
        }
        return SessionInfos.isArchived(session) == SessionArchiveFilter.ONLY.equals(filter);
    }
}
