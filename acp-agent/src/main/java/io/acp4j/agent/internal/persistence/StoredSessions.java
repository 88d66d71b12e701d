package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.agent.tree.TreeView;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.RunningTurn;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.RequiresActionStateUpdate;
import io.acp4j.schema.update.RunningStateUpdate;
import io.acp4j.schema.update.StateUpdate;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The stored sessions of an agent, on all its connections: which are open here, and which no client knows of yet. */
public final class StoredSessions {

    private static final int LOCKS = 64;

    private final SessionRepository repository;
    private final SessionServiceOptions options;
    private final StoredArchive archive;
    private final SealedCursors cursors = new SealedCursors();
    private final Announcements announcements = new Announcements();
    private final Map<SessionId, Recorder> open = new ConcurrentHashMap<>();

    /** One of them is held while a session is opened, so that who has opened it last is known as the one who has it. */
    private final ReentrantLock[] opening =
            IntStream.range(0, LOCKS).mapToObj(i -> new ReentrantLock()).toArray(ReentrantLock[]::new);

    StoredSessions(SessionRepository repository, SessionServiceOptions options) {
        this.repository = repository;
        this.options = options;
        this.archive = new StoredArchive(repository);
    }

    SessionRepository repository() {
        return repository;
    }

    SessionServiceOptions options() {
        return options;
    }

    SessionRepositoryOptions branching() {
        return repository.options();
    }

    Announcements announcements() {
        return announcements;
    }

    SealedCursors cursors() {
        return cursors;
    }

    /** Finds a session that a principal may know of; null when there is none, or it is somebody else's. */
    @Nullable
    StoredSession find(SessionId id, String principal) {
        StoredSession found = repository.find(id);
        return found == null || !found.principal().equals(principal) ? null : found;
    }

    /** Returns what can be read of a session without opening it. */
    TreeView look(SessionId id, String principal) {
        requireKnown(id, principal);
        return repository.look(id);
    }

    /** Records a session that has just been stored and opened. */
    Recorder made(SessionTree tree, SessionOwner owner) {
        String principal = tree.snapshot().session().principal();
        AtomicReference<@Nullable SessionTree> first = new AtomicReference<>(tree);
        Supplier<SessionTree> opening = () -> {
            SessionTree made = first.getAndSet(null);
            return made == null ? repository.open(tree.id(), principal, null) : made;
        };
        return take(tree.id(), principal, owner, opening, StoredSessions::rethrow);
    }

    private static SessionTree rethrow(SessionStoreException.UnwritableException e) {
        throw e;
    }

    /**
     * Opens a session of a principal. Another connection of this process loses it. Waits until the lease of a dead process expires. If the
     * store cannot be written, opens the session for reading only.
     *
     * @param history a page of the path that is going to be read; null for none
     * @throws BranchException with {@link BranchException#OPEN_ELSEWHERE} when another connection has it and keeps it
     */
    Recorder open(SessionId id, String principal, SessionOwner owner, @Nullable PathQuery history) {
        return open(id, principal, owner, history, e -> readable(id, principal, e));
    }

    private SessionTree readable(SessionId id, String principal, SessionStoreException.UnwritableException cause) {
        // Before the lease, so that another principal learns nothing about it.
        requireKnown(id, principal);
        return repository.openUnwritable(id, cause);
    }

    /** Opens a session of a principal, as above, but fails if the store cannot be written. */
    Recorder openWritable(SessionId id, String principal, SessionOwner owner) {
        return open(id, principal, owner, null, StoredSessions::rethrow);
    }

    private Recorder open(
            SessionId id,
            String principal,
            SessionOwner owner,
            @Nullable PathQuery history,
            Function<SessionStoreException.UnwritableException, SessionTree> unwritten) {
        Supplier<SessionTree> opening = () -> repository.open(id, principal, history);
        return OrphanedSessions.open(repository, id, () -> take(id, principal, owner, opening, unwritten));
    }

    /** Returns the recorder of a session that is open in this process; null when it is not. */
    @Nullable
    Recorder recorder(SessionId id) {
        return open.get(id);
    }

    /** Opens a session for a connection, after its previous connection in this process has stored its output. */
    private Recorder take(
            SessionId id,
            String principal,
            SessionOwner owner,
            Supplier<SessionTree> tree,
            Function<SessionStoreException.UnwritableException, SessionTree> unwritten) {
        BranchException why = BranchException.takenOver(id);
        Duration lease = repository.options().lease();
        Supplier<Recorder> opening =
                () -> new Recorder(id, tree, unwritten, owner, lease, options.titles(), this::ended);
        ReentrantLock lock = lock(id);
        Recorder taken;
        Recorder earlier;
        lock.lock();
        try {
            earlier = openFor(id, principal);
            requireTakeover(earlier, owner);
            taken = earlier == null ? opening.get() : earlier.handOver(why, opening);
            open.put(id, taken);
        } finally {
            lock.unlock();
        }
        if (earlier != null) {
            taken.takeFrom(earlier, why);
        }
        return taken;
    }

    /** Returns the recorder of a session of a principal; null when the session is not open here, or another principal's. */
    private @Nullable Recorder openFor(SessionId id, String principal) {
        Recorder recorder = open.get(id);
        return recorder != null && recorder.principal().equals(principal) ? recorder : null;
    }

    private void requireTakeover(@Nullable Recorder earlier, SessionOwner owner) {
        if (options.takeover() == SessionServiceOptions.Takeover.WHEN_DISCONNECTED
                && earlier != null
                && !earlier.owner().equals(owner)
                && earlier.owner().isConnected()) {
            throw BranchException.openElsewhere(earlier.id(), earlier.owner().name());
        }
    }

    /** Closes what was opened in vain, and lets the recorder go on that had the session before, if nobody else has it by now. */
    void giveBack(Recorder failed, Recorder earlier) {
        ReentrantLock lock = lock(failed.id());
        lock.lock();
        try {
            if (!failed.equals(open.get(failed.id()))) {
                failed.close();
            } else if (failed.giveBack(earlier)) {
                open.put(earlier.id(), earlier);
            }
        } finally {
            lock.unlock();
        }
    }

    private ReentrantLock lock(SessionId id) {
        return opening[Math.floorMod(id.hashCode(), LOCKS)];
    }

    private void ended(Recorder recorder) {
        open.remove(recorder.id(), recorder);
        announcements.done(recorder.id());
    }

    /** Deletes what was made for a session that could not be opened in the end, unless another process has opened it. */
    void discard(SessionId id) {
        BranchException why = BranchException.unknownSession(id);
        Recorder recorder = open.get(id);
        try {
            if (recorder == null) {
                deleteHeld(id);
            } else {
                // Other requests continue when this ends, so it ends after the deletion.
                recorder.handOver(why, () -> deleteHeld(id));
            }
        } catch (BranchException e) {
            if (!e.reason().equals(BranchException.SESSION_IN_USE)
                    && !e.reason().equals(BranchException.UNKNOWN_SESSION)) {
                throw e;
            }
        } finally {
            lose(id, why);
            announcements.done(id);
        }
    }

    /** Deletes a session while its lease is held. Another process may find a fork by its key, and a session in use must not be deleted. */
    private boolean deleteHeld(SessionId id) {
        SessionTree unused = repository.open(id);
        return repository.delete(id);
    }

    /** Deletes a session; a connection that has it open loses it. */
    void delete(SessionId id) {
        repository.delete(id);
        lose(id, BranchException.unknownSession(id));
    }

    ListSessionsResponse list(ListSessionsRequest request, String principal) {
        ListSessionsRequest plain = request.toBuilder()
                .cursor(cursors.opened(request.cursor(), principal))
                .build();
        ListSessionsResponse page = archive.list(
                plain,
                principal,
                announcements.listable(),
                session -> SessionInfos.of(session, running(session)),
                options.pageSize());
        return new ListSessionsResponse(page.sessions(), cursors.sealed(page.nextCursor(), principal), page.meta());
    }

    /** Archives a session, and closes it where it is open. */
    void archive(SessionId id) {
        BranchException why = BranchException.closed(id);
        Recorder recorder = open.get(id);
        if (recorder == null) {
            archive.set(id, true);
            return;
        }
        recorder.handOver(why, () -> {
            archive.set(id, true);
            return id;
        });
        recorder.lose(why);
    }

    private void lose(SessionId id, BranchException why) {
        Recorder recorder = open.get(id);
        if (recorder != null) {
            recorder.lose(why);
        }
    }

    /** Takes a session out of the archive. */
    void unarchive(SessionId id) {
        archive.set(id, false);
    }

    /** Returns whether a session is open in this process. */
    boolean isOpen(SessionId id) {
        return open.containsKey(id);
    }

    /** Returns the state of a session that is open in this process; null when it is not open here, or its state is unknown. */
    @Nullable
    StateUpdate state(SessionId id) {
        Recorder recorder = open.get(id);
        StateUpdate state = recorder == null ? null : recorder.state();
        StoredSession session = state == null || state instanceof IdleStateUpdate ? null : repository.find(id);
        RunningTurn turn = session == null ? null : running(session);
        if (turn != null && state instanceof RunningStateUpdate running) {
            return running.toBuilder().meta(turn.into(running.meta())).build();
        }
        return turn != null && state instanceof RequiresActionStateUpdate waiting
                ? waiting.toBuilder().meta(turn.into(waiting.meta())).build()
                : state;
    }

    /** Returns the turn that is running in a session, in this process or in another one; null when no turn is running. */
    private @Nullable RunningTurn running(StoredSession session) {
        Recorder recorder = open.get(session.id());
        StateUpdate state = recorder == null ? null : recorder.state();
        StoredSession.TurnStart turn = session.turn();
        boolean running =
                state == null ? turn != null && repository.isOpen(session) : !(state instanceof IdleStateUpdate);
        return running ? new RunningTurn(turn == null ? null : turn.startedAt().toString()) : null;
    }

    /** Stores a title that a client has chosen, and returns it as it is stored. */
    String title(SessionId id, String title) {
        return StoredTitles.set(repository, id, title);
    }

    private void requireKnown(SessionId id, String principal) {
        if (find(id, principal) == null) {
            throw BranchException.unknownSession(id);
        }
    }
}
