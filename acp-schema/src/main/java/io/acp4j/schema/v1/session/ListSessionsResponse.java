package io.acp4j.schema.v1.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the sessions that the agent stores.
 *
 * @param sessions the sessions of this page
 * @param nextCursor where the next page starts; null when this is the last
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-list#listing-sessions">the specification</a>
 * @since 0.1.0
 */
public record ListSessionsResponse(
        List<SessionInfo> sessions,
        @Nullable String nextCursor,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ListSessionsResponse> CODEC = ObjectCodec.of("ListSessionsResponse", type -> {
        var sessions = type.requiredLenientList("sessions", SessionInfo.CODEC, ListSessionsResponse::sessions);
        var nextCursor = type.lenient("nextCursor", Codecs.STRING, ListSessionsResponse::nextCursor);
        var meta = type.lenient("_meta", Meta.CODEC, ListSessionsResponse::meta);
        return in -> new ListSessionsResponse(in.get(sessions), in.find(nextCursor), in.find(meta));
    });

    /** Copies the list. */
    public ListSessionsResponse {
        sessions = List.copyOf(sessions);
    }

    /**
     * Makes the only page.
     *
     * @param sessions all sessions
     * @return the page
     */
    public static ListSessionsResponse of(List<SessionInfo> sessions) {
        return new ListSessionsResponse(sessions, null, null);
    }
}
