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
import io.acp4j.schema.update.UsageUpdate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Two conversations side by side: what they have in common is counted, what differs stands in rows. */
final class Comparison {

    /** How many entries of a conversation are compared. */
    static final int MAX_ENTRIES = 2_000;

    private final Conversation left;
    private final Conversation right;

    private Comparison(Conversation left, Conversation right) {
        this.left = left;
        this.right = right;
    }

    static ObjectNode of(Conversation left, Conversation right) {
        return new Comparison(left, right).result();
    }

    private ObjectNode result() {
        List<String> a = digests(left);
        List<String> b = digests(right);
        int common = common(a, b);
        ObjectNode result = Shown.NODES.objectNode();
        ArrayNode shared = result.putArray("shared");
        List<TranscriptEntry> all = displayed(left);
        all.subList(0, common).forEach(entry -> shared.add(EntryJson.of(entry, left)));
        List<TranscriptEntry> restA = all.subList(common, a.size());
        List<TranscriptEntry> restB = displayed(right).subList(common, b.size());
        ArrayNode sides = result.putArray("sides");
        sides.add(side(left, restA));
        sides.add(side(right, restB));
        rows(result.putArray("rows"), restA, restB, a.subList(common, a.size()), b.subList(common, b.size()));
        return result;
    }

    /** Returns what a side has alone; what it has used is known of the session as a whole. */
    private static ObjectNode side(Conversation conversation, List<TranscriptEntry> own) {
        ObjectNode side = Shown.NODES.objectNode();
        side.put(
                "turns", own.stream().mapToInt(TranscriptEntry::turn).distinct().count());
        side.put(
                "toolCalls",
                own.stream().filter(TranscriptToolCall.class::isInstance).count());
        side.set("files", ChangedFiles.of(own));
        if (conversation.usage() != null) {
            side.set("usage", Shown.of(UsageUpdate.CODEC, conversation.usage()));
        }
        return side;
    }

    private void rows(
            ArrayNode rows, List<TranscriptEntry> ours, List<TranscriptEntry> theirs, List<String> a, List<String> b) {
        int at = 0;
        int to = 0;
        for (AbstractDelta<String> delta : DiffUtils.diff(a, b).getDeltas()) {
            for (; at < delta.getSource().getPosition(); at++, to++) {
                row(rows, "same", ours.get(at), theirs.get(to));
            }
            int end = at + delta.getSource().size();
            int until = to + delta.getTarget().size();
            differing(rows, ours.subList(at, end), theirs.subList(to, until));
            at = end;
            to = until;
        }
        for (; at < ours.size(); at++, to++) {
            row(rows, "same", ours.get(at), theirs.get(to));
        }
    }

    /** Entries of one kind stand beside one another: an answer beside an answer, not beside a tool call. */
    private void differing(ArrayNode rows, List<TranscriptEntry> ours, List<TranscriptEntry> theirs) {
        int at = 0;
        int to = 0;
        for (AbstractDelta<String> delta :
                DiffUtils.diff(kinds(ours), kinds(theirs)).getDeltas()) {
            for (; at < delta.getSource().getPosition(); at++, to++) {
                row(rows, "differs", ours.get(at), theirs.get(to));
            }
            for (int i = 0; i < delta.getSource().size(); i++) {
                row(rows, "differs", ours.get(at++), null);
            }
            for (int i = 0; i < delta.getTarget().size(); i++) {
                row(rows, "differs", null, theirs.get(to++));
            }
        }
        for (; at < ours.size(); at++, to++) {
            row(rows, "differs", ours.get(at), theirs.get(to));
        }
    }

    private static List<String> kinds(List<TranscriptEntry> entries) {
        return entries.stream()
                .map(entry -> entry instanceof TranscriptMessage message
                        ? message.role().name()
                        : entry.getClass().getSimpleName())
                .toList();
    }

    /** Returns how many entries two conversations have in common at their beginning. */
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

    private void row(ArrayNode rows, String kind, @Nullable TranscriptEntry ours, @Nullable TranscriptEntry theirs) {
        ObjectNode row = rows.addObject().put("kind", kind);
        row.set("left", ours == null ? NullNode.instance : EntryJson.of(ours, left));
        row.set("right", theirs == null ? NullNode.instance : EntryJson.of(theirs, right));
    }

    /** Returns the entries without the gaps inside messages, which are displayed as parts of these. */
    private static List<TranscriptEntry> displayed(Conversation conversation) {
        return conversation.entries().stream()
                .filter(entry -> !(entry instanceof TranscriptEntry.Gap gap) || !conversation.isInsideMessage(gap))
                .toList();
    }

    private static List<String> digests(Conversation conversation) {
        if (conversation.entries().size() > MAX_ENTRIES) {
            throw new PageException("conversations of up to " + MAX_ENTRIES + " entries can be compared, not "
                    + conversation.entries().size());
        }
        return displayed(conversation).stream()
                .map(entry -> EntryDigest.of(entry, conversation))
                .toList();
    }
}
