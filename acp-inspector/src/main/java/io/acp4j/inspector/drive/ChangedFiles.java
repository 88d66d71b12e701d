package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.DiffPatch;
import io.acp4j.schema.tool.FileChanges;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files that tool calls have changed, each with the lines that came and went. A call that has failed has changed nothing. */
final class ChangedFiles {

    /** How many files are named. */
    static final int MAX_FILES = 200;

    /** Lines added and removed; null when the agent does not say which. */
    private record Lines(int added, int removed) {

        static @Nullable Lines sum(@Nullable Lines one, @Nullable Lines other) {
            return one == null || other == null
                    ? null
                    : new Lines(one.added + other.added, one.removed + other.removed);
        }
    }

    private static final Lines NONE = new Lines(0, 0);

    private final Map<String, @Nullable Lines> files = new LinkedHashMap<>();

    private ChangedFiles() {}

    /** Those that some entries have changed, in order, as {@code {path, added, removed}}. */
    static ArrayNode of(List<TranscriptEntry> entries) {
        ChangedFiles changed = new ChangedFiles();
        for (TranscriptEntry entry : entries) {
            if (entry instanceof TranscriptToolCall tool
                    && !tool.isCancelled()
                    && !tool.call().status().equals(ToolCallStatus.FAILED)) {
                tool.call().content().forEach(changed::take);
            }
        }
        return changed.json();
    }

    private void take(ToolCallContent content) {
        if (content instanceof Diff diff) {
            add(diff.path(), lines(diff.oldText() == null ? "" : diff.oldText(), diff.newText()));
        } else if (content instanceof FileChanges changes) {
            List<String> paths =
                    changes.changes().stream().map(EntryJson::change).toList();
            List<@Nullable Lines> counts = lines(changes.patch(), paths.size());
            for (int i = 0; i < paths.size(); i++) {
                add(paths.get(i), counts.get(i));
            }
        }
    }

    private void add(String path, @Nullable Lines lines) {
        files.put(path, Lines.sum(files.containsKey(path) ? files.get(path) : NONE, lines));
    }

    private static @Nullable Lines lines(String before, String after) {
        List<String> old = before.lines().toList();
        List<String> now = after.lines().toList();
        if (old.size() > DiffRows.MAX_LINES || now.size() > DiffRows.MAX_LINES) {
            return null;
        }
        int added = 0;
        int removed = 0;
        for (AbstractDelta<String> delta : DiffUtils.diff(old, now).getDeltas()) {
            added += delta.getTarget().size();
            removed += delta.getSource().size();
        }
        return new Lines(added, removed);
    }

    /** A patch has a part for each file, in the order of the changes; where it has not, it is not known which lines are whose. */
    private static List<@Nullable Lines> lines(@Nullable DiffPatch patch, int files) {
        List<@Nullable Lines> counts = new ArrayList<>();
        if (patch != null) {
            count(patch.text(), counts);
        }
        if (counts.size() != files) {
            counts.clear();
            for (int i = 0; i < files; i++) {
                counts.add(null);
            }
        }
        return counts;
    }

    private static void count(String patch, List<@Nullable Lines> counts) {
        boolean isInHunk = false;
        for (String line : (Iterable<String>) patch.lines()::iterator) {
            if (line.startsWith("diff ") || counts.isEmpty()) {
                counts.add(NONE);
                isInHunk = false;
            }
            isInHunk = isInHunk || line.startsWith("@@");
            Lines change = line.startsWith("+") ? new Lines(1, 0) : line.startsWith("-") ? new Lines(0, 1) : NONE;
            if (isInHunk) {
                int last = counts.size() - 1;
                counts.set(last, Lines.sum(counts.get(last), change));
            }
        }
    }

    private ArrayNode json() {
        ArrayNode shown = Shown.NODES.arrayNode();
        for (Map.Entry<String, @Nullable Lines> each : files.entrySet()) {
            if (shown.size() == MAX_FILES) {
                break;
            }
            Lines lines = each.getValue();
            var file = shown.addObject().put("path", Shown.line(each.getKey()));
            if (lines != null) {
                file.put("added", lines.added()).put("removed", lines.removed());
            }
        }
        return shown;
    }
}
