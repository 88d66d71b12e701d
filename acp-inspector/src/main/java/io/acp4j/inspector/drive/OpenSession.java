package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptChange;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.schema.branching.SessionLineage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A session that is open here, and keeps its topics. */
final class OpenSession {

    /** How many turns that failed are shown as such, besides the last one. */
    private static final int MAX_FAILED = 100;

    private final ClientSession session;
    private final Runnable changed;
    private final Runnable active;
    private final ConversationTopics topics;
    private final BranchTopic branches;
    private final BranchUsages usages = new BranchUsages();
    private final Deque<Failure> failed = new ArrayDeque<>();
    private @Nullable Failure failure;

    /** The time at which the turn started, in milliseconds since 1970; 0 before the first turn. */
    private long started;

    /** The time at which the user cancelled the turn, in milliseconds since 1970; 0 if the turn is not cancelled. */
    private long cancelling;

    /** Why a turn failed, and the position of the last entry before that; -1 for none. */
    private record Failure(int after, String text) {}

    OpenSession(String key, ClientSession session, StateBoard board, Runnable changed, Runnable active) {
        this.session = session;
        this.changed = changed;
        this.active = active;
        this.branches = new BranchTopic(key, session(), board);
        if (session().isTurnInProgress()) {
            started = System.currentTimeMillis();
        }
        this.topics = new ConversationTopics(key, session().transcript(), board, this::state, this::follow);
    }

    ClientSession session() {
        return session;
    }

    Conversation conversation() {
        return session().transcript().snapshot();
    }

    /** Returns how many messages it has, which is what a fork of all of it inherits. */
    int depth() {
        return session.forks().messages().size();
    }

    /** Returns what is known here of a fork of it; an agent that tells of it in its list knows better. */
    SessionLineage lineage(@Nullable TranscriptMessage last, int depth, String label) {
        return SessionLineage.builder()
                .parentSessionId(session().id())
                .forkMessageId(last == null ? null : last.id())
                .forkDepth(depth)
                .label(label.isEmpty() ? null : label)
                .build();
    }

    BranchTopic branches() {
        return branches;
    }

    BranchUsages usages() {
        return usages;
    }

    private void follow(TranscriptChange change) {
        if (change instanceof TranscriptChange.TurnStarted) {
            usages.turnStarted();
            turnStarted();
        } else if (change instanceof TranscriptChange.DetailChanged detail
                && detail.detail() == TranscriptChange.Detail.USAGE) {
            usages.reported();
        } else if (change instanceof TranscriptChange.TurnEnded) {
            usages.turnEnded(conversation());
            branches.changed();
        } else if (change instanceof TranscriptChange.Replaced) {
            replaced();
        }
        // The messages of a session that is loaded are old.
        boolean isOfTurn =
                change instanceof TranscriptChange.TurnStarted || change instanceof TranscriptChange.TurnEnded;
        (isOfTurn || session().isTurnInProgress() ? active : changed).run();
    }

    /** Requests the cancellation of the turn, which is shown until the agent ends the turn. */
    void cancel() {
        synchronized (this) {
            cancelling = session().isTurnInProgress() ? System.currentTimeMillis() : 0;
        }
        session().cancel();
        topics.showState();
    }

    private synchronized void turnStarted() {
        started = System.currentTimeMillis();
        cancelling = 0;
        if (failure != null) {
            failed.addLast(failure);
            failure = null;
        }
        if (failed.size() > MAX_FAILED) {
            failed.removeFirst();
        }
    }

    /** Positions are those of other entries now. */
    private synchronized void replaced() {
        failed.clear();
    }

    private synchronized void turnFailed(Throwable problem) {
        List<TranscriptEntry> entries = conversation().entries();
        int last = entries.isEmpty() ? -1 : entries.get(entries.size() - 1).position();
        failure = new Failure(last, Shown.text(String.valueOf(problem.getMessage())));
    }

    private synchronized ObjectNode state() {
        ObjectNode node = ConversationTopics.state(
                conversation(), session().modes(), session().configOptions());
        boolean isRunning = session().isTurnInProgress();
        node.put("running", isRunning).put("lost", session().isTurnLost());
        if (isRunning && started > 0) {
            node.put("started", started);
        }
        if (isRunning && cancelling > 0) {
            node.put("cancelling", cancelling);
        }
        if (failure != null) {
            node.put("failure", failure.text());
        }
        ArrayNode earlier = node.putArray("failed");
        failed.forEach(each -> earlier.addObject().put("after", each.after()).put("text", each.text()));
        return node;
    }

    /** Shows the end of a turn, which transcripts tell of, and why it failed, which they do not. */
    void follow(CompletableFuture<?> turn) {
        var unused = turn.whenComplete((response, problem) -> {
            if (problem != null) {
                turnFailed(problem.getCause() == null ? problem : problem.getCause());
            }
            topics.showState();
            changed.run();
        });
    }

    /** Forgets it here; the agent is told nothing. */
    void close() {
        topics.close();
        branches.close();
    }
}
