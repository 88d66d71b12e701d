package io.acp4j.agent.tree.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Conversations as simple as they can be: every fork copies what it inherits. */
final class CopyingModel {

    /** A message; the whole model knows its id once only. */
    record Message(
            String id,
            boolean user,
            long sequence,
            @Nullable String parent,
            boolean inherited) {

        boolean summary() {
            return id.startsWith("g");
        }
    }

    /** A session with messages of its own, copies of what it inherited among them. */
    static final class Session {
        final String id;
        final Map<String, Message> messages = new LinkedHashMap<>();
        final Map<String, String> labels = new TreeMap<>();

        /** The session that its tree began with. */
        final String tree;

        /** The number in its title; 0 for what is no fork. */
        final int number;

        @Nullable
        String head;

        Session(String id, String tree, int number) {
            this.id = id;
            this.tree = tree;
            this.number = number;
        }

        String title() {
            return number == 0 ? "T" : number == 1 ? "T (fork)" : "T (fork " + number + ")";
        }

        List<String> pathTo(@Nullable String leaf) {
            List<String> path = new ArrayList<>();
            for (String at = leaf; at != null; at = message(at).parent()) {
                path.add(at);
            }
            Collections.reverse(path);
            return path;
        }

        /** A message, or the last of the summaries that were stored behind it when it was a leaf. */
        String withSummaries(String id) {
            Message first = messages.values().stream()
                    .filter(message -> id.equals(message.parent()))
                    .min(Comparator.comparingLong(Message::sequence))
                    .orElse(null);
            return first == null || !first.summary() ? id : withSummaries(first.id());
        }

        Message message(String id) {
            return Objects.requireNonNull(messages.get(id));
        }

        /** Leaves in the order they were made, each with its depth. */
        List<String> leaves() {
            Set<String> parents = new LinkedHashSet<>();
            messages.values().forEach(message -> {
                if (message.parent() != null) {
                    parents.add(message.parent());
                }
            });
            return messages.values().stream()
                    .filter(message -> !parents.contains(message.id()))
                    .sorted((a, b) -> Long.compare(a.sequence(), b.sequence()))
                    .map(message -> message.id() + "@" + pathTo(message.id()).size())
                    .toList();
        }

        /** All messages in the order they were made, as {@code id<parent}. */
        List<String> listing() {
            return messages.values().stream()
                    .sorted((a, b) -> Long.compare(a.sequence(), b.sequence()))
                    .map(message -> message.id() + "<" + message.parent())
                    .toList();
        }

        List<String> subtree(String first) {
            return messages.keySet().stream()
                    .filter(id -> pathTo(id).contains(first))
                    .toList();
        }
    }

    final Map<String, Session> sessions = new LinkedHashMap<>();
    private final boolean latestIsParent;
    private long sequence;

    CopyingModel(boolean latestIsParent) {
        this.latestIsParent = latestIsParent;
    }

    void create(String id) {
        sessions.put(id, new Session(id, id, 0));
    }

    /** Returns what a message follows when nothing is said. */
    @Nullable
    String nextParent(Session session) {
        return latestIsParent
                ? session.messages.values().stream()
                        .max(Comparator.comparingLong(Message::sequence))
                        .map(Message::id)
                        .orElse(null)
                : session.head;
    }

    void graft(String session, @Nullable String into, String id) {
        Session of = session(session);
        String head = of.head;
        String behind = into == null ? head : of.withSummaries(into);
        append(session, behind, id, false);
        of.head = behind == null || behind.equals(head) ? id : head;
    }

    void append(String session, @Nullable String parent, String id, boolean user) {
        Session into = session(session);
        into.messages.put(id, new Message(id, user, ++sequence, parent, false));
        into.head = id;
    }

    void fork(String source, String id, @Nullable String point) {
        Session from = session(source);
        int last = sessions.values().stream()
                .filter(other -> other.tree.equals(from.tree))
                .mapToInt(other -> other.number)
                .max()
                .orElse(0);
        Session fork = new Session(id, from.tree, last + 1);
        for (String shared : from.pathTo(point)) {
            Message message = from.message(shared);
            fork.messages.put(shared, new Message(shared, message.user(), message.sequence(), message.parent(), true));
        }
        fork.head = point;
        sessions.put(id, fork);
    }

    /** Returns whether a message and what follows it may go. */
    boolean mayPrune(String session, String first) {
        Session of = session(session);
        if (of.message(first).inherited() || of.pathTo(of.head).contains(first)) {
            return false;
        }
        List<String> gone = of.subtree(first);
        return sessions.values().stream()
                .filter(other -> other != of)
                .noneMatch(other -> gone.stream().anyMatch(other.messages::containsKey));
    }

    int prune(String session, String first) {
        Session of = session(session);
        List<String> gone = of.subtree(first);
        gone.forEach(of.messages::remove);
        gone.forEach(of.labels::remove);
        return gone.size();
    }

    boolean anyoneHas(String message) {
        return sessions.values().stream().anyMatch(session -> session.messages.containsKey(message));
    }

    Session session(String id) {
        return Objects.requireNonNull(sessions.get(id));
    }
}
