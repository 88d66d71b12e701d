package io.acp4j.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes an object type: a record with its codec, constants and factories, and a builder where something is optional. */
final class ObjectWriter {

    private final Definitions definitions;
    private final Definition type;
    private final String name;
    private final JavaSource out;

    ObjectWriter(Definitions definitions, Definition type) {
        this.definitions = definitions;
        this.type = type;
        this.name = type.name();
        this.out = new JavaSource(definitions, type);
    }

    String write() {
        out.typeDoc(params(type.members(), type.object().extras()));
        List<String> components = new ArrayList<>();
        for (Member member : type.members()) {
            components.add(unstable(member) + member.declared() + " " + member.name());
        }
        if (type.object().extras()) {
            components.add("Map<String, RawJson> extras");
        }
        List<String> parents = new ArrayList<>(definitions.unionsOf(name));
        parents.addAll(type.parents());
        out.add(type.feature() == null ? "" : out.unstable().strip())
                .add("public record " + name + "(" + String.join(", ", components) + ")"
                        + (parents.isEmpty() ? "" : " implements " + String.join(", ", parents)) + " {\n");
        codec();
        constants();
        constructor();
        if (type.object().metaKey() != null) {
            metaMember(type.object().metaKey());
        }
        if (!type.required().isEmpty()
                && (type.required().size() < type.members().size())) {
            factory(new Definition.Factory(
                    "of", names(type.required()), null, Map.of(), "Returns a " + noun() + " with what is required."));
        }
        type.object().factories().forEach(this::factory);
        if (type.members().stream().anyMatch(Member::hidden)) {
            toStringWithoutSecrets();
        }
        if (isForStart()) {
            getter();
        }
        if (hasBuilder()) {
            new BuilderWriter(type, out, definitions).write();
        }
        return out.add("}").text();
    }

    /** One rule for all: where something besides {@code _meta} may be left out. */
    private boolean hasBuilder() {
        return type.members().stream()
                .anyMatch(member -> !member.required() && !member.name().equals("meta"));
    }

    private void codec() {
        List<String> unions = definitions.unionsOf(name).stream()
                .filter(union -> isTagged(union))
                .toList();
        out.doc(
                        "    ",
                        unions.isEmpty()
                                ? "Reads and writes the object."
                                : "Reads and writes the object, without the discriminator that {@link " + unions.get(0)
                                        + "#CODEC} adds.")
                .add("    public static final ObjectCodec<" + name + "> CODEC = ObjectCodec.of(\"" + type.schema()
                        + "\", type -> {");
        if (type.second().by() != null) {
            out.add("        if (type.isV2()) { return " + type.second().by() + "(type); }");
        }
        if (type.object().nullMeansEmpty()) {
            out.add("        type.nullMeansEmpty();");
        }
        type.members().stream()
                .sorted((one, other) -> Integer.compare(
                        type.written().indexOf(one.wire()), type.written().indexOf(other.wire())))
                .forEach(this::declare);
        if (type.object().extras()) {
            out.add("        type.extras(" + name + "::extras);");
        }
        List<String> values = new ArrayList<>();
        for (Member member : type.members()) {
            values.add("in." + (member.nullable() ? "find" : "get") + "(" + member.name() + ")");
        }
        if (type.object().extras()) {
            values.add("in.extras()");
        }
        String made = "new " + name + "(" + String.join(", ", values) + ")";
        out.add(
                        isForStart()
                                ? "        return new ObjectCodec.Maker<>() { @Override public " + name
                                        + " make(Members in) { return " + made + "; } };"
                                : "        return in -> " + made + ";")
                .add("    });\n");
    }

    /**
     * Returns whether classes make a value and take members out of it, where lambdas are shorter: each of those is a class made at run time,
     * which is too much for the types of {@code initialize}, for which a client waits while the program starts.
     */
    private boolean isForStart() {
        return type.area().equals("init") && type.members().size() > 1;
    }

    private void getter() {
        out.doc("    ", "Takes a member out of a value.")
                .add("    private static final class Get<V> implements Function<" + name + ", V> {\n")
                .add("        private final int member;\n")
                .add("        Get(int member) { this.member = member; }\n")
                .add(
                        "        @Override @SuppressWarnings(\"unchecked\") // the codec declares each member as what it is")
                .add("        public @Nullable V apply(" + name + " value) {")
                .add("            Object found = switch (member) {");
        for (int i = 0; i < type.members().size(); i++) {
            String label = i + 1 < type.members().size() ? "case " + i : "default";
            out.add("                " + label + " -> value."
                    + type.members().get(i).name() + ";");
        }
        out.add("            };")
                .add("            return (V) found;")
                .add("        }")
                .add("    }\n");
    }

    private String getter(Member member) {
        return isForStart()
                ? "new Get<>(" + names(type.members()).indexOf(member.name()) + ")"
                : name + "::" + member.name();
    }

    /** Returns whether a value of a union always says its variant. */
    private boolean isTagged(String union) {
        Definition definition = definitions.find(union);
        return definition != null
                && definition.kind() == Definition.Kind.UNION
                && !name.equals(definition.union().variants().get(""));
    }

    private void declare(Member member) {
        Member first = type.only() == 0 ? member.in(1) : member;
        Member second = type.only() == 0 ? member.in(2) : member;
        String declaration;
        if (first == null || second == null) {
            declaration = "type.isV2() ? " + declaration(member, second) + " : " + declaration(member, first);
        } else if (first.equals(second)) {
            declaration = declaration(member, first);
        } else {
            String renamed = declaration(member, second).replace('"' + second.wire() + '"', '"' + first.wire() + '"');
            declaration = renamed.equals(declaration(member, first))
                    ? renamed.replace(
                            '"' + first.wire() + '"',
                            "type.isV2() ? \"" + second.wire() + "\" : \"" + first.wire() + '"')
                    : "type.isV2() ? " + declaration(member, second) + " : " + declaration(member, first);
        }
        out.add("        var " + member.name() + " = " + declaration + ";");
    }

    /** Returns how one version declares a member; null for a version that has none. */
    private String declaration(Member member, @Nullable Member here) {
        if (here == null) {
            return "type.<" + member.boxedType() + ">absent(" + member.absent() + ")";
        }
        String codec = here.codec() == null ? here.type().codec() : here.codec();
        String rule = here.rule() == Rule.REQUIRED && member.nullable()
                ? "requiredOnWire"
                : here.rule().word();
        return "type." + rule + "(\"" + here.wire() + "\", " + codec + ", " + getter(member)
                + (here.defaultValue() == null ? "" : ", " + here.absent()) + ")";
    }

    private void constants() {
        for (Definition.Constant constant : type.object().constants()) {
            List<String> values = new ArrayList<>();
            for (Member member : type.members()) {
                String value = constant.values().get(member.name());
                values.add(value == null ? member.absent() : member.defaultExpression(value));
            }
            if (type.object().extras()) {
                values.add("Map.of()");
            }
            out.doc("    ", constant.doc())
                    .add("    public static final " + name + " " + constant.name() + " = new " + name + "("
                            + String.join(", ", values) + ");\n");
        }
    }

    private void constructor() {
        List<String> checks = new ArrayList<>();
        List<String> copies = new ArrayList<>();
        for (Member member : type.members()) {
            String each = member.name();
            if (member.collection() && member.rule().shape() != Rule.Shape.PATCH) {
                copies.add(each + " = " + (member.nullable() ? each + " == null ? null : " : "") + copy(member, each)
                        + ";");
            } else if (!member.nullable() && !member.primitive()) {
                checks.add("Objects.requireNonNull(" + each + ", \"" + each + "\");");
            }
            if (member.collection() && member.rule().shape() == Rule.Shape.PATCH) {
                copies.add("if (" + each + " instanceof Patch.Value<"
                        + member.type().boxed() + "> list) { " + each + " = Patch.of(List.copyOf(list.value())); }");
            }
            if (member.check() != null) {
                checks.add(member.check() + "(" + each + ");");
            }
        }
        List<String> does = new ArrayList<>();
        if (!checks.isEmpty()) {
            does.add("checks that what is required is there");
        }
        if (!copies.isEmpty()) {
            does.add("copies the collections");
        }
        if (type.object().extras()) {
            does.add("copies the unknown members");
            copies.add("extras = CODEC.copyOfExtras(extras);");
        }
        if (does.isEmpty()) {
            return;
        }
        String doc = String.join(" and ", does);
        out.doc("    ", Character.toUpperCase(doc.charAt(0)) + doc.substring(1) + ".")
                .add("    public " + name + " {");
        checks.forEach(out::add);
        copies.forEach(out::add);
        out.add("    }\n");
    }

    private static String copy(Member member, String each) {
        return member.rule().shape() == Rule.Shape.MAP || member.type().kind() == WireType.Kind.MAP
                ? "Collections.unmodifiableMap(new LinkedHashMap<>(" + each + "))"
                : "List.copyOf(" + each + ")";
    }

    private void metaMember(String key) {
        out.doc("    ", "The member of {@code _meta} that holds it.")
                .add("    public static final String KEY = \"" + key + "\";\n")
                .doc(
                        "    ",
                        "Returns what {@code _meta} holds.",
                        List.of("@param meta extra data; may be null"),
                        "@return the value; null when there is none, or a malformed one")
                .add("    public static @Nullable " + name + " of(@Nullable Meta meta) "
                        + "{ return MetaMember.find(meta, KEY, CODEC); }\n")
                .doc(
                        "    ",
                        "Returns extra data that holds this, too.",
                        List.of("@param meta what is there already, which is kept; may be null"),
                        "@return the data")
                .add(
                        "    public Meta into(@Nullable Meta meta) { return MetaMember.put(meta, KEY, CODEC.toRaw(this)); }\n");
    }

    private void factory(Definition.Factory factory) {
        if (factory.by() != null) {
            out.doc(
                            "    ",
                            factory.doc(),
                            factory.with().entrySet().stream()
                                    .map(each -> "@param " + each.getKey() + " " + each.getValue())
                                    .toList(),
                            "@return the " + noun())
                    .add("    public static " + name + " " + factory.name() + "(" + String.join(", ", factory.members())
                            + ") { return " + factory.by() + "("
                            + String.join(", ", factory.with().keySet()) + "); }\n");
            return;
        }
        List<String> parameters = new ArrayList<>();
        List<String> docs = new ArrayList<>();
        List<String> given = new ArrayList<>();
        for (String each : factory.members()) {
            String bare = each.replace("...", "").replace("?", "");
            Member member = type.member(bare);
            given.add(each);
            docs.add("@param " + bare + " "
                    + (each.endsWith("?") ? member.doc() : member.doc().split("; null", 2)[0]));
            if (each.endsWith("...")) {
                parameters.add(member.type().boxed() + "... " + bare);
            } else if (each.endsWith("?") || member.rule().shape() != Rule.Shape.NULLABLE) {
                parameters.add(member.declared() + " " + bare);
            } else {
                parameters.add(member.type().plain() + " " + bare);
            }
        }
        List<String> values = new ArrayList<>();
        for (Member member : type.members()) {
            if (given.contains(member.name() + "...")) {
                values.add("List.of(" + member.name() + ")");
            } else {
                boolean isGiven = given.contains(member.name()) || given.contains(member.name() + "?");
                values.add(isGiven ? member.name() : member.absent());
            }
        }
        if (type.object().extras()) {
            values.add("Map.of()");
        }
        out.doc("    ", factory.doc(), docs, "@return the " + noun())
                .add("    public static " + name + " " + factory.name() + "(" + String.join(", ", parameters) + ") {")
                .add("        return new " + name + "(" + String.join(", ", values) + ");")
                .add("    }\n");
    }

    private void toStringWithoutSecrets() {
        String members = type.members().stream()
                .map(member ->
                        member.name() + "=" + (member.hidden() ? hidden(member) : "\" + " + member.name() + " + \""))
                .collect(Collectors.joining(", "));
        out.doc("    ", "Names the members without what may be secret.")
                .add("    @Override public String toString() { return \"" + name + "[" + members + "]\"; }\n");
    }

    private static String hidden(Member member) {
        if (member.type().kind() == WireType.Kind.MAP) {
            return "\" + (" + member.name() + " == null ? \"none\" : " + member.name() + ".keySet()) + \"";
        }
        return switch (member.rule().shape()) {
            case LIST -> "\" + " + member.name() + ".size() + \"";
            case MAP -> "\" + " + member.name() + ".keySet() + \"";
            case VALUE, NULLABLE, NULLABLE_LIST, PATCH -> "***";
        };
    }

    static List<String> params(List<Member> members, boolean extras) {
        List<String> params = new ArrayList<>();
        members.forEach(member -> params.add("@param " + member.name() + " " + member.doc()));
        if (extras) {
            params.add("@param extras members that this version does not know, by name; kept so that they survive");
        }
        return params;
    }

    static List<String> names(List<Member> members) {
        return members.stream().map(Member::name).toList();
    }

    static String unstable(Member member) {
        return member.feature() == null ? "" : "@Unstable(\"" + member.feature() + "\") ";
    }

    private String noun() {
        return noun(name);
    }

    static String noun(String name) {
        for (String noun : List.of("Request", "Response", "Notification")) {
            if (name.endsWith(noun)) {
                return noun.toLowerCase(java.util.Locale.ROOT);
            }
        }
        return "value";
    }
}
