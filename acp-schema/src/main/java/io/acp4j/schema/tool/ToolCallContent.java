package io.acp4j.schema.tool;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.JsonCodec;
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
public sealed interface ToolCallContent permits Content, Diff, FileChanges, Terminal, UnknownToolCallContent {

    /** Reads and writes any kind, told apart by {@code type}. */
    JsonCodec<ToolCallContent> CODEC = UnionCodec.<ToolCallContent>on("type")
            .variant("content", Content.class, () -> Content.CODEC)
            .variant(WireVersion.V1, "diff", Diff.class, () -> Diff.CODEC)
            .variant(WireVersion.V2, "diff", FileChanges.class, () -> FileChanges.CODEC)
            .variant("terminal", Terminal.class, () -> Terminal.CODEC)
            .unknown(UnknownToolCallContent.class, UnknownToolCallContent::new, UnknownToolCallContent::raw);

    /**
     * Makes a piece of plain text or Markdown.
     *
     * @param text the text
     * @return the piece
     */
    static ToolCallContent text(String text) {
        return new Content(ContentBlock.text(text), null);
    }

    /**
     * Makes a piece that shows how a file changes.
     *
     * @param path the absolute path of the file
     * @param oldText its contents before; null for a new file
     * @param newText its contents after
     * @return the piece
     */
    static ToolCallContent diff(String path, @Nullable String oldText, String newText) {
        return new Diff(path, oldText, newText, null);
    }

    /**
     * Makes a piece that shows a terminal and its output as it comes.
     *
     * @param terminalId a terminal that is not released yet
     * @return the piece
     */
    static ToolCallContent terminal(TerminalId terminalId) {
        return new Terminal(terminalId, null);
    }
}
