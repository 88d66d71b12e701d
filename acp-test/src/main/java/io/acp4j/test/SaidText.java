package io.acp4j.test;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text that an agent has said, in the order in which it came; what replaces a message takes the place of its first piece. */
final class SaidText {

    private record Piece(@Nullable MessageId message, String text) {}

    private final List<Piece> pieces = new ArrayList<>();

    private SaidText() {}

    static String of(List<SessionUpdate> updates) {
        SaidText said = new SaidText();
        for (SessionUpdate update : updates) {
            if (update instanceof AgentMessageChunk chunk) {
                said.pieces.add(new Piece(chunk.messageId(), chunk.text()));
            } else if (update instanceof AgentMessage message
                    && !message.content().isUnchanged()) {
                said.replace(message.messageId(), text(message.content()));
            }
        }
        return said.pieces.stream().map(Piece::text).collect(Collectors.joining());
    }

    private void replace(MessageId message, String text) {
        int first = pieces.size();
        for (int i = pieces.size() - 1; i >= 0; i--) {
            if (message.equals(pieces.get(i).message())) {
                pieces.remove(i);
                first = i;
            }
        }
        pieces.add(first, new Piece(message, text));
    }

    private static String text(Patch<List<ContentBlock>> content) {
        List<ContentBlock> blocks = content.value();
        return blocks == null
                ? ""
                : blocks.stream()
                        .filter(TextContent.class::isInstance)
                        .map(block -> ((TextContent) block).text())
                        .collect(Collectors.joining());
    }
}
