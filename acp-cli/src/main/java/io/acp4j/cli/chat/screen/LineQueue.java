package io.acp4j.cli.chat.screen;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The lines that the user has entered during operations, and the line that the user has not finished. Thread-safe. */
final class LineQueue {

    /** Maximum number of lines. */
    static final int MAX_LINES = 100;

    private final Deque<String> lines = new ArrayDeque<>();
    private String unfinished = "";
    private boolean offered;

    /** Adds a line; returns false if the queue is full. */
    synchronized boolean add(String line) {
        return lines.size() < MAX_LINES && lines.add(line);
    }

    /** Removes and returns the line that was entered last, or null. */
    synchronized @Nullable String takeBack() {
        return lines.pollLast();
    }

    synchronized int size() {
        return lines.size();
    }

    /** Sets the line that the user has begun to type. */
    synchronized void unfinished(String line) {
        unfinished = line;
    }

    /** Removes and returns the unfinished line, which may be empty. */
    synchronized String takeUnfinished() {
        String line = unfinished;
        unfinished = "";
        return line;
    }

    /** Changes the lines of the queue to proposals. */
    synchronized void offer(@Nullable String first) {
        if (first != null) {
            lines.addFirst(first);
        }
        offered = !lines.isEmpty();
    }

    /** Removes and returns the first line; null if the queue is empty or contains proposals. */
    synchronized @Nullable String next() {
        return offered ? null : lines.pollFirst();
    }

    /** Removes and returns the initial text of the next prompt. */
    synchronized String proposal() {
        String line = offered ? lines.pollFirst() : null;
        offered &= !lines.isEmpty();
        return line == null ? takeUnfinished() : line;
    }
}
