package io.acp4j.schema.internal.patch;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Patches as Git writes them, of whole texts: one hunk for each file, which begins at its first line. */
public final class GitPatch {

    private static final String NO_LINE_BREAK = "\\ No newline at end of file";

    /** At least as long as the header is without its paths. */
    private static final int HEADER = 128;

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
        String old = before == null ? "" : before;
        int olds = lineCount(old);
        int news = lineCount(after);
        StringBuilder out = new StringBuilder(HEADER + 4 * path.length() + old.length() + after.length() + olds + news)
                .append("diff --git ")
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
        if (olds == 0 && news == 0) {
            return out.toString(); // Git has no hunk without lines
        }
        out.append("@@ -").append(olds == 0 ? "0," : "1,").append(olds);
        out.append(" +").append(news == 0 ? "0," : "1,").append(news).append(" @@\n");
        int same = sameLinesFirst(old, after);
        int end = sameLinesLast(old, after, same);
        append(out, ' ', old, 0, same);
        append(out, '-', old, same, old.length() - end);
        append(out, '+', after, same, after.length() - end);
        append(out, ' ', old, old.length() - end, old.length());
        return out.toString();
    }

    private static int lineCount(String text) {
        int lines = 0;
        for (int at = 0; at < text.length(); at = lineEnd(text, at)) {
            lines++;
        }
        return lines;
    }

    /** Returns where a line ends, behind its line break. */
    private static int lineEnd(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end + 1;
    }

    /** Returns how many characters the lines have with which both texts begin. */
    private static int sameLinesFirst(String old, String now) {
        int shorter = Math.min(old.length(), now.length());
        int same = 0;
        while (same < shorter && old.charAt(same) == now.charAt(same)) {
            same++;
        }
        return same == old.length() && same == now.length() ? same : old.lastIndexOf('\n', same - 1) + 1;
    }

    /** Returns how many characters the lines have with which both texts end, behind a common beginning. */
    private static int sameLinesLast(String old, String now, int from) {
        int shorter = Math.min(old.length(), now.length()) - from;
        int same = 0;
        while (same < shorter && old.charAt(old.length() - 1 - same) == now.charAt(now.length() - 1 - same)) {
            same++;
        }
        if (isLineStart(old, old.length() - same, from) && isLineStart(now, now.length() - same, from)) {
            return same;
        }
        return old.length() - lineEnd(old, old.length() - same);
    }

    private static boolean isLineStart(String text, int at, int from) {
        return at == from || text.charAt(at - 1) == '\n';
    }

    /** Writes lines, each behind a mark. */
    private static void append(StringBuilder out, char mark, String text, int from, int to) {
        int at = from;
        while (at < to) {
            int end = lineEnd(text, at);
            out.append(mark).append(text, at, end);
            if (text.charAt(end - 1) != '\n') {
                out.append('\n').append(NO_LINE_BREAK).append('\n');
            }
            at = end;
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

    /** Cuts a text behind each line break, which stays with its line. */
    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int end = lineEnd(text, at);
            lines.add(text.substring(at, end));
            at = end;
        }
        return lines;
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
