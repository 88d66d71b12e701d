package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.session.MessageFlow;
import io.acp4j.agent.internal.session.SessionRecorder;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionInfoUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCallContentChunk;
import io.acp4j.schema.update.UsageUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores the nodes of one open session, each message as soon as it is complete. Not thread-safe, except where stated. */
final class NodeRecorder {

    private static final Logger LOG = LoggerFactory.getLogger(NodeRecorder.class);

    /** Reasons of a store for the loss of a session. */
    static final Set<String> LOSSES =
            Set.of(BranchException.TAKEN_OVER, BranchException.CLOSED, BranchException.UNKNOWN_SESSION);

    private final SessionId id;
    private final Supplier<SessionTree> opening;
    private final SessionServiceOptions.TitlePolicy titles;
    private final Consumer<BranchException> onLoss;
    private final SessionTree.Handover handover;
    private final UnstoredNodes unstored = new UnstoredNodes();
    private final KeptTerminalOutputs keptOutputs = new KeptTerminalOutputs();
    private final SessionDescription description = new SessionDescription(this::tree);

    private volatile Object branch = new Object();
    private volatile @Nullable AcpErrorException failure;
    private volatile boolean lost;
    private volatile boolean running;

    /** The tree; one that could only be opened for reading is opened again by the next turn. */
    private volatile OpenedTree opened;

    private @Nullable MessageId prompt;

    /** True before the first prompt since the session was opened. */
    private boolean mayTakeTitle = true;

    /** Supplies the modes and options of a session that has moved to a place where other ones may be stored; null when they are stored. */
    private @Nullable Supplier<OpenedState> settings;

    /** True if the store may still contain a running turn that has already ended. */
    private boolean unfinished;

    /**
     * Opens a session for writing.
     *
     * @param opening opens the session; also called after the store has failed
     * @param readable opens the session for reading when the store cannot be written, or throws its argument
     * @param titles chooses the title of a session without one
     * @param onLoss called when a change shows that the session can no longer be written here
     * @param handover called before another part of this process opens the session
     */
    NodeRecorder(
            SessionId id,
            Supplier<SessionTree> opening,
            Function<SessionStoreException.UnwritableException, SessionTree> readable,
            SessionServiceOptions.TitlePolicy titles,
            Consumer<BranchException> onLoss,
            SessionTree.Handover handover) {
        this.id = id;
        this.opening = opening;
        this.titles = titles;
        this.onLoss = onLoss;
        this.handover = handover;
        this.opened = OpenedTree.open(opening, readable, handover);
    }

    /** Returns the tree with the token of its lease. Thread-safe. */
    OpenedTree opened() {
        return opened;
    }

    /** Returns the tree. Thread-safe. */
    SessionTree tree() {
        return opened.tree();
    }

    /** Returns the error with which recording fails, or null. Thread-safe. */
    @Nullable
    AcpErrorException failure() {
        return failure;
    }

    /** Returns true if another recorder or process has the session. Thread-safe. */
    boolean isLost() {
        return lost;
    }

    /** Returns true while a turn is being recorded. Thread-safe. */
    boolean isRunning() {
        return running;
    }

    /** Stops recording permanently. Thread-safe. */
    void lose(AcpErrorException why) {
        failure = why;
        lost = true;
    }

    /** Continues after a loss, in the tree of the recorder that had the session in the meantime. */
    void continueIn(NodeRecorder other) {
        branch = new Object();
        keptOutputs.takeAll(other.keptOutputs);
        opened = other.opened;
        tree().onHandover(handover);
        lost = false;
        failure = null;
    }

    /** Stores everything that was sent but is not stored yet. A failure is logged. */
    void storeRest() {
        if (failure != null) {
            return;
        }
        List<HistoryEntry.Draft> rest = unstored.before(null);
        dropDraft();
        rest.addAll(unstored.rest());
        try {
            if (!rest.isEmpty() || (settings != null && stored(() -> keptOutputs.isMissingIn(tree())))) {
                append(rest);
            }
            stored(description::storeUsage);
        } catch (AcpErrorException e) {
            LOG.warn("the last message of session {} was not stored before it changed hands: {}", id, e.getMessage());
        }
    }

    /** Returns the attributes and directories of the session. Thread-safe. */
    SessionDescription description() {
        return description;
    }

    KeptTerminalOutputs keptOutputs() {
        return keptOutputs;
    }

    /** Returns an object that is replaced when the session continues from another message. Thread-safe. */
    Object branch() {
        return branch;
    }

    void moved(Supplier<OpenedState> present) {
        branch = new Object();
        settings = present;
    }

    void storeSettings() {
        if (settings != null) {
            requireWritable();
            append(List.of());
        }
    }

    @Nullable
    String beginTurn(MessageId message, List<ContentBlock> content) {
        if (!lost) {
            failure = null;
        }
        requireWritable();
        if (unfinished || !opened.isWritable()) {
            opened = stored(() -> OpenedTree.open(opening, handover));
            unfinished = false;
        }
        store(null);
        append(List.of());
        unstored.forgetCalls();
        boolean untitled =
                mayTakeTitle && stored(() -> tree().snapshot()).session().title() == null;
        String title = untitled ? StoredTitles.proposal(titles, content, id) : null;
        stored(() -> tree().beginTurn(HistoryEntry.Draft.user(message, content), title));
        prompt = message;
        running = true;
        mayTakeTitle = false;
        return title == null ? null : stored(() -> tree().session()).title();
    }

    /** Stores nodes. After a move to another branch, missing settings and terminal outputs are stored before them. */
    private void append(List<HistoryEntry.Draft> nodes) {
        Supplier<OpenedState> moved = settings;
        if (moved == null && nodes.isEmpty()) {
            return;
        }
        stored(() -> {
            List<HistoryEntry.Draft> all = new ArrayList<>();
            if (moved != null) {
                OpenedState present = moved.get();
                all.addAll(description.settings().missing(present.modes(), present.options()));
                all.addAll(keptOutputs.missing(tree()));
            }
            all.addAll(nodes);
            return all.isEmpty() ? all : tree().append(all);
        });
        settings = null;
    }

    void record(SessionUpdate update) {
        requireWritable();
        if (!opened.isWritable() && (update instanceof AvailableCommandsUpdate || update instanceof UsageUpdate)) {
            return; // A session that can only be read is opened anyway; these are sent again each time.
        }
        if (update instanceof ContentChunk chunk) {
            record(chunk);
            return;
        }
        MessageUpsert whole = MessageUpsert.of(update);
        if (whole != null) {
            record(whole, update);
            return;
        }
        if (update instanceof ToolCallContentChunk piece) {
            store(unstored.changesOf(piece.toolCallId()));
        }
        if (!MessageFlow.isOutsideConversation(update)) {
            store(unstored.nodeOf(StoredDiffs.in(update)));
        }
        if (update instanceof AvailableCommandsUpdate commands) {
            stored(() -> description.commands(commands));
        } else if (update instanceof UsageUpdate used) {
            description.usage(used);
            if (!running) {
                stored(description::storeUsage);
            }
        }
        TerminalUpdate output = keptOutputs.after(update);
        if (output != null) {
            record(output);
        }
        if (update instanceof SessionInfoUpdate info && !info.title().isUnchanged()) {
            String title = info.title().applyTo(null);
            stored(() -> tree().title(title));
        }
    }

    private void record(ContentChunk chunk) {
        MessageId message = Objects.requireNonNull(chunk.messageId(), "chunks are numbered before they are stored");
        NodeKind kind = MessageDraft.kindOf(chunk);
        if (kind == NodeKind.USER && message.equals(prompt)) {
            return; // The echo of what was stored when the turn began.
        }
        if (!unstored.continues(kind, message, running)) {
            begin(kind, message);
        }
        unstored.add(chunk);
    }

    private void begin(NodeKind kind, MessageId message) {
        store(null);
        unstored.begin(kind, message);
        tree().sending(message);
    }

    /**
     * Records a whole message. A message that is not stored yet is stored with its new content. Stored content does not change; the change
     * is stored after it.
     */
    private void record(MessageUpsert whole, SessionUpdate update) {
        if (!unstored.continues(whole.kind(), whole.id(), false)) {
            if (whole.id().equals(prompt) || isStored(whole.id())) {
                store(HistoryEntry.Draft.of(update));
                return;
            }
            begin(whole.kind(), whole.id());
        }
        unstored.add(whole);
    }

    private boolean isStored(MessageId message) {
        try {
            HistoryEntry unused = tree().find(message);
            return true;
        } catch (BranchException e) {
            return false;
        }
    }

    void flush() {
        List<HistoryEntry.Draft> changes = failure == null ? unstored.changes() : List.of();
        if (!changes.isEmpty()) {
            append(changes);
        }
    }

    /** Returns the updates of the message and the compaction that are not complete. */
    List<SessionUpdate> goingOn() {
        return unstored.goingOn();
    }

    void endMessage() {
        if (failure == null) {
            store(null);
        }
    }

    @Nullable
    AcpErrorException endTurn(StopReason reason) {
        if (running && !lost) {
            StopReason shown = failure == null ? reason : SessionRecorder.FAILED;
            List<HistoryEntry.Draft> rest = unstored.before(null);
            dropDraft();
            rest.addAll(unstored.rest());
            try {
                stored(() -> tree().endTurn(rest, shown));
                stored(description::storeUsage);
            } catch (AcpErrorException e) {
                failure = e;
                unfinished = !lost;
            }
        }
        running = false;
        prompt = null;
        return failure;
    }

    private void requireWritable() {
        if (failure != null) {
            throw failure;
        }
    }

    private void store(HistoryEntry.@Nullable Draft node) {
        List<HistoryEntry.Draft> nodes = unstored.before(node);
        if (!nodes.isEmpty()) {
            append(nodes);
            dropDraft();
        }
    }

    private void dropDraft() {
        if (unstored.drop()) {
            tree().sending(null);
        }
    }

    private void stored(Runnable action) {
        stored(() -> {
            action.run();
            return id;
        });
    }

    private <T> T stored(Supplier<T> action) {
        try {
            return action.get();
        } catch (SessionStoreException e) {
            LOG.error("session {} could not be stored; the operation fails", id, e);
            AcpErrorException error = StoreFailures.of(e, id);
            failure = error;
            throw error;
        } catch (BranchException e) {
            if (LOSSES.contains(e.reason())) {
                LOG.warn("session {} can no longer be written here: {}", id, e.getMessage());
                onLoss.accept(e);
            } else {
                dropDraft();
            }
            throw e;
        }
    }
}
