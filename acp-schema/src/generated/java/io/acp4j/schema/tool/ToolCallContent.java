// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.UnionCodec;
import io.acp4j.schema.json.WireVersion;
import org.jspecify.annotations.Nullable;

/**
 * One piece of what a tool call produced.
 *
 * <p>New kinds may be permitted in minor releases: handle {@link UnknownToolCallContent} or a default.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#content">the specification</a>
 * @since 0.1.0
 */
public sealed interface ToolCallContent permits Content, Diff, Terminal, FileChanges, UnknownToolCallContent {

    /** Reads and writes any kind, told apart by {@code type}. */
    UnionCodec<ToolCallContent> CODEC = UnionCodec.<ToolCallContent>on("type")
            .variant("content", Content.class, () -> Content.CODEC)
            .variant(WireVersion.V1, "diff", Diff.class, () -> Diff.CODEC)
            .variant("terminal", Terminal.class, () -> Terminal.CODEC)
            .variant(WireVersion.V2, "diff", FileChanges.class, () -> FileChanges.CODEC)
            .unknown(UnknownToolCallContent.class, UnknownToolCallContent::new, UnknownToolCallContent::raw);

    /**
     * Returns a piece of plain text or Markdown.
     *
     * @param text the text
     * @return the value
     */
    static ToolCallContent text(String text) {
        return Content.of(ContentBlock.text(text));
    }

    /**
     * Returns a piece that shows how a file changes.
     *
     * @param path the absolute path of the file
     * @param oldText its contents before; null for a new file
     * @param newText its contents after
     * @return the value
     */
    static ToolCallContent diff(String path, @Nullable String oldText, String newText) {
        return new Diff(path, oldText, newText, null);
    }

    /**
     * Returns a piece that shows a terminal and its output as it comes.
     *
     * @param terminalId a terminal that is not released yet
     * @return the value
     */
    static ToolCallContent terminal(TerminalId terminalId) {
        return Terminal.of(terminalId);
    }
}
