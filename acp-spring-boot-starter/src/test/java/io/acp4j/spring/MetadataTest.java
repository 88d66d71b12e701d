package io.acp4j.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** What editors are told of the properties, held to the properties. */
class MetadataTest {

    private static JsonNode metadata() throws IOException {
        try (InputStream in = MetadataTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            return new ObjectMapper().readTree(in);
        }
    }

    /** The type and the default of each property, by its name. */
    private static void collect(Class<?> type, String prefix, Map<String, String> into) {
        Parameter[] parameters = type.getDeclaredConstructors()[0].getParameters();
        RecordComponent[] components = type.getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            RecordComponent component = components[i];
            String name = prefix + "."
                    + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            if (component.getType().isRecord()) {
                collect(component.getType(), name, into);
                continue;
            }
            DefaultValue given = parameters[i].getAnnotation(DefaultValue.class);
            String value = given == null || given.value().length == 0 ? "" : given.value()[0];
            boolean isBoolean = component.getType() == boolean.class;
            String text =
                    isBoolean ? "java.lang.Boolean" : component.getGenericType().getTypeName();
            into.put(name, text + "=" + (isBoolean && value.isEmpty() ? "false" : value));
        }
    }

    @Test
    void everyPropertyIsDescribedWithItsTypeAndDefault() throws IOException {
        Map<String, String> expected = new TreeMap<>();
        collect(AcpProperties.class, "acp", expected);
        Map<String, String> described = new TreeMap<>();
        for (JsonNode property : metadata().get("properties")) {
            String name = property.get("name").asText();
            assertThat(property.get("description").asText())
                    .as(name)
                    .endsWith(".")
                    .hasSizeGreaterThan(20);
            if (name.startsWith("acp.")) {
                described.put(
                        name,
                        property.get("type").asText() + "="
                                + property.path("defaultValue").asText());
            }
        }
        assertThat(described).isEqualTo(expected).hasSizeGreaterThan(9);
    }

    @Test
    void hintsAreForPropertiesThatThereAre() throws IOException {
        JsonNode metadata = metadata();
        assertThat(metadata.get("hints"))
                .allSatisfy(hint -> assertThat(metadata.get("properties"))
                        .anySatisfy(property -> assertThat(property.get("name")).isEqualTo(hint.get("name"))));
    }
}
