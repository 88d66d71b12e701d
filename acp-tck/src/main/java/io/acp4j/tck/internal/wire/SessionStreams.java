package io.acp4j.tck.internal.wire;

import io.acp4j.tck.internal.http.Endpoint;
import io.acp4j.tck.internal.http.EventStream;
import io.acp4j.tck.internal.http.HttpCall;
import io.acp4j.tck.internal.http.HttpExchange;
import io.acp4j.tck.internal.http.OpenSocketSet;
import io.acp4j.tck.internal.http.ResponseHead;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The streams of events of one connection over HTTP: that of the connection, which has no name, and those of its sessions. */
final class SessionStreams {

    private static final int OK = 200;

    /** How often a stream is asked for again, a while after the time before, that is refused until its session is open. */
    private static final int LATE_LOOKS = 20;

    private static final long LATE_LOOK_MILLIS = 250;

    private final Endpoint endpoint;
    private final Duration limit;
    private final OpenSocketSet sockets;
    private final Reader reader;
    private final Map<String, CompletableFuture<EventStream>> streams = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<@Nullable ResponseHead>> late = new ConcurrentHashMap<>();
    private volatile String connection = "";
    private volatile boolean closed;

    /** Takes what comes. */
    interface Reader {

        void event(byte[] message, String session);

        /** Is told that the stream of the connection has ended. */
        void ended(String reason);
    }

    /** Signals that the server does not open a stream. */
    private static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        private final transient ResponseHead head;

        RefusedException(ResponseHead head) {
            super("the server opened no stream of events: " + head);
            this.head = head;
        }
    }

    SessionStreams(Endpoint endpoint, Duration limit, OpenSocketSet sockets, Reader reader) {
        this.sockets = sockets;
        this.endpoint = endpoint;
        this.limit = limit;
        this.reader = reader;
    }

    /** Opens the stream of a connection. */
    void open(String id) {
        connection = id;
        stream("").join();
    }

    /** Begins to open the stream of a session, unless that is open. */
    void learned(String session) {
        var unused = stream(session);
    }

    /** Waits for the stream of a session; returns how it was refused, null when it is open. */
    @Nullable
    ResponseHead refusal(String session) {
        try {
            stream(session).join();
            return null;
        } catch (CompletionException e) {
            if (e.getCause() instanceof RefusedException refused) {
                return refused.head;
            }
            throw e;
        }
    }

    /** Asks again and again for the stream of a session that was refused. */
    void openLate(String session, ResponseHead refusal) {
        CompletableFuture<@Nullable ResponseHead> opening = new CompletableFuture<>();
        late.put(session, opening);
        openLate(session, refusal, LATE_LOOKS, opening);
    }

    /** Returns when asking for the stream of a session has come to an end: with how it was refused, null when it is open. */
    CompletableFuture<@Nullable ResponseHead> late(String session) {
        CompletableFuture<@Nullable ResponseHead> opening = late.remove(session);
        return opening == null ? CompletableFuture.completedFuture(null) : opening;
    }

    private void openLate(
            String session, ResponseHead refusal, int left, CompletableFuture<@Nullable ResponseHead> opening) {
        if (left == 0 || closed) {
            opening.complete(refusal);
            return;
        }
        CompletableFuture.delayedExecutor(LATE_LOOK_MILLIS, TimeUnit.MILLISECONDS)
                .execute(() -> {
                    var unused = stream(session).whenComplete((open, failure) -> {
                        if (failure == null) {
                            opening.complete(null);
                        } else {
                            ResponseHead next = failure instanceof RefusedException refused ? refused.head : refusal;
                            openLate(session, next, left - 1, opening);
                        }
                    });
                });
    }

    /** Opens a stream once, until it ends. */
    private CompletableFuture<EventStream> stream(String session) {
        CompletableFuture<EventStream> mine = new CompletableFuture<>();
        CompletableFuture<EventStream> there = streams.putIfAbsent(session, mine);
        if (there != null) {
            return there;
        }
        Thread opener = new Thread(() -> open(session, mine), "tck-http-opener");
        opener.setDaemon(true);
        opener.start();
        return mine;
    }

    private void open(String session, CompletableFuture<EventStream> opened) {
        try {
            HttpCall call = HttpCall.events().on(connection);
            HttpExchange exchange = endpoint.send(session.isEmpty() ? call : call.about(session), limit, sockets);
            if (exchange.head().status() != OK || !exchange.head().is(HttpCall.EVENTS)) {
                exchange.close();
                throw new RefusedException(exchange.head());
            }
            opened.complete(new EventStream(exchange, new EventStream.Sink() {
                @Override
                public void event(byte[] data) {
                    reader.event(data, session);
                }

                @Override
                public void ended(String reason) {
                    streams.remove(session);
                    if (session.isEmpty()) {
                        reader.ended(reason);
                    }
                }
            }));
            if (closed) {
                opened.join().close();
            }
        } catch (IOException | RuntimeException e) {
            streams.remove(session);
            opened.completeExceptionally(e);
        }
    }

    /** Ends all streams. */
    void close() {
        closed = true;
        for (CompletableFuture<EventStream> each : List.copyOf(streams.values())) {
            var unused = each.thenAccept(EventStream::close);
        }
    }
}
