package io.acp4j.generator;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a union: a sealed interface with its codec and what all variants have. */
final class UnionWriter {

    private final Definitions definitions;
    private final Definition type;

    UnionWriter(Definitions definitions, Definition type) {
        this.definitions = definitions;
        this.type = type;
    }

    String write() {
        Definition.UnionParts union = type.union();
        JavaSource out = new JavaSource(definitions, type);
        String name = type.name();
        boolean tagged = type.kind() == Definition.Kind.UNION;
        Definition.UnionParts second = type.second().union();
        boolean toldOtherwise = !tagged && !second.discriminator().isEmpty();
        String permitted = Stream.of(
                        union.variants().values().stream(),
                        second.variants().values().stream(),
                        Stream.of(union.unknown()))
                .flatMap(variants -> variants)
                .map(variant -> definitions.between(variant, name))
                .distinct()
                .collect(Collectors.joining(", "));
        out.typeDoc(type, List.of())
                .add(JavaSource.unstable(type) + "public sealed interface " + name
                        + (type.parents().isEmpty() ? "" : " extends " + String.join(", ", type.parents()))
                        + " permits "
                        + permitted + " {\n")
                .doc(
                        "    ",
                        tagged
                                ? "Reads and writes any kind, told apart by {@code " + union.discriminator() + "}"
                                        + (union.variants().containsKey("")
                                                ? "; without it, it is {@link "
                                                        + union.variants().get("") + "}."
                                                : ".")
                                : "Reads and writes any kind, told apart by the members that only one has.")
                .add("    " + (tagged ? "UnionCodec<" : "JsonCodec<") + name + "> CODEC = "
                        + (toldOtherwise ? "Codecs.versions(" : "")
                        + (tagged
                                ? "UnionCodec.<" + name + ">on(\"" + union.discriminator() + "\")"
                                : "MemberUnionCodec.<" + name + ">union()"));
        union.variants().forEach((tag, variant) -> {
            String method = union.nullTells().contains(tag) ? "nullableVariant" : "variant";
            boolean both = toldOtherwise
                    || type.only() != 0
                    || variant.equals(second.variants().get(tag));
            out.add(variant(method, both ? "" : "WireVersion.V1", tag, variant));
        });
        if (!toldOtherwise && type.only() == 0) {
            second.variants().forEach((tag, variant) -> {
                if (!variant.equals(union.variants().get(tag))) {
                    out.add(variant(methodOfVersion2(variant), "WireVersion.V2", tag, variant));
                }
            });
        }
        Definition unknown = definitions.require(union.unknown());
        boolean differs = type.only() == 0 && unknown.differs();
        out.add(".unknown(" + union.unknown() + ".class, " + maker(unknown, false)
                + (differs ? ", " + union.unknown() + "::ofVersion2" : "") + ", " + union.unknown() + "::raw)"
                + (toldOtherwise ? "," : ";\n"));
        if (toldOtherwise) {
            out.add("() -> UnionCodec.<" + name + ">on(\"" + second.discriminator() + "\")");
            second.variants().forEach((tag, variant) -> out.add(variant("variant", "", tag, variant)));
            out.add(".unknown(" + second.unknown() + ".class, " + maker(unknown, true) + ", " + second.unknown()
                    + "::raw));\n");
        }
        common(type, out);
        return out.add("}").text();
    }

    /** Writes what can be asked of every variant. */
    static void common(Definition type, JavaSource out) {
        for (Member member : type.union().common()) {
            out.doc("    ", "Returns " + member.doc() + ".", List.of(), "@return " + member.doc())
                    .add("    " + member.declared() + " " + member.name() + "();\n");
        }
        new MethodWriter(type, out).write();
    }

    private String methodOfVersion2(String variant) {
        Definition found = definitions.find(variant);
        return found != null && found.kind() == Definition.Kind.UNION ? "union" : "variant";
    }

    /** Returns what makes the variant of what is not known: of its tag, if there is one, which is dropped if told, and the whole object. */
    private static String maker(Definition unknown, boolean dropped) {
        if (!unknown.members().isEmpty()) {
            return unknown.name() + "::of";
        }
        return dropped ? "(tag, raw) -> new " + unknown.name() + "(raw)" : unknown.name() + "::new";
    }

    private static String variant(String method, String only, String tag, String variant) {
        return "." + method + "(" + (only.isEmpty() ? "" : only + ", ") + "\"" + tag + "\", " + variant
                + ".class, () -> " + variant + ".CODEC)";
    }
}
