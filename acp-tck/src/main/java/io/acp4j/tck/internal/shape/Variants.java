package io.acp4j.tck.internal.shape;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Distinguishes the variants of a union by the member in which each has a constant of its own. */
final class Variants {

    private Variants() {}

    /** Returns the name of that member; empty when there is none. */
    static String tagOf(List<JsonNode> variants) {
        for (JsonNode variant : variants) {
            for (Map.Entry<String, JsonNode> member : variant.path("properties").properties()) {
                if (member.getValue().has("const")) {
                    return member.getKey();
                }
            }
        }
        return "";
    }

    /** Returns the variant of a constant, or the one that is called so without having it; null for one that was added later. */
    static @Nullable JsonNode named(List<JsonNode> variants, String tag, String value) {
        for (JsonNode variant : variants) {
            if (constant(variant, tag).asText("").equals(value)) {
                return variant;
            }
        }
        return without(variants, tag).stream()
                .filter(variant -> variant.path("title").asText("").equals(value))
                .findFirst()
                .orElse(null);
    }

    /** Returns the variants that do without that member. */
    static List<JsonNode> without(List<JsonNode> variants, String tag) {
        return variants.stream()
                .filter(variant -> !variant.path("properties").has(tag))
                .toList();
    }

    private static JsonNode constant(JsonNode variant, String tag) {
        return variant.path("properties").path(tag).path("const");
    }
}
