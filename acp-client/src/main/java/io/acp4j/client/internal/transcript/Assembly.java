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

    /** Whether updates are patches in every member, and states tell where turns begin and end. */
    private final boolean patching;

    private final CurrentFlow current;
    private final PromptEcho echo = new PromptEcho();
    private final Inheritance inheritance;

    /** A replay that is awaited; null when there is none. */
    private @Nullable Replay replay;

    /** How many replays have been asked for whose end has not been told. */
    private int awaited;

    /** How many of them are over all the same, as the next one has begun: a response may be taken after the updates behind it. */
    private int overtaken;

    /** Makes an empty conversation. */
    public Assembly(
            TranscriptOptions options, boolean patching, BiConsumer<TranscriptChange, DefaultConversation> changes) {
        this.patching = patching;
        this.current = new CurrentFlow(options, patching, changes);
        this.inheritance = new Inheritance(current, echo, this::live);
    }

    /** A replay that is awaited, or, once it has begun, what was before it. */
    private static final class Replay {
        private @Nullable Flow before;

        /** Whether it was asked for before an earlier one had ended. */
        private final boolean follows;

        /** Recognises where the next one begins. */
        private ReplayRestart restart = new ReplayRestart(DefaultConversation.EMPTY, -1);

        Replay(boolean follows) {
            this.follows = follows;
        }
    }

    /** Returns the conversation as it is now. */
    public DefaultConversation now() {
        return current.now();
    }

    /** Applies an update of the session. */
    public void update(SessionUpdate update) {
        if (inheritance.isUnderWay() && isHistory(update)) {
            inheritance.breakOff();
        }
        boolean anew = inheritance.beginsAnew(update);
        if (replay != null && isHistory(update)) {
            replayed(replay, update, anew);
        }
        if (!inheritance.repeats(update)) {
            live(update);
        }
    }

    /** Begins the conversation anew where an update is the first one of a replay. */
    private void replayed(Replay present, SessionUpdate update, boolean anew) {
        boolean repeats = present.before != null && present.restart.take(update);
        if (repeats && awaited - overtaken > 1) {
            overtaken++;
            Replay next = new Replay(true);
            replay = next;
            startOver(next);
            next.restart.take(update);
        } else if (anew || present.before == null) {
            startOver(present);
            present.restart = new ReplayRestart(DefaultConversation.EMPTY, -1);
            present.restart.take(update);
        }
    }

    /** Takes an update that is marked as a part of what a fork inherited. */
    public void inheritedUpdate(SessionUpdate update, boolean last) {
        // A session that is being loaded tells all of it.
        if (replay == null || replay.before == null) {
            inheritance.update(update, last);
        }
    }

    private static boolean isHistory(SessionUpdate update) {
        return Flow.takes(update)
                || Details.of(update) == Detail.PLAN
                || update instanceof TerminalUpdate
                || update instanceof TerminalOutputChunk;
    }

    private void live(SessionUpdate update) {
        if (update instanceof ContentChunk chunk) {
            if (!echo.takes(chunk, current.flow())) {
                current.flow().update(chunk);
            }
            return;
        }
        if (update instanceof ToolCall || update instanceof ToolCallUpdate || Details.of(update) == Detail.PLAN) {
            echo.endAnonymous(current.flow());
        }
        current.flow().update(update);
        if (patching && update instanceof StateUpdate state) {
            worked(state);
        }
    }

    /** Takes what a state says of the turn; one that is told again changes nothing. */
    private void worked(StateUpdate state) {
        if (Work.isWork(state) && !current.now().turnInProgress()) {
            Flow before = replay == null ? null : replay.before;
            current.flow()
                    .workBegins(replay != null, before != null && before.now().turnInProgress());
        } else if (state instanceof IdleStateUpdate idle) {
            StopReason reason = idle.stopReason() == null ? StopReason.END_TURN : idle.stopReason();
            current.flow().workEnds(reason.equals(IdleStateUpdate.ERROR) ? null : reason);
        }
    }

    /** Takes what is said of a call that the agent asks about. */
    public void asked(ToolCallUpdate call) {
        echo.endAnonymous(current.flow());
        current.flow().patch(call, true);
    }

    /** Begins a turn with a prompt of this client. */
    public void prompted(List<? extends ContentBlock> content) {
        inheritance.prompted();
        int turn = current.now().turns() + 1;
        current.flow().set(current.now().with(new DefaultConversation.Turns(turn, true, null)));
        current.flow().closeAnonymous();
        current.flow().forgetUnfinished();
        current.flow().changed(new TurnStarted(turn));
        echo.expect(current.flow().prompted(Contents.of(content)));
    }

    /** Marks what is unfinished as cancelled. */
    public void cancel() {
        current.flow().cancel();
    }

    /** Ends the turn, if one is under way. */
    public void ended(@Nullable StopReason reason) {
        if (!current.now().turnInProgress()) {
            return;
        }
        inheritance.turnEnds();
        if (reason == null || reason.equals(StopReason.CANCELLED)) {
            cancel();
        }
        echo.end(current.flow());
        current.flow().closeAnonymous();
        current.flow().forgetPrompt();
        current.flow()
                .set(current.now()
                        .with(new DefaultConversation.Turns(current.now().turns(), false, reason)));
        current.flow().changed(new TurnEnded(current.now().turns(), reason));
    }

    /** Sets modes and options that a response has named; null leaves them as they are. */
    public void settled(@Nullable SessionModeState modes, @Nullable List<SessionConfigOption> configOptions) {
        if (modes != null && !modes.equals(current.now().modes())) {
            current.flow().set(current.now().with(current.now().details().with(modes)));
            current.flow().changed(new DetailChanged(Detail.MODES));
        }
        if (configOptions != null && !configOptions.equals(current.now().configOptions())) {
            current.flow().set(current.now().with(current.now().details().with(configOptions)));
            current.flow().changed(new DetailChanged(Detail.CONFIG_OPTIONS));
        }
    }

    /** Expects a replay, behind those that are expected already: its first update begins the conversation anew. */
    public void replayAwaited() {
        awaited++;
        if (replay == null) {
            replay = new Replay(false);
            inheritance.comesByReplay();
        }
    }

    /** Takes a conversation in the place of this one; false when a turn has begun since it was asked for. */
    public boolean replaced(List<SessionUpdate> history, int turns) {
        if (replay != null) {
            // The session is being loaded, which tells all of it.
            return true;
        }
        if (current.now().turnInProgress() || current.now().turns() != turns) {
            return false;
        }
        int inherited = current.now().inheritedMessages();
        inheritance.cannotBeginAnew();
        replayAwaited();
        for (SessionUpdate update : history) {
            if (isHistory(update)) {
                update(update);
            }
        }
        replayEnded(true);
        current.flow().set(current.now().inheriting(new Inherited(inherited, 0, true)));
        return true;
    }

    /** Drops all entries. */
    public void dropAll() {
        inheritance.dropAll();
        current.flow().dropAll();
    }

    /** Ends the earliest replay; one that has failed is undone. */
    public void replayEnded(boolean complete) {
        Replay ended = replay;
        if (ended == null) {
            return;
        }
        awaited--;
        if (overtaken > 0) {
            overtaken--;
            return;
        }
        if (complete && ended.before == null && !ended.follows) {
            boolean working = patching && current.now().turnInProgress();
            startOver(ended);
            if (working) {
                // The state came before the end of a replay that told nothing else.
                current.flow().workBegins(true, true);
            }
        } else if (!complete && ended.before != null && !isBlank(ended.before.now())) {
            DefaultConversation failed = current.now();
            ended.before.set(ended.before.now().with(failed.details()));
            current.restore(ended.before);
            current.flow().changed(new Replaced(failed));
        }
        current.flow().closeAnonymous();
        replay = awaited > 0 ? new Replay(true) : null;
        inheritance.cannotBeginAnew();
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

    /** Puts in front what a fork has inherited. */
    public void inherited(Conversation given, int count, @Nullable Boolean replayed) {
        for (TranscriptEntry early : inheritance.inherited(given, count, replayed)) {
            Updates.of(early).forEach(this::update);
        }
    }
}
