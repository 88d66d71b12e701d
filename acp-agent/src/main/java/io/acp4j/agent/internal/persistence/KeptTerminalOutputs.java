package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.TreeView;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.terminal.TerminalOutput;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.TerminalUpdate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the latest output of each client terminal. A tree appends nodes only to its active branch, so the output is added to other
 * branches when they become active.
 *
 * <p>The cache holds at most {@value #MAX_TERMINALS} terminals and {@value #MAX_BYTES} bytes. The oldest outputs are evicted first.
 * Thread-safe.
 */
final class KeptTerminalOutputs {

    static final int MAX_BYTES = 1024 * 1024;
    static final int MAX_TERMINALS = 64;

    private final Map<TerminalId, TerminalUpdate> outputs = new LinkedHashMap<>();
    private long bytes;

    /** Replaces the cached update of a terminal. An update without output retains the previous output. */
    synchronized void keep(TerminalUpdate update) {
        TerminalUpdate previous = outputs.remove(update.terminalId());
        if (previous != null) {
            bytes -= size(previous);
        }
        TerminalUpdate kept = previous != null && update.output().isUnchanged()
                ? update.toBuilder().output(previous.output()).build()
                : update;
        outputs.put(kept.terminalId(), kept);
        bytes += size(kept);
        Iterator<TerminalUpdate> oldest = outputs.values().iterator();
        while (bytes > MAX_BYTES || outputs.size() > MAX_TERMINALS) {
            bytes -= size(oldest.next());
            oldest.remove();
        }
    }

    /** Moves the outputs of another recorder of the session to this object. */
    void takeAll(KeptTerminalOutputs other) {
        other.removeAll().values().forEach(this::keep);
    }

    private synchronized Map<TerminalId, TerminalUpdate> removeAll() {
        Map<TerminalId, TerminalUpdate> removed = all();
        outputs.clear();
        bytes = 0;
        return removed;
    }

    private synchronized Map<TerminalId, TerminalUpdate> all() {
        return new LinkedHashMap<>(outputs);
    }

    /**
     * Returns the output to store directly after an update; null unless the update is the first one of a terminal with cached output. A
     * tool call on another branch may refer to a terminal whose output is already complete.
     */
    synchronized @Nullable TerminalUpdate after(SessionUpdate update) {
        return update instanceof TerminalUpdate terminal && PathTerminals.isBeginning(terminal)
                ? outputs.get(terminal.terminalId())
                : null;
    }

    boolean isMissingIn(TreeView tree) {
        return !missing(tree).isEmpty();
    }

    /** Returns the cached outputs to append for open terminals of the active branch. */
    List<HistoryEntry.Draft> missing(TreeView tree) {
        Map<TerminalId, TerminalUpdate> kept = all();
        List<HistoryEntry.Draft> missing = new ArrayList<>();
        if (!kept.isEmpty()) {
            PathTerminals.open(tree, kept.keySet()).forEach((terminal, hasOutput) -> {
                TerminalUpdate output = kept.get(terminal);
                if (output != null && (!hasOutput || PathTerminals.isEnd(output))) {
                    missing.add(HistoryEntry.Draft.of(output));
                }
            });
        }
        return missing;
    }

    private static int size(TerminalUpdate update) {
        TerminalOutput output = update.output().value();
        return output == null ? 0 : output.bytes().length;
    }
}
