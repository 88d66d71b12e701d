package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.internal.client.TerminalReferences;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.Page;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.agent.tree.TreeView;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.TerminalUpdate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Updates of terminals that tool calls of a page refer to and that are not in the page, because the output is often stored with a later
 * message. At most {@value #MAX_NODES} nodes, and 1 MiB of output, are read in each direction.
 *
 * @param before the updates from before the page, in order
 * @param after the updates from after the page, in order
 */
record PathTerminals(List<SessionUpdate> before, List<SessionUpdate> after) {

    static final int MAX_NODES = 1_000;

    private static final int STEP = 64;

    /**
     * Finds the updates.
     *
     * @param leaf the message at which the path ends; null for the active path
     * @param nodes the nodes of the page
     */
    static PathTerminals around(TreeView tree, @Nullable MessageId leaf, List<HistoryEntry> nodes) {
        Set<TerminalId> begun = new HashSet<>();
        for (HistoryEntry node : nodes) {
            node.updates().forEach(update -> begun.addAll(TerminalReferences.ids(update)));
        }
        if (begun.isEmpty()) {
            return new PathTerminals(List.of(), List.of());
        }
        Set<TerminalId> ended = new HashSet<>(begun);
        for (HistoryEntry node : nodes) {
            begun.removeAll(terminals(node, PathTerminals::isBeginning));
            ended.removeAll(terminals(node, PathTerminals::isEnd));
        }
        HistoryEntry first = nodes.get(0);
        HistoryEntry last = nodes.get(nodes.size() - 1);
        return new PathTerminals(
                find(tree, new PathQuery(leaf, true, first.ref().toString(), STEP), begun),
                find(tree, new PathQuery(leaf, false, last.ref().toString(), STEP), ended));
    }

    /** Returns true for the first update of a terminal. */
    static boolean isBeginning(TerminalUpdate update) {
        return update.command().value() != null;
    }

    static boolean isEnd(TerminalUpdate update) {
        return update.exitStatus().value() != null;
    }

    /** Returns the open terminals at the end of the active path. The value is true if the path contains output of the terminal. */
    static Map<TerminalId, Boolean> open(TreeView tree, Set<TerminalId> terminals) {
        Map<TerminalId, Boolean> open = new LinkedHashMap<>();
        for (SessionUpdate update : find(tree, PathQuery.last(STEP), new HashSet<>(terminals))) {
            if (!(update instanceof TerminalUpdate terminal)) {
                continue;
            }
            TerminalId id = terminal.terminalId();
            if (isBeginning(terminal)) {
                open.put(id, false);
            }
            if (isEnd(terminal)) {
                open.remove(id);
            } else if (terminal.output().value() != null) {
                open.replace(id, true);
            }
        }
        return open;
    }

    private static Set<TerminalId> terminals(HistoryEntry node, Predicate<TerminalUpdate> which) {
        Set<TerminalId> terminals = new HashSet<>();
        for (SessionUpdate update : node.updates()) {
            if (update instanceof TerminalUpdate terminal && which.test(terminal)) {
                terminals.add(terminal.terminalId());
            }
        }
        return terminals;
    }

    /** Reads the path in one direction until the beginnings or the ends of the terminals are found. */
    private static List<SessionUpdate> find(TreeView tree, PathQuery first, Set<TerminalId> missing) {
        List<SessionUpdate> found = new ArrayList<>();
        PathQuery query = first;
        int read = 0;
        long size = 0;
        while (!missing.isEmpty() && read < MAX_NODES && size < PathEntries.MAX_BYTES) {
            Page<HistoryEntry> page = tree.page(query);
            List<HistoryEntry> nodes = page.items();
            for (int i = 0; i < nodes.size() && !missing.isEmpty() && size < PathEntries.MAX_BYTES; i++) {
                HistoryEntry node = nodes.get(first.backward() ? nodes.size() - 1 - i : i);
                List<SessionUpdate> updates = node.updates().stream()
                        .filter(update -> isOf(update, missing))
                        .toList();
                if (!updates.isEmpty()) {
                    found.addAll(first.backward() ? 0 : found.size(), updates);
                    size += node.size();
                    missing.removeAll(
                            terminals(node, first.backward() ? PathTerminals::isBeginning : PathTerminals::isEnd));
                }
            }
            read += nodes.size();
            String next = first.backward() ? page.previous() : page.next();
            if (next == null) {
                break;
            }
            query = query.from(next);
        }
        return found;
    }

    /** Returns true if the active path contains a node. Reads the path from its end. */
    static boolean contains(TreeView tree, NodeRef node) {
        PathQuery query = PathQuery.last(STEP);
        while (true) {
            Page<HistoryEntry> page = tree.page(query);
            for (HistoryEntry each : page.items()) {
                if (each.ref().equals(node)) {
                    return true;
                }
            }
            if (page.previous() == null) {
                return false;
            }
            query = query.from(page.previous());
        }
    }

    private static boolean isOf(SessionUpdate update, Set<TerminalId> terminals) {
        if (update instanceof TerminalUpdate terminal) {
            return terminals.contains(terminal.terminalId());
        }
        return update instanceof TerminalOutputChunk chunk && terminals.contains(chunk.terminalId());
    }
}
