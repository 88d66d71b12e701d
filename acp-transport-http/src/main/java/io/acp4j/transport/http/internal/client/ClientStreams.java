package io.acp4j.transport.http.internal.client;

import io.acp4j.transport.http.internal.EventNumbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The streams that a client reads: that of the connection, and one for each session. Safe for use by any number of threads. */
final class ClientStreams {

    private final int maxStreams;
    private final ClientStream.Owner owner;
    private final Map<String, ClientStream> sessions = new LinkedHashMap<>();
    /** The last events of streams that have ended, by session. */
    private final Map<String, String> lastSeen = new HashMap<>();
    /** The streams that have ended and may be opened again, by session, as long as nothing has come of it. */
    private final Map<String, ClientStream> interrupted = new HashMap<>();

    private @Nullable ClientStream connection;
    private boolean ended;

    /** Completed when the last stream of a session is forgotten. */
    private volatile CompletableFuture<Void> noSession = new CompletableFuture<>();

    ClientStreams(int maxStreams, ClientStream.Owner owner) {
        this.maxStreams = maxStreams;
        this.owner = owner;
    }

    /**
     * Opens the stream of the connection.
     *
     * @param lastEvent the last event that was received; null for the first stream
     * @param attempt the number of consecutive streams that have ended without a received event
     */
    CompletableFuture<Void> openConnection(@Nullable String lastEvent, int attempt) {
        ClientStream stream = new ClientStream(null, lastEvent, attempt, owner);
        synchronized (this) {
            connection = stream;
        }
        stream.open();
        return stream.opened();
    }

    /** Returns when the stream of a session is open, which is opened if need be. */
    CompletableFuture<Void> session(String session) {
        if (!HeaderText.isSendable(session)) {
            return CompletableFuture.failedFuture(new ClientStream.RefusedException(
                    0,
                    "the session's id has characters that no HTTP header can carry: the message was not sent, and the agent has to use"
                            + " other ids"));
        }
        ClientStream stream;
        synchronized (this) {
            ClientStream found = sessions.get(session);
            if (found != null) {
                interrupted.remove(session);
                return found.opened();
            }
            if (ended) {
                return CompletableFuture.failedFuture(new IOException("the connection is closed"));
            }
            if (!hasRoomFor(session)) {
                return CompletableFuture.failedFuture(new ClientStream.RefusedException(
                        0, "there are " + maxStreams + " session streams already; close some sessions"));
            }
            stream = add(session, 0);
        }
        return open(stream);
    }

    /**
     * Returns a new stream of a session that is still to be opened, so that what is received on it can be kept behind something; null
     * when there is one already, no more are opened, or no header can carry the id of the session.
     *
     * @param attempt how many streams of the session have ended in a row without having been of use
     */
    synchronized @Nullable ClientStream reserve(String session, int attempt) {
        return ended || sessions.containsKey(session) || !hasRoomFor(session) || !HeaderText.isSendable(session)
                ? null
                : add(session, attempt);
    }

    /** A session whose stream has ended keeps its place until it is closed: its next stream goes on behind the last event. */
    private boolean hasRoomFor(String session) {
        if (sessions.size() + lastSeen.size() + interrupted.size() < maxStreams) {
            return true;
        }
        Set<String> known = new HashSet<>(sessions.keySet());
        known.addAll(lastSeen.keySet());
        known.addAll(interrupted.keySet());
        return known.size() < maxStreams || known.contains(session);
    }

    private ClientStream add(String session, int attempt) {
        interrupted.remove(session);
        ClientStream stream = new ClientStream(session, lastSeen.remove(session), attempt, owner);
        sessions.put(session, stream);
        return stream;
    }

    /** Opens a stream that was reserved; returns when it is open. */
    CompletableFuture<Void> open(ClientStream stream) {
        stream.open();
        return stream.opened().whenComplete((done, failure) -> {
            if (failure != null) {
                remove(stream);
                forget(stream, ClientStream.cause(failure));
            }
        });
    }

    /** Forgets the last event of a stream that is refused because there is no such session here any more. */
    private synchronized void forget(ClientStream refused, @Nullable Throwable failure) {
        String session = refused.session();
        if (session != null
                && failure instanceof ClientStream.RefusedException why
                && ClientStream.isOver(why.status)
                && !sessions.containsKey(session)) {
            lastSeen.remove(session);
        }
    }

    /** Returns the stream of a session; null when there is none. */
    synchronized @Nullable ClientStream find(String session) {
        return sessions.get(session);
    }

    /** Forgets a stream that the server has ended; it may be {@linkplain #reopen opened again} until its session is closed. */
    void ended(ClientStream stream) {
        synchronized (this) {
            String session = stream.session();
            if (session != null && sessions.get(session) == stream) {
                interrupted.put(session, stream);
            }
        }
        remove(stream);
    }

    /**
     * Opens a stream again that has ended, unless there is another one by now, or its session has been closed.
     *
     * @param attempt how many streams of the session have ended in a row without having been of use
     * @param onFailure told of the new stream, and why, when it is not opened; that may be {@linkplain #reopen opened again} as well
     */
    void reopen(ClientStream ended, int attempt, BiConsumer<ClientStream, Throwable> onFailure) {
        String session = Objects.requireNonNull(ended.session());
        ClientStream stream;
        synchronized (this) {
            stream = interrupted.remove(session, ended) ? reserve(session, attempt) : null;
        }
        if (stream != null) {
            stream.open();
            var unused = stream.opened().whenComplete((done, failure) -> {
                if (failure != null) {
                    ended(stream);
                    onFailure.accept(stream, failure);
                }
            });
        }
    }

    /**
     * Has a stream that has ended not opened again before the next message about its session.
     *
     * @param why why it was not opened; null where the server has opened it
     * @return false when it would not have been opened again anyway
     */
    synchronized boolean giveUp(ClientStream ended, @Nullable Throwable why) {
        forget(ended, why);
        return interrupted.remove(Objects.requireNonNull(ended.session()), ended);
    }

    /** Has the next stream of a session whose stream has ended go on behind an event; null for wherever the server is. */
    synchronized void resumeAfter(String session, @Nullable String event) {
        if (event == null) {
            lastSeen.remove(session);
        } else if (interrupted.containsKey(session)) {
            lastSeen.put(session, event);
        }
    }

    /** Requests all events with the next stream of a session whose first stream was cut off before its response. */
    synchronized void resumeFromBeginning(String session) {
        lastSeen.putIfAbsent(session, EventNumbers.BEFORE_FIRST);
    }

    private void remove(ClientStream stream) {
        synchronized (this) {
            String session = stream.session();
            if (session != null && sessions.remove(session, stream)) {
                String seen = stream.lastSeen();
                if (seen != null) {
                    lastSeen.put(session, seen);
                }
            }
            if (!sessions.isEmpty()) {
                return;
            }
        }
        noSession.complete(null);
    }

    /** Returns what completes when there is no stream of a session any more, of which no more are opened. */
    CompletableFuture<Void> awaitSessions() {
        synchronized (this) {
            ended = true;
            if (!sessions.isEmpty()) {
                noSession = new CompletableFuture<>();
                return noSession;
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    /** Ends the stream of a session that is closed. */
    void close(String session) {
        ClientStream stream = find(session);
        if (stream != null) {
            remove(stream);
            stream.cancel();
        }
        synchronized (this) {
            lastSeen.remove(session);
            interrupted.remove(session);
        }
    }

    synchronized List<ClientStream> all() {
        List<ClientStream> all = new ArrayList<>(sessions.values());
        if (connection != null) {
            all.add(connection);
        }
        return all;
    }

    void cancel() {
        synchronized (this) {
            ended = true;
        }
        all().forEach(ClientStream::cancel);
    }
}
