package io.acp4j.interop.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.interop.schema.OfficialMessages.Definition;
import io.acp4j.interop.schema.OfficialMessages.Part;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Validates everything that one side sent in recorded conversations. Prints {@code ok NAME} or {@code not ok NAME: why}
 * for each definition of the schema, for the form of the messages, and for whether every definition occurred: every stable
 * one, with {@code --unstable} every other, save those named after {@code --without}, or with {@code --partial} none.
 */
public final class SchemaCheck {

    /** The kind of update that the interop agents send to see how a client takes it. */
    private static final String INVALID_ON_PURPOSE = "acp4j_mystery";

    private static final Set<String> MEMBERS = Set.of("jsonrpc", "id", "method", "params", "result", "error");

    private final OfficialMessages official;
    private final Recording recording;
    private final String side;
    private final Set<String> without;
    private final boolean partial;
    private final Map<String, Integer> counts = new TreeMap<>();
    private final Map<String, List<String>> faults = new TreeMap<>();
    private final Set<String> seen = new TreeSet<>();

    SchemaCheck(OfficialMessages official, Recording recording, String side) {
        this(official, recording, side, Set.of(), false);
    }

    private SchemaCheck(
            OfficialMessages official, Recording recording, String side, Set<String> without, boolean partial) {
        this.official = official;
        this.recording = recording;
        this.side = side;
        this.without = without;
        this.partial = partial;
    }

    /**
     * Validates.
     *
     * @param args {@code [--unstable|--partial] [--without NAME,NAME...]}, the paths of the stable schema and of the one with the unstable parts, {@code agent}
     *     or {@code client}, and the recordings
     * @throws IOException when a file cannot be read
     */
    public static void main(String[] args) throws IOException {
        List<String> arguments = new ArrayList<>(Arrays.asList(args));
        boolean unstable = arguments.remove("--unstable");
        boolean partial = arguments.remove("--partial");
        Set<String> without = without(arguments);
        if (arguments.size() < 4 || !Set.of("agent", "client").contains(arguments.get(2))) {
            System.err.println(
                    "usage: SchemaCheck [--unstable|--partial] [--without NAME,NAME...] STABLE-SCHEMA UNSTABLE-SCHEMA"
                            + " agent|client RECORDING...");
            System.exit(2);
        }
        Path stableSchema = Path.of(arguments.get(0));
        Path unstableSchema = Path.of(arguments.get(1));
        OfficialMessages official = unstable
                ? OfficialMessages.readUnstable(stableSchema, unstableSchema)
                : OfficialMessages.read(stableSchema, unstableSchema);
        List<Path> files = arguments.stream().skip(3).map(Path::of).toList();
        boolean passed =
                new SchemaCheck(official, Recording.read(files), arguments.get(2), without, partial).print(System.out);
        System.exit(passed ? 0 : 1);
    }

    /** Takes the names of definitions that cannot occur out of the arguments. */
    private static Set<String> without(List<String> arguments) {
        int at = arguments.indexOf("--without");
        if (at < 0 || at + 1 >= arguments.size()) {
            return Set.of();
        }
        arguments.remove(at);
        return Set.of(arguments.remove(at).split(","));
    }

    boolean print(PrintStream out) {
        recording.sentBy(side).forEach(this::look);
        List<String> missing = new ArrayList<>(official.requiredOf(side));
        missing.removeAll(seen);
        missing.removeAll(without);
        if (!partial) {
            report("every required definition", missing.isEmpty() ? List.of() : List.of("not sent: " + missing));
        }
        counts.forEach((name, count) -> {
            List<String> found = faults.getOrDefault(name, List.of());
            if (found.isEmpty()) {
                out.println("ok " + name);
            } else {
                out.println("not ok " + name + ": " + found.size() + " faults in " + count + " messages, the first is "
                        + found.get(0));
            }
        });
        return faults.isEmpty();
    }

    private void report(String check, List<String> found) {
        counts.merge(check, 1, Integer::sum);
        if (!found.isEmpty()) {
            faults.computeIfAbsent(check, name -> new ArrayList<>()).add(String.join("; ", found));
        }
    }

    private void look(Recording.Line line) {
        JsonNode message = line.message();
        if (message == null) {
            report("form of messages", List.of("a line is not JSON"));
            return;
        }
        report("form of messages", formFaults(message));
        if (message.has("method")) {
            lookAtCall(message);
        } else if (message.has("error")) {
            report("Error", official.errorFaults(message.get("error")));
        }
        if (!message.has("method") && !message.path("id").isNull()) {
            lookAtAnswer(line, message);
        }
    }

    private void lookAtCall(JsonNode message) {
        String method = message.get("method").asText();
        Part part = message.has("id") ? Part.REQUEST : Part.NOTIFICATION;
        Definition definition = official.find(method, part);
        if (definition != null && definition.isSentBy(side)) {
            validate(definition, message.path("params"));
        } else if (!method.startsWith("_")) {
            report("form of messages", List.of("the schema has no " + method + " from this side"));
        }
    }

    private void lookAtAnswer(Recording.Line line, JsonNode message) {
        String method = recording.answeredMethod(line);
        if (method == null) {
            report("form of messages", List.of("an answer to nothing, id " + message.path("id")));
            return;
        }
        Definition definition = official.find(method, Part.RESPONSE);
        if (definition != null && message.has("result")) {
            validate(definition, message.get("result"));
        }
    }

    private void validate(Definition definition, JsonNode value) {
        List<String> found = definition.faults(value);
        if (value.path("update").path("sessionUpdate").asText().equals(INVALID_ON_PURPOSE)) {
            report(
                    "unknown update is refused by the schema",
                    found.isEmpty() ? List.of("the schema accepts anything") : List.of());
        } else {
            seen.add(definition.name());
            report(definition.name(), found);
        }
    }

    private static List<String> formFaults(JsonNode message) {
        List<String> found = new ArrayList<>();
        if (!message.path("jsonrpc").asText().equals("2.0")) {
            found.add("jsonrpc is not 2.0");
        }
        for (var member : message.properties()) {
            if (!MEMBERS.contains(member.getKey())) {
                found.add("member " + member.getKey());
            }
        }
        JsonNode id = message.path("id");
        if (message.has("id") && !id.isTextual() && !id.canConvertToExactIntegral() && !message.has("error")) {
            found.add("id is " + id.getNodeType());
        }
        int kinds = 0;
        for (String kind : List.of("method", "result", "error")) {
            kinds += message.has(kind) ? 1 : 0;
        }
        if (kinds != 1) {
            found.add("needs one of method, result, error");
        }
        if (!message.has("method") && !message.has("id")) {
            found.add("a response without id");
        }
        return found;
    }
}
