package io.acp4j.generator;

import java.util.List;
import java.util.stream.Collectors;

/** Writes the builder of an object type, and the two methods that lead to it. */
final class BuilderWriter {

    private final Definition type;
    private final String name;
    private final JavaSource out;
    private final Definitions definitions;
    private final List<Member> start;
    private final List<Member> rest;

    BuilderWriter(Definition type, JavaSource out, Definitions definitions) {
        this.type = type;
        this.name = type.name();
        this.out = out;
        this.definitions = definitions;
        List<String> builder = type.object().builder();
        this.start = builder == null
                ? type.required()
                : builder.stream().map(type::member).toList();
        this.rest = type.members().stream()
                .filter(member -> !start.contains(member))
                .toList();
    }

    void write() {
        String noun = ObjectWriter.noun(name);
        String parameters = start.stream()
                .map(member -> member.declared() + " " + member.name())
                .collect(Collectors.joining(", "));
        String values = String.join(", ", RecordWriter.names(start));
        out.doc(
                        "    ",
                        start.isEmpty()
                                ? "Starts a " + noun + ", everything optional left out."
                                : "Starts a " + noun + " with what is required.",
                        RecordWriter.params(start, false),
                        "@return the builder")
                .add("    public static Builder builder(" + parameters + ") { return new Builder(" + values + "); }\n")
                .doc(
                        "    ",
                        "Starts a changed copy.",
                        List.of(),
                        "@return a builder that holds what this " + noun + " holds")
                .add("    public Builder toBuilder() {")
                .add("        Builder copy = new Builder(" + values + ");");
        rest.forEach(member -> out.add("        copy." + member.name() + " = " + member.name() + ";"));
        if (type.object().extras()) {
            out.add("        copy.extras.putAll(extras);");
        }
        out.add("        return copy;\n    }\n")
                .doc("    ", "Collects the members of {@link " + name + "}; used by one thread.")
                .add("    public static final class Builder {\n");
        start.forEach(member -> out.add("        private final " + member.declared() + " " + member.name() + ";"));
        rest.forEach(member -> out.add("        private " + member.declared() + " " + member.name()
                + (member.nullable() ? "" : " = " + member.absent()) + ";"));
        if (type.object().extras()) {
            out.add("        private final Map<String, RawJson> extras = new LinkedHashMap<>();");
        }
        out.add("\n        private Builder(" + parameters + ") {");
        start.forEach(member -> out.add("            this." + member.name() + " = " + checked(member) + ";"));
        out.add("        }\n");
        rest.forEach(this::setter);
        if (type.object().extras()) {
            extra();
        }
        new MethodWriter(type, out).adders();
        String all = String.join(", ", RecordWriter.names(type.members()))
                + (type.object().extras() ? ", extras" : "");
        out.doc("        ", "Returns the " + noun + ".", List.of(), "@return the " + noun)
                .add("        public " + name + " build() { return new " + name + "(" + all + "); }")
                .add("    }");
    }

    private static String checked(Member member) {
        return member.primitive() || member.nullable()
                ? member.name()
                : "Objects.requireNonNull(" + member.name() + ", \"" + member.name() + "\")";
    }

    private void setter(Member member) {
        String doc = member.doc().split(";", 2)[0];
        if (isMarker(member)) {
            out.doc(
                            "        ",
                            (doc.startsWith("whether ")
                                            ? "Advertises that" + doc.substring("whether".length())
                                            : "Sets " + doc)
                                    + ".",
                            List.of(),
                            "@return this")
                    .add("        " + RecordWriter.unstable(member) + "public Builder " + member.name() + "() { return "
                            + member.name() + "(" + member.type().boxed() + ".SUPPORTED); }\n");
        }
        if (member.rule().shape() == Rule.Shape.PATCH) {
            out.doc(
                            "        ",
                            "Sets " + doc + ".",
                            List.of("@param " + member.name() + " the new value; null leaves it as it is"),
                            "@return this")
                    .add("        " + RecordWriter.unstable(member) + "public Builder " + member.name() + "("
                            + "@Nullable " + member.type().boxed() + " " + member.name() + ") { return " + member.name()
                            + "(Patch.ofNullable("
                            + member.name() + ")); }\n");
        }
        out.doc(
                        "        ",
                        "Sets " + doc + ".",
                        List.of("@param " + member.name() + " " + member.doc()),
                        "@return this")
                .add("        " + RecordWriter.unstable(member) + "public Builder " + member.name() + "("
                        + member.declared() + " " + member.name() + ") {")
                .add("            this." + member.name() + " = " + checked(member) + ";")
                .add("            return this;\n        }\n");
    }

    /** Returns whether the mere presence of the member says yes. */
    private boolean isMarker(Member member) {
        Definition marker = definitions.find(member.type().name());
        return member.rule() == Rule.LENIENT
                && marker != null
                && marker.object().constants().stream()
                        .anyMatch(constant -> constant.name().equals("SUPPORTED"));
    }

    private void extra() {
        out.doc(
                        "        ",
                        "Adds a member that this version does not know.",
                        List.of("@param name its name", "@param value its value, converted by {@link RawJson#of}"),
                        "@return this")
                .add("        public Builder extra(String name, @Nullable Object value) {")
                .add("            extras.put(name, RawJson.of(value));")
                .add("            return this;\n        }\n");
    }
}
