package io.acp4j.cli.chat.session;

import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.content.AudioContent;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.content.ResourceLink;
import io.acp4j.schema.content.TextContent;
import java.util.List;
import java.util.stream.Collectors;

/** Conversion of content to text. */
final class Blocks {

    private static final int PREVIEW = 50;

    private Blocks() {}

    static String text(List<ContentBlock> blocks) {
        return blocks.stream()
                .map(block -> block instanceof TextContent text ? text.text() : describe(block))
                .collect(Collectors.joining());
    }

    static String describe(ContentBlock block) {
        if (block instanceof ImageContent) {
            return "[image]";
        }
        if (block instanceof AudioContent) {
            return "[audio]";
        }
        return block instanceof ResourceLink link ? "[" + link.name() + "](" + link.uri() + ")" : "[attachment]";
    }

    /** Returns the beginning of the text in one line. */
    static String preview(List<ContentBlock> blocks) {
        String line = VisibleText.line(text(blocks).strip().replaceAll("\\s+", " "));
        return line.codePointCount(0, line.length()) <= PREVIEW
                ? line
                : line.substring(0, line.offsetByCodePoints(0, PREVIEW)) + "…";
    }
}
