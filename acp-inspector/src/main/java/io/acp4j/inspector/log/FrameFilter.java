package io.acp4j.inspector.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.WireListener.Direction;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a log are shown.
 *
 * @param direction only this one; null for both
 * @param method only methods and kinds of updates that contain this; empty for all
 * @param session only rows of this session; null for all
 * @param subject only updates about this message or tool call; null for all
 * @param text only frames with this text, whatever its case; empty for all
 * @param problems only rows with a problem, and errors
 * @param rows only these; null for all
 * @param turn only those from this prompt to its response, of whatever session; {@link FrameRow#NONE} for all
 * @param collapsed whether runs of chunks of one message kind are shown as one row
 * @param open runs that are shown row by row even so, by their first rows
 */
public record FrameFilter(
        @Nullable Direction direction,
        String method,
        @Nullable String session,
        @Nullable String subject,
        String text,
        boolean problems,
        @Nullable Set<Long> rows,
        long turn,
        boolean collapsed,
        Set<Long> open) {

    /** Shows everything, with runs of chunks as one row. */
    public static final FrameFilter ALL =
            new FrameFilter(null, "", null, null, "", false, null, FrameRow.NONE, true, Set.of());

    /** Keeps what is searched for in lower case. */
    public FrameFilter {
        method = method.strip().toLowerCase(Locale.ROOT);
        text = text.strip().toLowerCase(Locale.ROOT);
        rows = rows == null ? null : Set.copyOf(rows);
        open = Set.copyOf(open);
    }

    /** Returns whether a row is shown; looks into its bytes last. */
    boolean shows(FrameRow row, FrameLog log) {
        return (direction == null || direction == row.direction() || row.direction() == null)
                && (session == null || isSession(row.head().session()) || isOfPair(row, log))
                && (subject == null || isShown(row.head().subject(), subject) || isAboutWhatPairIs(row, log))
                && (rows == null || rows.contains(row.number()))
                && (turn == FrameRow.NONE || isOfTurn(row, log))
                && (!problems || row.problem() != null || row.head().kind() == FrameKind.ERROR)
                && (method.isEmpty()
                        || contains(row.method(), method)
                        || contains(row.head().update(), method))
                && (text.isEmpty() || containsText(row, log));
    }

    /** A response names no session, but its request does. */
    private boolean isOfPair(FrameRow row, FrameLog log) {
        FrameRow other = row.head().session() == null && row.pair() != FrameRow.NONE ? log.row(row.pair()) : null;
        return other != null && isSession(other.head().session());
    }

    /** A prompt of version 2 has no id for its message, but its response has. */
    private boolean isAboutWhatPairIs(FrameRow row, FrameLog log) {
        FrameRow other = row.pair() == FrameRow.NONE ? null : log.row(row.pair());
        return subject != null && other != null && isShown(other.head().subject(), subject);
    }

    private boolean isOfTurn(FrameRow row, FrameLog log) {
        FrameRow prompt = row.number() < turn ? null : log.row(turn);
        if (prompt == null) {
            return false;
        }
        return row.connection() == prompt.connection()
                && (prompt.pair() == FrameRow.NONE || row.number() <= prompt.pair());
    }

    /** Pages know ids as they are shown. */
    private boolean isSession(@Nullable String id) {
        return session != null && isShown(id, session);
    }

    private static boolean isShown(@Nullable String id, String shown) {
        return id != null && shown.equals(VisibleText.line(id));
    }

    private static boolean contains(@Nullable String name, String part) {
        return name != null && name.toLowerCase(Locale.ROOT).contains(part);
    }

    private boolean containsText(FrameRow row, FrameLog log) {
        byte[] bytes = log.bytes(row.number());
        return bytes != null
                && new String(bytes, UTF_8).toLowerCase(Locale.ROOT).contains(text);
    }

    /** Returns whether two rows that follow each other are parts of one run. */
    boolean joins(FrameRow before, FrameRow row) {
        String update = row.head().update();
        return collapsed
                && update != null
                && update.endsWith("_chunk")
                && row.connection() == before.connection()
                && update.equals(before.head().update())
                && Objects.equals(row.head().subject(), before.head().subject())
                && row.head().session() != null
                && row.head().session().equals(before.head().session())
                && row.problem() == null
                && before.problem() == null;
    }
}
