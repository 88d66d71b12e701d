package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.inspector.page.PageException;
import java.util.List;

/** Two conversations side by side: what they have in common is counted, what differs stands in rows. */
final class Comparison {

    /** How many entries of a conversation are compared. */
    static final int MAX_ENTRIES = 2_000;

    private Comparison() {}

    static ObjectNode of(Conversation left, Conversation right) {
        List<String> a = digests(left);
        List<String> b = digests(right);
        int common = common(a, b);
        ObjectNode result = Shown.NODES.objectNode().put("common", common);
        ArrayNode shared = result.putArray("shared");
        left.entries().subList(0, common).forEach(entry -> shared.add(EntryJson.of(entry)));
        ArrayNode rows = result.putArray("rows");
        List<TranscriptEntry> restA = left.entries().subList(common, a.size());
        List<TranscriptEntry> restB = right.entries().subList(common, b.size());
        int at = 0;
        for (AbstractDelta<String> delta : DiffUtils.diff(a.subList(common, a.size()), b.subList(common, b.size()))
                .getDeltas()) {
            for (; at < delta.getSource().getPosition(); at++) {
                row(rows, "same", restA.subList(at, at + 1), restA.subList(at, at + 1), 0);
            }
            int height = Math.max(delta.getSource().size(), delta.getTarget().size());
            int from = delta.getTarget().getPosition();
            for (int i = 0; i < height; i++) {
                row(
                        rows,
                        "differs",
                        restA.subList(at, at + delta.getSource().size()),
                        restB.subList(from, from + delta.getTarget().size()),
                        i);
            }
            at += delta.getSource().size();
        }
        for (; at < restA.size(); at++) {
            row(rows, "same", restA.subList(at, at + 1), restA.subList(at, at + 1), 0);
        }
        return result;
    }

    /** How many entries two conversations have in common at their beginning. */
    static int common(Conversation left, Conversation right) {
        return common(digests(left), digests(right));
    }

    private static int common(List<String> a, List<String> b) {
        int common = 0;
        while (common < Math.min(a.size(), b.size()) && a.get(common).equals(b.get(common))) {
            common++;
        }
        return common;
    }

    private static void row(
            ArrayNode rows, String kind, List<TranscriptEntry> left, List<TranscriptEntry> right, int index) {
        ObjectNode row = rows.addObject().put("kind", kind);
        row.set("left", index < left.size() ? EntryJson.of(left.get(index)) : NullNode.instance);
        row.set("right", index < right.size() ? EntryJson.of(right.get(index)) : NullNode.instance);
    }

    /** What makes two entries the same: neither ids nor places. */
    private static List<String> digests(Conversation conversation) {
        if (conversation.entries().size() > MAX_ENTRIES) {
            throw new PageException("conversations of up to " + MAX_ENTRIES + " entries can be compared, not "
                    + conversation.entries().size());
        }
        return conversation.entries().stream().map(Comparison::digest).toList();
    }

    private static String digest(TranscriptEntry entry) {
        if (entry instanceof TranscriptMessage message) {
            return message.role() + " " + message.content();
        }
        if (entry instanceof TranscriptToolCall tool) {
            return "tool " + tool.call().title() + ' ' + tool.call().status() + ' '
                    + tool.call().content();
        }
        return entry.getClass().getSimpleName();
    }
}
