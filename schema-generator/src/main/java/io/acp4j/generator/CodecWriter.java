package io.acp4j.generator;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes the declaration of an object's members on the wire of both versions, which makes its codec. */
final class CodecWriter {

    private final Definitions definitions;
    private final Definition type;
    private final String name;
    private final JavaSource out;

    CodecWriter(Definitions definitions, Definition type, JavaSource out) {
        this.definitions = definitions;
        this.type = type;
        this.name = type.name();
        this.out = out;
    }

    void write() {
        List<String> unions =
                definitions.unionsOf(name).stream().filter(this::isTagged).toList();
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
        declareMembers();
        if (type.object().extras()) {
            out.add("        type.extras(" + name + "::extras);");
        }
        String values = values();
        String extras = type.object().extras() ? (values.isEmpty() ? "" : ", ") + "in.extras()" : "";
        String made = "new " + name + "(" + values + extras + ")";
        out.add(
                        isForStart()
                                ? "        return new ObjectCodec.Maker<>() { @Override public " + name
                                        + " make(Members in) { return " + made + "; } };"
                                : "        return in -> " + made + ";")
                .add("    });\n");
    }

    void declareMembers() {
        for (Member fixed : type.object().fixed()) {
            Member second = fixed.in(2);
            String first = declaration(fixed, fixed.in(1));
            out.add(
                    fixed.equals(second)
                            ? "        " + first + ";"
                            : "        if (type.isV2()) { " + declaration(fixed, second) + "; } else { " + first
                                    + "; }");
        }
        type.members().stream()
                .sorted((one, other) -> Integer.compare(
                        type.written().indexOf(one.wire()), type.written().indexOf(other.wire())))
                .forEach(this::declare);
    }

    /** Returns how the members that were read are taken, in the order of the record. */
    String values() {
        return type.members().stream()
                .map(member -> member.parts().isEmpty()
                        ? "in." + (member.nullable() ? "find" : "get") + "(" + member.name() + ")"
                        : member.name() + ".read(in)")
                .collect(Collectors.joining(", "));
    }

    /**
     * Returns whether classes make a value and take members out of it, where lambdas are shorter: each of those is a class made at run time,
     * which is too much for the types of {@code initialize}, for which a client waits while the program starts.
     */
    boolean isForStart() {
        return type.area().equals("init") && type.members().size() > 1;
    }

    void getter() {
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
        if (type.object().fixed().contains(member)) {
            return "value -> " + member.defaultValue();
        }
        return isForStart()
                ? "new Get<>(" + RecordWriter.names(type.members()).indexOf(member.name()) + ")"
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
        if (!member.parts().isEmpty()) {
            out.add("        var " + member.name() + " = " + member.codec() + ".of(type, " + getter(member) + ");");
            return;
        }
        Member first = type.only() == 0 ? member.in(1) : member;
        Member second = type.only() == 0 ? member.in(2) : member;
        out.add("        var " + member.name() + " = " + declaration(member, first, second) + ";");
    }

    private String declaration(Member member, @Nullable Member first, @Nullable Member second) {
        String here = declaration(member, first);
        String there = declaration(member, second);
        if (here.equals(there)) {
            return here;
        }
        if (first != null && second != null) {
            String wire = '"' + first.wire() + '"';
            String other = '"' + second.wire() + '"';
            if (there.replace(other, wire).equals(here)) {
                return here.replace(wire, "type.isV2() ? " + other + " : " + wire);
            }
        }
        return "type.isV2() ? " + there + " : " + here;
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
                + (here.defaultValue() == null || here.rule() == Rule.REQUIRED
                        ? ""
                        : ", " + here.defaultExpression(here.defaultValue()))
                + ")";
    }
}
