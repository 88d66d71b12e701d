package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.client.SessionNode;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.schema.session.SessionInfo;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rows of the session tree on the page, for open sessions and for sessions of recordings. */
final class SessionRows {

    private static final Logger LOG = LoggerFactory.getLogger(SessionRows.class);

    private SessionRows() {}

    /** Returns the title of a session. For an open session, the title of the conversation has precedence. */
    static @Nullable String title(SessionNode node, @Nullable Conversation conversation) {
        String title = conversation == null ? null : conversation.title();
        return title == null ? node.info().title() : title;
    }

    /** Returns the row of a session in the tree, without its origin and times; the conversation is null while it is not open. */
    static ObjectNode row(
            SessionNode node, String key, @Nullable String parent, String name, @Nullable Conversation conversation) {
        SessionInfo info = node.info();
        ObjectNode row = Shown.NODES.objectNode();
        row.put("key", key).put("id", Shown.line(node.id().value()));
        row.put("name", Shown.line(name));
        row.put("title", Shown.line(Objects.requireNonNullElse(title(node, conversation), "")));
        row.put("level", node.level()).put("children", node.children().size());
        row.put("parent", parent);
        row.put("cwd", Shown.line(info.cwd()));
        return row;
    }

    /** Writes the time of the last activity: the time that the agent has reported, or the time of later traffic. */
    static void activity(ObjectNode row, @Nullable String stated, @Nullable Instant seen) {
        Instant listed = null;
        try {
            listed = stated == null ? null : OffsetDateTime.parse(stated).toInstant();
        } catch (DateTimeParseException e) {
            LOG.debug("the time of the last update of a session is invalid", e);
        }
        Instant latest = listed == null || (seen != null && seen.isAfter(listed)) ? seen : listed;
        row.put("activeAt", latest == null ? null : latest.toString());
    }
}
