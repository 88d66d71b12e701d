package io.acp4j.transport.http.internal.client;

import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.transport.http.internal.EventNumbers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What becomes of a connection and its requests when a stream ends: it is opened again, or what was lost with it is told. */
final class StreamEnds {

    private static final String NOT_NUMBERED =
            "the stream of a session was cut off, and the server does not number its events";

    private final ClientStreams streams;
    private final OpenRequests pending;
    private final ServerState server;
    private final RequestFailures failures;
    private final Loss loss;
    private final BooleanSupplier isClosed;
    private final Duration closeTimeout;
    private final Duration openTimeout;
    private final Timer timer;
    private final Reopenings reopenings;
    private final Consumer<MessageLoss> losses;
    /** The sessions whose streams were cut off and continue after the last event that was received, unless the server refuses. */
    private final Set<String> resuming = ConcurrentHashMap.newKeySet();

    private volatile boolean connectionEnded;

    /**
     * Creates it.
     *
     * @param losses notified of events that are lost while the connection continues
     * @param isClosed whether the connection is closed, so that no stream is opened again
     * @param closeTimeout how long the streams of sessions may outlive that of the connection
     * @param openTimeout how long that of the connection may outlive the server's word that it does not know the connection
     */
    StreamEnds(
            ClientStreams streams,
            OpenRequests pending,
            ServerState server,
            RequestFailures failures,
            Loss loss,
            Consumer<MessageLoss> losses,
            Timer timer,
            BooleanSupplier isClosed,
            Duration closeTimeout,
            Duration openTimeout) {
        this.streams = streams;
        this.pending = pending;
        this.server = server;
        this.failures = failures;
        this.loss = loss;
        this.losses = losses;
        this.isClosed = isClosed;
        this.closeTimeout = closeTimeout;
        this.openTimeout = openTimeout;
        this.timer = timer;
        this.reopenings = new Reopenings(streams, timer, this::notReopened);
    }

    /**
     * Handles the end of a stream.
     *
     * @param failure the cause; null if the server ended the stream
     */
    void ended(ClientStream stream, @Nullable Throwable failure) {
        String session = stream.session();
        if (session == null) {
            connectionEnded(stream, failure);
            return;
        }
        streams.ended(stream);
        List<RequestId> owed = pending.of(session);
        // However it has ended: where a body ends with its socket, a cut looks like an end.
        String after = stream.resumeAfter(server.numbersEvents());
        streams.resumeAfter(session, after);
        if (after != null) {
            // Nothing is lost unless the server refuses to continue after this event.
            resuming.add(session);
        } else if (failure != null && server.turnsOutliveResponses()) {
            loss.lost(
                    0,
                    "the stream of a session was cut off, and events may be lost: the server does not number them",
                    failure);
            return;
        } else if (failure != null && !owed.isEmpty()) {
            reopenAndFail(session, owed);
            return;
        } else {
            if (failure != null) {
                reportLoss(session, NOT_NUMBERED);
            }
            failures.streamEnded(owed);
        }
        if (!isClosed.getAsBoolean()) {
            reopenings.plan(stream);
        }
    }

    /** Returns a stage that completes when the stream of a session is open. Opens the stream if necessary. */
    CompletableFuture<Void> open(String session) {
        return open(session, 1, false);
    }

    /**
     * Opens the stream of a session.
     *
     * @param unnumbered whether a request was cut off before, and the server does not number its events
     */
    private CompletableFuture<Void> open(String session, int attempt, boolean unnumbered) {
        return streams.session(session).handle((open, problem) -> problem).thenCompose(problem -> {
            if (mayTryAgain(problem, attempt) && mayResume(session)) {
                return pause(attempt)
                        .thenCompose(over -> open(session, attempt + 1, unnumbered || !server.numbersEvents()));
            }
            boolean wasResuming = resuming.remove(session);
            if (problem == null) {
                if (unnumbered && !wasResuming) {
                    reportLoss(session, NOT_NUMBERED);
                }
                return CompletableFuture.completedFuture(null);
            }
            if (wasResuming && !server.turnsOutliveResponses()) {
                if (refusal(problem) == ClientStream.LOST) {
                    eventsLost(session);
                    return streams.session(session);
                }
                failures.streamEnded(pending.of(session));
            }
            return CompletableFuture.failedFuture(problem);
        });
    }

    /** Returns true if a loss of events is impossible, or can be reported, when the stream of a session is requested again. */
    private boolean mayResume(String session) {
        if (server.numbersEvents() && resuming.add(session)) {
            streams.resumeFromBeginning(session);
        }
        return resuming.contains(session) || !server.turnsOutliveResponses();
    }

    /** Returns a stage that completes after the delay before an attempt. */
    CompletableFuture<Void> pause(int attempt) {
        CompletableFuture<Void> pause = new CompletableFuture<>();
        timer.after(Reopenings.delayMillis(attempt), () -> pause.complete(null));
        return pause;
    }

    /** Returns true if the network cut off the request for a stream, and another attempt is allowed. */
    private boolean mayTryAgain(@Nullable Throwable problem, int attempt) {
        return problem != null && mayTryAgain(attempt) && Requests.wasCutOff(ClientStream.cause(problem));
    }

    /** Returns true if another attempt is allowed after a number of failed attempts. */
    boolean mayTryAgain(int attempts) {
        return attempts <= Reopenings.MAX_IN_A_ROW && !isClosed.getAsBoolean();
    }

    private static int refusal(@Nullable Throwable problem) {
        return problem != null && ClientStream.cause(problem) instanceof ClientStream.RefusedException refused
                ? refused.status
                : 0;
    }

    /** Reports the loss before the errors of the requests, so that it follows the last received event. */
    private void eventsLost(String session) {
        reportLoss(session, "the server no longer has the events after the last one that was received");
        failures.streamEnded(pending.of(session));
        streams.resumeAfter(session, null);
    }

    private void reportLoss(String session, String problem) {
        losses.accept(new MessageLoss(new SessionId(session), problem));
    }

    /** If the network has cut off all streams, the connection is lost, and its end reports the lost messages. */
    private void reopenAndFail(String session, List<RequestId> owed) {
        // Updates before the responses may be lost, so the turns must not appear to be complete.
        pending.failing(owed);
        var unused = streams.session(session).whenComplete((open, problem) -> {
            int status = refusal(problem);
            boolean isRefused = problem != null && ClientStream.cause(problem) instanceof ClientStream.RefusedException;
            if (problem == null || (isRefused && !ClientStream.endsAll(status)) || ClientStream.endsSession(status)) {
                reportLoss(session, NOT_NUMBERED);
                failures.streamEnded(owed);
            } else {
                loss.lost(
                        status,
                        "the stream of a session was cut off and cannot be opened again",
                        ClientStream.cause(problem));
            }
        });
    }

    private void notReopened(ClientStream ended, int status, @Nullable Throwable failure) {
        String session = Objects.requireNonNull(ended.session());
        resuming.remove(session);
        if (server.turnsOutliveResponses()) {
            if (status == ClientStream.LOST) {
                loss.lost(
                        status,
                        Objects.requireNonNull(Objects.requireNonNull(failure).getMessage()),
                        failure);
            } else {
                lostUnlessEnded(
                        status, "the stream of a session cannot be kept open, and its events would be missed", failure);
            }
        } else if (status == ClientStream.LOST) {
            eventsLost(session);
            var unused = streams.session(session);
        } else if (pending.of(session).isEmpty()) {
            return;
        } else if (failure == null || ClientStream.endsSession(status)) {
            failures.streamEnded(pending.of(session));
        } else {
            lostUnlessEnded(status, "the stream of a session was cut off and cannot be opened again", failure);
        }
    }

    /** If the server no longer has the connection, the end of the connection's stream contains the reason, and may arrive later. */
    private void lostUnlessEnded(int status, String problem, @Nullable Throwable failure) {
        timer.after(status == ClientStream.NOT_FOUND ? openTimeout.toMillis() : 0, () -> {
            if (!connectionEnded) {
                loss.lost(status, problem, failure);
            }
        });
    }

    /**
     * Opens the stream of the connection again after the last event that was received.
     *
     * @param why the reason for which the first of these streams was cut off
     */
    private void reopenConnection(String after, int attempt, Throwable why) {
        timer.after(Reopenings.delayMillis(attempt), () -> {
            if (isClosed.getAsBoolean()) {
                return;
            }
            var unused = openConnection(after, attempt).whenComplete((open, problem) -> {
                if (problem != null) {
                    int status = refusal(problem);
                    loss.lost(
                            status,
                            "the stream of the connection was cut off and cannot be opened again",
                            status == 0 ? why : ClientStream.cause(problem));
                }
            });
        });
    }

    /** Opens the first stream of the connection. If the network cuts off the request, the next one requests all events. */
    CompletableFuture<Void> openConnection() {
        return openConnection(null, 0);
    }

    private CompletableFuture<Void> openConnection(@Nullable String after, int attempt) {
        return streams.openConnection(after, attempt)
                .handle((open, problem) -> problem)
                .thenCompose(problem -> {
                    if (problem == null) {
                        return CompletableFuture.completedFuture(null);
                    }
                    if (!mayTryAgain(problem, attempt)) {
                        return CompletableFuture.failedFuture(problem);
                    }
                    String event = after == null ? EventNumbers.BEFORE_FIRST : after;
                    return pause(attempt + 1).thenCompose(over -> openConnection(event, attempt + 1));
                });
    }

    private void connectionEnded(ClientStream stream, @Nullable Throwable failure) {
        String after = stream.resumeAfter(server.numbersEvents());
        if (failure != null && after != null && stream.attempts() <= Reopenings.MAX_IN_A_ROW) {
            reopenConnection(after, stream.attempts(), failure);
            return;
        }
        connectionEnded = true;
        String said = stream.lastComment();
        String problem = "the server has ended the stream of the connection"
                + (said.isEmpty() ? "" : ": " + VisibleText.line(said.substring(0, Math.min(200, said.length()))));
        if (failure != null) {
            loss.lost(CloseReason.Kind.FAILURE, 0, problem, failure);
            return;
        }
        // A server that shuts down ends its streams one by one: the last responses may still be on their way on the
        // others.
        var unused = streams.awaitSessions()
                .completeOnTimeout(null, closeTimeout.toMillis(), TimeUnit.MILLISECONDS)
                .thenRun(() -> loss.lost(CloseReason.Kind.PEER, 0, problem, null));
    }
}
