package io.acp4j.inspector.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state that pages show: a value for each topic, and the number of its last change. A page that knows all changes up to
 * some number is brought up to date with the newest values alone, however much it has missed, so nothing queues up for a slow
 * one. Values are made when they are sent. Safe for use by many threads.
 */
public final class StateBoard {

    private static final Logger LOG = LoggerFactory.getLogger(StateBoard.class);

    /** How many removed topics are remembered; a page that has missed more is sent everything. */
    static final int MAX_REMOVED = 20_000;

    private record Entry(long change, @Nullable Supplier<? extends JsonNode> value) {}

    private final Map<String, Entry> topics = new HashMap<>();
    private final NavigableMap<Long, String> changes = new TreeMap<>();
    private final LinkedHashMap<String, Long> removed = new LinkedHashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private long last;
    private long forgotten;

    /** Creates an empty board. */
    public StateBoard() {}

    /**
     * What a page has missed.
     *
     * @param upTo the change that it knows afterwards
     * @param complete whether there is nothing more
     * @param isReset whether the page has to forget what it knew, as it has missed too much
     * @param values the values by topic; null for a topic that is gone
     */
    public record Update(long upTo, boolean complete, boolean isReset, Map<String, @Nullable JsonNode> values) {}

    /**
     * Adds a listener, which is told that there are changes; it must be quick.
     *
     * @param listener is told
     */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /**
     * Removes a listener.
     *
     * @param listener the listener
     */
    public void removeListener(Runnable listener) {
        listeners.remove(listener);
    }

    /**
     * Sets a topic.
     *
     * @param topic the topic
     * @param value makes its value whenever it is sent, on any thread
     */
    public void put(String topic, Supplier<? extends JsonNode> value) {
        synchronized (this) {
            change(topic, value);
            removed.remove(topic);
        }
        listeners.forEach(Runnable::run);
    }

    /**
     * Removes a topic, if it is there.
     *
     * @param topic the topic
     */
    public void remove(String topic) {
        synchronized (this) {
            if (!isThere(topic)) {
                return;
            }
            forget(topic);
        }
        listeners.forEach(Runnable::run);
    }

    /**
     * Removes all topics that begin alike.
     *
     * @param prefix how they begin
     */
    public void removeAll(String prefix) {
        synchronized (this) {
            for (String topic : List.copyOf(topics.keySet())) {
                if (topic.startsWith(prefix) && isThere(topic)) {
                    forget(topic);
                }
            }
        }
        listeners.forEach(Runnable::run);
    }

    private boolean isThere(String topic) {
        Entry entry = topics.get(topic);
        return entry != null && entry.value() != null;
    }

    private void change(String topic, @Nullable Supplier<? extends JsonNode> value) {
        Entry before = topics.put(topic, new Entry(++last, value));
        if (before != null) {
            changes.remove(before.change());
        }
        changes.put(last, topic);
    }

    private void forget(String topic) {
        change(topic, null);
        removed.put(topic, last);
        if (removed.size() > MAX_REMOVED) {
            Map.Entry<String, Long> oldest = removed.entrySet().iterator().next();
            removed.remove(oldest.getKey());
            topics.remove(oldest.getKey());
            changes.remove(oldest.getValue());
            forgotten = oldest.getValue();
        }
    }

    /**
     * Returns the number of the last change.
     *
     * @return the number; 0 before the first
     */
    public synchronized long last() {
        return last;
    }

    /**
     * Returns what has changed.
     *
     * @param since the last change that the page knows; 0 for a new one
     * @param maxTopics how many values at most
     * @return the newest values of the topics that have changed, in the order of their last changes
     */
    public Update since(long since, int maxTopics) {
        Map<String, @Nullable Supplier<? extends JsonNode>> found = new LinkedHashMap<>();
        long upTo;
        boolean complete;
        boolean isReset;
        synchronized (this) {
            isReset = since == 0 || since < forgotten || since > last;
            upTo = isReset ? 0 : since;
            List<Map.Entry<Long, String>> newer = new ArrayList<>();
            for (Map.Entry<Long, String> change : changes.tailMap(upTo, false).entrySet()) {
                if (newer.size() == maxTopics) {
                    break;
                }
                newer.add(change);
            }
            for (Map.Entry<Long, String> change : newer) {
                Entry entry = topics.get(change.getValue());
                found.put(change.getValue(), entry == null ? null : entry.value());
                upTo = change.getKey();
            }
            complete = newer.size() < maxTopics;
            if (complete) {
                upTo = last;
            }
        }
        // Outside the lock, as it may take long: what changes meanwhile has a higher number and is sent again.
        Map<String, @Nullable JsonNode> values = new LinkedHashMap<>();
        found.forEach((topic, value) -> values.put(topic, value == null ? null : made(topic, value)));
        return new Update(upTo, complete, isReset, values);
    }

    /** A value that cannot be made is one that is not there: the page goes on with all others. */
    private static @Nullable JsonNode made(String topic, Supplier<? extends JsonNode> value) {
        try {
            return value.get();
        } catch (RuntimeException e) {
            LOG.error("pages cannot be shown {}", topic, e);
            return null;
        }
    }
}
