package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.tree.NewNode;
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
 * Last output of the client's terminals, for branches that were inactive when it was stored. A tree stores nodes only on its active branch.
 *
 * <p>At most {@value #MAX_BYTES} bytes of {@value #MAX_TERMINALS} terminals are kept. Of more the oldest are removed. Thread-safe.
 */
final class KeptTerminalOutputs {

    static final int MAX_BYTES = 1024 * 1024;
    static final int MAX_TERMINALS = 64;

    private final Map<TerminalId, TerminalUpdate> outputs = new LinkedHashMap<>();
    private long bytes;

    /** Keeps the output of a terminal in place of its previous output. An update without output keeps the previous output. */
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
     * Returns the output that follows an update on its branch; null for none. Before a tool call refers to a terminal on another branch,
     * its output may already be complete.
     */
    synchronized @Nullable TerminalUpdate after(SessionUpdate update) {
        return update instanceof TerminalUpdate terminal && PathTerminals.isBeginning(terminal)
                ? outputs.get(terminal.terminalId())
                : null;
    }

    boolean isMissingIn(TreeView tree) {
        return !missing(tree).isEmpty();
    }

    /** Returns the outputs of terminals that the active branch contains without this output. */
    List<NewNode> missing(TreeView tree) {
        Map<TerminalId, TerminalUpdate> kept = all();
        List<NewNode> missing = new ArrayList<>();
        if (!kept.isEmpty()) {
            PathTerminals.open(tree, kept.keySet()).forEach((terminal, hasOutput) -> {
                TerminalUpdate output = kept.get(terminal);
                if (output != null && (!hasOutput || PathTerminals.isEnd(output))) {
                    missing.add(NewNode.of(output));
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
