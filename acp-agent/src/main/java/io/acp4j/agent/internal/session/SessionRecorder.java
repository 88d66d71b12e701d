package io.acp4j.agent.internal.session;

import io.acp4j.agent.internal.client.BranchRecorder;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.SystemPrompt;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records what is sent about one open session, each message as soon as it is complete and before anything after it is sent.
 *
 * <p>Called by the thread that holds the lock of the session's output, unless a method says otherwise.
 */
public interface SessionRecorder extends BranchRecorder {

    /** How a turn ended whose handler failed; it is recorded, never sent. */
    StopReason FAILED = new StopReason("_failed");

    /** Returns the tree of the session; for any thread. */
    SessionTree tree();

    /**
     * Returns the tree as the author of the agent gets it: what changes there is shown to the client; for any thread.
     *
     * @param output shows it
     * @param settings the modes and options of the session, which stay as they are wherever it goes on
     */
    SessionTree tree(SessionOutput output, SessionSettings settings);

    /** Returns the client's instructions that are known of the session; for any thread. */
    @Nullable
    SystemPrompt systemPrompt();

    /** Returns what the client of a session gets again that opens it: commands and usage; for any thread. */
    List<SessionUpdate> lastUpdates();

    /** Returns what the response to a request that opens the session says beside its state; null for nothing; for any thread. */
    @Nullable
    Meta meta();

    /** Sets what returns what the session does, for those who ask without having it open; for any thread. */
    void reportWith(Supplier<@Nullable StateUpdate> source);

    /** Sets what runs when somebody else takes the session, or runs it at once if somebody has; for any thread. */
    void onLoss(Consumer<AcpErrorException> action);

    /**
     * Checks that nobody else has the session by now; for any thread.
     *
     * @throws BranchException when somebody has
     */
    void requireHeld();

    /**
     * Stores what was set while the session was opened, before the response is sent.
     *
     * @param isKnown true for a session that existed before. Others may have opened it in the meantime, which is checked
     * @throws BranchException when another opener has the session
     */
    void completeOpening(boolean isKnown);

    /** Returns whether somebody else has the session, as far as is known; for any thread. */
    boolean isLost();

    /** Stops recording since the session cannot be used here any more; for any thread. */
    void lose(AcpErrorException why);

    /**
     * Notes that the session goes on from another message, where other modes and options may be stored: those that it has are stored
     * there with the next that is.
     *
     * @param present returns what it has
     */
    void moved(Supplier<OpenedState> present);

    /** Stores the modes and options of the session where it goes on now, unless they are stored there. */
    void storeSettings();

    /**
     * Records the user's message, and what was left to be recorded before it.
     *
     * @return the title that the session has taken from the message; null when it has taken none
     */
    @Nullable
    String beginTurn(MessageId message, List<ContentBlock> content);

    /** Stores what has changed of open tool calls and terminals and could wait until now; the message that is being sent goes on. */
    void flush();

    /** Passes on all that has been sent, stored or not, save modes and options: their last values stand in the response. */
    void replay(Consumer<SessionUpdate> target);

    /** Records the message that is being sent, as it is complete now. */
    void endMessage();

    /**
     * Ends the turn.
     *
     * @return why the prompt must get an error; null when all of the turn is recorded
     */
    @Nullable
    AcpErrorException endTurn(StopReason reason);

    /**
     * Records the remaining output and allows other connections to open the session. Failures are logged, since no caller waits for them.
     * Thread-safe, because the holder of the lock may be waiting for a client that does not read.
     */
    void close();
}
