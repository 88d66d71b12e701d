// Written by build-support/write-types from src/protocol/fs.yaml: change that, not this.
package io.acp4j.schema.fs;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the client to write a text file, making it where there is none.
 *
 * @param sessionId the session
 * @param path the absolute path of the file
 * @param content its whole new text
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/file-system#writing-files">the specification</a>
 * @since 0.1.0
 */
public record WriteTextFileRequest(
        SessionId sessionId,
        String path,
        String content,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<WriteTextFileRequest> CODEC = ObjectCodec.of("WriteTextFileRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, WriteTextFileRequest::sessionId);
        var path = type.required("path", Codecs.STRING, WriteTextFileRequest::path);
        var content = type.required("content", Codecs.STRING, WriteTextFileRequest::content);
        var meta = type.lenient("_meta", Meta.CODEC, WriteTextFileRequest::meta);
        return in -> new WriteTextFileRequest(in.get(sessionId), in.get(path), in.get(content), in.find(meta));
    });

    /** Checks that what is required is there. */
    public WriteTextFileRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(content, "content");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param path the absolute path of the file
     * @param content its whole new text
     * @return the request
     */
    public static WriteTextFileRequest of(SessionId sessionId, String path, String content) {
        return new WriteTextFileRequest(sessionId, path, content, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param path the absolute path of the file
     * @param content its whole new text
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, String path, String content) {
        return new Builder(sessionId, path, content);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, path, content);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link WriteTextFileRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final String path;
        private final String content;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, String path, String content) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.path = Objects.requireNonNull(path, "path");
            this.content = Objects.requireNonNull(content, "content");
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the request.
         *
         * @return the request
         */
        public WriteTextFileRequest build() {
            return new WriteTextFileRequest(sessionId, path, content, meta);
        }
    }
}
