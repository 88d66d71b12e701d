package io.acp4j.schema.internal.patch;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Patches as Git writes them, of whole texts: one hunk for each file, which begins at its first line. */
public final class GitPatch {

    private static final String NO_LINE_BREAK = "\\ No newline at end of file";

    private GitPatch() {}

    /**
     * The texts of one file.
     *
     * @param before the text before the change; null for a file that is new
     * @param after the text after it
     */
    public record Texts(@Nullable String before, String after) {}

    /**
     * Writes a patch that holds both texts whole, so that either can be shown.
     *
     * @param path the file
     * @param before its text before the change; null for a file that is new
     * @param after its text after the change
     * @return the patch
     */
    public static String write(String path, @Nullable String before, String after) {
        List<String> old = before == null ? List.of() : lines(before);
        List<String> now = lines(after);
        StringBuilder out = new StringBuilder("diff --git ")
                .append(path)
                .append(' ')
                .append(path)
                .append('\n');
        if (before == null) {
            out.append("new file mode 100644\n--- /dev/null\n");
        } else {
            out.append("--- ").append(path).append('\n');
        }
        out.append("+++ ").append(path).append('\n');
        if (old.isEmpty() && now.isEmpty()) {
            return out.toString(); // Git has no hunk without lines
        }
        out.append("@@ -").append(range(old)).append(" +").append(range(now)).append(" @@\n");
        int same = 0;
        while (same < old.size() && same < now.size() && old.get(same).equals(now.get(same))) {
            append(out, ' ', old.get(same++));
        }
        int end = 0;
        while (end < old.size() - same
                && end < now.size() - same
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

    /**
     * Reads the texts of all files of a patch.
     *
     * @param patch the patch
     * @return the texts; nothing when those of one file are not there as a whole
     */
    public static List<Texts> read(String patch) {
        List<Texts> files = new ArrayList<>();
        List<String> lines = lines(patch);
        int at = 0;
        while (at < lines.size()) {
            Reader reader = new Reader(lines, at);
            Texts texts = reader.file();
            if (texts == null) {
                return List.of();
            }
            files.add(texts);
            at = reader.at;
        }
        return files;
    }

    /** Reads one file of a patch. */
    private static final class Reader {

        private final List<String> lines;
        private final StringBuilder before = new StringBuilder();
        private final StringBuilder after = new StringBuilder();
        private int at;

        Reader(List<String> lines, int at) {
            this.lines = lines;
            this.at = at;
        }

        @Nullable
        Texts file() {
            boolean isNew = false;
            boolean isNamed = false;
            int first = at;
            while (at < lines.size() && !lines.get(at).startsWith("@@ ")) {
                String line = lines.get(at);
                if (at > first && line.startsWith("diff --git ")) {
                    break;
                }
                at++;
                isNew |= line.startsWith("--- /dev/null");
                isNamed |= line.startsWith("+++ ");
                if (line.startsWith("+++ /dev/null") || line.startsWith("rename ") || line.startsWith("copy ")) {
                    return null;
                }
            }
            if (at == lines.size() || !lines.get(at).startsWith("@@ ")) {
                // Without names it is no change of text, such as one of permissions.
                return isNamed ? new Texts(isNew ? null : "", "") : null;
            }
            if (!hunk(lines.get(at++))) {
                return null;
            }
            // Another hunk means that what lies between is not in the patch.
            if (at < lines.size() && lines.get(at).startsWith("@@ ")) {
                return null;
            }
            return new Texts(isNew ? null : before.toString(), after.toString());
        }

        private boolean hunk(String header) {
            int[] old = range(header, '-');
            int[] now = range(header, '+');
            if (old.length == 0 || now.length == 0 || old[0] > 1 || now[0] > 1) {
                return false;
            }
            int olds = old[1];
            int news = now[1];
            while (olds > 0 || news > 0) {
                if (at == lines.size()) {
                    return false;
                }
                String line = lines.get(at++);
                char mark = line.charAt(0);
                String rest = withoutBreak(line.substring(1));
                if (mark == ' ' && olds > 0 && news > 0) {
                    before.append(rest);
                    after.append(rest);
                    olds--;
                    news--;
                } else if (mark == '-' && olds > 0) {
                    before.append(rest);
                    olds--;
                } else if (mark == '+' && news > 0) {
                    after.append(rest);
                    news--;
                } else {
                    return false;
                }
            }
            return true;
        }

        /** Takes the line break away where the next line says that there is none. */
        private String withoutBreak(String line) {
            if (at < lines.size() && lines.get(at).startsWith(NO_LINE_BREAK)) {
                at++;
                return line.endsWith("\n") ? line.substring(0, line.length() - 1) : line;
            }
            return line;
        }

        /** Reads the start and the length of one side of a hunk; empty when it is not well-formed. */
        private static int[] range(String header, char side) {
            int from = header.indexOf(" " + side);
            int to = from < 0 ? -1 : header.indexOf(' ', from + 2);
            if (to < 0) {
                return new int[0];
            }
            String[] parts = header.substring(from + 2, to).split(",", 2);
            try {
                int start = Integer.parseUnsignedInt(parts[0]);
                return new int[] {start, parts.length == 1 ? 1 : Integer.parseUnsignedInt(parts[1])};
            } catch (NumberFormatException e) {
                return new int[0];
            }
        }
    }
}
