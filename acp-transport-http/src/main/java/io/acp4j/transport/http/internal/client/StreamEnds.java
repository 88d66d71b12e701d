package io.acp4j.transport.http.internal.client;

import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What becomes of a connection and its requests when a stream ends: it is opened again, or what was lost with it is told. */
final class StreamEnds {

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
    private volatile boolean connectionEnded;

    /**
     * Creates it.
     *
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
            Timer timer,
            BooleanSupplier isClosed,
            Duration closeTimeout,
            Duration openTimeout) {
        this.streams = streams;
        this.pending = pending;
        this.server = server;
        this.failures = failures;
        this.loss = loss;
        this.isClosed = isClosed;
        this.closeTimeout = closeTimeout;
        this.openTimeout = openTimeout;
        this.timer = timer;
        this.reopenings = new Reopenings(streams, timer, this::notReopened);
    }

    /** Takes the end of a stream: null for one that the server has ended. */
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
        if (after == null && failure != null && server.turnsOutliveResponses()) {
            loss.lost(
                    0,
                    "the stream of a session was cut off, and events may be lost: the server does not number them",
                    failure);
            return;
        }
        streams.resumeAfter(session, after);
        if (failure != null && !owed.isEmpty()) {
            reopenAndFail(session, owed);
            return;
        }
        failures.streamEnded(owed);
        if (!isClosed.getAsBoolean()) {
            reopenings.plan(stream);
        }
    }

    /** Where the network has cut everything off, the connection is lost, and its end tells what was lost with it. */
    private void reopenAndFail(String session, List<RequestId> owed) {
        if (!server.turnsOutliveResponses()) {
            // Updates before their responses may be lost: they must not look complete.
            pending.failing(owed);
        }
        var unused = streams.session(session).whenComplete((open, problem) -> {
            Throwable cause = problem == null ? null : ClientStream.cause(problem);
            int status = cause instanceof ClientStream.RefusedException refused ? refused.status : 0;
            if (cause == null && server.turnsOutliveResponses()) {
                return; // It goes on behind the last event, and what is owed is still to come.
            }
            if (status == ClientStream.LOST && !server.turnsOutliveResponses()) {
                // The errors of the requests say so.
                failures.streamEnded(owed);
                streams.resumeAfter(session, null);
                var unusedOpening = streams.session(session);
            } else if (cause == null
                    || (cause instanceof ClientStream.RefusedException && !ClientStream.endsAll(status))
                    || (ClientStream.endsSession(status) && !server.turnsOutliveResponses())) {
                failures.streamEnded(owed);
            } else {
                loss.lost(
                        status,
                        status == ClientStream.LOST
                                ? Objects.requireNonNull(cause.getMessage())
                                : "the stream of a session was cut off and cannot be opened again",
                        cause);
            }
        });
    }

    private void notReopened(int status, @Nullable Throwable failure) {
        if (status == ClientStream.LOST) {
            loss.lost(
                    status,
                    Objects.requireNonNull(Objects.requireNonNull(failure).getMessage()),
                    failure);
        } else if (server.turnsOutliveResponses()) {
            // Where the server knows the connection no more, the end of its stream says why, and may be on its way
            // still.
            timer.after(status == ClientStream.NOT_FOUND ? openTimeout.toMillis() : 0, () -> {
                if (!connectionEnded) {
                    loss.lost(
                            status,
                            "the stream of a session cannot be kept open, and its events would be missed",
                            failure);
                }
            });
        }
    }

    private void connectionEnded(ClientStream stream, @Nullable Throwable failure) {
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
