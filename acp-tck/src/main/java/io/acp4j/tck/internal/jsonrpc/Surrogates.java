package io.acp4j.tck.internal.jsonrpc;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Entry;
import java.util.Map;

/**
 * Halves of characters: escapes for one of two surrogates without the other, which come of text that is cut between the two. What a
 * reader makes of them is unpredictable; some refuse the whole message.
 */
final class Surrogates {

    private Surrogates() {}

    /** Returns whether all strings of a message consist of whole characters. */
    static boolean areAllPaired(Entry entry) {
        JsonNode message = entry.json();
        // Only escapes can be halves: bytes that are would be no UTF-8.
        return message == null || !hasEscape(entry.bytes()) || arePaired(message);
    }

    private static boolean hasEscape(byte[] bytes) {
        for (int i = 0; i + 2 < bytes.length; i++) {
            if (bytes[i] == '\\' && bytes[i + 1] == 'u' && (bytes[i + 2] == 'd' || bytes[i + 2] == 'D')) {
                return true;
            }
        }
        return false;
    }

    private static boolean arePaired(JsonNode node) {
        if (node.isTextual()) {
            return arePaired(node.textValue());
        }
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            if (!arePaired(member.getKey())) {
                return false;
            }
        }
        for (JsonNode each : node) {
            if (!arePaired(each)) {
                return false;
            }
        }
        return true;
    }

    private static boolean arePaired(String text) {
        return text.codePoints().noneMatch(each -> each >= Character.MIN_SURROGATE && each <= Character.MAX_SURROGATE);
    }
}
