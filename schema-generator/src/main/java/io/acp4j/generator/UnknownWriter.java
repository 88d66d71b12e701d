package io.acp4j.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the variant of a union that keeps what is not known: the whole object, its tag, and what all variants have. */
final class UnknownWriter {

    private final Definitions definitions;
    private final Definition type;
    private final String name;
    private final Definition union;

    /** The member that tells the variant; empty in a union without one. */
    private final String tag;

    private final JavaSource out;

    UnknownWriter(Definitions definitions, Definition type) {
        this.definitions = definitions;
        this.type = type;
        this.name = type.name();
        this.out = new JavaSource(definitions, type);
        this.union = definitions.require(definitions.unionsOf(name).get(0));
        this.tag = union.kind() == Definition.Kind.MEMBER_UNION
                ? ""
                : union.second().union().discriminator();
    }

    String write() {
        List<Member> all = new ArrayList<>();
        if (!tag.isEmpty()) {
            all.add(component(tag, "string", tagDoc()));
        }
        all.addAll(type.members());
        all.add(component("raw", "any", "the whole object" + (tag.isEmpty() ? "" : ", {@code " + tag + "} included")));
        RecordWriter record = new RecordWriter(definitions, type, all, out);
        record.head();
        if (!type.members().isEmpty()) {
            common();
        }
        record.constructor();
        if (!type.members().isEmpty()) {
            readers();
        }
        new MethodWriter(type, out).write();
        return out.add("}").text();
    }

    private static Member component(String name, String type, String doc) {
        return new Member(
                name,
                name,
                Rule.REQUIRED,
                WireType.parse(type),
                null,
                null,
                null,
                null,
                false,
                null,
                doc,
                0,
                null,
                false,
                List.of());
    }

    private String tagDoc() {
        return "the value of its {@code " + tag + "} member";
    }

    private void common() {
        CodecWriter codec = new CodecWriter(definitions, type, out);
        out.doc("    ", "Reads what all variants have.")
                .add("    private static final ObjectCodec<" + name + "> COMMON = ObjectCodec.of(\"" + union.name()
                        + "\", type -> {");
        codec.declareMembers();
        out.add("        return in -> new " + name + "(\"\", " + codec.values() + ", RawJson.NULL);")
                .add("    });\n");
    }

    private void readers() {
        String taken = "(String " + tag + ", RawJson raw";
        String given = "(" + tag + ", raw, ";
        String throwing = ") throws SchemaException { return of";
        out.doc(
                        "    ",
                        "Reads what all variants have from a whole object.",
                        List.of("@param " + tag + " " + tagDoc(), "@param raw the whole object"),
                        "@return the value",
                        "@throws SchemaException when it lacks what all variants have")
                .add("    public static " + name + " of" + taken + throwing + given + "COMMON); }\n");
        if (type.differs()) {
            out.add("    static " + name + " ofVersion2" + taken + throwing + given
                    + "COMMON.in(WireVersion.V2)); }\n");
        }
        String values = Stream.of(
                        Stream.of(tag),
                        RecordWriter.names(type.members()).stream().map(each -> "common." + each),
                        Stream.of("raw"))
                .flatMap(each -> each)
                .collect(Collectors.joining(", "));
        out.add("    private static " + name + " of" + taken + ", ObjectCodec<" + name
                        + "> codec) throws SchemaException {")
                .add("        " + name + " common = codec.decode(raw);")
                .add("        return new " + name + "(" + values + ");")
                .add("    }");
    }
}
