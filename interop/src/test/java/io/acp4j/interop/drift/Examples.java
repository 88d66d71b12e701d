package io.acp4j.interop.drift;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.generator.Definition;
import io.acp4j.generator.Definitions;
import io.acp4j.generator.Member;
import io.acp4j.generator.WireType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** JSON of every type as one version has it, made of the definitions. */
final class Examples {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** How deep objects stand in each other before optional members are left out. */
    private static final int DEPTH = 6;

    /** What has no form that the definitions say. */
    private static final Map<String, String> BY_HAND = Map.ofEntries(
            Map.entry("Meta", "{'acp4j.test':1}"),
            Map.entry("ProtocolVersion", "2"),
            Map.entry("RequestId", "'r'"),
            Map.entry("ErrorCode", "-32603"),
            Map.entry("ElicitationContentValue", "'entered'"),
            Map.entry("SessionConfigValue", "'chosen'"),
            Map.entry("SessionConfigSelectOptions", "[]"));

    private static final Map<String, String> SCALARS = Map.ofEntries(
            Map.entry("boolean", "true"),
            Map.entry("double", "0.5"),
            Map.entry("int32", "7"),
            Map.entry("int64", "-8"),
            Map.entry("uint16", "9"),
            Map.entry("uint32", "10"),
            Map.entry("uint64", "11"),
            Map.entry("any", "{'any':[1]}"),
            Map.entry("object", "{'some':'thing'}"),
            Map.entry("object or array", "[2]"));

    private final Definitions definitions;
    private final int version;
    private final Random random;

    /** Whether every member is there; otherwise some that may be absent are. */
    private final boolean complete;

    Examples(Definitions definitions, int version, Random random, boolean complete) {
        this.definitions = definitions;
        this.version = version;
        this.random = random;
        this.complete = complete;
    }

    static JsonNode parse(String text) {
        try {
            return MAPPER.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    @Nullable
    Definition here(String type) {
        Definition found = definitions.find(type);
        return found == null ? null : found.in(version);
    }

    JsonNode of(String type) {
        return of(type, DEPTH);
    }

    private JsonNode of(String type, int depth) {
        if (type.equals("string")) {
            return JSON.textNode("text");
        }
        String fixed = BY_HAND.getOrDefault(type, SCALARS.get(type));
        if (fixed != null) {
            return parse(fixed);
        }
        if (type.equals("AvailableCommand") && version == 1) {
            return of("Command", depth); // The only kind there is.
        }
        Definition found = here(type);
        if (found == null) {
            throw new IllegalArgumentException(type + " is not in version " + version);
        }
        return switch (found.kind()) {
            case OBJECT -> object(found, depth);
            case UNION, MEMBER_UNION -> union(found, depth);
            case WORDS -> JSON.textNode(pick(List.copyOf(found.words().keySet())));
            case ID -> JSON.textNode("an-id");
            case MARKER -> JSON.objectNode();
            case UNKNOWN, FAMILY, OTHER, BARE -> throw new IllegalArgumentException(type + " needs an example by hand");
        };
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private JsonNode union(Definition union, int depth) {
        Map<String, String> variants = union.union().variants();
        List<String> tags = new ArrayList<>(variants.keySet());
        // A kind that is also known without its tag is written without.
        tags.removeIf(tag -> !tag.isEmpty() && variants.get(tag).equals(variants.get("")));
        return variant(union, pick(tags), depth);
    }

    /** One kind of a union, which the tag names. */
    JsonNode variant(Definition union, String tag) {
        return variant(union, tag, DEPTH);
    }

    private JsonNode variant(Definition union, String tag, int depth) {
        ObjectNode object = JSON.objectNode();
        String discriminator = union.union().discriminator();
        if (!discriminator.isEmpty() && !tag.isEmpty()) {
            object.put(discriminator, tag);
        }
        object.setAll(
                (ObjectNode) of(Objects.requireNonNull(union.union().variants().get(tag)), depth));
        return object;
    }

    private ObjectNode object(Definition type, int depth) {
        ObjectNode object = JSON.objectNode();
        for (Member member : type.members()) {
            boolean optional = !member.rule().required();
            if (optional && (depth <= 0 || (!complete && random.nextBoolean()))) {
                continue;
            }
            object.set(member.wire(), value(type, member, depth - 1));
        }
        repair(type, object);
        return object;
    }

    /** What the members of a type demand of each other. */
    private void repair(Definition type, ObjectNode object) {
        switch (type.name()) {
            case "FormElicitationRequest", "UrlElicitationRequest" -> {
                object.put("sessionId", "an-id");
                object.remove("requestId");
            }
            case "SetSessionConfigOptionRequest" -> {
                if (version == 1) {
                    object.remove("type");
                } else {
                    object.put("type", "id");
                }
            }
            case "ElicitationSchema" -> object.put("type", "object");
            default -> {}
        }
    }

    /** A value of a member. */
    JsonNode value(Definition type, Member member, int depth) {
        if (member.wire().equals("data") && type.area().matches("terminal|update")) {
            return JSON.textNode("Ynl0ZXM=");
        }
        String codec = member.codec();
        if (codec != null) {
            switch (codec) {
                case "Codecs.MARKER" -> {
                    return JSON.objectNode();
                }
                case "EnvironmentList.CODEC" -> {
                    return parse("[{'name':'A','value':'b'}]");
                }
                case "ToolCallSubjectCodec.INSTANCE" -> {
                    return of("ToolCallUpdate", depth);
                }
                default -> {}
            }
        }
        String element = member.type().name().replace("~", "");
        JsonNode one = of(element, depth);
        return switch (member.rule()) {
            case LIST, REQUIRED_LIST, LENIENT_LIST, REQUIRED_LENIENT_LIST, NULLABLE_LENIENT_LIST -> array(one);
            case MAP -> JSON.objectNode().set("key", one);
            default ->
                member.type().kind() == WireType.Kind.LIST
                        ? array(one)
                        : member.type().kind() == WireType.Kind.MAP
                                ? JSON.objectNode().set("key", one)
                                : one;
        };
    }

    private ArrayNode array(JsonNode one) {
        return JSON.arrayNode().add(one);
    }
}
