package io.acp4j.client.internal.session;

import io.acp4j.client.internal.calls.PathPages;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.PathDirection;
import io.acp4j.schema.branching.SessionPathRequest;
import io.acp4j.schema.branching.SessionPathResponse;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the transcript of a session to the branch that the agent goes on with: when the session has moved to another one, the
 * path to it is read, and takes the place of the conversation.
 */
final class ActivePath {

    private static final Logger LOG = LoggerFactory.getLogger(ActivePath.class);

    /** Maximum number of failed prompts to search for on the path. */
    private static final int MAX_FAILED = 64;

    private final SessionId session;
    private final AgentLink link;
    private final DefaultSessionTranscript transcript;
    private final BooleanSupplier isReplayed;

    /** Whether the response that opens the session has been taken in, which begins the transcript. */
    private volatile boolean open;

    /** Whether the session has moved before it was open, or in the middle of a turn or of a replay, whose end is awaited. */
    private final AtomicBoolean postponed = new AtomicBoolean();

    /** Failed prompts that the agent may or may not have stored. */
    private final Deque<FailedPrompt> failed = new ConcurrentLinkedDeque<>();

    /** How many times the path has been asked for; what the last one tells is newer than what the others do. */
    private final AtomicInteger reads = new AtomicInteger();

    /** Number of moves of the session. */
    private final AtomicInteger moves = new AtomicInteger();

    /** Number of those moves that the transcript shows. */
    private volatile int shownMoves;

    /** Number of reads in progress. */
    private final AtomicInteger reading = new AtomicInteger();

    private record FailedPrompt(TranscriptEntry entry, ErrorObject error) {}

    /**
     * Creates the path of a session.
     *
     * @param isReplayed whether the agent is replaying the session, which says nothing of a later move
     */
    ActivePath(SessionId session, AgentLink link, DefaultSessionTranscript transcript, BooleanSupplier isReplayed) {
        this.session = session;
        this.link = link;
        this.transcript = transcript;
        this.isReplayed = isReplayed;
    }

    /** Returns whether the agent tells the path. */
    boolean isOffered() {
        return PathPages.areOffered(link.capabilities());
    }

    /** Reads the path after a move; completes in any case, as what moved the session has succeeded. */
    CompletableFuture<Void> read() {
        moves.incrementAndGet();
        return readPath();
    }

    private CompletableFuture<Void> readPath() {
        if (isBusy()) {
            postponed.set(true);
            // What is awaited may have ended meanwhile, and seen nothing that was postponed.
            return isBusy() || !postponed.compareAndSet(true, false)
                    ? CompletableFuture.completedFuture(null)
                    : readPath();
        }
        int known = moves.get();
        Conversation before = transcript.snapshot();
        int read = reads.incrementAndGet();
        reading.incrementAndGet();
        return PathPages.read(
                        session,
                        request -> link.requestAsync(BranchMethods.PATH, request),
                        link.connection().executor())
                .handle((path, failure) -> {
                    if (read != reads.get()) {
                        return true;
                    }
                    Throwable cause = failure == null ? null : ForwardingFuture.unwrap(failure);
                    if (cause instanceof ConnectionClosedException) {
                        return true; // The session goes on nowhere any more.
                    }
                    if (cause != null && moves.get() == shownMoves) {
                        LOG.debug(
                                "session {}: its path could not be read; its transcript remains",
                                LogText.of(session.value()),
                                cause);
                        return true;
                    }
                    if (cause != null) {
                        LOG.warn(
                                "session {} has another active branch now, which could not be read; its transcript"
                                        + " begins anew",
                                LogText.of(session.value()),
                                cause);
                        transcript.dropAll();
                        shownMoves = known;
                        return true;
                    }
                    boolean isTaken = transcript.replaced(path, before);
                    shownMoves = isTaken ? known : shownMoves;
                    return isTaken;
                })
                .whenComplete((taken, failure) -> reading.decrementAndGet())
                .thenCompose(taken -> taken ? CompletableFuture.completedFuture(null) : readPath());
    }

    /** Determines whether the agent has stored the prompt of a failed turn, either now or after the turn that has started since. */
    void locate(TranscriptEntry prompt, ErrorObject error) {
        if (isOffered()) {
            failed.add(new FailedPrompt(prompt, error));
            if (failed.size() > MAX_FAILED) {
                failed.pollFirst();
            }
            locateFailed();
        }
    }

    private void locateFailed() {
        if (failed.isEmpty() || isBusy()) {
            return;
        }
        SessionPathRequest newest = SessionPathRequest.builder(session)
                .direction(PathDirection.BACKWARD)
                .build();
        int turns = transcript.snapshot().turns();
        var unused = CompletableFuture.completedFuture(newest)
                .thenComposeAsync(
                        request -> link.requestAsync(BranchMethods.PATH, request),
                        link.connection().executor())
                .handle((page, failure) -> {
                    if (failure == null) {
                        return locatedIn(page, turns);
                    }
                    LOG.debug(
                            "session {}: the agent does not report whether it has stored a prompt that failed",
                            LogText.of(session.value()),
                            failure);
                    failed.clear();
                    return true;
                })
                .thenCompose(done -> done ? CompletableFuture.completedFuture(null) : readPath());
    }

    /** Corrects the entries of failed prompts. Returns false if the whole path is needed. */
    private boolean locatedIn(SessionPathResponse page, int turns) {
        if (isBusy() || transcript.snapshot().turns() != turns) {
            // The end of the turn repeats the request.
            return true;
        }
        FailedPrompt prompt;
        while ((prompt = failed.pollLast()) != null) {
            FailedPromptSearch search = new FailedPromptSearch(prompt.entry(), transcript.snapshot(), page);
            if (!search.isDecided()) {
                failed.clear();
                return false;
            }
            transcript.promptLocated(prompt.entry(), search.storedAs(), prompt.error());
        }
        return true;
    }

    private boolean isBusy() {
        return !open || isReplayed.getAsBoolean() || transcript.snapshot().isTurnInProgress();
    }

    /** Returns a number that changes whenever the session moves; -1 while the transcript shows an earlier branch. */
    int branch() {
        return reading.get() > 0 || postponed.get() ? -1 : reads.get();
    }

    /** Reads the path if the session has moved before it was open. */
    void opened() {
        open = true;
        ended();
    }

    /** Reads the path if the session has moved during the turn, or the replay, that has ended. */
    void ended() {
        if (postponed.compareAndSet(true, false)) {
            failed.clear();
            var unused = readPath();
        }
        locateFailed();
    }
}
