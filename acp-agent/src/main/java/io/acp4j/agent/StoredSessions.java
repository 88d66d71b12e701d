package io.acp4j.agent;

import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.BranchingOptions;
import io.acp4j.agent.tree.Conversations;
import io.acp4j.agent.tree.Fork;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.session.ListSessionsRequest;
import io.acp4j.schema.v1.session.ListSessionsResponse;
import io.acp4j.schema.v1.session.SessionStatus;
import io.acp4j.schema.v1.session.SessionStatusResponse;
import io.acp4j.schema.v1.session.SetSessionTitleResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The stored sessions of an agent, on all its connections: which are open here, and which no client knows of yet. */
final class StoredSessions {

    private static final int LOCKS = 64;

    private final Conversations conversations;
    private final ConversationOptions options;
    private final StoredArchive archive;
    private final Announcements announcements = new Announcements();
    private final Map<SessionId, Recorder> open = new ConcurrentHashMap<>();

    /** One of them is held while a session is opened, so that who has opened it last is known as the one who has it. */
    private final ReentrantLock[] opening =
            IntStream.range(0, LOCKS).mapToObj(i -> new ReentrantLock()).toArray(ReentrantLock[]::new);

    StoredSessions(Conversations conversations, ConversationOptions options) {
        this.conversations = conversations;
        this.options = options;
        this.archive = new StoredArchive(conversations);
    }

    ConversationOptions options() {
        return options;
    }

    BranchingOptions branching() {
        return conversations.options();
    }

    Announcements announcements() {
        return announcements;
    }

    @Nullable
    StoredSession find(SessionId id) {
        return conversations.find(id);
    }

    /** Stores a new session and opens it. */
    Recorder create(NewSession session) {
        SessionTree created = conversations.create(session);
        return take(session.id(), new Supplier<>() {
            private boolean first = true;

            @Override
            public SessionTree get() {
                SessionTree tree = first ? created : conversations.open(session.id());
                first = false;
                return tree;
            }
        });
    }

    /** Opens a session; whoever has it open in this process has it no more, and that of a dead process is waited for. */
    Recorder open(SessionId id) {
        return OrphanedSessions.open(conversations, id, () -> take(id, () -> conversations.open(id)));
    }

    /** The tree of a session that is open in this process; null when it is not. */
    @Nullable
    SessionTree openTree(SessionId id) {
        Recorder recorder = open.get(id);
        return recorder == null ? null : recorder.tree();
    }

    Fork fork(ForkSpec spec) {
        return conversations.fork(spec);
    }

    private Recorder take(SessionId id, Supplier<SessionTree> tree) {
        ReentrantLock lock = opening[Math.floorMod(id.hashCode(), LOCKS)];
        Recorder taken;
        Recorder earlier;
        lock.lock();
        try {
            taken = new Recorder(id, tree, this::ended);
            earlier = open.put(id, taken);
        } finally {
            lock.unlock();
        }
        if (earlier != null) {
            earlier.lose(BranchException.state(
                    BranchException.TAKEN_OVER, id, "The session has been opened elsewhere since"));
        }
        return taken;
    }

    private void ended(Recorder recorder) {
        open.remove(recorder.id(), recorder);
        announcements.done(recorder.id());
    }

    /** Deletes what was made for a session that could not be opened in the end. */
    void discard(SessionId id) {
        Recorder recorder = open.get(id);
        if (recorder != null) {
            recorder.close();
        }
        conversations.delete(id);
        announcements.done(id);
    }

    /** Deletes a session; whoever has it open has it no more. */
    void delete(SessionId id) {
        Recorder recorder = open.get(id);
        if (recorder != null) {
            recorder.lose(BranchException.state(BranchException.CLOSED, id, "The session has been deleted"));
        }
        conversations.delete(id);
    }

    ListSessionsResponse list(ListSessionsRequest request) {
        return archive.list(request, announcements.listable(), options.pageSize());
    }

    /** Archives a session; whoever has it open has it no more. */
    private void archive(SessionId id) {
        Recorder recorder = open.get(id);
        if (recorder != null) {
            recorder.lose(BranchException.state(BranchException.CLOSED, id, "The session has been archived"));
        }
        archive.set(id, true);
    }

    private SessionStatus status(SessionId id) {
        if (open.containsKey(id)) {
            return SessionStatus.OPEN;
        }
        if (find(id) == null) {
            throw BranchException.unknownSession(id);
        }
        return SessionStatus.SAVED;
    }

    /** Adds what follows from sessions being stored to what the author does. */
    UnstableHandlers serving(UnstableHandlers author) {
        UnstableHandlers all = author.copy();
        all.archive = (request, client) -> {
            requireKnown(request.sessionId());
            if (author.archive != null) {
                author.archive.handle(request, client);
            }
            archive(request.sessionId());
        };
        all.unarchive = (request, client) -> {
            requireKnown(request.sessionId());
            if (author.unarchive != null) {
                author.unarchive.handle(request, client);
            }
            archive.set(request.sessionId(), false);
        };
        if (author.status == null) {
            all.status = (request, client) -> SessionStatusResponse.of(status(request.sessionId()));
        }
        all.title = (request, client) -> {
            requireKnown(request.sessionId());
            SetSessionTitleResponse said = author.title == null ? null : author.title.handle(request, client);
            String wanted = said == null ? request.title() : said.title();
            String title = StoredTitles.set(conversations, request.sessionId(), wanted);
            return new SetSessionTitleResponse(title, said == null ? null : said.meta());
        };
        return all;
    }

    private void requireKnown(SessionId id) {
        if (find(id) == null) {
            throw BranchException.unknownSession(id);
        }
    }
}
