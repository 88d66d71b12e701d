package io.acp4j.agent.internal.persistence;

import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.Page;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.agent.tree.TreeView;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.PathDirection;
import io.acp4j.schema.branching.PathEntry;
import io.acp4j.schema.branching.SessionPathRequest;
import io.acp4j.schema.branching.SessionPathResponse;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes pages of messages, each with what comes after it until the next one, of the nodes of a path. */
public final class PathEntries {

    /** Number of nodes that are read at once. */
    private static final int STEP = 64;

    /** Size of stored content, in bytes, at which no further message is added to a page. */
    static final int MAX_BYTES = 1024 * 1024;

    /** A page of messages, with the updates of their terminals that are not in the page. */
    record Part(SessionPathResponse response, PathTerminals terminals) {}

    private PathEntries() {}

    static Part page(TreeView tree, SessionPathRequest request, int limit) {
        boolean backward = PathDirection.BACKWARD.equals(request.direction());
        PathQuery query = new PathQuery(request.messageId(), backward, request.cursor(), STEP);
        return backward ? backward(tree, query, limit) : forward(tree, query, limit);
    }

    private static Part forward(TreeView tree, PathQuery first, int limit) {
        List<HistoryEntry> nodes = new ArrayList<>();
        PathQuery query = first;
        Page<HistoryEntry> page;
        do {
            page = tree.page(query);
            nodes.addAll(page.items());
            query = query.from(page.next());
        } while (page.next() != null && needsMore(nodes, limit));
        List<Integer> starts = starts(nodes);
        int known = page.next() == null ? starts.size() : starts.size() - 1;
        int count = Math.min(limit, known);
        while (count > 1 && size(nodes.subList(0, end(nodes, starts, count))) > MAX_BYTES) {
            count--;
        }
        boolean more = page.next() != null || starts.size() > count;
        List<HistoryEntry> shown = more ? nodes.subList(0, end(nodes, starts, count)) : nodes;
        String next = more ? shown.get(shown.size() - 1).ref().toString() : null;
        return new Part(
                new SessionPathResponse(entries(tree, first, shown), next, null, null),
                PathTerminals.around(tree, first.leaf(), shown));
    }

    private static Part backward(TreeView tree, PathQuery first, int limit) {
        List<HistoryEntry> nodes = new ArrayList<>();
        PathQuery query = first;
        Page<HistoryEntry> page;
        do {
            page = tree.page(query);
            nodes.addAll(0, page.items());
            query = query.from(page.previous());
        } while (page.previous() != null && needsMore(nodes, limit));
        List<Integer> starts = starts(nodes);
        int known = page.previous() == null ? starts.size() : starts.size() - 1;
        int count = Math.min(limit, known);
        while (count > 1 && size(nodes.subList(starts.get(starts.size() - count), nodes.size())) > MAX_BYTES) {
            count--;
        }
        boolean more = page.previous() != null || starts.size() > count;
        List<HistoryEntry> shown = more ? nodes.subList(starts.get(starts.size() - count), nodes.size()) : nodes;
        String next = more ? shown.get(0).ref().toString() : null;
        return new Part(
                new SessionPathResponse(entries(tree, first, shown), next, null, null),
                PathTerminals.around(tree, first.leaf(), shown));
    }

    /** Returns true if a page may contain more messages, or contains no message yet whose beginning and end are known. */
    private static boolean needsMore(List<HistoryEntry> nodes, int limit) {
        int starts = starts(nodes).size();
        return starts < 2 || (starts <= limit && size(nodes) <= MAX_BYTES);
    }

    /** Returns the index after the nodes of the first messages. */
    private static int end(List<HistoryEntry> nodes, List<Integer> starts, int messages) {
        return messages < starts.size() ? starts.get(messages) : nodes.size();
    }

    private static long size(List<HistoryEntry> nodes) {
        return nodes.stream().mapToLong(HistoryEntry::size).sum();
    }

    /** Returns the indexes of the nodes that begin a message; a further part of one is not the beginning of another. */
    private static List<Integer> starts(List<HistoryEntry> nodes) {
        List<Integer> starts = new ArrayList<>();
        MessageId current = null;
        for (int i = 0; i < nodes.size(); i++) {
            HistoryEntry node = nodes.get(i);
            if (node.kind().isMessage() && !Objects.equals(node.messageId(), current)) {
                starts.add(i);
                current = node.messageId();
            }
        }
        return starts;
    }

    private static List<PathEntry> entries(TreeView tree, PathQuery query, List<HistoryEntry> nodes) {
        List<Integer> starts = starts(nodes);
        Map<NodeRef, String> labels = starts.isEmpty() ? Map.of() : tree.labels();
        List<PathEntry> entries = new ArrayList<>();
        MessageId parent = starts.isEmpty() ? null : before(tree, query, nodes.get(starts.get(0)));
        for (int i = 0; i < starts.size(); i++) {
            // What comes before the first message of a conversation, such as its mode, is shown with that.
            int from = i == 0 ? 0 : starts.get(i);
            int to = i + 1 < starts.size() ? starts.get(i + 1) : nodes.size();
            HistoryEntry message = nodes.get(starts.get(i));
            List<SessionUpdate> updates = new ArrayList<>();
            nodes.subList(from, to).forEach(node -> updates.addAll(node.updates()));
            entries.add(new PathEntry(BranchMessages.of(message, parent, labels), updates, null));
            parent = message.messageId();
        }
        return entries;
    }

    /** Returns the message before one on a path; null when it is the first. */
    private static @Nullable MessageId before(TreeView tree, PathQuery path, HistoryEntry message) {
        if (message.depth() <= 1) {
            return null;
        }
        PathQuery query = new PathQuery(path.leaf(), true, message.ref().toString(), 16);
        while (true) {
            Page<HistoryEntry> page = tree.page(query);
            for (int i = page.items().size() - 1; i >= 0; i--) {
                HistoryEntry node = page.items().get(i);
                if (node.kind().isMessage()) {
                    return node.messageId();
                }
            }
            if (page.previous() == null) {
                return null;
            }
            query = query.from(page.previous());
        }
    }
}
