package io.acp4j.agent.store;

import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * A node with its content. Immutable.
 *
 * @param header what it is
 * @param format the {@link StoredFormat} of the content
 * @param content what it holds: for most kinds an array of session updates; a store keeps it byte for byte
 * @since 0.1.0
 */
public record StoredNode(NodeHeader header, int format, RawJson content) {

    /** Checks that what is required is there. */
    public StoredNode {
        Objects.requireNonNull(header, "header");
        Objects.requireNonNull(content, "content");
    }
}
