package io.acp4j.agent.internal.session;

import io.acp4j.agent.tree.BranchException;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.rpc.internal.text.PeerWarnings;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.SessionId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open sessions of one connection. */
public final class Sessions {

    /** How long the handlers of cancelled turns may take to end before their sessions are closed under them. */
    private static final long CANCEL_MILLIS = 1000;

    /** How long all of them together wait for those who are just sending. */
    private static final long LOCK_MILLIS = 500;

    /** How long all handlers for the end of sessions together may take before the connection ends without them. */
    private static final long END_MILLIS = 10_000;

    private final int limit;
    private final @Nullable KnownSessions stored;
    private final Supplier<String> principal;
    private final Map<SessionId, DefaultAgentSession> open = new ConcurrentHashMap<>();
    private final TakenSessions taken = new TakenSessions();
    private final PeerWarnings unknown = new PeerWarnings();
    private int opening;
    private volatile boolean left;
    private volatile boolean ended;

    /**
     * Creates the sessions of a connection that has none yet.
     *
     * @param limit how many may be open at once
     * @param stored where those are that are not open; null when nothing is stored
     * @param principal who the client is
     */
    public Sessions(int limit, @Nullable KnownSessions stored, Supplier<String> principal) {
        this.principal = principal;
        this.limit = limit;
        this.stored = stored;
    }

    public @Nullable DefaultAgentSession find(SessionId id) {
        return open.get(id);
    }

    /**
     * Finds an open session that nobody else has opened since; asks the store where there is one.
     *
     * @throws BranchException when it is unknown, not open, or taken over
     */
    public DefaultAgentSession require(SessionId id) {
        DefaultAgentSession session = requireOpen(id);
        SessionRecorder recorder = session.recorder();
        if (recorder != null) {
            recorder.requireHeld();
        }
        return session;
    }

    /** Finds an open session without asking whether somebody else has it by now. */
    public DefaultAgentSession requireOpen(SessionId id) {
        DefaultAgentSession session = open.get(id);
        if (session == null) {
            throw absent(id);
        }
        return session;
    }

    /** Returns why a session cannot be used that is not open here. */
    private BranchException absent(SessionId id) {
        if (stored == null) {
            unknown.warn(
                    LoggerFactory.getLogger(Sessions.class),
                    "a request names session {}, which is not open on this connection; sessions outlive their connection only with"
                            + " a store: AcpAgentBuilder.sessions",
                    LogText.of(id.value()));
            return BranchException.unknownSession(id);
        }
        if (!stored.isKnown(id, principal.get())) {
            return BranchException.unknownSession(id);
        }
        return isTaken(id) ? BranchException.takenOver(id) : BranchException.closed(id);
    }

    /** Returns whether somebody else has taken a session that was open here. */
    public boolean isTaken(SessionId id) {
        return taken.contains(id);
    }

    /**
     * Reserves a place for a session before anything is made for it.
     *
     * @param id which one; null for one that does not exist yet
     */
    public synchronized void reserve(@Nullable SessionId id) {
        boolean replaces = id != null && open.containsKey(id);
        if (!replaces && open.size() + opening >= limit) {
            throw new AcpErrorException(
                    ErrorCode.INVALID_REQUEST,
                    "Too many open sessions; close one first",
                    Map.of("reason", "too_many_sessions", "limit", limit));
        }
        opening++;
    }

    /** Ends a reservation, used or not. */
    public synchronized void release() {
        opening--;
    }

    /** Makes a session known under an id that no other one has. */
    public void add(DefaultAgentSession session) {
        if (open.putIfAbsent(session.id(), session) != null) {
            throw new IllegalStateException(
                    "the handler returned for a new session the id of an open one: " + session.id());
        }
        taken.remove(session.id());
        closeIfEnded(session);
    }

    /** Makes a session known in the place of an earlier one with its id. */
    public void replace(DefaultAgentSession session) {
        DefaultAgentSession old = open.put(session.id(), session);
        if (old != null) {
            session.follow(old);
            old.closing().close();
            old.closing().end();
        }
        taken.remove(session.id());
        closeIfEnded(session);
    }

    /** Forgets a session that can be used here no more, and remembers why. */
    public void lost(DefaultAgentSession session, AcpErrorException why) {
        if (open.remove(session.id(), session)
                && why instanceof BranchException known
                && known.reason().equals(BranchException.TAKEN_OVER)) {
            taken.add(session.id());
        }
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Lists the open sessions, in the order of their ids. */
    public List<DefaultAgentSession> all() {
        return open.values().stream()
                .sorted(Comparator.comparing(session -> session.id().value()))
                .toList();
    }

    /** Returns whether the client is gone, so that no turn begins any more. */
    public boolean isLeft() {
        return left;
    }

    /**
     * Ends what a client has left behind: cancels the turns, waits for them for a bounded time, then closes all sessions,
     * also those that are just being opened, whether their handlers have ended or not, and waits for the author's handlers for
     * their end, for a bounded time too.
     */
    public void leave() {
        left = true;
        List<CompletableFuture<Void>> turns = new ArrayList<>();
        for (DefaultAgentSession session : open.values()) {
            session.foreground().withdrawAll(new RequestCancelledException("the client is gone", null));
            DefaultTurn turn = session.turn();
            if (turn != null) {
                turn.ending().cancel();
                turns.add(turn.ending().finished());
            }
        }
        await(turns, CANCEL_MILLIS, "turns go on although their client is gone; their sessions are closed under them");
        ended = true;
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LOCK_MILLIS);
        List<CompletableFuture<Void>> ends = List.copyOf(open.values()).stream()
                .map(session -> abandon(session, deadline))
                .toList();
        await(ends, END_MILLIS, "handlers for the end of sessions go on although the connection has ended");
    }

    private static void await(List<CompletableFuture<Void>> all, long millis, String otherwise) {
        try {
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            log().debug(otherwise, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private CompletableFuture<Void> abandon(DefaultAgentSession session, long deadline) {
        try {
            open.remove(session.id(), session);
            session.foreground().beginClosing();
            session.closing().abandon(deadline - System.nanoTime());
        } catch (RuntimeException e) {
            log().error("session {} of a client that is gone could not be closed", session.id(), e);
        }
        return session.closing().endAsync();
    }

    /** Closes a session that was opened while the connection ended; the later of the two closes it. */
    private void closeIfEnded(DefaultAgentSession session) {
        if (ended) {
            var unused = abandon(session, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LOCK_MILLIS));
        }
    }

    /** Closes a session and tells the author of its end; for a handler thread. */
    public void remove(DefaultAgentSession session) {
        open.remove(session.id(), session);
        session.foreground().beginClosing();
        session.closing().close();
        session.peer().terminals().endSession(session.id());
        session.closing().end();
    }

    /** Returns the logger; looked up late, since finding the logging library is a part of a program's start. */
    private static Logger log() {
        return LoggerFactory.getLogger(Sessions.class);
    }
}
