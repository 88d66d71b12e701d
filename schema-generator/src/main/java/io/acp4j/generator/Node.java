package io.acp4j.generator;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A mapping of a definitions file; it refuses what nobody has asked for, so that no misspelt key is overlooked. */
final class Node {

    private final String place;
    private final Map<String, Object> values;
    private final Set<String> known = new HashSet<>();

    private Node(String place, Map<String, Object> values) {
        this.place = place;
        this.values = values;
    }

    /** Reads a file of YAML. */
    static Node read(Path file) throws IOException {
        try (Reader reader = Files.newBufferedReader(file)) {
            LoaderOptions options = new LoaderOptions();
            options.setAllowDuplicateKeys(false);
            String name = file.getFileName().toString().replace(".yaml", "");
            return of(name, new Yaml(new SafeConstructor(options)).load(reader));
        }
    }

    static Node of(String place, @Nullable Object value) {
        if (value == null) {
            return new Node(place, Map.of());
        } else if (!(value instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException(place + ": expected a mapping, found " + value);
        } else {
            Map<String, Object> values = new LinkedHashMap<>();
            map.forEach((key, each) -> values.put(String.valueOf(key), each == null ? "" : each));
            return new Node(place, values);
        }
    }

    String place() {
        return place;
    }

    List<String> keys() {
        return List.copyOf(values.keySet());
    }

    @Nullable
    String find(String key) {
        known.add(key);
        Object value = values.get(key);
        if (value instanceof Map || value instanceof List) {
            throw new IllegalArgumentException(place + "." + key + ": expected text");
        }
        return value == null ? null : String.valueOf(value).strip();
    }

    String get(String key, String absent) {
        String value = find(key);
        return value == null ? absent : value;
    }

    String require(String key) {
        String value = find(key);
        if (value == null) {
            throw new IllegalArgumentException(place + ": needs " + key);
        }
        return value;
    }

    boolean isSet(String key) {
        return Boolean.parseBoolean(get(key, "false"));
    }

    Node node(String key) {
        known.add(key);
        return of(place + "." + key, values.get(key));
    }

    List<Node> nodes(String key) {
        known.add(key);
        List<Node> nodes = new ArrayList<>();
        if (values.get(key) instanceof List<?> list) {
            list.forEach(each -> nodes.add(of(place + "." + key, each)));
        }
        return nodes;
    }

    List<String> texts(String key) {
        known.add(key);
        Object value = values.get(key);
        if (value instanceof List<?> list) {
            return list.stream().map(String::valueOf).toList();
        }
        return value == null ? List.of() : List.of(String.valueOf(value).split(", *", -1));
    }

    Map<String, String> map() {
        Map<String, String> map = new LinkedHashMap<>();
        keys().forEach(key -> map.put(key, require(key)));
        return map;
    }

    void refuseOthers() {
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException(place + ": unknown key " + key);
            }
        }
    }
}
