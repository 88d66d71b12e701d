package io.acp4j.schema.v1.fs;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the client for a text file, or a part of one.
 *
 * @param sessionId the session
 * @param path the absolute path of the file
 * @param line the first line to read, counted from 1; null for the beginning
 * @param limit how many lines to read at most; null for all
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/file-system#reading-files">the specification</a>
 * @since 0.1.0
 */
public record ReadTextFileRequest(
        SessionId sessionId,
        String path,
        @Nullable Long line,
        @Nullable Long limit,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<ReadTextFileRequest> CODEC = ObjectCodec.of("ReadTextFileRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, ReadTextFileRequest::sessionId);
        var path = type.required("path", Codecs.STRING, ReadTextFileRequest::path);
        var line = type.optional("line", Codecs.UINT32, ReadTextFileRequest::line);
        var limit = type.optional("limit", Codecs.UINT32, ReadTextFileRequest::limit);
        var meta = type.lenient("_meta", Meta.CODEC, ReadTextFileRequest::meta);
        return in ->
                new ReadTextFileRequest(in.get(sessionId), in.get(path), in.find(line), in.find(limit), in.find(meta));
    });

    /** Checks that what is required is there. */
    public ReadTextFileRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(path, "path");
    }

    /**
     * Makes a request for a whole file.
     *
     * @param sessionId the session
     * @param path the absolute path of the file
     * @return the request
     */
    public static ReadTextFileRequest of(SessionId sessionId, String path) {
        return new ReadTextFileRequest(sessionId, path, null, null, null);
    }
}
