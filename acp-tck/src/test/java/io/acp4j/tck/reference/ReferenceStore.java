package io.acp4j.tck.reference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What the reference agent remembers, in memory. */
final class ReferenceStore {

    /** The sessions of version 2; null for agents that speak version 1. */
    @Nullable
    V2Store second;

    private final AtomicLong numbers = new AtomicLong();
    private final Map<String, Session> sessions = new LinkedHashMap<>();

    /** One entry of a conversation: a message of a kind, or a tool call that stands between messages. */
    record Item(String kind, String id, String text, Map<String, String> options) {

        boolean isMessage() {
            return kind.equals("user_message_chunk") || kind.equals("agent_message_chunk");
        }
    }

    /** An item with all that leads to it, itself included. */
    record Node(Item item, List<Item> path) {}

    /** One conversation. */
    static final class Session {

        final String id;
        final String cwd;
        final List<Item> items = new ArrayList<>();
        final List<Node> nodes = new ArrayList<>();
        final Map<String, String> labels = new LinkedHashMap<>();
        final Map<String, String> kept = new LinkedHashMap<>();
        final Map<String, String> options = new LinkedHashMap<>();
        int depth;
        private int messages;
        String parent = "";
        String forkPoint = "";
        String title = "";
        String label = "";
        String key = "";
        volatile boolean forgotten;
        volatile boolean forgetsOlder;
        volatile int settled;
        final long number;

        Session(long number, String end, String cwd) {
            this.number = number;
            this.id = "sess-" + number + end;
            this.cwd = cwd;
            options.put("mode", "ask");
            options.put("model", "small");
            options.put("verbose", "false");
        }

        /** Returns an ID that no other message of this session has; messages of other sessions may have it. */
        synchronized String newMessageId() {
            return "m" + ++messages;
        }

        synchronized void continueIdsOf(Session source) {
            synchronized (source) {
                messages = source.messages;
            }
        }

        synchronized void add(Item item) {
            items.add(item);
            nodes.add(new Node(item, List.copyOf(items)));
        }

        /** Goes on from another place. */
        synchronized void moveTo(List<Item> path) {
            items.clear();
            items.addAll(path);
            settled = items.size();
        }

        synchronized List<Node> nodes() {
            return List.copyOf(nodes);
        }

        synchronized void remove(Item item) {
            nodes.removeIf(node -> node.path().contains(item));
        }

        /** Returns whether the user said just this in it. */
        boolean tells(String text) {
            return items().stream().anyMatch(item -> item.text().equals(text));
        }

        synchronized List<Item> items() {
            return List.copyOf(items);
        }
    }

    /** Which agent has a session open, where an agent minds. */
    final Map<String, ReferenceAgent> open = new ConcurrentHashMap<>();

    /** What each session's id ends with. */
    volatile String endOfIds = "";

    String newId(String prefix) {
        return prefix + numbers.incrementAndGet();
    }

    synchronized Session create(String cwd) {
        Session session = new Session(numbers.incrementAndGet(), endOfIds, cwd);
        sessions.put(session.id, session);
        return session;
    }

    synchronized Session find(String id) {
        return sessions.get(id);
    }

    synchronized long numberOf(String id) {
        Session session = sessions.get(id);
        return session == null ? 0 : session.number;
    }

    synchronized void delete(String id) {
        sessions.remove(id);
    }

    synchronized List<Session> list() {
        return new ArrayList<>(sessions.values());
    }

    synchronized Session byKey(String key) {
        return sessions.values().stream()
                .filter(session -> session.key.equals(key))
                .findFirst()
                .orElse(null);
    }
}
