package io.acp4j.client.internal.transcript;

import io.acp4j.client.internal.conversation.DefaultConversation;
import io.acp4j.client.internal.conversation.DefaultConversation.Inherited;
import io.acp4j.client.internal.conversation.DefaultMessage;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptChange.Replaced;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.schema.update.SessionUpdate;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a fork has inherited, and what its agent sends of that again, which takes its place; used by one thread at a time. */
final class Inheritance {

    private static final int NOTHING = -1;

    private final CurrentFlow current;
    private final PromptEcho echo;

    /** Takes what turns out to be something new. */
    private final Consumer<SessionUpdate> live;

    /** What a fork may be sent of what it inherited; null when that cannot come any more. */
    private @Nullable InheritedReplay again;

    /** What has come of what a fork inherited, where the agent marks it; null when none of it is under way. */
    private @Nullable Flow marked;

    /** Whether it is known that the session is a fork, and, until it is, where the marked history ends; -1 when none came. */
    private boolean forked;

    private int early = NOTHING;

    /** Watches for a second history of a fork; null when none can come any more. */
    private @Nullable ReplayRestart restart;

    Inheritance(CurrentFlow current, PromptEcho echo, Consumer<SessionUpdate> live) {
        this.current = current;
        this.echo = echo;
        this.live = live;
    }

    /** Returns whether a marked history has begun and not ended. */
    boolean isUnderWay() {
        return marked != null;
    }

    /** Takes the marked history as it is: something else has come before its end. */
    void breakOff() {
        if (marked != null) {
            adoptMarked(marked, false);
        }
    }

    /** Returns whether the history begins anew with an update. */
    boolean beginsAnew(SessionUpdate update) {
        boolean anew = restart != null && restart.take(update);
        if (anew) {
            restart = null;
        }
        return anew;
    }

    /** Expects no second history any more. */
    void cannotBeginAnew() {
        restart = null;
    }

    /** Expects nothing of the history beside the replay that has been asked for. */
    void comesByReplay() {
        again = null;
    }

    void dropAll() {
        again = null;
        marked = null;
    }

    /** Goes on with a turn that this client begins. */
    void prompted() {
        if (again != null && again.endsWithPrompt()) {
            adopt(again.history(), true);
        }
        restart = null;
    }

    /** Takes an update that is marked as a part of what a fork inherited. */
    void update(SessionUpdate update, boolean last) {
        restart = null;
        if (again != null) {
            InheritedReplay mistaken = again;
            again = null;
            if (mistaken.hasBegun()) {
                takeAsLive(mistaken);
            }
        }
        Flow history = marked == null ? current.aside() : marked;
        marked = history;
        if (Flow.takes(update)) {
            history.update(update);
        } else {
            current.flow().update(update);
        }
        if (last) {
            adoptMarked(history, true);
        }
    }

    /** Puts a marked history in the place of what was inherited, before all that is the fork's own. */
    private void adoptMarked(Flow history, boolean whole) {
        marked = null;
        DefaultConversation before = current.now();
        List<TranscriptEntry> own = own(before, current.flow().prompt());
        early = forked ? NOTHING : history.now().nextPosition();
        adopt(history, whole);
        own.forEach(entry -> current.flow().retell(entry, before));
    }

    private static List<TranscriptEntry> own(DefaultConversation conversation, @Nullable DefaultMessage prompt) {
        return conversation.entries().stream()
                .filter(entry -> entry.position() >= conversation.inheritedEntries())
                .filter(entry -> prompt == null || entry.position() != prompt.position())
                .toList();
    }

    /** Puts in front what a fork has inherited; returns what came before, to be taken again. */
    List<TranscriptEntry> inherited(Conversation given, int count, @Nullable Boolean replayed) {
        DefaultConversation history = withoutRefused(DefaultConversation.of(given));
        DefaultConversation before = current.now();
        forked = true;
        if (early != NOTHING) {
            current.flow().set(before.inheriting(new Inherited(count, early, true)));
            early = NOTHING;
            return List.of();
        }
        boolean unsaid = replayed == null;
        restart = unsaid ? new ReplayRestart(history, count) : null;
        if (history.entries().isEmpty() && count <= 0) {
            current.flow().set(before.inheriting(new Inherited(count, before.nextPosition(), false)));
            return List.of();
        }
        current.begin(before.details());
        current.flow().store().inherit(history);
        current.flow().set(current.now().inheriting(inheritance(count, history)));
        current.flow().changed(new Replaced(before));
        current.flow().store().bound();
        if (count > 0 && unsaid) {
            again = new InheritedReplay(history, count, current.aside());
        }
        return before.entries();
    }

    /** Removes refused prompts, which no fork inherits. */
    private DefaultConversation withoutRefused(DefaultConversation history) {
        if (history.droppedEntries() > 0
                || history.entries().stream().noneMatch(TranscriptEntry.RefusedPrompt.class::isInstance)) {
            return history;
        }
        Flow kept = current.aside();
        for (TranscriptEntry entry : history.entries()) {
            if (!(entry instanceof TranscriptEntry.RefusedPrompt)) {
                kept.closeAnonymous();
                kept.retell(entry, history);
            }
        }
        return kept.now();
    }

    private static Inherited inheritance(int count, DefaultConversation history) {
        return new Inherited(
                count, history.nextPosition(), history.droppedEntries() == 0 && history.spokenMessages() == count);
    }

    /** Applies an update that may belong to what a fork is sent of what it inherited; false when it does not. */
    boolean repeats(SessionUpdate update) {
        InheritedReplay repetition = again;
        if (repetition == null || !Flow.takes(update)) {
            return false;
        }
        if (!repetition.hasBegun() && !repetition.begin(update, echo.pending())) {
            again = null;
            return false;
        }
        switch (repetition.take(update, echo.pending())) {
            case PART -> {
                if (repetition.isWhole()) {
                    adopt(repetition.history(), true);
                }
                return true;
            }
            case BEHIND -> adopt(repetition.history(), true);
            case REFUTED -> takeAsLive(repetition);
        }
        return false;
    }

    /** Decides on what has come before the end of a turn. */
    void turnEnds() {
        InheritedReplay repetition = again;
        if (repetition == null) {
            return;
        }
        if (repetition.hasBegun()) {
            if (repetition.isCredible()) {
                adopt(repetition.history(), true);
            } else {
                takeAsLive(repetition);
            }
        }
        again = null;
    }

    /** Puts what has been sent again in the place of what was inherited, before the prompt that is under way. */
    private void adopt(Flow told, boolean whole) {
        again = null;
        DefaultConversation before = current.now();
        DefaultMessage prompt = current.flow().prompt();
        Flow flow = current.goOnWith(told);
        flow.closeAnonymous();
        flow.forgetUnfinished();
        DefaultConversation history = flow.now();
        int turn = history.turns() + (before.isTurnInProgress() ? 1 : 0);
        flow.set(history.inheriting(new Inherited(before.inheritedMessages(), history.nextPosition(), whole))
                .with(before.details())
                .with(new DefaultConversation.Turns(turn, before.isTurnInProgress(), before.lastStop())));
        if (prompt != null) {
            flow.restore(prompt);
        }
        flow.changed(new Replaced(before));
        flow.store().bound();
    }

    /** Takes as something new what looked like the inherited history in the beginning. */
    private void takeAsLive(InheritedReplay repetition) {
        again = null;
        for (TranscriptEntry entry : repetition.history().now().entries()) {
            Updates.of(entry).forEach(live);
        }
    }
}
