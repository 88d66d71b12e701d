package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.acp4j.proxy.internal.bridge.wire.Json;
import org.jspecify.annotations.Nullable;

/**
 * A message as the client has been shown it: its length and a hash, so that a message that is sent again, or has grown, is told
 * from one that was replaced. Adjacent texts count as one.
 */
final class ShownMessage {

    private long length;
    private long hash;

    void append(JsonNode block) {
        String text = plainText(block);
        if (text == null) {
            add('\u0001');
            text = block.toString();
        }
        for (int i = 0; i < text.length(); i++) {
            add(text.charAt(i));
        }
    }

    private void add(char c) {
        length++;
        hash = (hash ^ c) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
    }

    boolean isEmpty() {
        return length == 0;
    }

    /** Replaces what is known by other blocks, whether or not the client was shown them. */
    void become(JsonNode blocks) {
        length = 0;
        hash = 0;
        blocks.forEach(this::append);
    }

    /** Returns what must be appended to have these blocks; null when they do not begin with what is shown. */
    @Nullable
    ArrayNode missing(JsonNode blocks) {
        ShownMessage walk = new ShownMessage();
        ArrayNode rest = Json.array();
        boolean reached = isEmpty();
        for (JsonNode block : blocks) {
            if (reached) {
                rest.add(block);
                continue;
            }
            String text = plainText(block);
            if (text == null) {
                walk.append(block);
                reached = walk.sameAs(this);
            } else {
                int at = 0;
                while (at < text.length() && !reached) {
                    walk.add(text.charAt(at++));
                    reached = walk.sameAs(this);
                }
                if (at < text.length()) {
                    rest.add(Json.textBlock(text.substring(at)));
                }
            }
        }
        return reached ? rest : null;
    }

    private boolean sameAs(ShownMessage other) {
        return length == other.length && hash == other.hash;
    }

    /** Returns the text of a block that is nothing but text. */
    private static @Nullable String plainText(JsonNode block) {
        return block.size() == 2 && "text".equals(Json.text(block, "type")) ? Json.text(block, "text") : null;
    }
}
