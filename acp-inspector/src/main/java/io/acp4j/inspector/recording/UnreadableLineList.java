package io.acp4j.inspector.recording;

import io.acp4j.inspector.recording.UnreadableLines.Line;
import java.util.ArrayList;
import java.util.List;

/** Collects lines without a message. Adjacent lines with the same reason become one entry. */
final class UnreadableLineList {

    private final List<Line> first = new ArrayList<>();
    private int count;

    void add(int number, String reason) {
        count++;
        Line last = first.isEmpty() ? null : first.get(first.size() - 1);
        if (last != null && last.last() + 1 == number && last.reason().equals(reason)) {
            first.set(first.size() - 1, new Line(last.number(), number, reason));
        } else if (first.size() < UnreadableLines.MAX) {
            first.add(new Line(number, number, reason));
        }
    }

    UnreadableLines lines() {
        return new UnreadableLines(count, first);
    }
}
