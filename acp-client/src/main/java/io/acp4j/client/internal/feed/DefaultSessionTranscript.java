package io.acp4j.client.internal.feed;

import io.acp4j.client.internal.conversation.DefaultConversation;
import io.acp4j.client.internal.transcript.Announcer;
import io.acp4j.client.internal.transcript.Assembly;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.client.transcript.TranscriptChange;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.Registration;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.ForkHistory;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Assembles the conversation of one session from its updates, and from events without updates: prompts of the user, ends of turns, and
 * replays of the history.
 */
public final class DefaultSessionTranscript implements SessionTranscript {

    private final ReentrantLock lock = new ReentrantLock();
    private final Announcer announcer = new Announcer();
    private final Assembly assembly;
    private final ArrayDeque<Assembly.Awaited> replays = new ArrayDeque<>();
    private volatile Conversation current = DefaultConversation.EMPTY;

    private DefaultSessionTranscript(TranscriptOptions options, ProtocolVersion version) {
        boolean patching = version.compareTo(ProtocolVersion.V1) > 0;
        this.assembly = new Assembly(options, patching, announcer::note);
        Consumer<TranscriptEntry> spill = options.spill();
        if (spill != null) {
            var unused = announcer.add((change, after) -> {
                if (change instanceof TranscriptChange.EntryDropped dropped) {
                    spill.accept(dropped.entry());
                }
            });
        }
    }

    /** Returns an empty transcript that keeps everything. */
    public static DefaultSessionTranscript create() {
        return create(TranscriptOptions.KEEP_ALL);
    }

    /** Returns an empty transcript of version 1. */
    public static DefaultSessionTranscript create(TranscriptOptions options) {
        return new DefaultSessionTranscript(options, ProtocolVersion.V1);
    }

    /**
     * Returns an empty transcript for updates of a version of the protocol. From version 2 on, members of updates are patches, the agent
     * sends the messages of the user, and states mark the ends of turns. Only updates and replays are fed then.
     */
    public static DefaultSessionTranscript create(TranscriptOptions options, ProtocolVersion version) {
        return new DefaultSessionTranscript(options, version);
    }

    @Override
    public Conversation snapshot() {
        return current;
    }

    @Override
    public Registration onChange(SessionTranscript.ChangeListener listener) {
        return announcer.add(listener);
    }

    /** Applies an update. Returns when the listeners have handled the changes, unless a listener is calling. */
    public void update(SessionUpdate update) {
        apply(() -> assembly.update(update), true);
    }

    /**
     * Applies an update as the agent has sent it, which may be {@linkplain ForkHistory marked} as inherited by a fork. Returns when the
     * listeners have handled the changes, unless a listener is calling.
     */
    public void update(SessionNotification notification) {
        ForkHistory mark = notification.meta() == null ? null : ForkHistory.of(notification.meta());
        if (mark == null) {
            update(notification.update());
        } else {
            apply(() -> assembly.inheritedUpdate(notification.update(), mark.last()), true);
        }
    }

    /**
     * Begins a turn with the user's prompt. If the agent sends the same text back, the message gets the ID of that text. White space
     * and the division into chunks do not matter.
     */
    public void promptStarted(List<? extends ContentBlock> content) {
        apply(() -> assembly.prompted(content), false);
    }

    /**
     * Ends the turn. If it was cancelled or failed, its unfinished tool calls are marked as cancelled. After an error
     * response to the prompt, call {@link #promptFailed} instead.
     *
     * @param reason why it ended; null when it failed
     */
    public void promptEnded(@Nullable StopReason reason) {
        apply(() -> assembly.ended(reason), false);
    }

    /**
     * Ends the turn whose prompt has failed with an error response. If the agent has not sent any output of the turn, the prompt counts as
     * refused: its message becomes a {@link TranscriptEntry.RefusedPrompt}. Otherwise this is {@code promptEnded(null)}.
     *
     * @param error the error response; null if the prompt was never sent
     * @return the entry of the prompt, for {@link #promptLocated}; null if the agent has sent the prompt back, or no turn is in progress
     */
    public @Nullable TranscriptEntry promptFailed(@Nullable ErrorObject error) {
        return promptFailed(error, false);
    }

    /**
     * Ends the turn whose prompt has failed, as {@link #promptFailed(ErrorObject)} does, where output of an earlier turn may follow the
     * prompt. This is the case if an earlier turn has ended without a response of the agent. Output after the prompt
     * then proves nothing: the prompt counts as refused unless the agent has sent it back.
     *
     * @param error the error response; null if the prompt was never sent
     * @param followsAbandoned whether output of an earlier turn may follow the prompt
     * @return the entry of the prompt, for {@link #promptLocated}; null if the agent has sent the prompt back, or no turn is in progress
     */
    public @Nullable TranscriptEntry promptFailed(@Nullable ErrorObject error, boolean followsAbandoned) {
        AtomicReference<@Nullable TranscriptEntry> prompt = new AtomicReference<>();
        apply(() -> prompt.set(assembly.failed(error, followsAbandoned)), false);
        return prompt.get();
    }

    /**
     * Corrects the entry of a failed prompt after the agent has reported whether it has stored the prompt. Does nothing if the
     * conversation has been replaced since.
     *
     * @param prompt the entry, as {@link #promptFailed} returned it
     * @param id the ID of the stored message; null if the agent has not stored the prompt
     * @param error the error response to the prompt; null if the prompt was never sent
     */
    public void promptLocated(TranscriptEntry prompt, @Nullable MessageId id, @Nullable ErrorObject error) {
        apply(() -> assembly.located(prompt, id, error), false);
    }

    /**
     * Adds a prompt that the agent has refused. Use this from version 2 of the protocol on, where prompts become messages only when the
     * agent sends them back.
     *
     * @param content the content blocks of the prompt
     * @param error the error response; null if the prompt was never sent
     */
    public void promptRefused(List<? extends ContentBlock> content, @Nullable ErrorObject error) {
        apply(() -> assembly.refused(content, error), false);
    }

    /** Records that the user has cancelled the turn: its unfinished tool calls are marked as cancelled. */
    public void cancelRequested() {
        apply(assembly::cancel, false);
    }

    /** Adds the tool call of a permission request if it is unknown, and the members that are not known of it. */
    public void permissionRequested(ToolCallUpdate call) {
        apply(() -> assembly.asked(call), true);
    }

    /**
     * Records that the agent is about to replay the session. The first update of the history replaces the conversation, so that no message
     * appears twice. Details outside the flow of messages remain, except for the plan. Prompts sent during the replay follow the
     * history, which appears at once when the replay ends.
     *
     * @return the replay, to be ended when the agent has responded; {@link #replayEnded} ends the earliest one
     */
    public Replay replayStarted() {
        AtomicReference<Assembly.Awaited> started = new AtomicReference<>();
        apply(
                () -> {
                    Assembly.Awaited awaited = assembly.replayAwaited();
                    started.set(awaited);
                    replays.add(awaited);
                },
                false);
        return new StartedReplay(Objects.requireNonNull(started.get()));
    }

    /**
     * Ends the earliest replay.
     *
     * @param complete true if the conversation is what has been replayed, even if that is nothing; false if the replay failed and the
     *     earlier conversation returns
     */
    public void replayEnded(boolean complete) {
        apply(
                () -> {
                    Assembly.Awaited earliest = replays.poll();
                    if (earliest != null) {
                        assembly.replayEnded(earliest, complete);
                    }
                },
                false);
    }

    private final class StartedReplay implements Replay {
        private final Assembly.Awaited awaited;

        private StartedReplay(Assembly.Awaited awaited) {
            this.awaited = awaited;
        }

        @Override
        public void end(boolean complete) {
            apply(
                    () -> {
                        replays.remove(awaited);
                        assembly.replayEnded(awaited, complete);
                    },
                    false);
        }

        @Override
        public void giveUp() {
            apply(() -> assembly.replayGivenUp(awaited), false);
        }
    }

    /**
     * Adds what a fork has inherited, after the fork was made. If the agent sends the history again, at any time, that replaces what is
     * known here as soon as it is complete.
     *
     * @param history the known part of the inherited history; empty if nothing is known
     * @param messages the number of inherited messages of the user and the agent; -1 if unknown
     */
    public void inherited(Conversation history, int messages) {
        inherited(history, messages, null);
    }

    /**
     * Adds what a fork has inherited, as {@link #inherited(Conversation, int)} does.
     *
     * @param replayed whether the agent sends the history and {@linkplain ForkHistory marks} its updates; null if the agent does not
     *     report it, and a history is recognised by its text
     */
    public void inherited(Conversation history, int messages, @Nullable Boolean replayed) {
        apply(() -> assembly.inherited(history, messages, replayed), false);
    }

    /**
     * Replaces the conversation at once, because the session continues from another message. Details outside the flow of
     * messages remain, except for the plan. Later arrivals that are not part of the history remain, too.
     *
     * @param history the updates that a replay would send
     * @param before the conversation when the history was requested
     * @return false, without a change, if a turn has begun since; the history has to be requested again after its end
     */
    public boolean replaced(List<SessionUpdate> history, Conversation before) {
        AtomicBoolean taken = new AtomicBoolean();
        apply(() -> taken.set(assembly.replaced(history, before)), false);
        return taken.get();
    }

    /** Drops all entries, because the session continues from another message and the conversation before it is unknown. */
    public void dropAll() {
        apply(assembly::dropAll, false);
    }

    /** Applies the modes and options of a response; null leaves them unchanged. */
    public void settled(@Nullable SessionModeState modes, @Nullable List<SessionConfigOption> configOptions) {
        apply(() -> assembly.settled(modes, configOptions), false);
    }

    /**
     * Records that messages of the agent were lost, or may have been lost. Adds a {@link TranscriptEntry.Gap} after the last entry. Several
     * losses without an entry between them result in one gap.
     *
     * @param reason the cause of the loss
     */
    public void gap(TranscriptEntry.Gap.Reason reason) {
        gap(reason, "");
    }

    /**
     * Records a loss of messages, as {@link #gap(TranscriptEntry.Gap.Reason)} does, after which the agent has sent its history again without some
     * text that the user has seen.
     *
     * @param reason the cause of the loss
     * @param unstoredText the text that the history of the agent does not contain
     */
    public void gap(TranscriptEntry.Gap.Reason reason, String unstoredText) {
        apply(() -> assembly.gap(reason, unstoredText), false);
    }

    /**
     * Inserts the refused prompts of an earlier transcript of the session, and its gaps with unstored text, into this transcript. Each is
     * inserted into its turn, a gap at the position described at {@link TranscriptEntry.Gap}. Call this method after loading the session on
     * another connection.
     *
     * @param earlier the conversation of the earlier transcript
     */
    public void restoreMarks(Conversation earlier) {
        apply(() -> assembly.restoreMarks(earlier), false);
    }

    /**
     * Continues an earlier transcript of the session: its entries come first, then a {@link TranscriptEntry.Gap}, then the entries of this
     * transcript. Call this after a session was resumed on another connection.
     *
     * @param earlier the conversation of the earlier transcript
     * @param reason the cause of the gap
     * @param whole whether the earlier transcript begins with the first message of the session; {@link Conversation#inheritsAll()} returns
     *     this value
     */
    public void continued(Conversation earlier, TranscriptEntry.Gap.Reason reason, boolean whole) {
        apply(() -> assembly.continued(earlier, reason, whole), false);
    }

    private void apply(Runnable change, boolean wait) {
        lock.lock();
        try {
            change.run();
            current = assembly.now();
        } finally {
            lock.unlock();
        }
        announcer.announce(wait);
    }

    /** A requested replay. Safe for use by any number of threads. */
    public interface Replay {

        /**
         * Ends the replay, as {@link #replayEnded} does. Has no effect after the first call.
         *
         * @param complete whether the conversation is what has been replayed
         */
        void end(boolean complete);

        /**
         * Returns to the earlier conversation and ignores the rest of the replay, up to {@link #end}. If a turn that was prompted during the replay
         * ends before that, the entries since its prompt are shown.
         */
        void giveUp();
    }
}
