package io.acp4j.store.jdbc.internal;

import io.acp4j.agent.store.ForkKey;
import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Origin;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.store.StoredSession.TurnStart;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes records of rows. */
final class Rows {

    static final String SESSION = "id, tree, sequence, cwd, directories, title, label, parent, origin_session, "
            + "origin_place, origin_message, origin_depth, head, turn_started, settled, attributes, fork_key, "
            + "fork_fingerprint, lease_holder, lease_token, lease_expires, created_at, updated_at, version, checksum, fork_number, principal, "
            + "format";

    static final String SEGMENT =
            "id, tree, parent_place, owner, length, last_message, last_sequence, has_messages, checksum";

    static final String HEADER = "place, kind, message_id, depth, sequence, created_at";

    static final String NODE = HEADER + ", checksum, content, format";

    /** The number of columns of {@link #NODE}. */
    static final int NODE_COLUMNS = 9;

    private static final Map<String, NodeKind> KINDS =
            Arrays.stream(NodeKind.values()).collect(Collectors.toUnmodifiableMap(Enum::name, Function.identity()));

    private Rows() {}

    static StoredSession session(ResultSet row) throws SQLException {
        String attributes = text(row, 16);
        StoredSession session = StoredSession.builder()
                .id(new SessionId(text(row, 1)))
                .principal(text(row, 27))
                .tree(row.getLong(2))
                .sequence(row.getLong(3))
                .cwd(text(row, 4))
                .additionalDirectories(readJson(text(row, 5), Json::texts))
                .title(textOrNull(row, 6))
                .label(textOrNull(row, 7))
                .parent(sessionId(row, 8))
                .origin(origin(row))
                .head(placeOrNull(row, 13))
                .turn(turn(row))
                .attributes(readJson(attributes, Json::attributes))
                .format(row.getInt(28))
                .forkKey(forkKey(row))
                .lease(new Lease(text(row, 19), row.getLong(20), Micros.instant(row.getLong(21))))
                .createdAt(Micros.instant(row.getLong(22)))
                .updatedAt(Micros.instant(row.getLong(23)))
                .version(row.getLong(24))
                .build();
        requireIntact(RowChecksums.of(session, attributes), row, 25);
        return session;
    }

    private static void requireIntact(int checksum, ResultSet row, int column) throws SQLException {
        if (checksum != row.getInt(column)) {
            throw new IllegalArgumentException("the checksum of a row is not that of its contents");
        }
    }

    private static @Nullable Origin origin(ResultSet row) throws SQLException {
        SessionId source = sessionId(row, 9);
        if (source == null) {
            return null;
        }
        String message = textOrNull(row, 11);
        return new Origin(
                source,
                placeOrNull(row, 10),
                message == null ? null : new MessageId(message),
                row.getInt(12),
                row.getInt(26));
    }

    /** Returns the running turn, or null. NULL is read as 0, at which no turn can have started. */
    private static @Nullable TurnStart turn(ResultSet row) throws SQLException {
        long started = row.getLong(14);
        return started == 0 ? null : new TurnStart(placeOrNull(row, 15), Micros.instant(started));
    }

    private static @Nullable ForkKey forkKey(ResultSet row) throws SQLException {
        String key = textOrNull(row, 17);
        return key == null ? null : new ForkKey(key, text(row, 18));
    }

    static Segment segment(ResultSet row) throws SQLException {
        Segment segment = new Segment(
                row.getLong(1),
                row.getLong(2),
                placeOrNull(row, 3),
                sessionId(row, 4),
                row.getInt(5),
                row.getInt(6),
                row.getLong(7),
                row.getInt(8) != 0);
        requireIntact(RowChecksums.of(segment), row, 9);
        return segment;
    }

    static StoredNode.Header header(ResultSet row) throws SQLException {
        return header(row, text(row, 2));
    }

    private static StoredNode.Header header(ResultSet row, String kind) throws SQLException {
        String id = textOrNull(row, 3);
        return new StoredNode.Header(
                Places.ref(row.getLong(1)),
                // A kind that a later version has added is something that is shown again, at least.
                KINDS.getOrDefault(kind, NodeKind.OTHER),
                id == null ? null : new MessageId(id),
                row.getInt(4),
                row.getLong(5),
                Micros.instant(row.getLong(6)));
    }

    /** Makes a node of a row, and checks that the row is what was once written. */
    static StoredNode node(ResultSet row) throws SQLException {
        byte[] content = row.getBytes(8);
        String kind = text(row, 2);
        StoredNode.Header header = header(row, kind);
        int format = row.getInt(9);
        requireIntact(RowChecksums.of(header, kind, format, content), row, 7);
        return new StoredNode(header, format, readJson(content, Json::raw));
    }

    static String text(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNull(textOrNull(row, column));
    }

    private static @Nullable String textOrNull(ResultSet row, int column) throws SQLException {
        return Texts.given(row.getString(column));
    }

    private static @Nullable SessionId sessionId(ResultSet row, int column) throws SQLException {
        String id = textOrNull(row, column);
        return id == null ? null : new SessionId(id);
    }

    /** Returns a node; null for NULL, which reads as 0, a place that no node has as segments begin with 1. Asking the driver takes time. */
    private static @Nullable NodeRef placeOrNull(ResultSet row, int column) throws SQLException {
        long place = row.getLong(column);
        return place == 0 ? null : Places.ref(place);
    }

    private interface JsonRead<J, T> {
        T read(J json) throws IOException;
    }

    private static <J, T> T readJson(J json, JsonRead<J, T> read) {
        try {
            return read.read(json);
        } catch (IOException e) {
            throw new IllegalArgumentException("a value is not the JSON that was stored", e);
        }
    }
}
