package io.acp4j.generator;

import java.util.List;
import java.util.stream.Collectors;

/** Writes what several types have in common: a sealed interface without a codec. */
final class FamilyWriter {

    private final Definitions definitions;
    private final Definition type;

    FamilyWriter(Definitions definitions, Definition type) {
        this.definitions = definitions;
        this.type = type;
    }

    String write() {
        String permitted = definitions.types().stream()
                .filter(each -> each.parents().contains(type.name()))
                .map(Definition::name)
                .collect(Collectors.joining(", "));
        JavaSource out = new JavaSource(definitions, type)
                .typeDoc(type, List.of())
                .add(JavaSource.unstable(type) + "public sealed interface " + type.name()
                        + (type.parents().isEmpty() ? "" : " extends " + String.join(", ", type.parents()))
                        + " permits " + permitted + " {\n");
        UnionWriter.common(type, out);
        return out.add("}").text();
    }
}
