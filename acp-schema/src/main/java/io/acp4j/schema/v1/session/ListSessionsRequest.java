package io.acp4j.schema.v1.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent for a page of the sessions that it stores.
 *
 * <p>Only for agents that advertise {@code sessionCapabilities.list}.
 *
 * @param cwd the working directory that sessions must have to be listed, an absolute path; null lists those of any
 * @param cursor where the page starts, as the response before told it; null for the first page
 * @param archived which sessions to list by whether they are archived; null lists those that are not
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-list#listing-sessions">the specification</a>
 * @since 0.1.0
 */
public record ListSessionsRequest(
        @Nullable String cwd,
        @Nullable String cursor,
        @Unstable("session-archive") @Nullable SessionArchiveFilter archived,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ListSessionsRequest> CODEC = ObjectCodec.of("ListSessionsRequest", type -> {
        var cwd = type.optional("cwd", Codecs.STRING, ListSessionsRequest::cwd);
        var cursor = type.optional("cursor", Codecs.STRING, ListSessionsRequest::cursor);
        var archived = type.optional("archived", SessionArchiveFilter.CODEC, ListSessionsRequest::archived);
        var meta = type.lenient("_meta", Meta.CODEC, ListSessionsRequest::meta);
        type.nullMeansEmpty();
        return in -> new ListSessionsRequest(in.find(cwd), in.find(cursor), in.find(archived), in.find(meta));
    });

    /** Asks for the first page of all sessions. */
    public static final ListSessionsRequest ALL = new ListSessionsRequest(null, null, null, null);

    /**
     * Asks for sessions by whether they are archived, too.
     *
     * <p>Only for agents that advertise {@code sessionCapabilities.archive}.
     *
     * @param filter which ones to list; null lists those that are not archived
     * @return a changed request
     */
    @Unstable("session-archive")
    public ListSessionsRequest archived(@Nullable SessionArchiveFilter filter) {
        return new ListSessionsRequest(cwd, cursor, filter, meta);
    }

    /**
     * Asks for the page that follows one.
     *
     * @param nextCursor the cursor that the page carries
     * @return the same request for the next page
     */
    public ListSessionsRequest after(String nextCursor) {
        return new ListSessionsRequest(cwd, Objects.requireNonNull(nextCursor, "nextCursor"), archived, meta);
    }
}
