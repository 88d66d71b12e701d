package io.acp4j.tck.internal.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Detects capabilities that a subject advertises in a position, or with a type, that differs from the schema. A position is compared only
 * for names with one meaning: a member such as {@code terminal} or {@code list} may be another capability that the kit does not know.
 */
final class MisplacedCapabilityFinder {

    /** Members of the response that contain names, not capabilities. */
    private static final Set<String> OTHERS = Set.of("_meta", "authMethods", "agentInfo", "clientInfo", "info");

    /** Names of capabilities that have the same meaning in each position. */
    private static final Set<String> UNAMBIGUOUS = Set.of("fork", "atMessageId", "loadSession", "embeddedContext");

    private MisplacedCapabilityFinder() {}

    /**
     * Finds a capability whose position or type differs from the schema.
     *
     * @param initialize the message with the capabilities
     * @param pointer the JSON pointer of the capability in the schema
     * @param known the JSON pointers of all capabilities in the schema, which are never misplaced
     * @return a description of the difference; empty if none was found
     */
    static Optional<String> find(JsonNode initialize, String pointer, Collection<String> known) {
        String name = pointer.substring(pointer.lastIndexOf('/') + 1);
        if (initialize.at(pointer).asBoolean(false)) {
            return Optional.of("`" + dotted(pointer)
                    + "` is `true`, but the schema requires an object, so clients treat the capability as absent");
        }
        if (!UNAMBIGUOUS.contains(name)) {
            return Optional.empty();
        }
        return place(initialize, "", name, known)
                .map(found -> "`" + name + "` is at `" + dotted(found) + "`, but the schema defines it at `"
                        + dotted(pointer) + "`");
    }

    private static Optional<String> place(JsonNode node, String path, String name, Collection<String> known) {
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            JsonNode value = member.getValue();
            String place = path + "/" + member.getKey();
            if (OTHERS.contains(member.getKey())) {
                continue;
            }
            boolean isAdvertised = value.isObject() || value.asBoolean(false);
            if (member.getKey().equals(name) && isAdvertised && !known.contains(place)) {
                return Optional.of(place);
            }
            Optional<String> deeper = place(value, place, name, known);
            if (deeper.isPresent()) {
                return deeper;
            }
        }
        return Optional.empty();
    }

    /** Returns a place as it is written in prose. */
    static String dotted(String pointer) {
        return pointer.substring(1).replace('/', '.');
    }
}
