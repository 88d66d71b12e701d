package io.acp4j.schema.internal.codec;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the fields of a form consist of, as they grow one by one. */
public final class FormFields {

    /** The one type that a form has. */
    public static final JsonCodec<String> OBJECT =
            Codecs.wrapping(Codecs.STRING, FormFields::requireObject, FormFields::requireObject);

    private FormFields() {}

    private static String requireObject(String type) {
        if (!type.equals("object")) {
            throw new IllegalArgumentException("the type of a form is object");
        }
        return type;
    }

    /** Returns fields with one more. */
    public static <V> Map<String, V> with(Map<String, V> fields, String name, V field) {
        Map<String, V> more = new LinkedHashMap<>(fields);
        more.put(name, field);
        return more;
    }

    /** Returns names with one more. */
    public static List<String> with(List<String> names, String name) {
        return Stream.concat(names.stream(), Stream.of(name)).toList();
    }
}
