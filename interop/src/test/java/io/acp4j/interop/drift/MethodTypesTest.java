package io.acp4j.interop.drift;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.generator.Definition;
import io.acp4j.generator.Definitions;
import io.acp4j.generator.MessageSchema;
import io.acp4j.schema.Method;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.Side;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.method.Methods;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The list of methods that the kit's shapes are made from says what the table of methods says. */
class MethodTypesTest {

    private static final Path MODULE =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("acp-schema");

    /** What has no source, and what the codec of its union reads. */
    private static final Set<Definition.Kind> WITHOUT_CODEC =
            Set.of(Definition.Kind.MARKER, Definition.Kind.BARE, Definition.Kind.UNKNOWN);

    @Test
    void messagesHaveTheTypesThatTheTableOfMethodsGivesThem() throws Exception {
        Map<JsonCodec<?>, String> types = new IdentityHashMap<>();
        for (Definition type : Definitions.read(MODULE.resolve("src/protocol")).types()) {
            if (WITHOUT_CODEC.contains(type.kind())) {
                continue;
            }
            Class<?> known =
                    Class.forName("io.acp4j.schema." + (type.area().isEmpty() ? "" : type.area() + ".") + type.name());
            try {
                types.put((JsonCodec<?>) known.getField("CODEC").get(null), type.name());
            } catch (NoSuchFieldException e) {
                // Some variants are read by the codec of their union alone.
            }
        }
        Map<String, Map<String, String>> table = new TreeMap<>();
        for (Method<?> method : Methods.ALL) {
            if (method.handledBy().equals(Set.of(Side.PROXY))) {
                continue;
            }
            Map<String, String> messages = table.computeIfAbsent(method.name(), name -> new TreeMap<>());
            if (method instanceof RequestMethod<?, ?> request) {
                messages.put("request", types.get(request.params()));
                messages.put("response", types.get(request.result()));
            } else if (method instanceof NotificationMethod<?> notification) {
                messages.put("notification", types.get(notification.params()));
            }
        }

        assertThat(MessageSchema.methods(MODULE)).isEqualTo(table);
    }
}
