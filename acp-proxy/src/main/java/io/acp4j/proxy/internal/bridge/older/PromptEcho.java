package io.acp4j.proxy.internal.bridge.older;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLimits;
import io.acp4j.proxy.internal.bridge.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How much of a prompt the agent has sent back. Chunks of the user are its echo when together they say what was prompted, but for white
 * space, which agents trim and fold; until that is certain they are kept here.
 */
final class PromptEcho {

    private final JsonNode prompt;
    private final BridgeLimits limits;
    private final List<ObjectNode> kept = new ArrayList<>();

    /** What the prompt says; null until a chunk is compared with it. */
    private @Nullable Said said;

    /** The blocks beside its text that have not come back. */
    private List<JsonNode> missing = List.of();

    /** The id of the message that the chunks belong to; null while there is none, and where they have no id. */
    private @Nullable String id;

    private boolean begun;
    private boolean whole;

    /** Whether another message has come behind an echo without an id, so that no chunk without one belongs to it. */
    private boolean ended;

    private int matched;
    private long keptChars;

    /** A prompt: its text without white space, its other blocks, and the number of its characters. */
    private record Said(String words, List<JsonNode> blocks, int chars) {}

    PromptEcho(JsonNode prompt, BridgeLimits limits) {
        this.prompt = prompt;
        this.limits = limits;
    }

    /** Returns whether all words of the prompt have come back. */
    boolean isWhole() {
        return whole;
    }

    /** Returns how many chunks are kept. */
    int kept() {
        return kept.size();
    }

    /**
     * Takes a chunk when it goes on with the echo, or begins it.
     *
     * @param params what the agent has sent
     * @param by the id of the chunk's message; null when it has none
     * @return false when it is no part of the echo
     */
    boolean takes(ObjectNode params, JsonNode content, @Nullable String by) {
        if (ended || (begun && !Objects.equals(id, by))) {
            return false;
        }
        Said wanted = said();
        if (isText(content)) {
            String piece = wordsOf(content);
            // Behind the last word only white space is a part of it.
            if (!wanted.words().startsWith(piece, matched)) {
                return false;
            }
            matched += piece.length();
        } else if (!missing.remove(plain(content))) {
            return false;
        }
        begun = true;
        id = by;
        if (!whole) {
            kept.add(params);
            keptChars += params.toString().length();
            whole = matched == wanted.words().length();
        }
        if (whole) {
            kept.clear();
        }
        return true;
    }

    /** Returns whether more is kept than an echo takes. */
    boolean isTooMuch() {
        return kept.size() > limits.maxItems() || keptChars > 2L * said().chars() + limits.maxText();
    }

    /** Returns whether a message is the one whose chunks are the echo. */
    boolean isOf(@Nullable String messageId) {
        return whole && messageId != null && messageId.equals(id);
    }

    /** Takes note of another message. Gives back what is kept, which was no echo; the echo may still come. */
    List<ObjectNode> refute() {
        if (whole) {
            ended |= id == null;
            return List.of();
        }
        List<ObjectNode> other = List.copyOf(kept);
        kept.clear();
        keptChars = 0;
        matched = 0;
        begun = false;
        id = null;
        missing = said == null ? List.of() : new ArrayList<>(said.blocks());
        return other;
    }

    private Said said() {
        Said known = said;
        if (known == null) {
            StringBuilder words = new StringBuilder();
            List<JsonNode> blocks = new ArrayList<>();
            for (JsonNode block : prompt) {
                if (isText(block)) {
                    words.append(wordsOf(block));
                } else {
                    blocks.add(plain(block));
                }
            }
            known = new Said(words.toString(), blocks, prompt.toString().length());
            said = known;
            missing = new ArrayList<>(blocks);
        }
        return known;
    }

    private static boolean isText(JsonNode block) {
        return "text".equals(Json.text(block, "type"));
    }

    private static String wordsOf(JsonNode block) {
        String text = Json.text(block, "text", "");
        StringBuilder words = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (!Character.isWhitespace(text.charAt(i))) {
                words.append(text.charAt(i));
            }
        }
        return words.toString();
    }

    /** Returns a block without the members that are null, which says the same. */
    private static JsonNode plain(JsonNode block) {
        if (!(block instanceof ObjectNode object)) {
            return block;
        }
        ObjectNode copy = object.deepCopy();
        Json.dropNulls(copy);
        return copy;
    }
}
