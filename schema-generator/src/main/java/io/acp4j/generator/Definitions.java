package io.acp4j.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All types of the protocol as {@code acp-schema/src/protocol} defines them: a file for each area, an entry for each type. */
public final class Definitions {

    private static final String META_DOC = "extra data; null when there is none";
    private static final String ROOT_AREA = "ids";

    private static final String PACKAGE = "package";

    private final Map<String, Definition> types = new TreeMap<>();
    private final Map<String, Map<String, String>> packages = new TreeMap<>();

    private Definitions() {}

    /**
     * Reads the definitions.
     *
     * @param directory holds one file for each area
     * @return the definitions
     * @throws IOException when a file cannot be read
     * @throws IllegalArgumentException when an entry makes no sense; the message says which
     */
    public static Definitions read(Path directory) throws IOException {
        Definitions definitions = new Definitions();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                definitions.readArea(Node.read(file));
            }
        }
        return definitions;
    }

    private void readArea(Node area) {
        for (String type : area.keys()) {
            Node node = area.node(type);
            if (type.equals(PACKAGE)) {
                packages.put(area.place(), packageNotes(node));
                continue;
            }
            Definition definition = type(type, area.place().equals(ROOT_AREA) ? "" : area.place(), node);
            node.refuseOthers();
            if (types.put(type, definition) != null) {
                throw new IllegalArgumentException(node.place() + ": defined twice");
            }
        }
    }

    private static Map<String, String> packageNotes(Node node) {
        Map<String, String> notes = new LinkedHashMap<>();
        for (String note : List.of("doc", "rule", "start")) {
            notes.put(note, node.require(note));
        }
        node.refuseOthers();
        return notes;
    }

    private static Definition type(String name, String area, Node node) {
        Definition.Kind kind = isSupport(node)
                ? Definition.Kind.OBJECT
                : Definition.Kind.valueOf(
                        node.get("kind", "object").toUpperCase(Locale.ROOT).replace(' ', '_'));
        String hand = node.find("hand");
        List<Member> members = switch (kind) {
            case OBJECT -> withMeta(node, members(node, hand != null));
            case UNKNOWN -> members(node, false);
            default -> List.of();
        };
        List<String> order = node.texts("order");
        int only = MemberReader.only(node);
        Definition.UnionParts union = union(node);
        Definition.Second second = second(name, node, union, only);
        return new Definition(
                name,
                area,
                kind,
                hand,
                doc(node, hand == null && kind != Definition.Kind.MARKER && kind != Definition.Kind.BARE),
                node.find("see"),
                node.find("unstable"),
                node.get("schema", name),
                node.texts("implements"),
                members,
                order.isEmpty() ? members.stream().map(Member::wire).toList() : order,
                object(name, node),
                union,
                node.node("values").map(),
                node.get("value", ""),
                only,
                second);
    }

    private static List<Member> members(Node node, boolean hand) {
        return members(node, "members", hand);
    }

    static List<Member> members(Node node, String key, boolean hand) {
        Node list = node.node(key);
        List<Member> members = new ArrayList<>();
        for (String name : list.keys()) {
            Node member = list.node(name);
            members.add(MemberReader.read(name, member, hand));
            member.refuseOthers();
        }
        return members;
    }

    private static List<Member> withMeta(Node node, List<Member> members) {
        boolean meta = !node.get("meta", "true").equals("false");
        if (meta && members.stream().noneMatch(member -> member.name().equals("meta"))) {
            WireType type = new WireType(WireType.Kind.PLAIN, "Meta");
            members.add(new Member(
                    "meta",
                    "_meta",
                    Rule.LENIENT,
                    type,
                    null,
                    null,
                    null,
                    null,
                    false,
                    null,
                    META_DOC,
                    0,
                    null,
                    true,
                    List.of()));
        }
        return List.copyOf(members);
    }

    /** Returns what the key {@code v2} says: what is left out there is as in version 1. */
    private static Definition.Second second(String name, Node node, Definition.UnionParts union, int only) {
        Node v2 = node.node("v2");
        if (only != 0 && !v2.keys().isEmpty()) {
            throw new IllegalArgumentException(
                    v2.place() + ": only version " + only + " has the type; drop v2 or only");
        }
        String by = v2.find("by");
        if (by == null && v2.keys().contains("members")) {
            throw new IllegalArgumentException(
                    v2.place() + ".members: say at each member what differs, or name by what the members are declared");
        }
        List<Member> members = by == null ? List.of() : withMeta(node, members(v2, true));
        Definition.Second second = new Definition.Second(
                v2.get("schema", node.get("schema", name)),
                v2.isSet("stable")
                        ? null
                        : v2.keys().contains("unstable") ? v2.find("unstable") : node.find("unstable"),
                by,
                members,
                v2.keys().contains("variants") || v2.keys().contains("unknown") ? union(v2, union) : union,
                v2.node("values").map());
        v2.refuseOthers();
        return second;
    }

    /** Returns whether a type says by being there that something is supported. */
    private static boolean isSupport(Node node) {
        return node.get("kind", "object").equals("support");
    }

    private static String doc(Node node, boolean generated) {
        String doc = generated ? node.require("doc") : node.get("doc", "");
        String maker = node.find("made by");
        if (maker != null) {
            doc += "\n\n<p>Made by the " + maker
                    + ". Opaque: compared whole, case-sensitively and without normalisation, never parsed.";
        }
        return isSupport(node) ? doc + "\n\n<p>Being there at all is what counts; absence means no." : doc;
    }

    private static Definition.ObjectParts object(String type, Node node) {
        List<Definition.Constant> constants = new ArrayList<>();
        if (isSupport(node)) {
            constants.add(constant("SUPPORTED", "Yes, with nothing more to say."));
        }
        if (node.isSet("empty")) {
            constants.add(constant("EMPTY", "A " + ObjectWriter.noun(type) + " without extra data."));
        }
        Node named = node.node("constants");
        for (String name : named.keys()) {
            Node constant = named.node(name);
            constants.add(new Definition.Constant(
                    name,
                    constant.require("doc"),
                    constant.node("with").map(),
                    constant.find("type"),
                    constant.find("is")));
            constant.refuseOthers();
        }
        List<String> builder = node.texts("builder");
        return new Definition.ObjectParts(
                node.isSet("null means empty") || node.isSet("empty"),
                node.isSet("extras") || isSupport(node),
                node.isSet("key"),
                node.find("in meta"),
                node.isSet("strict in meta"),
                node.find("text"),
                constants,
                code(node, "factories"),
                code(node, "methods"),
                builder.isEmpty() ? null : builder,
                code(node, "adders"),
                members(node, "fixed", true));
    }

    private static Definition.Constant constant(String name, String doc) {
        return new Definition.Constant(name, doc, Map.of(), null, null);
    }

    private static List<Definition.Code> code(Node type, String key) {
        List<Definition.Code> code = new ArrayList<>();
        for (Node method : type.nodes(key)) {
            String name = method.keys().get(0);
            code.add(new Definition.Code(
                    name,
                    method.texts(name),
                    method.find("is"),
                    method.node("with").map(),
                    method.isSet("overrides") ? "" : method.require("doc"),
                    method.find("returns"),
                    method.find("unstable"),
                    method.isSet("overrides")));
            method.refuseOthers();
        }
        return code;
    }

    private static Definition.UnionParts union(Node v2, Definition.UnionParts first) {
        Definition.UnionParts own = union(v2);
        return new Definition.UnionParts(
                own.discriminator().isEmpty() ? first.discriminator() : own.discriminator(),
                own.variants().isEmpty() ? first.variants() : own.variants(),
                own.variants().isEmpty() ? first.nullTells() : own.nullTells(),
                own.unknown().isEmpty() ? first.unknown() : own.unknown(),
                first.common());
    }

    private static Definition.UnionParts union(Node node) {
        Map<String, String> variants = new LinkedHashMap<>();
        List<String> nullTells = new ArrayList<>();
        node.node("variants").map().forEach((tag, type) -> {
            if (type.endsWith(" or null")) {
                nullTells.add(tag);
            }
            variants.put(tag, type.replace(" or null", ""));
        });
        return new Definition.UnionParts(
                node.get("discriminator", ""),
                variants,
                nullTells,
                node.get("unknown", ""),
                members(node, "common", false));
    }

    /**
     * Lists the types.
     *
     * @return all of them, by name
     */
    public Collection<Definition> types() {
        return types.values();
    }

    /** Returns what the packages say of themselves, by area: {@code doc}, {@code rule} and {@code start}. */
    Map<String, Map<String, String>> packages() {
        return packages;
    }

    /**
     * Finds a type.
     *
     * @param name its name
     * @return the type; null when it is not defined
     */
    public @Nullable Definition find(String name) {
        return types.get(name);
    }

    /** Returns whether a version has all of some types; those that are not defined are the library's own, which has them always. */
    boolean allIn(int version, Collection<String> names) {
        return names.stream().map(types::get).allMatch(type -> type == null || type.in(version) != null);
    }

    Definition require(String name) {
        Definition found = find(name);
        if (found == null) {
            throw new IllegalArgumentException(name + " is not defined");
        }
        return found;
    }

    /** Returns the interfaces of a type: the unions that it is a variant of, where none lies between, and those that are named. */
    List<String> parentsOf(Definition type) {
        List<String> parents = new ArrayList<>(unionsOf(type.name()));
        parents.removeIf(union -> !between(type.name(), union).equals(type.name()));
        parents.addAll(type.parents());
        return parents;
    }

    /** Returns the interface by which a type is a variant of a union; the type itself when none lies between. */
    String between(String type, String union) {
        Definition variant = types.get(type);
        return variant == null
                ? type
                : variant.parents().stream()
                        .filter(parent -> {
                            Definition known = types.get(parent);
                            return known != null && known.parents().contains(union);
                        })
                        .findFirst()
                        .orElse(type);
    }

    /** The unions that a type is a variant of. */
    List<String> unionsOf(String type) {
        return types.values().stream()
                .filter(each -> each.union().variants().containsValue(type)
                        || each.second().union().variants().containsValue(type)
                        || each.union().unknown().equals(type)
                        || each.second().union().unknown().equals(type))
                .map(Definition::name)
                .toList();
    }
}
