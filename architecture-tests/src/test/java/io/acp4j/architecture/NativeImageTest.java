package io.acp4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.acp4j.schema.json.JsonCodec;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ResourceBundle;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What an agent on standard streams needs at run time that the compiler of a native image cannot see is told to it. */
class NativeImageTest {

    /** The modules of such an agent. */
    private static final List<String> MODULES =
            List.of("acp-schema", "acp-process", "acp-rpc", "acp-agent", "acp-transport-stdio");

    private static final String METADATA =
            "src/main/resources/META-INF/native-image/io.acp4j/%s/reachability-metadata.json";

    private static final Set<Class<?>> DYNAMIC =
            Set.of(ClassLoader.class, Proxy.class, ServiceLoader.class, ResourceBundle.class);

    @Test
    void onlyTheClassesWithMetadataReflect() {
        List<Path> classes = MODULES.stream().map(PublishedModule::classesOf).toList();

        Set<String> reflecting = new ClassFileImporter()
                .importPaths(classes).stream()
                        .flatMap(type -> type.getCodeUnitCallsFromSelf().stream())
                        .filter(call -> isDynamic(call.getTarget()))
                        .map(call -> call.getOriginOwner().getSimpleName())
                        .collect(Collectors.toSet());

        assertThat(reflecting).containsExactlyInAnyOrder("WorkerThreads", "Databind");
    }

    private static boolean isDynamic(AccessTarget.CodeUnitCallTarget target) {
        JavaClass owner = target.getOwner();
        String name = target.getName();
        if (owner.isEquivalentTo(Class.class)) {
            return name.equals("forName")
                    || name.equals("newInstance")
                    || name.startsWith("getResource")
                    || name.matches("get(Declared|Record)?(Method|Field|Constructor|Component|Classe)s?");
        }
        return DYNAMIC.stream().anyMatch(owner::isEquivalentTo)
                || owner.isAssignableTo(AccessibleObject.class)
                || (owner.isEquivalentTo(MethodHandles.Lookup.class) && name.startsWith("find"));
    }

    @Test
    void everyTypeWithACodecIsNamed() throws IOException {
        Path file = metadata("acp-schema");
        String expected = schemaMetadata();
        if (Documents.WRITE) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, expected);
        }

        assertThat(file).as("build-support/write-docs writes it anew").hasContent(expected);
    }

    /** Returns what {@code Databind} looks for when a value of the application holds values of the protocol. */
    private static String schemaMetadata() {
        Path root = PublishedModule.classesOf("acp-schema");
        String types = new ClassFileImporter()
                .importPath(root).stream()
                        .map(JavaClass::reflect)
                        .filter(NativeImageTest::hasCodec)
                        .map(Class::getName)
                        .sorted()
                        .map(name -> "    { \"type\": \"" + name + "\", \"fields\": [ { \"name\": \"CODEC\" } ] }")
                        .collect(Collectors.joining(",\n"));
        return "{\n  \"reflection\": [\n" + types + "\n  ]\n}\n";
    }

    private static boolean hasCodec(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields())
                .anyMatch(field -> field.getName().equals("CODEC")
                        && Modifier.isPublic(field.getModifiers())
                        && JsonCodec.class.isAssignableFrom(field.getType()));
    }

    @Test
    void whatIsReflectedUponIsThereWhereThreadsCanBeVirtual() throws IOException {
        boolean virtual = Runtime.version().feature() >= 21;
        JsonNode entries =
                new JsonMapper().readTree(metadata("acp-rpc").toFile()).path("reflection");

        assertThat(entries).hasSize(3);
        for (JsonNode entry : entries) {
            for (JsonNode method : entry.path("methods")) {
                List<String> parameters = new ArrayList<>();
                method.path("parameterTypes").forEach(parameter -> parameters.add(parameter.asText()));
                assertThat(exists(
                                entry.path("type").asText(), method.path("name").asText(), parameters))
                        .as("%s", method)
                        .isEqualTo(virtual);
            }
        }
    }

    private static boolean exists(String type, String method, List<String> parameters) {
        try {
            return Arrays.stream(Class.forName(type).getMethods())
                    .filter(each -> each.getName().equals(method))
                    .anyMatch(each -> Arrays.stream(each.getParameterTypes())
                            .map(Class::getName)
                            .toList()
                            .equals(parameters));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static Path metadata(String module) {
        return PublishedModule.projectRoot().resolve(module).resolve(METADATA.formatted(module));
    }
}
