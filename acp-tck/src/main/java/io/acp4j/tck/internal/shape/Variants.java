package io.acp4j.tck.internal.shape;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The variants of a union, which a member tells apart in which each has a constant of its own. Immutable. */
final class Variants {

    /** The name of that member; empty when there is none. */
    final String tag;

    final Set<String> tagNames;
    final List<Shape> all = new ArrayList<>();
    /** Those that do without that member. */
    final List<Shape> untagged = new ArrayList<>();

    private final Map<String, Shape> tagged = new HashMap<>();
    private final Map<String, Shape> titled = new HashMap<>();

    Variants(List<JsonNode> variants, Function<String, Shape> named) {
        tag = tagOf(variants);
        tagNames = Set.of(tag);
        for (JsonNode variant : variants) {
            Shape shape = new Shape(variant, named);
            all.add(shape);
            JsonNode constant = variant.path("properties").path(tag).path("const");
            if (constant.isTextual()) {
                tagged.putIfAbsent(constant.asText(), shape);
            }
            if (!variant.path("properties").has(tag)) {
                untagged.add(shape);
                if (variant.path("title").isTextual()) {
                    titled.putIfAbsent(variant.path("title").asText(), shape);
                }
            }
        }
    }

    private static String tagOf(List<JsonNode> variants) {
        for (JsonNode variant : variants) {
            for (Map.Entry<String, JsonNode> member : variant.path("properties").properties()) {
                if (member.getValue().has("const")) {
                    return member.getKey();
                }
            }
        }
        return "";
    }

    Shape first() {
        return all.get(0);
    }

    /** Returns the variant of a constant, or the one that is called so without having it; null for one that was added later. */
    @Nullable
    Shape named(String value) {
        Shape variant = tagged.get(value);
        return variant == null ? titled.get(value) : variant;
    }
}
