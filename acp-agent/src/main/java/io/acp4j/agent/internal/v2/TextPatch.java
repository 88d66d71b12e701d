package io.acp4j.agent.internal.v2;

import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.DiffChange;
import io.acp4j.schema.tool.DiffPatch;
import io.acp4j.schema.tool.DiffPatchFormat;
import io.acp4j.schema.tool.FileAdded;
import io.acp4j.schema.tool.FileChanges;
import io.acp4j.schema.tool.FileModified;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes of the text of a file before and after a change what the draft has instead: an operation and a patch as Git writes it. */
final class TextPatch {

    private static final String NO_LINE_BREAK = "\\ No newline at end of file";

    private TextPatch() {}

    /** Returns the same change, with both texts whole in the patch, so that a client can show either. */
    static FileChanges of(Diff diff) {
        DiffChange change = diff.oldText() == null ? FileAdded.of(diff.path()) : FileModified.of(diff.path());
        return FileChanges.builder(List.of(change))
                .patch(DiffPatch.of(DiffPatchFormat.GIT_PATCH, text(diff.path(), diff.oldText(), diff.newText())))
                .meta(diff.meta())
                .build();
    }

    private static String text(String path, @Nullable String before, String after) {
        List<String> old = before == null ? List.of() : lines(before);
        List<String> now = lines(after);
        StringBuilder out = new StringBuilder();
        out.append("diff --git ").append(path).append(' ').append(path).append('\n');
        out.append(before == null ? "new file mode 100644\n--- /dev/null\n" : "--- " + path + "\n");
        out.append("+++ ").append(path).append('\n');
        if (old.isEmpty() && now.isEmpty()) {
            return out.toString();
        }
        out.append("@@ -").append(range(old)).append(" +").append(range(now)).append(" @@\n");
        int same = 0;
        while (same < old.size() && same < now.size() && old.get(same).equals(now.get(same))) {
            append(out, ' ', old.get(same++));
        }
        int end = 0;
        while (end < Math.min(old.size(), now.size()) - same
                && old.get(old.size() - 1 - end).equals(now.get(now.size() - 1 - end))) {
            end++;
        }
        old.subList(same, old.size() - end).forEach(line -> append(out, '-', line));
        now.subList(same, now.size() - end).forEach(line -> append(out, '+', line));
        old.subList(old.size() - end, old.size()).forEach(line -> append(out, ' ', line));
        return out.toString();
    }

    private static String range(List<String> lines) {
        return lines.isEmpty() ? "0,0" : "1," + lines.size();
    }

    /** Cuts a text behind each line break, which stays with its line. */
    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int end = text.indexOf('\n', from);
            int to = end < 0 ? text.length() : end + 1;
            lines.add(text.substring(from, to));
            from = to;
        }
        return lines;
    }

    private static void append(StringBuilder out, char mark, String line) {
        out.append(mark).append(line);
        if (!line.endsWith("\n")) {
            out.append('\n').append(NO_LINE_BREAK).append('\n');
        }
    }
}
