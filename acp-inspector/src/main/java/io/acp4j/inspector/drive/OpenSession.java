package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.ClientSession;
import io.acp4j.client.fork.ForkableSession;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptChange;
import io.acp4j.inspector.page.StateBoard;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A session that is open here, and keeps its topics. */
final class OpenSession {

    private final ForkableSession forkable;
    private final Runnable changed;
    private final ConversationTopics topics;
    private final BranchTopic branches;
    private volatile @Nullable String failure;

    OpenSession(String key, ForkableSession forkable, StateBoard board, Runnable changed) {
        this.forkable = forkable;
        this.changed = changed;
        this.branches = new BranchTopic(key, session(), board);
        this.topics = new ConversationTopics(key, session().transcript(), board, this::state, this::follow);
    }

    ClientSession session() {
        return forkable.session();
    }

    ForkableSession forkable() {
        return forkable;
    }

    Conversation conversation() {
        return session().transcript().snapshot();
    }

    BranchTopic branches() {
        return branches;
    }

    private void follow(TranscriptChange change) {
        if (change instanceof TranscriptChange.TurnStarted) {
            failure = null;
        } else if (change instanceof TranscriptChange.TurnEnded) {
            branches.changed();
        }
        changed.run();
    }

    private ObjectNode state() {
        ObjectNode node = ConversationTopics.state(
                conversation(), session().modes(), session().configOptions());
        node.put("running", session().turnInProgress()).put("lost", session().turnLost());
        if (failure != null) {
            node.put("failure", failure);
        }
        return node;
    }

    /** Shows the end of a turn, which transcripts tell of, and why it failed, which they do not. */
    void follow(CompletableFuture<?> turn) {
        var unused = turn.whenComplete((response, problem) -> {
            if (problem != null) {
                Throwable cause = problem.getCause() == null ? problem : problem.getCause();
                failure = Shown.text(String.valueOf(cause.getMessage()));
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
