package io.acp4j.client.internal.transcript;

import io.acp4j.client.internal.conversation.DefaultConversation;
import io.acp4j.client.internal.conversation.DefaultConversation.Turns;
import io.acp4j.client.internal.conversation.DefaultMessage;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptChange.Replaced;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The replays that have been asked for and have not ended, the earliest first; used by one thread at a time. */
final class Replays {

    private static final int NONE = -1;

    private final CurrentFlow current;

    /** Whether states tell where turns begin and end. */
    private final boolean patching;

    /** Those whose end has not been told; the first one is under way. */
    private final ArrayDeque<Replay> awaited = new ArrayDeque<>();

    Replays(CurrentFlow current, boolean patching) {
        this.current = current;
        this.patching = patching;
    }

    /** A replay from the request for it up to its end. */
    static final class Replay {
        /** What was shown before it began; null until then, and when it goes on aside. */
        private @Nullable Flow before;

        /** Whether it was asked for before an earlier one had ended. */
        private final boolean follows;

        /** Whether it goes on where nobody sees it: a prompt was sent meanwhile, or nobody waits for it any more. */
        private boolean aside;

        /** What has come of it aside; null when nothing has. */
        private @Nullable Flow told;

        /** Where the entries begin that are behind the replay, since this client has made them meanwhile. */
        private int own = NONE;

        private boolean givenUp;

        private Replay(boolean follows) {
            this.follows = follows;
        }
    }

    private @Nullable Replay present() {
        return awaited.peekFirst();
    }

    /** Returns whether somebody waits for one. */
    boolean isAwaited() {
        return awaited.stream().anyMatch(replay -> !replay.givenUp);
    }

    /** Returns whether the conversation that is shown is being replayed. */
    boolean isShown() {
        Replay present = present();
        return present != null && !present.aside;
    }

    /** Returns whether the one under way has begun. */
    boolean hasBegun() {
        Replay present = present();
        return present != null && !present.givenUp && (present.before != null || present.told != null);
    }

    /** Returns whether a turn was under way before the one that is shown began. */
    boolean wasTurnInProgress() {
        Replay present = present();
        return present != null && present.before != null && present.before.now().isTurnInProgress();
    }

    /** Expects one more, behind the others. */
    Replay add() {
        Replay added = new Replay(isAwaited());
        awaited.add(added);
        return added;
    }

    /** Begins one that nothing else can come before. */
    Replay addFirst() {
        Replay added = new Replay(false);
        awaited.addFirst(added);
        return added;
    }

    /**
     * Takes an update of a history; false when it is to be shown.
     *
     * @param anew whether a history begins with it for certain
     */
    boolean take(SessionUpdate update, boolean anew) {
        Replay present = present();
        if (present == null) {
            return false;
        }
        if (present.aside) {
            Flow told = present.told;
            if (told == null) {
                told = current.aside(current.now().details().withoutPlan());
                present.told = told;
            }
            told.update(update);
            return true;
        }
        if (anew || present.before == null) {
            startOver(present);
        }
        return false;
    }

    /** Puts the conversation aside for the one that is being replayed; what is beside its flow stays until it comes anew. */
    private void startOver(Replay begun) {
        DefaultConversation before = current.now();
        if (begun.before == null) {
            begun.before = current.flow();
        }
        current.begin(before.details().withoutPlan());
        if (!isBlank(before)) {
            current.flow().changed(new Replaced(before));
        }
    }

    private static boolean isBlank(DefaultConversation conversation) {
        return conversation.entries().isEmpty()
                && conversation.plan().isEmpty()
                && conversation.plans().isEmpty();
    }

    /** Puts what is being replayed aside, for a prompt that is sent meanwhile: the agent takes that up when the replay has ended. */
    void prompted() {
        Replay present = present();
        if (present == null) {
            return;
        }
        if (!present.aside) {
            present.aside = true;
            Flow before = present.before;
            if (before != null) {
                present.told = current.putAside();
                show(before);
                present.before = null;
            }
        } else if (present.givenUp) {
            present.told = null;
        }
        for (Replay replay : awaited) {
            if (replay.own == NONE) {
                replay.own = current.now().nextPosition();
                replay.aside = true;
            }
        }
    }

    /** Shows what was shown before. */
    private void show(Flow before) {
        DefaultConversation now = current.now();
        before.set(before.now().with(now.details()));
        current.restore(before);
        current.flow().changed(new Replaced(now));
    }

    /** Waits for one no longer: what has come of it is undone, and what still comes is not shown. */
    void giveUp(Replay replay) {
        if (!awaited.contains(replay) || replay.givenUp) {
            return;
        }
        replay.givenUp = true;
        replay.aside = true;
        replay.told = null;
        Flow before = replay.before;
        replay.before = null;
        if (before != null && !isBlank(before.now())) {
            show(before);
            current.flow().closeAnonymous();
        }
    }

    /** Returns what came in a turn that is over while the agent owed the end of a replay that was given up: that was the turn's. */
    List<TranscriptEntry> takeGivenUp() {
        Replay present = present();
        if (present == null || !present.givenUp || present.own == NONE) {
            return List.of();
        }
        awaited.remove(present);
        return present.told == null ? List.of() : present.told.now().entries();
    }

    /**
     * Ends one; one that has failed is undone.
     *
     * @return false when it had ended before
     */
    boolean end(Replay ended, boolean complete) {
        if (!awaited.remove(ended)) {
            return false;
        }
        Flow before = ended.before;
        if (ended.aside) {
            if (complete && !ended.givenUp) {
                adopt(ended);
            }
        } else if (complete && before == null && !ended.follows) {
            boolean working = patching && current.now().isTurnInProgress();
            startOver(ended);
            if (working) {
                // The state came before the end of a replay that told nothing else.
                current.flow().workBegins(true, true);
            }
        } else if (!complete && before != null && !isBlank(before.now())) {
            show(before);
        }
        if (!ended.givenUp) {
            current.flow().closeAnonymous();
        }
        return true;
    }

    /** Shows what has been replayed aside, and behind it what this client has made meanwhile. */
    private void adopt(Replay ended) {
        DefaultConversation before = current.now();
        DefaultMessage prompt = current.flow().prompt();
        Flow history = ended.told == null ? current.aside(before.details().withoutPlan()) : ended.told;
        history.closeAnonymous();
        history.forgetUnfinished();
        int own = history.now().nextPosition();
        for (TranscriptEntry entry : own(before, ended.own, prompt, history.now())) {
            history.retell(entry, before);
        }
        DefaultConversation told = history.now();
        boolean running = before.isTurnInProgress();
        history.set(told.with(before.details().withFlow(told.details()))
                .with(new Turns(told.turns() + (running ? 1 : 0), running, before.lastStop())));
        if (prompt != null) {
            history.restore(prompt);
        }
        Flow flow = current.goOnWith(history);
        flow.changed(new Replaced(before));
        flow.store().bound();
        for (Replay replay : awaited) {
            replay.own = replay.own == NONE ? NONE : own;
        }
    }

    /** Returns the entries that this client has made, but for the prompt under way and those that the history has, too. */
    private static List<TranscriptEntry> own(
            DefaultConversation shown, int from, @Nullable DefaultMessage prompt, DefaultConversation history) {
        List<TranscriptEntry> own = new ArrayList<>();
        for (TranscriptEntry entry : shown.entries()) {
            boolean under = prompt != null && entry.position() == prompt.position();
            if (entry.position() >= from && !under && !isLastPrompt(entry, history)) {
                own.add(entry);
            }
        }
        return own;
    }

    private static boolean isLastPrompt(TranscriptEntry entry, DefaultConversation history) {
        if (!(entry instanceof TranscriptMessage message) || message.role() != MessageRole.USER) {
            return false;
        }
        TranscriptMessage last = null;
        for (TranscriptMessage told : history.messages()) {
            last = told.role() == MessageRole.USER ? told : last;
        }
        return last != null && last.text().equals(message.text());
    }
}
