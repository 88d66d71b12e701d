package io.acp4j.interop.drift;

import io.acp4j.generator.Definition;
import io.acp4j.generator.Definitions;
import io.acp4j.generator.Member;
import io.acp4j.schema.Method;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.Side;
import io.acp4j.schema.Stability;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.method.V2Methods;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The types that we define, with the methods of our table. */
final class OurTypes {

    /** Our own extension, of which the official schema knows nothing. */
    private static final String BRANCHING = "branching";

    /** Our own types in areas of the protocol. They are values of {@code _meta}. */
    private static final Set<String> EXTENSIONS = Set.of("StoredTerminal");

    /** By our name, and by that of the schema where it differs. */
    private final Map<String, Definition> types = new TreeMap<>();

    private final boolean stableOnly;

    private final WireVersion version;

    private OurTypes(boolean stableOnly, WireVersion version) {
        this.stableOnly = stableOnly;
        this.version = version;
    }

    static OurTypes read(Path definitions, WireVersion version) throws IOException {
        OurTypes ours = new OurTypes(false, version);
        for (Definition each : Definitions.read(definitions).types()) {
            Definition type = each.in(version.number());
            if (type != null && !type.area().equals(BRANCHING) && !EXTENSIONS.contains(type.name())) {
                ours.types.put(type.name(), type);
            }
        }
        for (Definition type : List.copyOf(ours.types.values())) {
            Definition same = ours.types.get(type.schema());
            if (same == null || same.kind() == Definition.Kind.OTHER || same.kind() == Definition.Kind.FAMILY) {
                ours.types.put(type.schema(), type);
            }
        }
        return ours;
    }

    /** Leaves out everything that is marked as unstable. */
    OurTypes stable() {
        OurTypes stable = new OurTypes(true, version);
        types.forEach((name, type) -> {
            if (type.unstable() == null) {
                stable.types.put(name, type);
            }
        });
        return stable;
    }

    /** Returns whether we define a type of the schema. */
    boolean has(String type) {
        return types.containsKey(type);
    }

    /** Names the object types that we define, as the schema names them. */
    Set<String> objectTypes() {
        Set<String> names = new TreeSet<>();
        for (Definition type : types.values()) {
            // What stands among the members of other objects is no type of the schema by itself.
            if (type.kind() == Definition.Kind.OBJECT) {
                names.add(type.schema());
            }
        }
        return names;
    }

    /** Names the methods: what they are, their name and the side that they are sent to. */
    Set<String> methods() {
        Set<String> names = new TreeSet<>();
        for (Method<?> method : version == WireVersion.V1 ? Methods.ALL : V2Methods.ALL) {
            if (!stableOnly || method.stability() == Stability.STABLE) {
                String kind = method instanceof RequestMethod<?, ?> ? "request " : "notification ";
                names.add(kind + method.name() + " of " + side(method.handledBy()));
            }
        }
        return names;
    }

    private static String side(Set<Side> sides) {
        return sides.size() == 1 ? sides.iterator().next().name().toLowerCase(Locale.ROOT) : "protocol";
    }

    /** Returns the well-known values; null when the type is no open enumeration of strings. */
    @Nullable
    List<String> values(String type) {
        Definition found = types.get(type);
        return found != null && found.kind() == Definition.Kind.WORDS
                ? List.copyOf(found.words().keySet())
                : null;
    }

    /** Returns the members of an object type or a union of them; null when the type is neither. */
    @Nullable
    Shape shape(String type) {
        Definition found = types.get(type);
        if (found == null) {
            return null;
        }
        return switch (found.kind()) {
            case OBJECT -> Shape.single(members(found));
            case UNION -> {
                Map<String, Map<String, Shape.Member>> shape = new TreeMap<>();
                found.union().variants().forEach((tag, name) -> {
                    Definition variant = types.get(name);
                    if (variant != null) {
                        shape.put(tag, allMembers(variant));
                    }
                });
                yield new Shape(shape, Set.of());
            }
            case MEMBER_UNION ->
                Shape.single(Shape.united(found.union().variants().values().stream()
                        .map(types::get)
                        .filter(Objects::nonNull)
                        .map(this::members)
                        .toList()));
            case MARKER -> Shape.single(Map.of("_meta", new Shape.Member(false, true)));
            case WORDS, ID, UNKNOWN, FAMILY, OTHER, BARE -> null;
        };
    }

    /** A variant that is a union itself shows the members of all its kinds. */
    private Map<String, Shape.Member> allMembers(Definition variant) {
        if (variant.kind() != Definition.Kind.UNION) {
            return members(variant);
        }
        return Shape.united(variant.union().variants().values().stream()
                .map(types::get)
                .filter(Objects::nonNull)
                .map(this::members)
                .toList());
    }

    private Map<String, Shape.Member> members(Definition type) {
        Map<String, Shape.Member> members = new TreeMap<>();
        for (Member member : type.members()) {
            if (!stableOnly || member.unstable() == null) {
                members.put(
                        member.wire(),
                        new Shape.Member(member.rule().required(), member.rule().forgiving()));
            }
        }
        return members;
    }
}
