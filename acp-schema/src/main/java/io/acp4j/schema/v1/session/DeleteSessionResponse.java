package io.acp4j.schema.v1.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Tells that the session is not listed any more, or never was.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-delete">the specification</a>
 * @since 0.1.0
 */
public record DeleteSessionResponse(@Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<DeleteSessionResponse> CODEC = ObjectCodec.of("DeleteSessionResponse", type -> {
        var meta = type.lenient("_meta", Meta.CODEC, DeleteSessionResponse::meta);
        type.nullMeansEmpty();
        return in -> new DeleteSessionResponse(in.find(meta));
    });

    /** A response without extra data. */
    public static final DeleteSessionResponse EMPTY = new DeleteSessionResponse(null);
}
