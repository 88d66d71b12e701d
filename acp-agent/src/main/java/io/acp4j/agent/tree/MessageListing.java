package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Lists the messages of all branches that a session sees in the order in which they were stored, so parents first. */
final class MessageListing {

    private static final int STEP = 64;

    private final StoreView view;
    private final long after;

    /** What is still to be listed: the inherited path and each segment of the session's own, by their next message. */
    private final PriorityQueue<Run> runs = new PriorityQueue<>(Comparator.comparingLong(Run::sequence));

    private MessageListing(StoreView view, long after) {
        this.view = view;
        this.after = after;
    }

    static Page<TreeView.ListedMessage> page(
            StoreView view, StoredSession session, @Nullable String cursor, int limit) {
        MessageListing listing = new MessageListing(view, cursor == null ? 0 : Cursors.number(cursor));
        NodeRef point = session.origin() == null ? null : session.origin().point();
        if (point != null) {
            List<Paths.Range> inherited = Paths.ranges(view, point);
            Collections.reverse(inherited);
            listing.add(inherited);
        }
        for (Segment segment : view.ownedBy(session.id())) {
            listing.add(List.of(new Paths.Range(segment, segment.lastMessage())));
        }
        return listing.page(limit);
    }

    private Page<TreeView.ListedMessage> page(int limit) {
        List<StoredNode.Header> found = new ArrayList<>();
        while (found.size() <= limit && !runs.isEmpty()) {
            Run run = runs.remove();
            found.add(run.take());
            if (run.hasNext()) {
                runs.add(run);
            }
        }
        boolean more = found.size() > limit;
        List<StoredNode.Header> page = more ? found.subList(0, limit) : found;
        return new Page<>(
                page.stream().map(this::entry).toList(),
                null,
                more ? Cursors.of(page.get(limit - 1).sequence()) : null);
    }

    private TreeView.ListedMessage entry(StoredNode.Header header) {
        StoredNode.Header parent = Paths.lastMessage(view, Paths.parent(view, header.ref()));
        int index = header.ref().index();
        return new TreeView.ListedMessage(
                new HistoryEntry(
                        view.nodes(header.ref().segment(), index, index + 1).get(0)),
                parent == null ? null : parent.messageId());
    }

    private void add(List<Paths.Range> ranges) {
        Run run = new Run(ranges);
        if (run.hasNext()) {
            runs.add(run);
        }
    }

    /** Returns whether a node is a message, and not a further part of the one before it. */
    private boolean begins(StoredNode.Header header) {
        return header.kind().isMessage() && Paths.depth(view, Paths.parent(view, header.ref())) < header.depth();
    }

    /** Messages whose numbers rise: a path, or a part of one. */
    private final class Run {
        private final Deque<Paths.Range> ranges = new ArrayDeque<>();
        private final Deque<StoredNode.Header> read = new ArrayDeque<>();
        private int index;

        Run(List<Paths.Range> all) {
            for (Paths.Range range : all) {
                if (range.segment().lastMessage() != Segment.NO_MESSAGE
                        && range.segment().lastSequence() > after) {
                    ranges.add(range);
                }
            }
            index = ranges.isEmpty() ? 0 : firstAfter(ranges.getFirst());
        }

        /**
         * Returns the first index of a range whose number is beyond the cursor; what was pruned at its end is beyond it
         * too.
         */
        private int firstAfter(Paths.Range range) {
            int low = 0;
            int high = range.last() + 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                StoredNode.Header header =
                        view.header(new NodeRef(range.segment().id(), middle));
                if (header != null && header.sequence() <= after) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        boolean hasNext() {
            while (read.isEmpty() && !ranges.isEmpty()) {
                Paths.Range range = ranges.getFirst();
                int to = Math.min(index + STEP, range.last() + 1);
                for (StoredNode.Header header : view.headers(range.segment().id(), index, to)) {
                    if (begins(header)) {
                        read.add(header);
                    }
                }
                index = to;
                if (to > range.last()) {
                    ranges.removeFirst();
                    index = ranges.isEmpty() ? 0 : firstAfter(ranges.getFirst());
                }
            }
            return !read.isEmpty();
        }

        long sequence() {
            return read.getFirst().sequence();
        }

        StoredNode.Header take() {
            return read.removeFirst();
        }
    }
}
