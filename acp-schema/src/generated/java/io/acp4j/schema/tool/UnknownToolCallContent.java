// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * A piece of a kind that this version does not know; it is written back unchanged.
 *
 * @param type the value of its {@code type} member
 * @param raw the whole object, {@code type} included
 * @since 0.1.0
 */
public record UnknownToolCallContent(String type, RawJson raw) implements ToolCallContent {

    /** Checks that what is required is there. */
    public UnknownToolCallContent {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(raw, "raw");
    }
}
