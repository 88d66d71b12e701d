package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.ClientSession;
import io.acp4j.client.fork.ForkableSession;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.client.transcript.TranscriptChange;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.inspector.page.StateBoard;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.UsageUpdate;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A session that is open here, and keeps its topics: {@code m/KEY} for the whole, {@code e/KEY/POSITION} for entries. */
final class OpenSession {

    private final String key;
    private final ForkableSession forkable;
    private final StateBoard board;
    private final Runnable changed;
    private final SessionTranscript.Subscription subscription;
    private volatile @Nullable String failure;

    OpenSession(String key, ForkableSession forkable, StateBoard board, Runnable changed) {
        this.key = key;
        this.forkable = forkable;
        this.board = board;
        this.changed = changed;
        // First the listener: what comes in between is shown twice, which does no harm, and never missed.
        this.subscription = session().transcript().onChange((change, after) -> follow(change));
        showAll();
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

    private void follow(TranscriptChange change) {
        if (change instanceof TranscriptChange.EntryAdded added) {
            show(added.entry().position());
        } else if (change instanceof TranscriptChange.MessageExtended extended) {
            show(extended.message().position());
        } else if (change instanceof TranscriptChange.EntryChanged entry) {
            show(entry.entry().position());
        } else if (change instanceof TranscriptChange.EntryDropped dropped) {
            board.remove(topic(dropped.entry().position()));
        } else if (change instanceof TranscriptChange.Replaced) {
            board.removeAll("e/" + key + "/");
            showAll();
        } else {
            if (change instanceof TranscriptChange.TurnStarted) {
                failure = null;
            }
            showState();
            changed.run();
        }
    }

    private void showAll() {
        for (TranscriptEntry entry : conversation().entries()) {
            show(entry.position());
        }
        showState();
    }

    private String topic(int position) {
        return "e/" + key + "/" + position;
    }

    /** An entry that has gone until it is sent is sent as nothing; its removal follows. */
    private void show(int position) {
        board.put(topic(position), () -> {
            Conversation now = conversation();
            int index = position - now.droppedEntries();
            return index < 0 || index >= now.entries().size()
                    ? Shown.NODES.nullNode()
                    : EntryJson.of(now.entries().get(index));
        });
    }

    private void showState() {
        board.put("m/" + key, this::state);
    }

    private ObjectNode state() {
        Conversation now = conversation();
        ObjectNode node = Shown.NODES.objectNode();
        node.put("running", session().turnInProgress()).put("lost", session().turnLost());
        if (now.lastStop() != null) {
            node.put("stop", Shown.line(now.lastStop().toString()));
        }
        if (failure != null) {
            node.put("failure", failure);
        }
        SessionModeState modes = session().modes();
        if (modes != null) {
            node.set("modes", Shown.of(SessionModeState.CODEC, modes));
        }
        node.set("options", Shown.all(SessionConfigOption.CODEC, session().configOptions()));
        node.set("commands", Shown.all(AvailableCommand.CODEC, now.commands()));
        node.set("plan", Shown.all(PlanEntry.CODEC, now.plan()));
        if (now.usage() != null) {
            node.set("usage", Shown.of(UsageUpdate.CODEC, now.usage()));
        }
        node.put("inherited", now.inheritedMessages());
        return node;
    }

    /** Shows the end of a turn, which transcripts tell of, and why it failed, which they do not. */
    void follow(CompletableFuture<?> turn) {
        var unused = turn.whenComplete((response, problem) -> {
            if (problem != null) {
                Throwable cause = problem.getCause() == null ? problem : problem.getCause();
                failure = Shown.text(String.valueOf(cause.getMessage()));
            }
            showState();
            changed.run();
        });
    }

    /** Forgets it here; the agent is told nothing. */
    void close() {
        subscription.close();
        board.remove("m/" + key);
        board.removeAll("e/" + key + "/");
    }
}
