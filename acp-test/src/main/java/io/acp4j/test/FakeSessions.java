package io.acp4j.test;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.SessionInfo;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The sessions of a {@link FakeAgent}, with what was said in them. Safe for use by any number of threads. */
final class FakeSessions {

    /** Where sessions work that no request has described. */
    private static final String DIRECTORY = "/project";

    private final Map<SessionId, FakeHistory> known =
            new ConcurrentSkipListMap<>(Comparator.comparing(SessionId::value));
    private final List<NewSessionRequest> opened = new CopyOnWriteArrayList<>();
    private final AtomicInteger sessionNumbers = new AtomicInteger();
    private final AtomicInteger messageNumbers = new AtomicInteger();

    SessionId open(NewSessionRequest request) {
        opened.add(request);
        return add(new FakeHistory(request.cwd(), List.of()));
    }

    private SessionId add(FakeHistory history) {
        SessionId id = new SessionId("session-" + sessionNumbers.incrementAndGet());
        known.put(id, history);
        return id;
    }

    /** Returns the requests for new sessions, in order. */
    List<NewSessionRequest> opened() {
        return List.copyOf(opened);
    }

    void store(SessionId session, List<SessionUpdate> history) {
        known.put(session, new FakeHistory(DIRECTORY, history));
    }

    /** Remembers what was said; what a session does for the moment is not replayed. */
    void record(SessionId session, SessionUpdate update) {
        if (!(update instanceof StateUpdate)) {
            known.computeIfAbsent(session, id -> new FakeHistory(DIRECTORY, List.of()))
                    .add(update);
        }
    }

    /** Remembers what the user has said. */
    void record(SessionId session, MessageId message, List<ContentBlock> content) {
        content.forEach(block -> record(session, new UserMessageChunk(block, message, null)));
    }

    MessageId newMessage() {
        return new MessageId("message-" + messageNumbers.incrementAndGet());
    }

    /** Finds a session, or refuses what is asked of it. */
    FakeHistory require(SessionId session) {
        FakeHistory history = known.get(session);
        if (history == null) {
            throw AcpErrorException.notFound("sessionId", session.value());
        }
        return history;
    }

    /** Returns what was said in a session; empty when there is none. */
    List<SessionUpdate> history(SessionId session) {
        FakeHistory history = known.get(session);
        return history == null ? List.of() : history.updates();
    }

    SessionId fork(ForkSessionRequest request) {
        return add(require(request.sessionId()).fork(request.cwd(), request.messageId()));
    }

    ListSessionsResponse list(ListSessionsRequest request) {
        List<SessionInfo> infos = new ArrayList<>();
        known.forEach((id, history) -> {
            if (request.cwd() == null || request.cwd().equals(history.cwd())) {
                infos.add(SessionInfo.builder(id, history.cwd()).build());
            }
        });
        return ListSessionsResponse.of(infos);
    }

    void delete(SessionId session) {
        known.remove(session);
    }
}
