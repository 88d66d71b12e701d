package io.acp4j.client.internal.transcript;

import io.acp4j.client.internal.transcript.DefaultConversation.Inherited;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptChange;
import io.acp4j.client.transcript.TranscriptChange.Detail;
import io.acp4j.client.transcript.TranscriptChange.DetailChanged;
import io.acp4j.client.transcript.TranscriptChange.Replaced;
import io.acp4j.client.transcript.TranscriptChange.TurnEnded;
import io.acp4j.client.transcript.TranscriptChange.TurnStarted;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Puts a conversation together from updates, prompts, echoes and replays; used by one thread at a time. */
public final class Assembly {

    private static final int NOTHING = -1;

    private final TranscriptOptions options;

    /** Whether updates are patches in every member, and states tell where turns begin and end. */
    private final boolean patching;

    private final BiConsumer<TranscriptChange, DefaultConversation> changes;
    private Flow flow;

    private final PromptEcho echo = new PromptEcho();

    /** A replay that is awaited; null when there is none. */
    private @Nullable Replay replay;

    /** What a fork may be sent of what it inherited; null when that cannot come any more. */
    private @Nullable InheritedReplay again;

    /** What has come of what a fork inherited, where the agent marks it; null when none of it is under way. */
    private @Nullable Flow marked;

    /** Whether it is known that the session is a fork, and, until it is, where the marked history ends; -1 when none came. */
    private boolean forked;

    private int early = NOTHING;

    /** Watches for a second history of a fork; null when none can come any more. */
    private @Nullable ReplayRestart restart;

    /** Makes an empty conversation. */
    public Assembly(
            TranscriptOptions options, boolean patching, BiConsumer<TranscriptChange, DefaultConversation> changes) {
        this.options = options;
        this.patching = patching;
        this.changes = changes;
        this.flow = new Flow(options, changes, DefaultConversation.EMPTY, patching);
    }

    /** A replay that is awaited, or, once it has begun, what was before it. */
    private static final class Replay {
        private @Nullable Flow before;
    }

    /** Returns the conversation as it is now. */
    public DefaultConversation now() {
        return flow.now();
    }

    /** Applies an update of the session. */
    public void update(SessionUpdate update) {
        if (marked != null && isHistory(update)) {
            // The history has broken off.
            adoptMarked(marked, false);
        }
        boolean anew = restart != null && restart.take(update);
        if (anew) {
            restart = null;
        }
        if (replay != null && isHistory(update) && (anew || replay.before == null)) {
            startOver(replay);
        }
        if (again == null || !Flow.takes(update) || !repeats(again, update)) {
            live(update);
        }
    }

    /** Takes an update that is marked as a part of what a fork inherited. */
    public void inheritedUpdate(SessionUpdate update, boolean last) {
        if (replay != null && replay.before != null) {
            // The session is being loaded, which tells all of it.
            return;
        }
        restart = null;
        if (again != null) {
            InheritedReplay mistaken = again;
            again = null;
            if (mistaken.hasBegun()) {
                takeAsLive(mistaken);
            }
        }
        Flow history = marked == null ? aside() : marked;
        marked = history;
        if (Flow.takes(update)) {
            history.update(update);
        } else {
            flow.update(update);
        }
        if (last) {
            adoptMarked(history, true);
        }
    }

    /** Puts a marked history in the place of what was inherited, before all that is the fork's own. */
    private void adoptMarked(Flow history, boolean whole) {
        marked = null;
        DefaultConversation before = now();
        List<TranscriptEntry> own = own(before, flow.prompt());
        early = forked ? NOTHING : history.now().nextPosition();
        adopt(history, whole);
        own.forEach(entry -> Updates.of(entry).forEach(flow::update));
    }

    private static List<TranscriptEntry> own(DefaultConversation conversation, @Nullable DefaultMessage prompt) {
        return conversation.entries().stream()
                .filter(entry -> entry.position() >= conversation.inheritedEntries())
                .filter(entry -> prompt == null || entry.position() != prompt.position())
                .toList();
    }

    private Flow aside() {
        return new Flow(options, (change, after) -> {}, DefaultConversation.EMPTY, patching);
    }

    private static boolean isHistory(SessionUpdate update) {
        return Flow.takes(update)
                || Details.of(update) == Detail.PLAN
                || update instanceof TerminalUpdate
                || update instanceof TerminalOutputChunk;
    }

    private void live(SessionUpdate update) {
        if (update instanceof ContentChunk chunk) {
            if (!echo.takes(chunk, flow)) {
                flow.update(chunk);
            }
            return;
        }
        if (update instanceof ToolCall || update instanceof ToolCallUpdate || Details.of(update) == Detail.PLAN) {
            echo.endAnonymous(flow);
        }
        flow.update(update);
        if (patching && update instanceof StateUpdate state) {
            worked(state);
        }
    }

    /** Takes what a state says of the turn; one that is told again changes nothing. */
    private void worked(StateUpdate state) {
        if (Work.isWork(state) && !now().turnInProgress()) {
            Flow before = replay == null ? null : replay.before;
            flow.workBegins(replay != null, before != null && before.now().turnInProgress());
        } else if (state instanceof IdleStateUpdate idle) {
            StopReason reason = idle.stopReason() == null ? StopReason.END_TURN : idle.stopReason();
            flow.workEnds(reason.equals(IdleStateUpdate.ERROR) ? null : reason);
        }
    }

    /** Takes what is said of a call that the agent asks about. */
    public void asked(ToolCallUpdate call) {
        echo.endAnonymous(flow);
        flow.patch(call, true);
    }

    /** Begins a turn with a prompt of this client. */
    public void prompted(List<? extends ContentBlock> content) {
        if (again != null && again.endsWithPrompt()) {
            adopt(again.history(), true);
        }
        restart = null;
        int turn = now().turns() + 1;
        flow.set(now().with(new DefaultConversation.Turns(turn, true, null)));
        flow.closeAnonymous();
        flow.forgetUnfinished();
        flow.changed(new TurnStarted(turn));
        echo.expect(flow.prompted(Contents.of(content)));
    }

    /** Marks what is unfinished as cancelled. */
    public void cancel() {
        flow.cancel();
    }

    /** Ends the turn, if one is under way. */
    public void ended(@Nullable StopReason reason) {
        if (!now().turnInProgress()) {
            return;
        }
        if (again != null) {
            endOfRepetition(again);
        }
        if (reason == null || reason.equals(StopReason.CANCELLED)) {
            cancel();
        }
        echo.end(flow);
        flow.closeAnonymous();
        flow.forgetPrompt();
        flow.set(now().with(new DefaultConversation.Turns(now().turns(), false, reason)));
        flow.changed(new TurnEnded(now().turns(), reason));
    }

    /** Sets modes and options that a response has named; null leaves them as they are. */
    public void settled(@Nullable SessionModeState modes, @Nullable List<SessionConfigOption> configOptions) {
        if (modes != null && !modes.equals(now().modes())) {
            flow.set(now().with(now().details().with(modes)));
            flow.changed(new DetailChanged(Detail.MODES));
        }
        if (configOptions != null && !configOptions.equals(now().configOptions())) {
            flow.set(now().with(now().details().with(configOptions)));
            flow.changed(new DetailChanged(Detail.CONFIG_OPTIONS));
        }
    }

    /** Expects a replay: its first update begins the conversation anew. */
    public void replayAwaited() {
        if (replay == null) {
            replay = new Replay();
            again = null;
        }
    }

    /** Takes a conversation in the place of this one; false when a turn has begun since it was asked for. */
    public boolean replaced(List<SessionUpdate> history, int turns) {
        if (replay != null) {
            // The session is being loaded, which tells all of it.
            return true;
        }
        if (now().turnInProgress() || now().turns() != turns) {
            return false;
        }
        int inherited = now().inheritedMessages();
        restart = null;
        replayAwaited();
        for (SessionUpdate update : history) {
            if (isHistory(update)) {
                update(update);
            }
        }
        replayEnded(true);
        flow.set(now().inheriting(new Inherited(inherited, 0, true)));
        return true;
    }

    /** Drops all entries. */
    public void dropAll() {
        again = null;
        marked = null;
        flow.dropAll();
    }

    /** Ends a replay; one that has failed is undone. */
    public void replayEnded(boolean complete) {
        Replay ended = replay;
        if (ended == null) {
            return;
        }
        if (complete && ended.before == null) {
            boolean working = patching && now().turnInProgress();
            startOver(ended);
            if (working) {
                // The state came before the end of a replay that told nothing else.
                flow.workBegins(true, true);
            }
        } else if (!complete && ended.before != null && !isBlank(ended.before.now())) {
            DefaultConversation failed = now();
            ended.before.set(ended.before.now().with(failed.details()));
            flow = ended.before;
            flow.changed(new Replaced(failed));
        }
        flow.closeAnonymous();
        replay = null;
        restart = null;
    }

    /** Puts the conversation aside for the one that is being replayed; what is beside its flow stays until it comes anew. */
    private void startOver(Replay begun) {
        DefaultConversation before = now();
        if (begun.before == null) {
            begun.before = flow;
        }
        flow = new Flow(
                options,
                changes,
                DefaultConversation.EMPTY.with(before.details().withoutPlan()),
                patching);
        if (!isBlank(before)) {
            flow.changed(new Replaced(before));
        }
    }

    private static boolean isBlank(DefaultConversation conversation) {
        return conversation.entries().isEmpty()
                && conversation.plan().isEmpty()
                && conversation.plans().isEmpty();
    }

    /** Puts in front what a fork has inherited. */
    public void inherited(Conversation given, int count, @Nullable Boolean replayed) {
        DefaultConversation history = DefaultConversation.of(given);
        DefaultConversation before = now();
        forked = true;
        if (early != NOTHING) {
            flow.set(before.inheriting(new Inherited(count, early, true)));
            early = NOTHING;
            return;
        }
        boolean unsaid = replayed == null;
        restart = unsaid ? new ReplayRestart(history, count) : null;
        if (history.entries().isEmpty() && count <= 0) {
            flow.set(before.inheriting(new Inherited(count, before.nextPosition(), false)));
            return;
        }
        flow = new Flow(options, changes, DefaultConversation.EMPTY.with(before.details()), patching);
        flow.inherit(history);
        flow.set(now().inheriting(inheritance(count, history)));
        flow.changed(new Replaced(before));
        flow.bound();
        if (count > 0 && unsaid) {
            again = new InheritedReplay(history, count, aside());
        }
        for (TranscriptEntry early : before.entries()) {
            Updates.of(early).forEach(this::update);
        }
    }

    private static Inherited inheritance(int count, DefaultConversation history) {
        return new Inherited(
                count, history.nextPosition(), history.droppedEntries() == 0 && history.spokenMessages() == count);
    }

    /** Applies an update that may belong to what a fork is sent of what it inherited; false when it does not. */
    private boolean repeats(InheritedReplay repetition, SessionUpdate update) {
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

    private void endOfRepetition(InheritedReplay repetition) {
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
        DefaultConversation before = now();
        DefaultMessage prompt = flow.prompt();
        flow = told.reportingTo(changes);
        flow.closeAnonymous();
        flow.forgetUnfinished();
        DefaultConversation history = now();
        int turn = history.turns() + (before.turnInProgress() ? 1 : 0);
        flow.set(history.inheriting(new Inherited(before.inheritedMessages(), history.nextPosition(), whole))
                .with(before.details())
                .with(new DefaultConversation.Turns(turn, before.turnInProgress(), before.lastStop())));
        if (prompt != null) {
            flow.restore(prompt);
        }
        flow.changed(new Replaced(before));
        flow.bound();
    }

    /** Takes as something new what looked like the inherited history in the beginning. */
    private void takeAsLive(InheritedReplay repetition) {
        again = null;
        for (TranscriptEntry entry : repetition.history().now().entries()) {
            Updates.of(entry).forEach(this::live);
        }
    }
}
