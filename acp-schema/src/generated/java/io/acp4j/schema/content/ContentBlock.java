// Written by build-support/write-types from src/protocol/content.yaml: change that, not this.
package io.acp4j.schema.content;

import io.acp4j.schema.json.UnionCodec;

/**
 * One block of a prompt, a message or a tool's result.
 *
 * <p>New kinds may be permitted in minor releases: handle {@link UnknownContent} or a default.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content">the specification</a>
 * @since 0.1.0
 */
public sealed interface ContentBlock
        permits TextContent, ImageContent, AudioContent, ResourceLink, EmbeddedResource, UnknownContent {

    /** Reads and writes any kind, told apart by {@code type}. */
    UnionCodec<ContentBlock> CODEC = UnionCodec.<ContentBlock>on("type")
            .variant("text", TextContent.class, () -> TextContent.CODEC)
            .variant("image", ImageContent.class, () -> ImageContent.CODEC)
            .variant("audio", AudioContent.class, () -> AudioContent.CODEC)
            .variant("resource_link", ResourceLink.class, () -> ResourceLink.CODEC)
            .variant("resource", EmbeddedResource.class, () -> EmbeddedResource.CODEC)
            .unknown(UnknownContent.class, UnknownContent::new, UnknownContent::raw);

    /**
     * Returns a block of plain text or Markdown.
     *
     * @param text the text
     * @return the value
     */
    static ContentBlock text(String text) {
        return TextContent.of(text);
    }
}
