// Written by build-support/write-types from src/protocol/fs.yaml: change that, not this.
package io.acp4j.schema.fs;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Reports that the file is written.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/file-system#writing-files">the specification</a>
 * @since 0.1.0
 */
public record WriteTextFileResponse(@Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<WriteTextFileResponse> CODEC = ObjectCodec.of("WriteTextFileResponse", type -> {
        type.nullMeansEmpty();
        var meta = type.lenient("_meta", Meta.CODEC, WriteTextFileResponse::meta);
        return in -> new WriteTextFileResponse(in.find(meta));
    });

    /** A response without extra data. */
    public static final WriteTextFileResponse EMPTY = new WriteTextFileResponse(null);
}
