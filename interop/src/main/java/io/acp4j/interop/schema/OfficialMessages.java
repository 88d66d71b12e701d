package io.acp4j.interop.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The definitions of parameters and results in the official schema, by method. */
final class OfficialMessages {

    /** What a definition describes. */
    enum Part {
        REQUEST("Request"),
        NOTIFICATION("Notification"),
        RESPONSE("Response");

        private final String suffix;

        Part(String suffix) {
            this.suffix = suffix;
        }
    }

    /**
     * A definition of the schema.
     *
     * @param name its name
     * @param side which side serves the method, {@code proxy} among them; {@code protocol} is both
     * @param method the method
     * @param part what it describes
     * @param schema what to validate with
     */
    record Definition(String name, String side, String method, Part part, Schema schema) {

        /** Lists what is wrong with parameters or a result, the first few only; empty when nothing is. */
        List<String> faults(JsonNode value) {
            return schema.validate(value).stream()
                    .map(OfficialMessages::describe)
                    .limit(4)
                    .toList();
        }

        boolean isSentBy(String sender) {
            // A proxy is an agent to the conductor that initializes it; afterwards both send the rest.
            String server = side.equals("proxy") ? "agent" : side;
            return side.equals("protocol")
                    || method.equals("proxy/successor")
                    || server.equals(sender) == (part == Part.RESPONSE);
        }
    }

    private record Key(String method, Part part) {}

    private final Map<Key, Definition> definitions = new HashMap<>();
    private final Set<Definition> required = new LinkedHashSet<>();
    private final Schema error;

    private OfficialMessages(Schema error) {
        this.error = error;
    }

    /** Reads the schemas; where both define something, the stable one counts. */
    static OfficialMessages read(Path stable, Path unstable) throws IOException {
        return parse(Files.readString(stable), Files.readString(unstable));
    }

    /** Reads the schema with the unstable parts alone; required is what the stable one lacks. */
    static OfficialMessages readUnstable(Path stable, Path unstable) throws IOException {
        String text = Files.readString(unstable);
        OfficialMessages messages = parse(text, text);
        JsonNode known = new ObjectMapper().readTree(stable.toFile()).path("$defs");
        messages.required.removeIf(definition -> known.has(definition.name()));
        return messages;
    }

    static OfficialMessages parse(String stable, String unstable) throws IOException {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemas(Map.of("urn:acp:stable", stable, "urn:acp:unstable", unstable)));
        OfficialMessages messages = new OfficialMessages(schema(registry, "urn:acp:stable", "Error"));
        messages.add(registry, "urn:acp:unstable", unstable);
        messages.required.clear();
        messages.add(registry, "urn:acp:stable", stable);
        return messages;
    }

    private void add(SchemaRegistry registry, String base, String text) throws IOException {
        for (var entry : new ObjectMapper().readTree(text).path("$defs").properties()) {
            String method = entry.getValue().path("x-method").asText("");
            String side = entry.getValue().path("x-side").asText("");
            for (Part part : Part.values()) {
                if (!method.isEmpty() && entry.getKey().endsWith(part.suffix)) {
                    Definition definition =
                            new Definition(entry.getKey(), side, method, part, schema(registry, base, entry.getKey()));
                    definitions.put(new Key(method, part), definition);
                    required.add(definition);
                }
            }
        }
    }

    private static Schema schema(SchemaRegistry registry, String base, String definition) {
        return registry.getSchema(SchemaLocation.of(base + "#/$defs/" + definition));
    }

    @Nullable
    Definition find(String method, Part part) {
        return definitions.get(new Key(method, part));
    }

    /** Names the definitions that a side must have sent. */
    Set<String> requiredOf(String side) {
        Set<String> names = new TreeSet<>();
        required.stream().filter(definition -> definition.isSentBy(side)).forEach(d -> names.add(d.name()));
        return names;
    }

    /** Lists what is wrong with the error member of a response. */
    List<String> errorFaults(JsonNode value) {
        return error.validate(value).stream().map(OfficialMessages::describe).toList();
    }

    private static String describe(Error error) {
        return error.getInstanceLocation() + " " + error.getMessage();
    }
}
