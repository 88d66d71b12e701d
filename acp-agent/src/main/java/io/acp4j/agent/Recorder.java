package io.acp4j.agent;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.NewNode;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.CompactionId;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.content.ContentBlock;
import io.acp4j.schema.v1.prompt.StopReason;
import io.acp4j.schema.v1.update.AvailableCommandsUpdate;
import io.acp4j.schema.v1.update.ContentChunk;
import io.acp4j.schema.v1.update.SessionInfoUpdate;
import io.acp4j.schema.v1.update.SessionUpdate;
import io.acp4j.schema.v1.update.ToolCall;
import io.acp4j.schema.v1.update.ToolCallUpdate;
import io.acp4j.schema.v1.update.UsageUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores what is sent about one open session, each message as soon as it is complete and before anything after it is sent.
 *
 * <p>For whoever holds the lock of the session's output, save what says otherwise.
 */
final class Recorder {

    /** How a turn ended whose handler failed; it is stored, never sent. */
    static final StopReason FAILED = new StopReason("_failed");

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    private static final Set<String> LOSSES =
            Set.of(BranchException.TAKEN_OVER, BranchException.CLOSED, BranchException.UNKNOWN_SESSION);

    private final SessionId id;
    private final Supplier<SessionTree> opening;
    private final ToolCallRecords calls = new ToolCallRecords();
    private volatile SessionTree tree;
    private volatile @Nullable AcpErrorException failure;
    private volatile boolean lost;
    private final Consumer<Recorder> onEnd;
    private volatile Consumer<AcpErrorException> onLoss = why -> {};
    private @Nullable MessageDraft draft;
    private @Nullable CompactionDraft compaction;
    private @Nullable MessageId prompt;
    private boolean running;

    /** Whether the store may still hold a turn to be running that is none any more. */
    private boolean unfinished;

    /**
     * Opens a session for writing.
     *
     * @param opening opens it, also again after the store has failed
     * @param onEnd told when nothing more will be written
     */
    Recorder(SessionId id, Supplier<SessionTree> opening, Consumer<Recorder> onEnd) {
        this.id = id;
        this.opening = opening;
        this.onEnd = onEnd;
        this.tree = opening.get();
    }

    /** Names the session; for any thread. */
    SessionId id() {
        return id;
    }

    /** The tree of the session; for any thread. */
    SessionTree tree() {
        return tree;
    }

    /** Says what is to happen when somebody else takes the session, or at once if somebody has; for any thread. */
    void onLoss(Consumer<AcpErrorException> action) {
        onLoss = action;
        AcpErrorException why = failure;
        if (lost && why != null) {
            action.accept(why);
        }
    }

    /** Stops writing since somebody else has the session now; for any thread. */
    void lose(AcpErrorException why) {
        failure = why;
        lost = true;
        onLoss.accept(why);
        closeTree();
    }

    /** Stores the user's message, and whatever was left to be stored before it. */
    void beginTurn(MessageId message, List<ContentBlock> content) {
        if (!lost) {
            failure = null;
        }
        requireWritable();
        if (unfinished) {
            tree = stored(opening);
            unfinished = false;
        }
        store(null);
        calls.clear();
        stored(() -> tree.beginTurn(NewNode.user(message, content)));
        prompt = message;
        running = true;
    }

    /** Stores an update that is about to be sent, or remembers it as a part of what will be stored. */
    void record(SessionUpdate update) {
        requireWritable();
        if (update instanceof ContentChunk chunk) {
            record(chunk);
            return;
        }
        store(nodeOf(update));
        if (update instanceof SessionInfoUpdate info && !info.title().isUnchanged()) {
            String title = info.title().applyTo(null);
            stored(() -> {
                tree.title(title);
                return true;
            });
        }
    }

    private void record(ContentChunk chunk) {
        MessageId message = Objects.requireNonNull(chunk.messageId(), "chunks are numbered before they are stored");
        NodeKind kind = MessageDraft.kindOf(chunk);
        if (kind == NodeKind.USER && message.equals(prompt)) {
            return; // The echo of what was stored when the turn began.
        }
        if (draft == null || !draft.isOf(kind, message) || (running && draft.isFull())) {
            store(null);
            draft = new MessageDraft(kind, message);
            tree.sending(message);
        }
        draft.add(chunk);
    }

    private @Nullable NewNode nodeOf(SessionUpdate update) {
        if (update instanceof AvailableCommandsUpdate
                || update instanceof UsageUpdate
                || update instanceof SessionInfoUpdate) {
            return null;
        }
        if (update instanceof ToolCall call) {
            return calls.announced(call);
        }
        if (update instanceof ToolCallUpdate change) {
            return calls.changed(change);
        }
        CompactionId compacted = CompactionDraft.idOf(update);
        return compacted == null ? NewNode.of(update) : compaction(compacted, update);
    }

    private @Nullable NewNode compaction(CompactionId compacted, SessionUpdate update) {
        CompactionDraft open = compaction;
        if (open == null || !open.isOf(compacted)) {
            open = CompactionDraft.of(compacted);
        }
        open.add(update);
        NewNode ended = open.ended();
        compaction = ended == null ? open : null;
        return ended;
    }

    /** Stores the message that is being sent, as it is complete now. */
    void endMessage() {
        if (failure == null) {
            store(null);
        }
    }

    /**
     * Ends the turn.
     *
     * @return why the turn must be answered by an error; null when all of it is stored
     */
    @Nullable
    AcpErrorException endTurn(StopReason reason) {
        if (running && !lost) {
            StopReason shown = failure == null ? reason : FAILED;
            List<NewNode> rest = rest();
            try {
                stored(() -> tree.endTurn(rest, shown));
            } catch (AcpErrorException e) {
                failure = e;
                unfinished = !lost;
            }
        }
        running = false;
        prompt = null;
        return failure;
    }

    private List<NewNode> rest() {
        List<NewNode> rest = new ArrayList<>();
        if (draft != null) {
            rest.add(draft.seal());
            dropDraft();
        }
        rest.addAll(calls.rest());
        calls.clear();
        if (compaction != null) {
            rest.add(compaction.unfinished());
            compaction = null;
        }
        return rest;
    }

    /** Stores what is left and lets others open the session. What fails is logged: nobody waits for it. */
    void close() {
        if (!lost) {
            if (running) {
                endTurn(StopReason.CANCELLED);
            } else {
                try {
                    endMessage();
                } catch (AcpErrorException e) {
                    LOG.warn("the last message of session {} was not stored: {}", id, e.getMessage());
                }
            }
        }
        closeTree();
    }

    private void closeTree() {
        try {
            tree.close();
        } catch (SessionStoreException e) {
            LOG.warn("session {} could not be closed in its store; others can open it when its lease ends", id, e);
        } finally {
            onEnd.accept(this);
        }
    }

    private void requireWritable() {
        if (failure != null) {
            throw failure;
        }
    }

    private void store(@Nullable NewNode node) {
        List<NewNode> nodes = new ArrayList<>(2);
        if (draft != null) {
            nodes.add(draft.seal());
        }
        if (node != null) {
            nodes.add(node);
        }
        if (!nodes.isEmpty()) {
            stored(() -> tree.append(nodes));
            dropDraft();
        }
    }

    private void dropDraft() {
        if (draft != null) {
            draft = null;
            tree.sending(null);
        }
    }

    private <T> T stored(Supplier<T> action) {
        try {
            return action.get();
        } catch (SessionStoreException e) {
            LOG.error("session {} could not be stored; its turn fails", id, e);
            AcpErrorException answer = new AcpErrorException(
                    ErrorCode.INTERNAL_ERROR,
                    "The session could not be stored",
                    Map.of("reason", "store_failed", "sessionId", id.value()));
            failure = answer;
            throw answer;
        } catch (BranchException e) {
            if (LOSSES.contains(e.reason())) {
                LOG.warn("session {} can be written here no more: {}", id, e.getMessage());
                lose(e);
            } else {
                dropDraft();
            }
            throw e;
        }
    }
}
