// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * What sort of thing a tool does, for icons and grouping.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#creating">the specification</a>
 * @since 0.1.0
 */
public record ToolKind(String value) {

    /** Reads files or data. */
    public static final ToolKind READ = new ToolKind("read");

    /** Changes files or other content. */
    public static final ToolKind EDIT = new ToolKind("edit");

    /** Removes files or data. */
    public static final ToolKind DELETE = new ToolKind("delete");

    /** Moves or renames files. */
    public static final ToolKind MOVE = new ToolKind("move");

    /** Looks for something. */
    public static final ToolKind SEARCH = new ToolKind("search");

    /** Runs a command or code. */
    public static final ToolKind EXECUTE = new ToolKind("execute");

    /** Reasons or plans without outside effect. */
    public static final ToolKind THINK = new ToolKind("think");

    /** Gets data from outside. */
    public static final ToolKind FETCH = new ToolKind("fetch");

    /** Switches the session to another mode. */
    public static final ToolKind SWITCH_MODE = new ToolKind("switch_mode");

    /** Anything else; what is meant when no kind is said. */
    public static final ToolKind OTHER = new ToolKind("other");

    /** Reads and writes the word. */
    public static final JsonCodec<ToolKind> CODEC = OpenValueCodec.of(
            ToolKind::new,
            ToolKind::value,
            List.of(READ, EDIT, DELETE, MOVE, SEARCH, EXECUTE, THINK, FETCH, SWITCH_MODE, OTHER));

    /** Checks that the value is there. */
    public ToolKind {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
