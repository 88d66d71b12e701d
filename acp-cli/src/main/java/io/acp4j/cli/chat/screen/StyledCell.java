package io.acp4j.cli.chat.screen;

import io.acp4j.rpc.VisibleText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jline.utils.AttributedString;

/** The text of a cell in pieces of one style, with hidden characters as escapes, so that its width is that on the screen. */
record StyledCell(List<Piece> pieces) {

    private record Piece(String text, Style style) {}

    static final StyledCell EMPTY = new StyledCell(List.of());

    static StyledCell of(String markdown, Style base) {
        List<Piece> pieces = new ArrayList<>();
        InlineMarkdown inline = new InlineMarkdown((text, style) -> pieces.add(new Piece(text, style)), base);
        inline.append(VisibleText.line(markdown));
        inline.end();
        return new StyledCell(pieces);
    }

    private static int width(String text) {
        return new AttributedString(text).columnLength();
    }

    int width() {
        return pieces.stream().mapToInt(piece -> width(piece.text())).sum();
    }

    int longestWord() {
        return pieces.stream()
                .flatMap(piece -> Arrays.stream(piece.text().split(" ")))
                .mapToInt(StyledCell::width)
                .max()
                .orElse(0);
    }

    void show(Screen screen) {
        pieces.forEach(piece -> screen.text(piece.text(), piece.style()));
    }

    /** Returns the lines of the cell. Lines are broken between words; a word that is wider than the column is broken itself. */
    List<StyledCell> wrapped(int columns) {
        List<StyledCell> lines = new ArrayList<>();
        List<Piece> line = new ArrayList<>();
        int used = 0;
        for (Piece piece : pieces) {
            for (String word : piece.text().split("(?<=[^ ])(?= )", -1)) {
                String rest = word;
                if (used > 0 && used + width(rest) > columns) {
                    lines.add(trimmed(line));
                    line = new ArrayList<>();
                    used = 0;
                    rest = rest.stripLeading();
                }
                while (width(rest) > columns) {
                    String part = start(rest, columns);
                    lines.add(new StyledCell(List.of(new Piece(part, piece.style()))));
                    rest = rest.substring(part.length());
                }
                line.add(new Piece(rest, piece.style()));
                used += width(rest);
            }
        }
        lines.add(trimmed(line));
        return lines;
    }

    /** Returns a line without the spaces at its end. */
    private static StyledCell trimmed(List<Piece> line) {
        List<Piece> pieces = new ArrayList<>(line);
        while (!pieces.isEmpty() && pieces.get(pieces.size() - 1).text().isBlank()) {
            pieces.remove(pieces.size() - 1);
        }
        if (!pieces.isEmpty()) {
            Piece last = pieces.remove(pieces.size() - 1);
            pieces.add(new Piece(last.text().stripTrailing(), last.style()));
        }
        return new StyledCell(pieces);
    }

    /** Returns the longest start of a text that fits in a number of columns, at least one character. */
    private static String start(String text, int columns) {
        int end = text.offsetByCodePoints(0, 1);
        while (end < text.length() && width(text.substring(0, text.offsetByCodePoints(end, 1))) <= columns) {
            end = text.offsetByCodePoints(end, 1);
        }
        return text.substring(0, end);
    }
}
