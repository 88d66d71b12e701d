package io.acp4j.tck.internal.shape;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.shape.ShapeFault.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares one value with its shape. Sets of words and unions are open: a word or a variant that is not known may have been added
 * since, which is a {@linkplain Kind#WORD difference of its own}, unless it begins with an underscore.
 */
final class ShapeCheck {

    /** Faults that are looked for in one message. */
    private static final int MOST = 50;

    /** Characters that are shown of a name that the subject has made up. */
    private static final int NAME = 60;

    private final List<ShapeFault> faults = new ArrayList<>();

    /** Where a value is; put into words for faults only. */
    private record Place(@Nullable Place parent, String step) {

        Place member(String name) {
            return new Place(this, "." + name);
        }

        @Override
        public String toString() {
            return parent == null ? step : parent + step;
        }
    }

    /** What is known of an object's members: their names, or that any may be there. */
    private static final class Members {
        private final List<Set<String>> names = new ArrayList<>();
        private boolean any;

        boolean include(String name) {
            for (Set<String> each : names) {
                if (each.contains(name)) {
                    return true;
                }
            }
            return any;
        }
    }

    private ShapeCheck() {}

    /** Returns the differences, in the order of the schema's members; those of one message are not all listed when many. */
    static List<ShapeFault> of(Shape shape, JsonNode value, String path) {
        ShapeCheck check = new ShapeCheck();
        check.value(shape, value, new Place(null, path), false);
        return check.faults;
    }

    private void value(Shape shape, JsonNode value, Place place, boolean forgiven) {
        if (faults.size() >= MOST || (shape.forgivesNull && value.isNull())) {
            return;
        }
        Members members = new Members();
        compare(shape, value, place, forgiven || shape.forgivesFaults, members);
        if (value.isObject() && !members.any) {
            value.fieldNames().forEachRemaining(name -> {
                if (!members.include(name)) {
                    add(Kind.UNKNOWN, place.member(shortened(name)), "members of the type", "not known");
                }
            });
        }
    }

    private void compare(Shape shape, JsonNode value, Place place, boolean forgiven, Members members) {
        if (!shape.saysSomething) {
            members.any = true;
            return;
        }
        if (!shape.isOfItsType(value)) {
            members.any = true;
            wrong(place, shape.type(), Types.found(value), forgiven);
            return;
        }
        if (value.isNumber() && !shape.isInRange(value)) {
            wrong(place, shape.range(), "a number out of range", forgiven);
        }
        if (value.isTextual() && shape.words != null && !shape.words.contains(value.asText())) {
            strange(place, value);
        }
        Shape referred = shape.referred();
        if (referred != null) {
            compare(referred, value, place, forgiven, members);
        }
        for (Shape part : shape.parts) {
            compare(part, value, place, forgiven, members);
        }
        if (value.isObject()) {
            members(shape, value, place, forgiven, members);
        } else if (value.isArray()) {
            elements(shape, value, place, forgiven);
        }
        if (shape.variants != null) {
            oneOf(shape.variants, value, place, forgiven, members);
        }
    }

    // Members and elements

    private void members(Shape shape, JsonNode value, Place place, boolean forgiven, Members members) {
        for (String name : shape.required) {
            if (!value.has(name)) {
                Shape member = shape.members.get(name);
                wrong(place.member(name), member == null ? Types.named("") : member.description(), "missing", forgiven);
            }
        }
        members.names.add(shape.members.keySet());
        shape.members.forEach((name, member) -> {
            JsonNode there = value.get(name);
            if (there != null) {
                value(member, there, place.member(name), forgiven);
            }
        });
        Shape others = shape.otherMembers;
        if (others != null) {
            for (Map.Entry<String, JsonNode> member : value.properties()) {
                if (!shape.members.containsKey(member.getKey())) {
                    value(others, member.getValue(), place.member("*"), forgiven);
                }
            }
        }
        members.any |= shape.hasOtherMembers;
    }

    private void elements(Shape shape, JsonNode value, Place place, boolean forgiven) {
        if (shape.elements != null) {
            for (int i = 0; i < value.size(); i++) {
                Place element = new Place(place, "[" + i + "]");
                value(shape.elements, value.get(i), element, forgiven || shape.skipsFaultyElements);
            }
        }
    }

    // Variants

    private void oneOf(Variants variants, JsonNode value, Place place, boolean forgiven, Members members) {
        String tag = variants.tag;
        if (tag.isEmpty() || !value.isObject()) {
            best(variants.all, value, place, forgiven, members);
            return;
        }
        JsonNode told = value.path(tag);
        if (told.isTextual()) {
            Shape variant = variants.named(told.asText());
            if (variant == null) {
                members.any = true;
                strange(place.member(tag), told);
            } else {
                members.names.add(variants.tagNames);
                compare(variant, value, place, forgiven, members);
            }
        } else if (variants.untagged.isEmpty() || !(told.isMissingNode() || told.isNull())) {
            members.any = true;
            wrong(place.member(tag), "a string", Types.found(told), forgiven);
        } else {
            members.names.add(variants.tagNames);
            best(variants.untagged, value, place, forgiven, members);
        }
    }

    /** Takes the variants that fit, or else the one that lacks the least. */
    private void best(List<Shape> variants, JsonNode value, Place place, boolean forgiven, Members members) {
        List<ShapeFault> least = List.of();
        Members known = new Members();
        boolean fits = false;
        boolean first = true;
        boolean otherTypes = true;
        for (Shape variant : variants) {
            ShapeCheck attempt = new ShapeCheck();
            Members its = new Members();
            attempt.compare(variant, value, place, forgiven, its);
            boolean right = attempt.faults.stream()
                    .allMatch(fault -> fault.kind() == Kind.UNKNOWN || fault.kind() == Kind.WORD);
            otherTypes = otherTypes
                    && !right
                    && attempt.faults.size() == 1
                    && attempt.faults.get(0).path().equals(place.toString());
            if (right && fits) {
                known.names.addAll(its.names);
                known.any |= its.any;
                least = attempt.faults.size() < least.size() ? attempt.faults : least;
            } else if (first || right || (!fits && attempt.faults.size() < least.size())) {
                least = attempt.faults;
                known = its;
            }
            fits |= right;
            first = false;
        }
        members.names.addAll(known.names);
        members.any |= known.any;
        if (otherTypes) {
            String expected =
                    variants.stream().map(Shape::description).distinct().collect(Collectors.joining(" or "));
            wrong(place, expected, Types.found(value), forgiven);
        } else {
            least.forEach(this::add);
        }
    }

    // Faults

    private void wrong(Place place, String expected, String found, boolean forgiven) {
        add(forgiven ? Kind.FORGIVEN : Kind.WRONG, place, expected, found);
    }

    private void strange(Place place, JsonNode word) {
        if (!word.asText().startsWith("_")) {
            add(Kind.WORD, place, "a word of the protocol, or one that begins with an underscore", "another word");
        }
    }

    private void add(Kind kind, Place place, String expected, String found) {
        add(new ShapeFault(kind, place.toString(), expected, found));
    }

    private void add(ShapeFault fault) {
        if (faults.size() < MOST) {
            faults.add(fault);
        }
    }

    private static String shortened(String name) {
        return name.length() <= NAME ? name : name.substring(0, NAME) + "…";
    }
}
