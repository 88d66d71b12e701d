package io.acp4j.generator;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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
        Set<String> variants = new LinkedHashSet<>(union.variants().values());
        variants.addAll(type.second().union().variants().values());
        variants.add(union.unknown());
        JavaSource out = new JavaSource(definitions, type);
        String name = type.name();
        boolean tagged = type.kind() == Definition.Kind.UNION;
        Definition.UnionParts second = type.second().union();
        boolean toldOtherwise = !tagged && !second.discriminator().isEmpty();
        out.typeDoc(List.of())
                .add(out.unstable() + "public sealed interface " + name
                        + (type.parents().isEmpty() ? "" : " extends " + String.join(", ", type.parents()))
                        + " permits "
                        + String.join(", ", variants) + " {\n")
                .doc(
                        "    ",
                        tagged
                                ? "Reads and writes any kind, told apart by {@code " + union.discriminator() + "}"
                                        + (union.variants().containsKey("")
                                                ? "; without it, it is {@link "
                                                        + union.variants().get("") + "}."
                                                : ".")
                                : "Reads and writes any kind, told apart by the members that only one has.")
                .add("    JsonCodec<" + name + "> CODEC = "
                        + (toldOtherwise ? "Codecs.versions(" : "")
                        + (tagged
                                ? "UnionCodec.<" + name + ">on(\"" + union.discriminator() + "\")"
                                : "MemberUnionCodec.<" + name + ">union()"));
        union.variants().forEach((tag, variant) -> {
            String method =
                    tag.isEmpty() ? "untagged" : union.nullTells().contains(tag) ? "nullableVariant" : "variant";
            boolean both = toldOtherwise
                    || type.only() != 0
                    || variant.equals(second.variants().get(tag));
            out.add(variant(method, both ? "" : "WireVersion.V1", tag, variant));
        });
        if (!toldOtherwise && type.only() == 0) {
            second.variants().forEach((tag, variant) -> {
                if (!variant.equals(union.variants().get(tag))) {
                    out.add(variant(tag.isEmpty() ? "untagged" : "variant", "WireVersion.V2", tag, variant));
                }
            });
        }
        String ofVersion2 =
                second.makeUnknown().equals(union.makeUnknown()) || toldOtherwise ? "" : maker(second) + ", ";
        out.add(".unknown(" + union.unknown() + ".class, " + maker(union) + ", " + ofVersion2 + union.unknown()
                + "::raw)" + (toldOtherwise ? "," : ";\n"));
        if (toldOtherwise) {
            out.add("() -> UnionCodec.<" + name + ">on(\"" + second.discriminator() + "\")");
            second.variants().forEach((tag, variant) -> out.add(variant("variant", "", tag, variant)));
            out.add(".unknown(" + second.unknown() + ".class, " + maker(second) + ", " + second.unknown()
                    + "::raw));\n");
        }
        for (Member member : union.common()) {
            out.doc("    ", "Returns " + member.doc() + ".", List.of(), "@return " + member.doc())
                    .add("    " + member.declared() + " " + member.name() + "();\n");
        }
        return out.add("}").text();
    }

    /** The method that makes the variant for what is not known: of its own type, or of a class that is named. */
    private static String maker(Definition.UnionParts union) {
        return union.makeUnknown().contains(".")
                ? union.makeUnknown().replace(".", "::")
                : union.unknown() + "::" + union.makeUnknown();
    }

    private static String variant(String method, String only, String tag, String variant) {
        return "." + method + "(" + (only.isEmpty() ? "" : only + ", ") + (tag.isEmpty() ? "" : "\"" + tag + "\", ")
                + variant + ".class, () -> " + variant + ".CODEC)";
    }
}
