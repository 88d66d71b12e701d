package io.acp4j.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes what is a string on the wire: an id or an open value. */
final class TextTypeWriter {

    private static final String ID = "the id as it stands on the wire";
    private static final String WORD = "the word on the wire; one that is not a constant here is kept as it is";

    private final Definition type;
    private final JavaSource out;
    private final String name;

    TextTypeWriter(Definitions definitions, Definition type) {
        this.type = type;
        this.out = new JavaSource(definitions, type);
        this.name = type.name();
    }

    String id() {
        head(ID);
        out.doc("    ", "Reads and writes the id as a JSON string.")
                .add("    public static final JsonCodec<" + name + "> CODEC = Codecs.wrapping(Codecs.STRING, " + name
                        + "::new, " + name + "::value);\n");
        return tail();
    }

    String words() {
        head(WORD);
        List<String> constants = new ArrayList<>();
        type.allWords().forEach((word, doc) -> {
            String constant = word.toUpperCase(Locale.ROOT).replace('-', '_');
            constants.add(constant);
            out.doc("    ", doc)
                    .add("    public static final " + name + " " + constant + " = new " + name + "(\"" + word
                            + "\");\n");
        });
        out.doc("    ", "Reads and writes the word.")
                .add("    public static final JsonCodec<" + name + "> CODEC = OpenValueCodec.of(" + name + "::new, "
                        + name + "::value, List.of(" + String.join(", ", constants) + "));\n");
        return tail();
    }

    private void head(String value) {
        String parents = type.parents().isEmpty() ? "" : " implements " + String.join(", ", type.parents());
        out.typeDoc(type, List.of("@param value " + (type.value().isEmpty() ? value : type.value())))
                .add(JavaSource.unstable(type) + "public record " + name + "(String value)" + parents + " {\n");
    }

    private String tail() {
        out.doc("    ", "Checks that the value is there.")
                .add("    public " + name + " { Objects.requireNonNull(value, \"value\"); }\n");
        if (type.object().key()) {
            out.add(
                            "    // The methods that records get are linked at run time, on first use; ids are keys from the first"
                                    + " message on.")
                    .add("    @Override public boolean equals(@Nullable Object other) { return other instanceof " + name
                            + " id && value.equals(id.value); }\n")
                    .add("    @Override public int hashCode() { return value.hashCode(); }\n");
        }
        new MethodWriter(type, out).write();
        return out.doc("    ", "Returns the bare text.")
                .add("    @Override public String toString() { return value; }")
                .add("}")
                .text();
    }
}
