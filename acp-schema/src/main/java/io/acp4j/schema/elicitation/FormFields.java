package io.acp4j.schema.elicitation;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What the fields of a form consist of, as they grow one by one. */
final class FormFields {

    private static final UnaryOperator<String> REQUIRE_OBJECT = type -> {
        if (!type.equals("object")) {
            throw new IllegalArgumentException("the type of a form is object");
        }
        return type;
    };

    /** The one type that a form has. */
    static final JsonCodec<String> OBJECT = Codecs.wrapping(Codecs.STRING, REQUIRE_OBJECT, REQUIRE_OBJECT);

    private FormFields() {}

    static <V> Map<String, V> with(Map<String, V> fields, String name, V field) {
        Map<String, V> more = new LinkedHashMap<>(fields);
        more.put(name, field);
        return more;
    }

    static List<String> with(List<String> names, String name) {
        return Stream.concat(names.stream(), Stream.of(name)).toList();
    }
}
