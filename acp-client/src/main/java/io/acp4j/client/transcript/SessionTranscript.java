package io.acp4j.client.transcript;

import io.acp4j.schema.v1.config.SessionConfigOption;
import io.acp4j.schema.v1.content.ContentBlock;
import io.acp4j.schema.v1.mode.SessionModeState;
import io.acp4j.schema.v1.prompt.StopReason;
import io.acp4j.schema.v1.update.SessionUpdate;
import io.acp4j.schema.v1.update.ToolCallUpdate;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts the conversation of one session together from its updates.
 *
 * <p>The transcript of a client's session ({@code ClientSession.transcript()}) is fed by the client; only read it. One that
 * you {@linkplain #create() create} yourself is fed by you: with every {@linkplain #update update}, in order, and with what
 * updates do not tell, which is what the user prompts, how turns end, and when a stored session is replayed.
 *
 * <p>Safe for use by any number of threads. An update takes time in proportion to its own size, not to that of the
 * conversation, and {@link #snapshot()} takes none.
 *
 * @since 0.1.0
 */
public final class SessionTranscript {

    private final ReentrantLock lock = new ReentrantLock();
    private final Announcer announcer = new Announcer();
    private final Assembly assembly;
    private volatile Conversation current = Conversation.EMPTY;

    private SessionTranscript(TranscriptOptions options) {
        this.assembly = new Assembly(options, announcer::note);
        Consumer<TranscriptEntry> spill = options.spill();
        if (spill != null) {
            var unused = announcer.add((change, after) -> {
                if (change instanceof TranscriptChange.EntryDropped dropped) {
                    spill.accept(dropped.entry());
                }
            });
        }
    }

    /**
     * Makes an empty transcript that keeps everything.
     *
     * @return the transcript
     */
    public static SessionTranscript create() {
        return new SessionTranscript(TranscriptOptions.KEEP_ALL);
    }

    /**
     * Makes an empty transcript.
     *
     * @param options how much it keeps
     * @return the transcript
     */
    public static SessionTranscript create(TranscriptOptions options) {
        return new SessionTranscript(options);
    }

    /**
     * Gives the conversation as it is now.
     *
     * @return an immutable value
     */
    public Conversation snapshot() {
        return current;
    }

    /**
     * Adds a listener; it learns of changes that come from now on.
     *
     * @param listener takes the changes
     * @return closing it removes the listener
     */
    public Subscription onChange(TranscriptListener listener) {
        return announcer.add(listener);
    }

    /**
     * Takes an update of the session. Returns when the listeners have handled what it changed, unless one of them is calling.
     *
     * @param update what the agent reported
     */
    public void update(SessionUpdate update) {
        apply(() -> assembly.update(update), true);
    }

    /**
     * Takes what the user prompts: begins a turn with a message of the user. When the agent tells the prompt back, its chunks
     * take the place of this message.
     *
     * @param content what the user says
     */
    public void promptStarted(List<? extends ContentBlock> content) {
        apply(() -> assembly.prompted(content), false);
    }

    /**
     * Takes the end of the turn. When it was cancelled or failed, its unfinished tool calls are marked as cancelled.
     *
     * @param reason why it ended; null when it failed
     */
    public void promptEnded(@Nullable StopReason reason) {
        apply(() -> assembly.ended(reason), false);
    }

    /**
     * Takes that the user has cancelled the turn: its unfinished tool calls are marked as cancelled.
     *
     * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation">the specification</a>
     */
    public void cancelRequested() {
        apply(assembly::cancel, false);
    }

    /**
     * Takes what a request for permission says of its tool call: shows the call if nothing has, and fills in what is not
     * known of it.
     *
     * @param call the call, as the request describes it
     */
    public void permissionRequested(ToolCallUpdate call) {
        apply(() -> assembly.patch(call, true), true);
    }

    /**
     * Takes that the agent is about to replay the session. The first update that is part of the history begins the
     * conversation anew, so that messages are not shown twice and ids that the agent has replaced point nowhere; what is
     * beside the flow of the conversation stays until it is told anew, but for the plan.
     *
     * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#loading-sessions">the specification</a>
     */
    public void replayStarted() {
        apply(assembly::replayAwaited, false);
    }

    /**
     * Takes the end of the replay.
     *
     * @param complete true when the conversation is what has been replayed, even if that is nothing; false when the replay
     *     failed, and the conversation becomes what it was before if there was any
     */
    public void replayEnded(boolean complete) {
        apply(() -> assembly.replayEnded(complete), false);
    }

    /**
     * Takes modes and options that an answer of the agent tells, rather than an update.
     *
     * @param modes the current mode and those to choose from; null leaves them as they are
     * @param configOptions the options with their values; null leaves them as they are
     */
    public void settled(@Nullable SessionModeState modes, @Nullable List<SessionConfigOption> configOptions) {
        apply(() -> assembly.settled(modes, configOptions), false);
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

    /** A listener that has been added. */
    @FunctionalInterface
    public interface Subscription extends AutoCloseable {
        /** Removes the listener; a change that is being handled is still finished. */
        @Override
        void close();
    }
}
