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
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param path the absolute path of the file
     * @return the request
     */
    public static ReadTextFileRequest of(SessionId sessionId, String path) {
        return new ReadTextFileRequest(sessionId, path, null, null, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param path the absolute path of the file
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, String path) {
        return new Builder(sessionId, path);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, path);
        copy.line = line;
        copy.limit = limit;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ReadTextFileRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final String path;
        private @Nullable Long line;
        private @Nullable Long limit;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, String path) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.path = Objects.requireNonNull(path, "path");
        }

        /**
         * Sets the first line to read, counted from 1.
         *
         * @param line the first line to read, counted from 1; null for the beginning
         * @return this
         */
        public Builder line(@Nullable Long line) {
            this.line = line;
            return this;
        }

        /**
         * Sets how many lines to read at most.
         *
         * @param limit how many lines to read at most; null for all
         * @return this
         */
        public Builder limit(@Nullable Long limit) {
            this.limit = limit;
            return this;
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
        public ReadTextFileRequest build() {
            return new ReadTextFileRequest(sessionId, path, line, limit, meta);
        }
    }
}
