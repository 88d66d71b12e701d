package io.acp4j.client.internal.transcript;

import io.acp4j.client.internal.conversation.Contents;
import io.acp4j.client.internal.conversation.DefaultConversation;
import io.acp4j.client.internal.conversation.DefaultConversation.Inherited;
import io.acp4j.client.internal.conversation.DefaultMessage;
import io.acp4j.client.internal.conversation.Details;
import io.acp4j.client.internal.conversation.Work;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptChange;
import io.acp4j.client.transcript.TranscriptChange.Detail;
import io.acp4j.client.transcript.TranscriptChange.DetailChanged;
import io.acp4j.client.transcript.TranscriptChange.TurnEnded;
import io.acp4j.client.transcript.TranscriptChange.TurnStarted;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.MessageId;
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

    private final Replays replays;

    /** Makes an empty conversation. */
    public Assembly(
            TranscriptOptions options, boolean patching, BiConsumer<TranscriptChange, DefaultConversation> changes) {
        this.patching = patching;
        this.current = new CurrentFlow(options, patching, changes);
        this.inheritance = new Inheritance(current, echo, this::live);
        this.replays = new Replays(current, patching);
    }

    /** A replay that has been asked for, to be ended or given up. */
    public static final class Awaited {
        private final Replays.Replay replay;

        private Awaited(Replays.Replay replay) {
            this.replay = replay;
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
        boolean isAside = isHistory(update) && replays.take(update, anew);
        if (!isAside && !inheritance.repeats(update)) {
            live(update);
        }
    }

    /** Takes an update that is marked as a part of what a fork inherited. */
    public void inheritedUpdate(SessionUpdate update, boolean last) {
        // A session that is being loaded tells all of it.
        if (!replays.hasBegun()) {
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
        if (Work.isWork(state) && !current.now().isTurnInProgress()) {
            current.flow().workBegins(replays.isShown(), replays.wasTurnInProgress());
        } else if (state instanceof IdleStateUpdate idle) {
            StopReason reason = idle.stopReason() == null ? StopReason.END_TURN : idle.stopReason();
            current.flow().workEnds(reason.equals(IdleStateUpdate.ERROR) ? null : reason);
        }
    }

    /** Takes what is said of a call that the agent asks about. */
    public void asked(ToolCallUpdate call) {
        echo.endAnonymous(current.flow());
        current.flow().closeAnonymous();
        current.flow().calls().patched(call, true);
    }

    /** Begins a turn with a prompt of this client. */
    public void prompted(List<? extends ContentBlock> content) {
        inheritance.prompted();
        replays.prompted();
        int turn = current.now().turns() + 1;
        current.flow().set(current.now().with(new DefaultConversation.Turns(turn, true, null)));
        current.flow().closeAnonymous();
        current.flow().forgetUnfinished();
        current.flow().changed(new TurnStarted(turn));
        echo.expect(current.flow().prompted(Contents.of(content)));
    }

    /** Marks what is unfinished as cancelled. */
    public void cancel() {
        current.flow().calls().cancel();
    }

    /** Ends the turn, if one is under way. */
    public void ended(@Nullable StopReason reason) {
        if (current.now().isTurnInProgress()) {
            settleTurn(reason);
            endTurn(reason);
        }
        if (patching) {
            // The agent has not reported the end, and may not have begun to work.
            current.flow().settle();
        }
    }

    /**
     * Ends the turn whose prompt has failed.
     *
     * @param error the error response; null if the prompt was never sent
     * @param followsAbandoned whether output of an earlier turn may follow the prompt
     * @return the entry of the prompt; null if no turn is in progress or the agent has sent the prompt back
     */
    public @Nullable TranscriptEntry failed(@Nullable ErrorObject error, boolean followsAbandoned) {
        if (!current.now().isTurnInProgress()) {
            return null;
        }
        settleTurn(null);
        DefaultMessage prompt = current.flow().prompt();
        TranscriptEntry shown = prompt;
        if (prompt != null && RefusedPrompts.isRefused(prompt, error, current.now(), followsAbandoned)) {
            shown = RefusedPrompts.refused(prompt, error);
            current.flow().recast(prompt, shown);
        }
        endTurn(null);
        return shown;
    }

    /**
     * Corrects the entry of a prompt that has failed.
     *
     * @param failed the entry, as {@link #failed} returned it
     * @param id the ID of the message that the agent has stored; null if it has not stored the prompt
     * @param error the error response to the prompt; null if the prompt was never sent
     */
    public void located(TranscriptEntry failed, @Nullable MessageId id, @Nullable ErrorObject error) {
        DefaultConversation now = current.now();
        int at = failed.position();
        if (at < now.droppedEntries() || at >= now.nextPosition() || !now.at(at).equals(failed)) {
            // The conversation has been replaced by the agent's history.
            return;
        }
        TranscriptEntry corrected = RefusedPrompts.corrected(failed, id, error);
        if (!corrected.equals(failed)) {
            current.flow().recast(failed, corrected);
        }
    }

    /** Adds a prompt that the agent has refused and never sent back. */
    public void refused(List<? extends ContentBlock> content, @Nullable ErrorObject error) {
        current.flow().refused(List.copyOf(content), error);
    }

    private void settleTurn(@Nullable StopReason reason) {
        for (TranscriptEntry entry : replays.takeGivenUp()) {
            Updates.of(entry).forEach(this::live);
        }
        inheritance.turnEnds();
        if (reason == null || reason.equals(StopReason.CANCELLED)) {
            cancel();
        }
        echo.end(current.flow());
        current.flow().closeAnonymous();
    }

    private void endTurn(@Nullable StopReason reason) {
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
    public Awaited replayAwaited() {
        if (!replays.isAwaited()) {
            inheritance.comesByReplay();
        }
        return new Awaited(replays.add());
    }

    /** Takes a conversation in the place of this one; false when a turn has begun since it was asked for, before which was another. */
    public boolean replaced(List<SessionUpdate> history, Conversation before) {
        if (replays.isAwaited()) {
            // The session is being loaded, which tells all of it.
            return true;
        }
        if (current.now().isTurnInProgress() || current.now().turns() != before.turns()) {
            return false;
        }
        DefaultConversation shown = current.now();
        List<TranscriptEntry> since = shown.entries().stream()
                .filter(entry -> entry.position() >= before.entries().size() + before.droppedEntries())
                .toList();
        CarriedMarks marks =
                new CarriedMarks(current.now(), before.entries().size() + before.droppedEntries(), history);
        int inherited = current.now().inheritedMessages();
        inheritance.cannotBeginAnew();
        inheritance.comesByReplay();
        Replays.Replay replay = replays.addFirst();
        boolean hasBegun = false;
        for (SessionUpdate update : history) {
            if (isHistory(update)) {
                if (hasBegun) {
                    marks.before(update, current.flow());
                }
                update(update);
                hasBegun = true;
            }
        }
        replays.end(replay, true);
        marks.end(current.flow());
        inheritance.cannotBeginAnew();
        current.flow().set(current.now().inheriting(new Inherited(inherited, 0, true)));
        for (TranscriptEntry entry : since) {
            if (entry instanceof TranscriptEntry.RefusedPrompt || entry instanceof TranscriptEntry.Gap) {
                current.flow().retell(entry, shown);
            } else if (!isTold(entry)) {
                Updates.of(entry).forEach(this::live);
            }
        }
        return true;
    }

    /** Returns whether a history that was asked for before an entry came has it nevertheless; of a tool call, it may be out of date. */
    private boolean isTold(TranscriptEntry entry) {
        if (entry instanceof TranscriptMessage message && message.id() != null) {
            return current.now().find(message.role(), message.id()) != null;
        }
        return !(entry instanceof TranscriptToolCall)
                && current.now().entries().stream()
                        .anyMatch(told -> Updates.of(told).equals(Updates.of(entry)));
    }

    /** Drops all entries. */
    public void dropAll() {
        inheritance.dropAll();
        current.flow().store().dropAll();
    }

    /** Ends a replay; one that has failed is undone. */
    public void replayEnded(Awaited awaited, boolean complete) {
        if (replays.end(awaited.replay, complete)) {
            inheritance.cannotBeginAnew();
        }
    }

    /** Undoes a replay that nobody waits for any more, and shows nothing of what still comes of it up to its end. */
    public void replayGivenUp(Awaited awaited) {
        replays.giveUp(awaited.replay);
    }

    /** Puts in front what a fork has inherited. */
    public void inherited(Conversation given, int count, @Nullable Boolean replayed) {
        DefaultConversation before = current.now();
        for (TranscriptEntry early : inheritance.inherited(given, count, replayed)) {
            if (early instanceof TranscriptEntry.Gap) {
                current.flow().retell(early, before);
            } else {
                Updates.of(early).forEach(this::update);
            }
        }
    }

    /** Adds a gap after the last entry. */
    public void gap(TranscriptEntry.Gap.Reason reason, String unstoredText) {
        current.flow().gap(reason, unstoredText);
    }

    /**
     * Inserts the refused prompts of an earlier transcript, and its gaps with unstored text, into the corresponding turns of the loaded
     * history. A gap inside a message keeps its position if that position can be determined in the loaded message. If the beginning of the
     * conversation is missing or inherited, turns cannot be matched, and all marks are added at the end.
     */
    public void restoreMarks(Conversation earlier) {
        DefaultConversation before = current.now();
        CarriedMarks marks = CarriedMarks.acrossLoad(earlier, before);
        if (marks.isEmpty()) {
            return;
        }
        boolean isComparable =
                earlier.droppedEntries() == 0 && before.droppedEntries() == 0 && before.inheritedEntries() == 0;
        if (!isComparable) {
            marks.beforePrompt(Integer.MAX_VALUE, current.flow());
            return;
        }
        marks.placeInside(before);
        Flow marked = current.replacement(before.details());
        int prompts = 0;
        for (TranscriptEntry entry : before.entries()) {
            marked.closeAnonymous();
            if (entry instanceof TranscriptMessage message && message.role() == MessageRole.USER) {
                marks.beforePrompt(prompts++, marked);
            }
            marked.retell(entry, before);
            marks.insideMessage(entry.position(), marked);
        }
        marks.beforePrompt(Integer.MAX_VALUE, marked);
        marked.set(marked.now()
                .inheriting(before.inheritance())
                .with(new DefaultConversation.Turns(before.turns(), before.isTurnInProgress(), before.lastStop())));
        current.replaceBy(marked);
    }

    /**
     * Inserts the entries of an earlier transcript of the session at the beginning.
     *
     * @param earlier the conversation up to the loss
     * @param whole whether it begins with the first message of the session
     */
    public void continued(Conversation earlier, TranscriptEntry.Gap.Reason reason, boolean whole) {
        DefaultConversation history = DefaultConversation.of(earlier);
        DefaultConversation before = current.now();
        Flow continued = current.replacement(history.details().continuedBy(before.details()));
        continued.store().inherit(history);
        continued.set(continued
                .now()
                .inheriting(new Inherited(history.inheritedMessages(), history.inheritedEntries(), whole))
                .with(new DefaultConversation.Turns(history.turns(), before.isTurnInProgress(), history.lastStop())));
        continued.gap(reason, "");
        before.entries().forEach(entry -> continued.retell(entry, before));
        current.replaceBy(continued);
    }
}
