package io.acp4j.agent.tree;

import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Origin;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Takes away sessions and branches, and with them what nobody reaches any more. A segment without an owner is kept up to
 * the last of its nodes that something hangs on; the cost is that of what goes, not of what stays.
 */
final class Removal {

    private Removal() {}

    /** Deletes a session; false when there is none. */
    static boolean delete(StoreTransaction tx, SessionId id) {
        StoredSession found = tx.session(id);
        if (found == null) {
            return false;
        }
        tx.lockTree(found.tree());
        StoredSession session = tx.lockSession(id);
        if (session == null) {
            return false;
        }
        TreeSet<Long> left = new TreeSet<>();
        tx.ownedBy(id).forEach(segment -> left.add(segment.id()));
        Origin origin = session.origin();
        if (origin != null && origin.point() != null) {
            left.add(origin.point().segment());
        }
        tx.delete(id);
        reclaim(tx, left);
        tx.releaseTree(session.tree());
        return true;
    }

    /** Deletes a session and says of its forks that they go too, or refuses. */
    static List<SessionId> purge(StoreTransaction tx, SessionId id, boolean withForks) {
        StoredSession session = tx.session(id);
        if (session == null) {
            return List.of();
        }
        tx.lockTree(session.tree());
        Set<SessionId> sharing = new LinkedHashSet<>();
        Deque<Segment> open = new ArrayDeque<>(tx.ownedBy(id));
        while (!open.isEmpty()) {
            Segment segment = open.pop();
            if (segment.owner() != null) {
                sharing.add(segment.owner());
            }
            tx.forkedIn(segment.id()).forEach(fork -> sharing.add(fork.id()));
            open.addAll(tx.below(segment.id()));
        }
        sharing.remove(id);
        if (!sharing.isEmpty() && !withForks) {
            throw BranchException.state(
                    BranchException.IN_USE, id, "Forks share messages with the session; delete them too, or keep it");
        }
        List<SessionId> deleted = new ArrayList<>();
        for (SessionId fork : sharing) {
            if (delete(tx, fork)) {
                deleted.add(fork);
            }
        }
        delete(tx, id);
        deleted.add(id);
        return deleted;
    }

    /** Frees what nobody reaches in segments that have lost their owner, the youngest first since they hang on older ones. */
    private static void reclaim(StoreTransaction tx, NavigableSet<Long> left) {
        while (!left.isEmpty()) {
            long id = Objects.requireNonNull(left.pollLast());
            Segment segment = tx.segment(id);
            if (segment == null || segment.owner() != null) {
                continue;
            }
            int reached = Math.max(tx.lastOrigin(id), tx.lastBelow(id));
            if (reached >= 0) {
                tx.truncate(id, reached + 1);
                continue;
            }
            tx.deleteSegment(id);
            if (segment.parent() != null) {
                left.add(segment.parent().segment());
            }
        }
    }

    /** Removes a message of a session and all that follows it; returns the number of messages. */
    static int prune(StoreTransaction tx, StoredSession session, StoredNode.Header message, MessageId id) {
        NodeRef first = message.ref();
        Segment segment = Objects.requireNonNull(tx.segment(first.segment()));
        boolean active = session.head() != null && Paths.contains(tx, session.head(), first);
        if (active || !session.id().equals(segment.owner()) || tx.lastOrigin(first.segment()) >= first.index()) {
            throw inUse(id);
        }
        List<Segment> gone = new ArrayList<>();
        Deque<Segment> open = new ArrayDeque<>(hangingFrom(tx, first));
        while (!open.isEmpty()) {
            Segment next = open.pop();
            if (!session.id().equals(next.owner()) || tx.lastOrigin(next.id()) >= 0) {
                throw inUse(id);
            }
            gone.add(next);
            open.addAll(tx.below(next.id()));
        }
        int messages = count(tx, first.segment(), first.index());
        for (Segment next : gone) {
            messages += count(tx, next.id(), 0);
            tx.deleteSegment(next.id());
        }
        tx.truncate(first.segment(), first.index());
        cut(tx, session, segment, first.index());
        return messages;
    }

    private static List<Segment> hangingFrom(StoreTransaction tx, NodeRef first) {
        return tx.below(first.segment()).stream()
                .filter(segment -> Objects.requireNonNull(segment.parent()).index() >= first.index())
                .toList();
    }

    private static int count(StoreTransaction tx, long segment, int from) {
        int messages = 0;
        int at = from;
        List<StoredNode.Header> headers = tx.headers(segment, at, at + 1000);
        while (!headers.isEmpty()) {
            messages += (int)
                    headers.stream().filter(header -> header.kind().isMessage()).count();
            at += headers.size();
            headers = tx.headers(segment, at, at + 1000);
        }
        return messages;
    }

    /** Notes in a segment, and in those above it, what is left of them. */
    private static void cut(StoreTransaction tx, StoredSession session, Segment segment, int end) {
        StoredNode last = end == 0 ? null : tx.last(segment.id(), end - 1, Paths.MESSAGES);
        StoredNode.Header message = last == null ? null : last.header();
        if (end == 0 && tx.below(segment.id()).isEmpty()) {
            tx.deleteSegment(segment.id());
        } else {
            save(tx, segment, message);
        }
        forgetMessagesBelow(tx, session, segment.parent());
    }

    private static void save(StoreTransaction tx, Segment segment, StoredNode.@Nullable Header message) {
        boolean below = tx.below(segment.id()).stream()
                .anyMatch(child -> child.hasMessages() && Objects.equals(child.owner(), segment.owner()));
        tx.update(new Segment(
                segment.id(),
                segment.tree(),
                segment.parent(),
                segment.owner(),
                segment.length(),
                message == null ? Segment.NO_MESSAGE : message.ref().index(),
                message == null ? 0 : message.sequence(),
                message != null || below));
    }

    /** Takes back from segments without messages of their own that there is one below them. */
    private static void forgetMessagesBelow(StoreTransaction tx, StoredSession session, @Nullable NodeRef above) {
        NodeRef at = above;
        while (at != null) {
            Segment segment = Objects.requireNonNull(tx.segment(at.segment()));
            if (!session.id().equals(segment.owner()) || segment.lastMessage() != Segment.NO_MESSAGE) {
                return;
            }
            save(tx, segment, null);
            at = segment.parent();
        }
    }

    private static BranchException inUse(MessageId id) {
        return BranchException.message(
                BranchException.IN_USE, id, "A session is on this branch, or was forked from it; go elsewhere first");
    }
}
