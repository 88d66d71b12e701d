package io.acp4j.agent.tree;

import io.acp4j.agent.store.Attribute;
import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.SessionFilter;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreUnwritableException;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredFormat;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.DefaultSessionTree.History;
import io.acp4j.agent.tree.DefaultSessionTree.Opened;
import io.acp4j.agent.tree.Forks.ForkRow;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All the sessions of one store: makes, opens, lists, forks and deletes them.
 *
 * <p>Safe for use by any number of threads. One is enough for a process; several on one store that allows that get along
 * like several processes. Sessions stay stored when it is closed.
 *
 * @since 0.1.0
 */
public final class SessionRepository implements AutoCloseable {

    /** The most sessions of one page of a list. */
    public static final int MAX_PAGE = 1000;

    /** The longest id of a session, in characters. */
    public static final int MAX_SESSION_ID = 1024;

    /** How long sessions are given back one by one although the store fails. */
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final Logger LOG = LoggerFactory.getLogger(SessionRepository.class);

    private final SessionStore store;
    private final SessionRepositoryOptions options;
    private final Forks forks;
    private final Leases leases;
    private final Map<SessionId, DefaultSessionTree> open = new ConcurrentHashMap<>();
    private final List<BranchListener> listeners = new CopyOnWriteArrayList<>();

    private SessionRepository(SessionStore store, SessionRepositoryOptions options) {
        this.store = store;
        this.options = options;
        this.forks = new Forks(options, this::isSending);
        this.leases = new Leases(store, options.lease());
    }

    /**
     * Opens the sessions of a store.
     *
     * @param store the store; closed with the repository
     * @return the repository
     */
    public static SessionRepository over(SessionStore store) {
        return over(store, SessionRepositoryOptions.defaults());
    }

    /**
     * Opens the sessions of a store.
     *
     * @param store the store; closed with the repository
     * @param options the rules for branches, and limits
     * @return the repository
     */
    public static SessionRepository over(SessionStore store, SessionRepositoryOptions options) {
        return new SessionRepository(store, options);
    }

    /**
     * Returns the rules for branches, and limits.
     *
     * @return the options
     */
    public SessionRepositoryOptions options() {
        return options;
    }

    /**
     * Adds a listener to messages that this process stores from now on; not to those of other processes.
     *
     * @param listener called for each message
     */
    public void onStored(BranchListener listener) {
        listeners.add(listener);
    }

    /**
     * Makes a session and opens it.
     *
     * @param session what it begins with
     * @return the open session
     * @throws IllegalArgumentException when its id is too long, or another session has it
     */
    public SessionTree create(NewSession session) {
        requireId(session.id());
        Opened made = store.write(tx -> {
            long sequence = tx.sequence(1);
            Instant now = tx.now();
            StoredSession row = StoredSession.builder()
                    .id(session.id())
                    .principal(session.principal())
                    .tree(tx.newTree())
                    .sequence(sequence)
                    .cwd(session.cwd())
                    .additionalDirectories(session.additionalDirectories())
                    .title(session.title())
                    .attributes(session.attributes())
                    .lease(leases.next(Lease.NONE, now))
                    .createdAt(now)
                    .updatedAt(now)
                    .build();
            if (!tx.insert(row)) {
                throw new IllegalArgumentException("there is a session with the id of the new one: " + session.id());
            }
            return new Opened(SessionSnapshot.of(tx, row), null);
        });
        // A tree with this ID is of an earlier session, which another process has deleted.
        open.remove(session.id());
        return opened(made);
    }

    /**
     * Opens a session for writing. If this process has it open already, the earlier one can write no more.
     *
     * <p>A turn that was running when its process died is closed by a mark that it was interrupted, and so are its tool
     * calls.
     *
     * @param id its id
     * @return the open session
     * @throws BranchException with {@link BranchException#UNKNOWN_SESSION}, or with {@link BranchException#SESSION_IN_USE}
     *     when another process has it open
     */
    public SessionTree open(SessionId id) {
        return open(id, null, null);
    }

    /**
     * Opens a session of a principal for writing, as {@link #open(SessionId)} does.
     *
     * @param id its id
     * @param principal the principal that must own the session; null for any principal
     * @param history a page of the path to read in the same transaction, which the first {@link SessionTree#page} with an equal query
     *     returns; null for none
     * @return the open session
     * @throws BranchException as {@link #open(SessionId)} does; with {@link BranchException#UNKNOWN_SESSION} also when the session belongs
     *     to another principal
     */
    public SessionTree open(SessionId id, @Nullable String principal, @Nullable PathQuery history) {
        DefaultSessionTree earlier = open.get(id);
        if (earlier == null || !earlier.isOf(principal)) {
            return opened(taken(id, principal, history));
        }
        AtomicReference<Opened> taken = new AtomicReference<>();
        earlier.handOver(BranchException.takenOver(id), () -> taken.set(taken(id, principal, history)));
        return opened(Objects.requireNonNull(taken.get(), "a handover runs its successor"));
    }

    private Opened taken(SessionId id, @Nullable String principal, @Nullable PathQuery history) {
        return store.write(tx -> {
            // Compared before the row is locked, so that the response time does not reveal sessions of other
            // principals.
            StoredSession seen = principal == null ? null : tx.session(id);
            StoredSession row = seen == null || seen.principal().equals(principal) ? tx.lockSession(id) : null;
            if (row == null) {
                throw BranchException.unknownSession(id);
            }
            StoredFormat.requireKnown(row);
            Instant time = tx.now();
            if (leases.isElsewhere(row.lease(), time)) {
                throw inUse(id);
            }
            StoredSession mine =
                    row.toBuilder().lease(leases.next(row.lease(), time)).build();
            TreeWriter writer = new TreeWriter(tx, row, options);
            writer.set(mine);
            if (row.turn() != null) {
                writer.interrupt();
            }
            StoredSession now = writer.finish();
            History read =
                    history == null ? null : new History(history, new TreeReader(tx, now, options).page(history));
            return new Opened(SessionSnapshot.of(tx, now), read);
        });
    }

    /**
     * Opens a session for reading when the store cannot be written. Every change of the session fails.
     *
     * @param id its id
     * @param cause the exception of {@link #open}, with which changes fail
     * @return the session; closing it has no effect
     * @throws BranchException with {@link BranchException#UNKNOWN_SESSION}, or with {@link BranchException#SESSION_IN_USE}
     *     when another process has it open
     */
    public SessionTree openUnwritable(SessionId id, StoreUnwritableException cause) {
        SessionSnapshot opened = new StoredTreeView(this, id).snapshot();
        if (leases.isElsewhere(opened.session().lease(), Instant.now())) {
            throw inUse(id);
        }
        return new UnwritableTree(this, opened, cause);
    }

    private static BranchException inUse(SessionId id) {
        return BranchException.state(
                BranchException.SESSION_IN_USE, id, "Another process has the session open; close it there");
    }

    /**
     * Returns what can be read of a session without opening it; a connection that has it open keeps it.
     *
     * @param id its id
     * @return the session and its branches, as they are stored at the time of each call
     * @throws BranchException with {@link BranchException#UNKNOWN_SESSION}
     */
    public TreeView look(SessionId id) {
        TreeView view = new StoredTreeView(this, id);
        StoredSession unused = view.session();
        return view;
    }

    private SessionTree opened(Opened opened) {
        leases.keep();
        DefaultSessionTree tree = new DefaultSessionTree(this, opened);
        // Two openings at once may arrive here in another order than that of their leases.
        open.merge(tree.id(), tree, (earlier, later) -> earlier.token() > later.token() ? earlier : later);
        return tree;
    }

    /**
     * Forks a session, open or not. The fork is stored when the call returns, and not open.
     *
     * @param fork what is wanted
     * @return the fork
     * @throws BranchException when it cannot be made; nothing is stored then
     * @throws IllegalArgumentException when its id is too long, or another session has it
     */
    public Fork fork(ForkSpec fork) {
        requireId(fork.id());
        ForkRow made = store.write(tx -> {
            StoredSession source = tx.session(fork.source());
            if (source == null) {
                throw BranchException.unknownSession(fork.source());
            }
            return forks.make(tx, fork, source.tree(), now -> Lease.NONE);
        });
        return new Fork(made.session(), made.repeated(), null);
    }

    /**
     * Forks a session that has just been found, and opens the fork for writing in the same transaction.
     *
     * @param fork the description of the fork
     * @param source its source, as returned by {@link #find}; only immutable values are read from it
     * @return the fork with its tree; without a tree if an earlier request with the same key created the fork
     * @throws BranchException as {@link #fork(ForkSpec)} does
     * @throws IllegalArgumentException as {@link #fork(ForkSpec)} does, or when the source is another session
     */
    public Fork openFork(ForkSpec fork, StoredSession source) {
        if (!source.id().equals(fork.source())) {
            throw new IllegalArgumentException("a fork of " + fork.source() + " was given the source " + source.id());
        }
        requireId(fork.id());
        AtomicReference<@Nullable Opened> opened = new AtomicReference<>();
        Fork made = store.write(tx -> {
            ForkRow stored = forks.make(tx, fork, source.tree(), now -> leases.next(Lease.NONE, now));
            opened.set(stored.repeated() ? null : new Opened(SessionSnapshot.of(tx, stored.session()), null));
            return new Fork(stored.session(), stored.repeated(), null);
        });
        Opened now = opened.get();
        return now == null ? made : new Fork(made.session(), false, opened(now));
    }

    /**
     * Finds a session.
     *
     * @param id its id
     * @return the session as it is stored now; null when there is none
     * @throws io.acp4j.agent.store.UnsupportedFormatException when a later version has stored it
     */
    public @Nullable StoredSession find(SessionId id) {
        StoredSession found = store.read(view -> view.session(id));
        return found == null ? null : StoredFormat.requireKnown(found);
    }

    /**
     * Returns whether a process is known to have a session open.
     *
     * @param session the session as it is stored
     * @return true while a process that is alive holds its lease
     */
    public boolean isOpen(StoredSession session) {
        return leases.isHeld(session.lease(), Instant.now());
    }

    /**
     * Lists sessions, the newest first. Pages neither repeat nor skip sessions that exist all the while; those of a format that
     * this version does not know are left out, which is logged.
     *
     * @param filter which ones
     * @param cursor where the page before ended; null begins
     * @param limit how many at most, from 1 to {@value #MAX_PAGE}
     * @return the page
     * @throws BranchException with {@link BranchException#INVALID_CURSOR} when the cursor is none of ours
     */
    public SessionPage list(SessionFilter filter, @Nullable String cursor, int limit) {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new IllegalArgumentException("limit must be from 1 to " + MAX_PAGE + ", not " + limit);
        }
        long before = cursor == null ? Long.MAX_VALUE : Cursors.number(cursor);
        String cwd = filter.cwd();
        SessionFilter stored = cwd == null
                ? filter
                : new SessionFilter(DirectoryPaths.stored(cwd), filter.parent(), filter.principal());
        List<StoredSession> found = store.read(view -> view.sessions(stored, before, limit + 1));
        boolean more = found.size() > limit;
        List<StoredSession> page = more ? found.subList(0, limit) : found;
        return new SessionPage(
                readable(page), more ? Cursors.of(page.get(limit - 1).sequence()) : null);
    }

    private static List<StoredSession> readable(List<StoredSession> page) {
        int unknown = 0;
        for (StoredSession session : page) {
            unknown += StoredFormat.isKnown(session.format()) ? 0 : 1;
        }
        if (unknown == 0) {
            return page;
        }
        LOG.warn(
                "a list of sessions leaves out {} that a later version of acp4j has stored; this one reads formats up to {}",
                unknown,
                StoredFormat.CURRENT);
        return page.stream()
                .filter(session -> StoredFormat.isKnown(session.format()))
                .toList();
    }

    /**
     * Changes the title of a session; it need not be open.
     *
     * @param id its id
     * @param title the title; null for none
     * @throws BranchException with {@link BranchException#UNKNOWN_SESSION}
     */
    public void title(SessionId id, @Nullable String title) {
        describe(id, session -> session.toBuilder().title(title));
    }

    /**
     * Sets an attribute of a session; it need not be open.
     *
     * @param id its id
     * @param name the name of the attribute
     * @param value its value; null removes it
     * @throws BranchException with {@link BranchException#UNKNOWN_SESSION}
     */
    public void attribute(SessionId id, String name, @Nullable Attribute value) {
        describe(id, session -> session.toBuilder().attribute(name, value));
    }

    private void describe(SessionId id, Function<StoredSession, StoredSession.Builder> description) {
        store.write(tx -> {
            StoredSession session = tx.lockSession(id);
            if (session == null) {
                throw BranchException.unknownSession(id);
            }
            tx.update(description
                    .apply(StoredFormat.requireKnown(session))
                    .changedAt(tx.now())
                    .build());
            return true;
        });
        DefaultSessionTree tree = open.get(id);
        if (tree != null) {
            tree.forgetSnapshot();
        }
    }

    /**
     * Deletes a session. Its forks keep all their messages; what no session can reach any more is gone when the call
     * returns.
     *
     * @param id its id
     * @return false when there is none
     */
    public boolean delete(SessionId id) {
        boolean deleted = store.write(tx -> Removal.delete(tx, id));
        if (deleted) {
            forget(List.of(id));
        }
        return deleted;
    }

    /**
     * Deletes a session in such a way that nothing of its messages is left.
     *
     * @param id its id
     * @param withForks what to do when forks share messages with it: true deletes them too, false refuses
     * @return the sessions that have been deleted; empty when there is none of that id
     * @throws BranchException with {@link BranchException#IN_USE} when there are forks and they are to stay
     */
    public List<SessionId> purge(SessionId id, boolean withForks) {
        List<SessionId> deleted = store.write(tx -> Removal.purge(tx, id, withForks));
        forget(deleted);
        return deleted;
    }

    /** Forgets deleted sessions, and what open forks of them know about their source. */
    private void forget(List<SessionId> deleted) {
        for (SessionId id : deleted) {
            DefaultSessionTree tree = open.remove(id);
            if (tree != null) {
                tree.forgetSnapshot();
            }
        }
        open.values().forEach(DefaultSessionTree::forgetSnapshot);
    }

    /**
     * Closes all that is open here, and the store. What fails does not keep the rest from being closed, as long as all of
     * that takes no more than 30 seconds.
     *
     * @throws io.acp4j.agent.store.SessionStoreException when the store fails; further failures are suppressed exceptions of
     *     it. The store is closed anyway, and sessions that could not be given back can be opened elsewhere when their leases
     *     end
     */
    @Override
    public void close() {
        leases.close();
        long deadline = System.nanoTime() + CLOSE_NANOS;
        RuntimeException failure = null;
        for (DefaultSessionTree tree : open.values()) {
            if (failure != null && System.nanoTime() - deadline > 0) {
                failure.addSuppressed(new SessionStoreException(
                        "no time was left to give back " + tree + "; it can be opened elsewhere when its lease ends",
                        null));
            } else {
                failure = failureOf(() -> tree.handOver(BranchException.closed(tree.id()), tree::close), failure);
            }
        }
        failure = failureOf(store::close, failure);
        if (failure != null) {
            throw failure;
        }
    }

    private static @Nullable RuntimeException failureOf(Runnable closing, @Nullable RuntimeException earlier) {
        try {
            closing.run();
            return earlier;
        } catch (RuntimeException e) {
            if (earlier == null) {
                return e;
            }
            earlier.addSuppressed(e);
            return earlier;
        }
    }

    /** Forgets a tree that is closed. Returns false if its session was opened again or deleted here, so that it has no lease. */
    boolean closed(DefaultSessionTree tree) {
        DefaultSessionTree current = open.get(tree.id());
        return current != null && current.isSameOpening(tree) && open.remove(tree.id(), current);
    }

    <T> T read(Function<? super StoreView, T> action) {
        return store.read(action);
    }

    <T> T write(Function<? super StoreTransaction, T> action) {
        return store.write(action);
    }

    private boolean isSending(SessionId session, MessageId message) {
        DefaultSessionTree tree = open.get(session);
        return tree != null && tree.isSending(message);
    }

    void tell(SessionTree tree, List<Node> stored) {
        if (listeners.isEmpty()) {
            return;
        }
        for (Node node : stored) {
            if (node.kind().isMessage()) {
                BranchListener.Branch branch = new StoredBranch(this, tree.id(), node);
                for (BranchListener listener : listeners) {
                    try {
                        listener.stored(branch);
                    } catch (RuntimeException e) {
                        LOG.warn("a branch listener failed at node {} of session {}", node, tree.id(), e);
                    }
                }
            }
        }
    }

    private static void requireId(SessionId id) {
        if (id.value().isEmpty() || id.value().length() > MAX_SESSION_ID) {
            throw new IllegalArgumentException("the id of a session must have 1 to " + MAX_SESSION_ID
                    + " characters, not " + id.value().length());
        }
    }
}
