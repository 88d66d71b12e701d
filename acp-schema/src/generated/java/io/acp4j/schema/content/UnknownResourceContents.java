// Written by build-support/write-types from src/protocol/content.yaml: change that, not this.
package io.acp4j.schema.content;

import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * Contents of a kind that this version does not know; they are written back unchanged.
 *
 * @param raw the whole object
 * @since 0.1.0
 */
public record UnknownResourceContents(RawJson raw) implements EmbeddedResourceResource {

    /** Checks that what is required is there. */
    public UnknownResourceContents {
        Objects.requireNonNull(raw, "raw");
    }
}
