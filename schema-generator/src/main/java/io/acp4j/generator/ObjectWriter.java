package io.acp4j.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes an object type: a record with its codec, constants and factories, and a builder where something is optional. Users construct
 * values with the factories and the builder. The canonical constructor is not API, because it changes with each new member.
 */
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
        RecordWriter record = new RecordWriter(definitions, type, type.members(), out);
        CodecWriter codec = new CodecWriter(definitions, type, out);
        MethodWriter methods = new MethodWriter(type, out);
        record.head();
        codec.write();
        constants();
        record.constructor();
        if (type.object().metaKey() != null) {
            metaMember(type.object().metaKey());
        }
        if (!type.required().isEmpty()
                && (type.required().size() < type.members().size())) {
            methods.ofMembers(
                    "of", RecordWriter.names(type.required()), "Returns a " + noun(name) + " with what is required.");
        }
        methods.write();
        text();
        if (codec.isForStart()) {
            codec.getter();
        }
        if (hasBuilder()) {
            new BuilderWriter(type, out, definitions).write();
        }
        return out.add("}").text();
    }

    private boolean hasBuilder() {
        return !type.members().stream().allMatch(Member::required);
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
                    .add("    public static final " + (constant.type() == null ? name : constant.type()) + " "
                            + constant.name() + " = "
                            + (constant.is() == null
                                    ? "new " + name + "(" + String.join(", ", values) + ")"
                                    : constant.is())
                            + ";\n");
        }
    }

    private void metaMember(String key) {
        boolean strict = type.object().strictInMeta();
        out.doc("    ", "The member of {@code _meta} that holds it.")
                .add("    public static final String KEY = \"" + key + "\";\n")
                .doc(
                        "    ",
                        "Returns what {@code _meta} holds.",
                        List.of("@param meta extra data; may be null"),
                        "@return the value; null when there is none" + (strict ? "" : ", or a malformed one"),
                        strict ? "@throws SchemaException when it is malformed" : "")
                .add("    public static @Nullable " + name + " of(@Nullable Meta meta) "
                        + (strict ? "throws SchemaException { return MetaMember.read" : "{ return MetaMember.find")
                        + "(meta, KEY, CODEC); }\n")
                .doc(
                        "    ",
                        "Returns extra data that holds this, too.",
                        List.of("@param meta what is there already, which is kept; may be null"),
                        "@return the data")
                .add(
                        "    public Meta into(@Nullable Meta meta) { return MetaMember.put(meta, KEY, CODEC.toRaw(this)); }\n");
    }

    /** Writes {@code toString} where that of records says too much. */
    private void text() {
        String own = type.object().text();
        if (own == null && type.members().stream().noneMatch(Member::hidden)) {
            return;
        }
        String members = own != null
                ? own.replaceAll("\\{(.+?)}", "\" + $1 + \"")
                : type.members().stream()
                        .map(member -> member.name() + "="
                                + (member.hidden() ? hidden(member) : "\" + " + member.name() + " + \""))
                        .collect(Collectors.joining(", "));
        out.doc(
                        "    ",
                        own != null
                                ? "Names what is short, and the size of the rest."
                                : "Names the members without what may be secret.")
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

    static String noun(String name) {
        for (String noun : List.of("Request", "Response", "Notification")) {
            if (name.endsWith(noun)) {
                return noun.toLowerCase(java.util.Locale.ROOT);
            }
        }
        return "value";
    }
}
