package io.acp4j.generator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The methods and capabilities of the protocol as {@code acp-schema/src} lists them.
 *
 * @param methods the methods of version 1
 * @param added the messages of what only version 2 has, by the names of methods
 * @param capabilities what must be advertised before some are called
 */
record MethodTable(List<Row> methods, Map<String, Map<String, String>> added, List<Capability> capabilities) {

    private static final String NOTIFICATION = " notification";

    /**
     * One method.
     *
     * @param name its name on the wire
     * @param messages the types of its messages, by {@code request}, {@code response} or {@code notification}
     * @param sides who handles it
     * @param needs the capability that it needs; null when it needs none
     * @param unstable the feature that it belongs to; null when it is stable
     * @param nameInV2 its name in version 2; null when it is the same
     * @param doc what it does
     */
    record Row(
            String name,
            Map<String, String> messages,
            List<String> sides,
            @Nullable String needs,
            @Nullable String unstable,
            @Nullable String nameInV2,
            String doc) {

        boolean request() {
            return messages.containsKey("request");
        }
    }

    /**
     * One capability.
     *
     * @param name that of its constant
     * @param path where it stands in version 1
     * @param any of which members one must be there at least; empty when the object itself says so
     * @param unstable the feature that it belongs to; null when it is stable
     * @param doc what it says
     */
    record Capability(
            String name,
            String path,
            List<String> any,
            @Nullable String unstable,
            String doc) {}

    static MethodTable read(Path module) throws IOException {
        Node all = Node.read(module.resolve("src/methods.yaml"));
        Map<String, Map<String, String>> added = new LinkedHashMap<>();
        Node second = all.node("version 2");
        second.keys().forEach(method -> added.put(method, second.node(method).map()));
        List<Row> methods = new ArrayList<>();
        for (String key : all.keys()) {
            if (!key.equals("version 2")) {
                methods.add(row(key.replace(NOTIFICATION, ""), all.node(key)));
            }
        }
        List<Capability> capabilities = new ArrayList<>();
        Node listed = Node.read(module.resolve("src/capabilities.yaml"));
        for (String name : listed.keys()) {
            Node node = listed.node(name);
            capabilities.add(new Capability(
                    name, node.require("path"), node.texts("any"), node.find("unstable"), node.require("doc")));
            node.refuseOthers();
        }
        return new MethodTable(methods, added, capabilities);
    }

    private static Row row(String name, Node node) {
        Map<String, String> messages = new LinkedHashMap<>();
        for (String message : List.of("request", "response", "notification")) {
            String type = node.find(message);
            if (type != null) {
                messages.put(message, type);
            }
        }
        List<String> sides = node.texts("to");
        Row row = new Row(
                name,
                messages,
                sides.isEmpty() ? List.of("agent") : sides,
                node.find("needs"),
                node.find("unstable"),
                node.find("v2"),
                node.require("doc"));
        node.refuseOthers();
        return row;
    }

    /** Returns the name of a method's constant; a notification of the same name as a request says what it is. */
    String constant(Row row) {
        String name = row.name().replace("$/", "").replace('/', '_').toUpperCase(Locale.ROOT);
        boolean shared = !row.request()
                && methods.stream()
                        .anyMatch(each -> each.request() && each.name().equals(row.name()));
        return shared ? name + "_NOTIFICATION" : name;
    }
}
