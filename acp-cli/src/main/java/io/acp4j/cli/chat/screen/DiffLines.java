package io.acp4j.cli.chat.screen;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows the change of a file as a unified diff. */
public final class DiffLines {

    private static final int CONTEXT = 3;
    private static final int MAX_LINES = 200;
    private static final int MAX_CHARACTERS = 200_000;

    private DiffLines() {}

    /**
     * Shows a change.
     *
     * @param screen the screen to show it on
     * @param path the path of the file
     * @param before the old text; null for a new file
     * @param after the new text
     */
    public static void show(Screen screen, String path, @Nullable String before, String after) {
        String old = before == null ? "" : before;
        if (old.length() + after.length() > MAX_CHARACTERS) {
            screen.line("  " + path + ": " + old.length() + " → " + after.length() + " characters", Style.DIM);
            return;
        }
        List<String> oldLines = old.lines().toList();
        List<String> diff = UnifiedDiffUtils.generateUnifiedDiff(
                before == null ? "/dev/null" : path,
                path,
                oldLines,
                DiffUtils.diff(oldLines, after.lines().toList()),
                CONTEXT);
        for (String line : diff.subList(0, Math.min(diff.size(), MAX_LINES))) {
            screen.line("  " + line, style(line));
        }
        if (diff.size() > MAX_LINES) {
            screen.line("  … " + (diff.size() - MAX_LINES) + " more lines", Style.DIM);
        }
    }

    private static Style style(String line) {
        if (line.startsWith("+++") || line.startsWith("---")) {
            return Style.BOLD;
        }
        if (line.startsWith("+")) {
            return Style.GREEN;
        }
        if (line.startsWith("-")) {
            return Style.RED;
        }
        return line.startsWith("@@") ? Style.CYAN : Style.PLAIN;
    }
}
